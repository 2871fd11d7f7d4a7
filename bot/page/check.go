package page

import (
	"oneiros/bot/need"
	"oneiros/bot/screen"
	"oneiros/games/ui"
)

// CheckLines say in plain words which permissions the bot lacks in a channel, what each is for, and
// what works without them. Where none is missing, they are one line.
func CheckLines(f *screen.Frame, c need.Check) (lines []string) {
	if c.Bits() == 0 {
		return []string{Rich(f, ui.T("bot.check.all"))}
	}
	lines = []string{Rich(f, ui.T("bot.check.lacks"))}
	for _, s := range append(c.Table[:len(c.Table):len(c.Table)], c.Threads...) {
		lines = append(lines, eachLack(f, s, "bot.check.line")...)
	}
	without := "bot.check.table"
	if len(c.Table) == 0 {
		without = "bot.check.threads"
	}
	return append(lines, Rich(f, ui.T(without)), Rich(f, ui.T("bot.check.grant")))
}

// OptionalLines say which permissions the bot lacks without which the rest works.
func OptionalLines(f *screen.Frame, c need.Check) (lines []string) {
	for _, s := range c.Optional {
		lines = append(lines, eachLack(f, s, "bot.check.optional")...)
	}
	return lines
}

// eachLack says of each permission of a set what it is for.
func eachLack(f *screen.Frame, s need.Set, key string) (lines []string) {
	f = Saying(f, s.Words)
	for _, p := range s.Permissions {
		lines = append(lines, Rich(f, ui.T(key, ui.T(p.Name), ui.T(p.Why))))
	}
	return lines
}
