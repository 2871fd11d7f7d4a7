package rehearse

import (
	"slices"
	"strings"
)

// documented are the fields that Discord's documents do not promise, by what they belong to:
// those marked with a question mark (optional), and those that may be null. They are from
// Discord's published OpenAPI description of version 10, of July 2026, and for what only the
// gateway sends from docs.discord.com of August 2026.
var documented = map[string]struct{ optional, nullable string }{
	"message": {
		"activity application application_id call interaction interaction_metadata lobby_member mention_channels message_reference message_snapshots nonce poll position purchase_notification reactions referenced_message resolved role_subscription_data shared_client_theme sticker_items stickers thread webhook_id guild_id member channel_type flags components",
		"edited_timestamp referenced_message",
	},
	"user": {
		"accent_color avatar_decoration_data banner bot collectibles system display_name clan email premium_type verified primary_guild flags public_flags locale mfa_enabled bio display_name_styles",
		"accent_color avatar avatar_decoration_data banner collectibles global_name primary_guild email display_name clan display_name_styles",
	},
	"member": {
		"avatar_decoration_data collectibles user nick avatar banner premium_since permissions pending communication_disabled_until unusual_dm_activity_until guild_id",
		"avatar avatar_decoration_data banner collectibles communication_disabled_until nick premium_since unusual_dm_activity_until joined_at",
	},
	"server": {
		"premium_progress_bar_enabled_user_updated_at approximate_member_count approximate_presence_count owner permissions region widget_enabled widget_channel_id max_presences max_members premium_subscription_count max_video_channel_users max_stage_video_channel_users welcome_screen stickers icon_hash locale joined_at large unavailable member_count voice_states members channels threads presences stage_instances guild_scheduled_events soundboard_sounds hub_type latest_onboarding_question_id inventory_settings clan embed_enabled embed_channel_id application_command_counts lazy nsfw premium_features profile owner_configured_content_level version",
		"afk_channel_id application_id banner description discovery_splash home_header icon incidents_data max_presences premium_progress_bar_enabled_user_updated_at public_updates_channel_id rules_channel_id safety_alerts_channel_id splash system_channel_id vanity_url_code widget_channel_id hub_type latest_onboarding_question_id inventory_settings clan embed_channel_id profile owner_configured_content_level",
	},
	"partial server": {"approximate_member_count approximate_presence_count unavailable", "banner icon"},
	"channel": {
		"available_tags bitrate default_auto_archive_duration default_forum_layout default_reaction_emoji default_sort_order default_tag_setting default_thread_rate_limit_per_user last_message_id last_pin_timestamp nsfw parent_id permission_overwrites permissions rate_limit_per_user rtc_region topic user_limit video_quality_mode guild_id position name icon_emoji theme_color status voice_background_display version hd_streaming_until hd_streaming_buyer_id linked_lobby",
		"default_reaction_emoji default_sort_order default_tag_setting last_message_id last_pin_timestamp parent_id rtc_region topic icon_emoji theme_color status voice_background_display hd_streaming_until hd_streaming_buyer_id linked_lobby",
	},
	"thread": {
		"applied_tags bitrate last_message_id last_pin_timestamp member parent_id permissions rate_limit_per_user rtc_region user_limit video_quality_mode newly_created guild_id",
		"last_message_id last_pin_timestamp parent_id rtc_region",
	},
	"state of a thread":    {"create_timestamp invitable archiver_id", "archive_timestamp create_timestamp"},
	"direct channel":       {"last_message_id last_pin_timestamp name icon owner_id", "last_message_id last_pin_timestamp name icon"},
	"role":                 {"tags description version", "icon unicode_emoji description"},
	"attachment":           {"application clip_created_at clip_participants content_type description duration_secs ephemeral flags height placeholder placeholder_version title waveform width original_content_type content_scan_version", "title height width"},
	"embed":                {"author color components description fields flags footer image provider thumbnail timestamp title url video content_scan_version", "flags"},
	"image":                {"content_type description flags height placeholder placeholder_version proxy_url url width", ""},
	"footer":               {"icon_url proxy_icon_url", ""},
	"field of an embed":    {"inline", ""},
	"component":            {"id custom_id disabled emoji label sku_id url placeholder min_values max_values required value min_length max_length description", "url"},
	"option":               {"description emoji default", ""},
	"emoji":                {"id animated roles user require_colons managed available", "id name"},
	"event":                {"creator user_count user_rsvp description creator_id image sku_ids", "channel_id creator_id description entity_id image recurrence_rule scheduled_end_time user_rsvp entity_metadata auto_start"},
	"application":          {"bot bot_public bot_require_code_grant cover_image custom_install_url event_webhooks_status event_webhooks_types event_webhooks_url guild_id install_params integration_types_config max_participants primary_sku_id privacy_policy_url rpc_origins slug tags terms_of_service_url guild owner redirect_uris", "event_webhooks_url icon interactions_endpoint_url max_participants role_connections_verification_url team type"},
	"voice state":          {"member guild_id self_stream", "channel_id guild_id request_to_speak_timestamp self_stream"},
	"sound":                {"guild_id user", "emoji_id emoji_name"},
	"interaction":          {"data guild guild_id channel channel_id member user message app_permissions locale guild_locale context attachment_size_limit entitlement_sku_ids", "entitlement_sku_ids"},
	"interaction metadata": {"original_response_message_id interacted_message_id triggering_interaction_metadata target_user target_message_id name user command_type ephemerality_reason user_id", ""},
	"answer":               {"resource", ""},
	"answered interaction": {"activity_instance_id response_message_id response_message_loading response_message_ephemeral channel_id guild_id", ""},
	"list of threads":      {"has_more first_messages", ""},
	"READY":                {"shard auth auth_session_id_hash analytics_token _trace relationships private_channels presences guild_join_requests geo_ordered_rtc_regions user_settings game_relationships user_settings_proto explicit_content_scan_version av_sf_protocol_floor", ""},
	"deletion":             {"guild_id parent_id", ""},
}

