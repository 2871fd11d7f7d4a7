package bot

import (
	"context"

	"oneiros/bot/feature"
	"oneiros/bot/page"
	"oneiros/bot/route"
	"oneiros/bot/savelog"
	"oneiros/bot/screen"
	"oneiros/bot/table"
)

// The names of the actions of tables in audit logs, which stay.
const (
	auditStop = "stop"
	auditKick = "kick"
)

// audits tell the feature that keeps audit logs of what was done.
type audits struct {
	surfaces *surfaces // which has the features
	pages    *page.Pages
	log      savelog.Log
	core     []feature.Feature // what the core declares as features do
}

// tell tells of what was done on a server.
func (s *audits) tell(ctx context.Context, e feature.AuditEntry) {
	for _, f := range s.surfaces.features {
		if f.Audited == nil || e.Guild == 0 {
			continue
		}
		if err := f.Audited(ctx, e); err != nil {
			s.log.Failed(err).Str("action", e.Action).Msg("save audit log entry failed")
		}
	}
}

// actions are those of audit logs that the core and the features declare.
func (s *audits) actions() (list []feature.AuditActionOf) {
	for _, f := range append(s.core[:len(s.core):len(s.core)], s.surfaces.features...) {
		for _, a := range f.Audit {
			list = append(list, feature.AuditActionOf{AuditAction: a, Words: f.Words})
		}
	}
	return list
}

// ofTable tells of a table that the presser alone has stopped, and of a player whom they have
// removed. before is the table as the presser found it.
func (s *audits) ofTable(ctx context.Context, r *route.Request, a table.Action, before, next *table.State) {
	if before.Direct() {
		return
	}
	e := feature.NewAuditEntry(r, auditStop)
	e.Guild, e.Channel, e.Match, e.Key = before.Guild, before.CurrentChannel(), before.ID, before.Game.Info().Name
	switch {
	case a.Kind == table.Stop && (before.Phase == table.Lobby || before.Phase == table.Live) && next.Phase == table.Void:
		s.tell(ctx, e)
	case a.Kind == table.Kick:
		seat, sat := before.Seat(a.Whom)
		if _, sits := next.Seat(a.Whom); sat && !sits && !before.Players[seat].Auto {
			e.Action, e.Target = auditKick, a.Whom
			s.tell(ctx, e)
		}
	}
}

// stopped and kicked declare the actions of tables.
func (s *audits) stopped() feature.AuditAction {
	return feature.AuditAction{Name: auditStop, Line: func(e feature.AuditEntry, f *screen.Frame) string {
		return s.pages.Kit().Stopped(f, e.Key, e.Channel)
	}}
}

func (s *audits) kicked() feature.AuditAction {
	return feature.AuditAction{Name: auditKick, Line: func(e feature.AuditEntry, f *screen.Frame) string {
		return s.pages.Kit().Removed(f, e.Key, e.Channel, e.Target)
	}}
}
