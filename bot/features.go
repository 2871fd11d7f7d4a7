package bot

import (
	"oneiros/bot/audit"
	"oneiros/bot/avoid"
	"oneiros/bot/bar"
	"oneiros/bot/call"
	"oneiros/bot/cue"
	"oneiros/bot/feature"
	"oneiros/bot/filter"
	"oneiros/bot/greeting"
	"oneiros/bot/home"
	"oneiros/bot/keep"
	"oneiros/bot/lesson"
	"oneiros/bot/moretime"
	"oneiros/bot/night"
	"oneiros/bot/notebook"
	"oneiros/bot/person"
	"oneiros/bot/private"
	"oneiros/bot/season"
	"oneiros/bot/stats"
	"oneiros/bot/surface"
	"oneiros/bot/vetting"
	"oneiros/bot/word"
	"oneiros/store"
)

// FeatureStores are the stores of features, each with what its feature calls.
type FeatureStores struct {
	Audits    audit.Store
	Bars      bar.Store
	Calls     call.Store
	Cues      cue.Store
	Greetings greeting.Store
	Filters   filter.Store
	Homes     home.Store
	Kept      keep.Store
	Lessons   lesson.Store
	Nights    night.Store
	People    person.Store
	Seasons   season.Store
	Summaries stats.Store
	Packs     word.Store
	Rows      func(*store.Table) store.Rows // of a feature that needs no store; nil while the commands alone are asked for
}

func featureStoresOf(s *store.Store) FeatureStores {
	return FeatureStores{
		Bars: s.Matches(), Calls: s.Calls(), Kept: s.Matches(), Lessons: s.Lessons(), Packs: s.Packs(), Rows: s.Rows, Filters: s.Rows(store.FilterWords),
		Audits: struct {
			store.AuditStore
			store.SettingStore
		}{s.Audits(), s.Settings()},
		Cues: s.Settings(),
		Greetings: struct {
			store.GreetingStore
			store.SettingStore
		}{s.Greetings(), s.Settings()},
		Homes: struct {
			store.SettingStore
			store.PresetStore
		}{s.Settings(), s.Presets()},
		Nights: struct {
			store.NightStore
			store.SeriesStore
			store.SettingStore
			store.CallStore
		}{s.Nights(), s.Series(), s.Settings(), s.Calls()},
		People: struct {
			store.SettingStore
			store.MatchStore
			store.ErasureStore
		}{s.Settings(), s.Matches(), s.Erasures()},
		Seasons: struct {
			store.AttendanceStore
			store.SettingStore
		}{s.Attendance(), s.Settings()},
		Summaries: struct {
			store.SummaryStore
			store.MatchStore
		}{s.Summaries(), s.Matches()},
	}
}

// featureClient is what the features need of Discord's REST interface.
type featureClient interface {
	feature.ChannelClient
	audit.Client
	cue.Client
	greeting.Client
	home.Client
	surface.Client
	night.Client
	notebook.Client
	word.Downloader
}

// ownRoom is what the features need of what belongs to people.
type ownRoom interface {
	bar.Room
	person.Room
}

// features are what people can do besides the moves of a game, each with what it calls of the
// store and of Discord: see package feature. Who adds one adds a line here, and above what it
// calls of them.
func features(h feature.House, from FeatureStores, client featureClient, room night.Room, owned ownRoom, noGreeting bool) []feature.Feature {
	return []feature.Feature{
		audit.New(h, from.Audits, client),
		bar.New(h, from.rows(store.Bars), from.Bars, client, owned),
		call.New(h, from.Calls),
		cue.New(h, from.Cues, from.rows(store.VoiceStates), client),
		greeting.New(h, from.Greetings, client, noGreeting),
		avoid.New(h, from.rows(store.Avoided)),
		filter.New(h, from.Filters),
		home.New(h, from.Homes, from.Packs, client),
		keep.New(h, from.Kept, client),
		lesson.New(h, from.Lessons),
		moretime.New(h),
		night.New(h, from.Nights, client, room),
		notebook.New(h, from.rows(store.NotebookEntries), client),
		person.New(h, from.People, owned),
		private.New(h, from.rows(store.PrivateTables), from.rows(store.PrivateGuests)),
		season.New(h, from.Seasons),
		stats.New(h, from.Summaries),
		vetting.New(h),
		word.New(h, from.Packs, client),
	}
}

// rows are those of a table of a feature that needs no SQL of its own.
func (from FeatureStores) rows(t *store.Table) store.Rows {
	if from.Rows == nil { // the commands alone are asked for
		return store.Rows{}
	}
	return from.Rows(t)
}