// isIn reports whether a word is one of a list.
func isIn(list, word string) bool { return strings.Contains(" "+list+" ", " "+word+" ") }

// isOptional reports whether Discord's documents say that a field may be absent.
func isOptional(kind, field string) bool { return isIn(documented[sameAs(kind)].optional, field) }

// isNullable reports whether Discord's documents say that a field may be null.
func isNullable(kind, field string) bool { return isIn(documented[sameAs(kind)].nullable, field) }

// has reports whether objects of a kind have a field anywhere in a recording.
func (r *Recording) has(kind, field string) bool {
	in := func(where string, s Shape) bool {
		for path := range s {
			if k, f := kindOf(where, path); f == field && sameAs(k) == sameAs(kind) {
				return true
			}
		}
		return false
	}
	for _, s := range r.Steps {
		if slices.ContainsFunc(s.Answers, func(a *Answer) bool { return a.Status < 300 && in(a.Endpoint, a.Body) }) ||
			slices.ContainsFunc(s.Events, func(e *Event) bool { return in(e.Type, e.Body) }) {
			return true
		}
	}
	return false
}

// sameAs is the kind whose documents a kind has.
func sameAs(kind string) string {
	if kind == heard {
		return "message"
	}
	return kind
}

// The fields that may be null and otherwise are no text.
const (
	nullObjects = "primary_guild avatar_decoration_data collectibles clan incidents_data icon_emoji default_reaction_emoji team user_rsvp recurrence_rule referenced_message entity_metadata profile inventory_settings display_name_styles linked_lobby"
	nullNumbers = "accent_color max_presences default_sort_order theme_color approximate_member_count approximate_presence_count hub_type flags height width type latest_onboarding_question_id"
	nullTruths  = "self_stream auto_start"
)

// mayBe reports whether a field that may be null may have a form otherwise.
func mayBe(field, form string) bool {
	switch {
	case isIn(nullObjects, field):
		return form == "object"
	case isIn(nullNumbers, field):
		return strings.HasPrefix(form, "number")
	case isIn(nullTruths, field):
		return form == "boolean" || form == "true" || form == "false"
	}
	return isText(form)
}
