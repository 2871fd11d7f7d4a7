// Package wire reads and checks the JSON that a bot sends to Discord. A body
// becomes a [Draft], a [Modal], a [Command] or choices. A bad one becomes the
// [Refusal] with which Discord would answer. A refusal has a status, a code and,
// for 50035, the path of each problem.
//
// The package has no state and knows no server. It holds the limits of Discord a
// second time on purpose. The bot's own limits are checked against it, so it
// imports nothing of the bot.
package wire
