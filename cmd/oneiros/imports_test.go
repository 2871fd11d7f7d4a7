package main_test

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
)

// importRule says who may import something. A path or folder ends in "/..." when
// everything below it is meant too.
type importRule struct {
	what []string // import paths
	only []string // folders that may
	not  []string // or: folders that may not; all others may
	why  string
}

const module = "oneiros/"

var importRules = []importRule{
	{
		what: []string{"github.com/bwmarrin/discordgo/..."},
		only: []string{"bot/..."},
		why:  "only bot knows Discord; it names permissions, error codes and kinds as discordgo does",
	},
	{
		what: []string{"github.com/bwmarrin/discordgo/...", module + "bot/discord/..."},
		not:  []string{"bot/localcord/..."},
		why:  "localcord is the oracle of the tests: a mistake that it shared with the bot would stay unseen",
	},
	{
		what: []string{module + "bot/..."},
		only: []string{"bot/...", "cmd/..."},
		why:  "only bot knows Discord: a game and the store must outlive it",
	},
	{
		what: []string{module + "bot/discord/api", module + "bot/discord/gateway", module + "bot/discord/transport"},
		only: []string{"bot/discord/...", "bot", "bot/rehearse", "cmd/oneiros"},
		why:  "a page is drawn and not sent, and a feature declares an interface of what it calls",
	},
	{
		what: []string{"net", "github.com/gorilla/websocket/...", "golang.org/x/net/...", module + "bot/discord/api", module + "bot/discord/gateway", module + "bot/discord/transport"},
		not:  []string{"bot/discord"},
		why:  "what Discord's things are needs no network, because every package of the bot names them",
	},
	{
		what: []string{module + "bot/discord/api", module + "bot/discord/gateway"},
		not:  []string{"bot/discord/transport"},
		why:  "a request keeps its limits, whatever it asks for",
	},
	{
		what: []string{module + "bot/discord/api"},
		not:  []string{"bot/discord/gateway"},
		why:  "a session needs one request, for the gateway's address, and makes it itself",
	},
	{
		what: []string{module + "bot/discord/gateway", "github.com/gorilla/websocket/..."},
		not:  []string{"bot/discord/api"},
		why:  "what is asked of Discord does not depend on how its events come",
	},
	{
		what: []string{module + "bot/localcord/..."},
		only: []string{"bot/localcord/...", "bot/soak", "bot/rehearse", "cmd/oneiros"},
		why:  "the bot must not know that its Discord is a stand-in; only the soak, the playground and tests use it, and a rehearsal reads its table",
	},
	{
		what: []string{module + "bot/localcord", module + "bot/localcord/world", module + "bot/localcord/rest", module + "bot/localcord/gateway", module + "bot/localcord/interaction", module + "bot/localcord/page", module + "bot/localcord/control"},
		not:  []string{"bot/rehearse"},
		why:  "a rehearsal compares Discord with what localcord says, and needs no server for it",
	},
	{
		what: []string{module + "bot/rehearse"},
		only: []string{"cmd/oneiros"},
		why:  "a rehearsal does what the bot does, in its place",
	},
	{
		what: []string{module + "store/...", module + "games/..."},
		not:  []string{"bot/localcord/..."},
		why:  "localcord is a Discord for any bot: it knows neither games nor how they are kept",
	},
	{
		what: []string{module + "bot/..."},
		not:  []string{"bot/localcord/wire"},
		why:  "wire turns JSON into a draft or a refusal, and needs no server for it",
	},
	{
		what: []string{module + "bot/localcord/world", module + "bot/localcord/interaction"},
		not:  []string{"bot/localcord/fault", "bot/localcord/journal", "bot/localcord/limit", "bot/localcord/session", "bot/localcord/stream", "bot/localcord/endpoint"},
		why:  "the world is built on them: what they need of it they are told as a value",
	},
	{
		what: []string{module + "bot/localcord/session", module + "bot/localcord/journal", module + "bot/localcord/fault"},
		not:  []string{"bot/localcord/endpoint"},
		why:  "what Discord answers is a table, which is compared with the true Discord, too",
	},
	{
		what: []string{"net/http/...", "github.com/gorilla/websocket/...", module + "bot/localcord/gateway", module + "bot/localcord/rest", module + "bot/localcord/page", module + "bot/localcord/control", module + "bot/localcord"},
		not:  []string{"bot/localcord/world", "bot/localcord/interaction", "bot/localcord/session", "bot/localcord/stream", "bot/localcord/journal", "bot/localcord/fault"},
		why:  "what is true of a Discord and what becomes of it needs no network",
	},
	{
		what: []string{module + "bot/localcord/interaction"},
		not:  []string{"bot/localcord/world", "bot/localcord/gateway"},
		why:  "a message says which interaction it answers, and needs no more of it",
	},
	{
		what: []string{module + "bot/localcord/gateway", module + "bot/localcord/page", module + "bot/localcord/control", module + "bot/localcord"},
		not:  []string{"bot/localcord/rest"},
		why:  "a call asks the world; how the bot is told and who decides over a Discord is no matter of it",
	},
	{
		what: []string{module + "bot/localcord/rest", module + "bot/localcord/page", module + "bot/localcord/control", module + "bot/localcord"},
		not:  []string{"bot/localcord/gateway"},
		why:  "a session hears of a change, and not who made it",
	},
	{
		what: []string{module + "bot/screen/...", module + "bot/page/...", module + "bot/reply/...", module + "bot/inbox/..."},
		not:  []string{"bot/table/..."},
		why:  "a table decides what happens; how it looks and how it is answered is decided above it",
	},
	{
		what: []string{module + "bot/table/people", module + "bot/table/timing", module + "bot/table/incident"},
		only: []string{"bot/table/..."},
		why:  "what is decided there counts once a table has saved it: others send it an Action",
	},
	{
		what: []string{"context", "sync/...", "os/...", "log/...", "github.com/rs/zerolog/...", module + "bot/savelog", module + "bot/chance", module + "bot/table"},
		not:  []string{"bot/table/people"},
		why:  "what people do to a record is decided without waiting, saving or telling, so that it is tested without a table",
	},
	{
		what: []string{"context", "sync/...", module + "bot/savelog", module + "bot/table"},
		not:  []string{"bot/table/timing"},
		why:  "what is due when follows from the record, the position and the moment; the table waits for it and saves it",
	},
	{
		what: []string{module + "bot/table/timing"},
		not:  []string{"bot/table/people"},
		why:  "who may do what does not depend on how long they took",
	},
	{
		what: []string{module + "bot/soak/..."},
		only: []string{"bot/soak", "cmd/oneiros"},
		why:  "a soak starts the bot as a process of its own, so the bot must not contain it",
	},
	{
		what: []string{"database/sql/...", "github.com/jmoiron/sqlx/...", "modernc.org/sqlite/...", "github.com/jackc/pgx/v5/...", "github.com/pressly/goose/v3/..."},
		only: []string{"store/...", "migrations/..."},
		why:  "only the store knows SQL, so that another database is one package's work",
	},
	{
		what: []string{module + "migrations/..."},
		only: []string{"store/...", "cmd/..."},
		why:  "the store's tables are the store's",
	},
	{
		what: []string{module + "store/..."},
		only: []string{"bot/...", "cmd/..."},
		why:  "games know nothing of being saved",
	},
	{
		what: []string{"github.com/nicksnyder/go-i18n/v2/...", "github.com/pelletier/go-toml/v2/..."},
		only: []string{"games/text", "cmd/oneiros"},
		why:  "only games/text knows languages, and only the program its configuration",
	},
	{
		what: []string{
			"os/...", "net/...", "log/...", "github.com/rs/zerolog/...", "crypto/rand", "math/rand", "syscall", "unsafe",
			"os/exec", "runtime/...", "plugin", "expvar",
		},
		not: []string{"games/..."},
		why: "a game is pure: it reads nothing, logs nothing, and its luck comes from the seed",
	},
	{
		what: []string{module + "cmd/..."},
		only: nil,
		why:  "nobody imports the program: what is worth sharing does not belong there",
	},
	{
		what: []string{module + "games/gametest", module + "games/gametest/..."},
		only: []string{"games/gametest/...", "games/fortress/fortresstest", "games/whenidream/whenidreamtest", "games/dreamrunners/dreamrunnerstest", "games/somnicum/somnicumtest"},
		why:  "the suite is for tests",
	},
	{
		what: []string{module + "store/storetest"},
		only: nil,
		why:  "it is for tests",
	},
	{
		what: []string{"testing", "testing/..."},
		only: []string{"games/gametest/...", "bot/localcord/browse", "bot/chance/chancetest", "bot/discord/bubbletest", "store/storetest", "games/fortress/fortresstest", "games/whenidream/whenidreamtest", "games/dreamrunners/dreamrunnerstest", "games/somnicum/somnicumtest"},
		why:  "what is for tests stays in tests",
	},
	{
		what: []string{module + "games/fortress/fortresstest"},
		only: nil,
		why:  "it is for tests",
	},
	{
		what: []string{module + "games/fortress/rules"},
		only: []string{"games/fortress", "games/fortress/view", "games/fortress/fortresstest"},
		why:  "the position holds every secret: what shows Dream Fortress or plays it is given a view",
	},
	{
		what: []string{module + "games/fortress/view", module + "games/fortress/label", module + "games/fortress/news", module + "games/fortress/picture", module + "games/fortress/page", module + "games/fortress/player", module + "games/ui"},
		not:  []string{"games/fortress/kit"},
		why:  "what the game is made of is known to all its rooms, and knows none",
	},
	{
		what: []string{module + "games/fortress/label", module + "games/fortress/news", module + "games/fortress/picture", module + "games/fortress/page", module + "games/fortress/player"},
		not:  []string{"games/fortress/rules", "games/fortress/view"},
		why:  "what follows from a move does not depend on how it is shown, nor on who chose it",
	},
	{
		what: []string{module + "games/fortress/player"},
		only: []string{"games/fortress", "games/fortress/fortresstest"},
		why:  "what a page shows does not depend on how an automatic player thinks",
	},
	{
		what: []string{module + "games/fortress/label", module + "games/fortress/news", module + "games/fortress/picture", module + "games/fortress/page"},
		not:  []string{"games/fortress/player"},
		why:  "an automatic player is given a view and moves, and reads no page",
	},
	{
		what: []string{module + "games/fortress/news", module + "games/fortress/page"},
		not:  []string{"games/fortress/picture", "games/fortress/label"},
		why:  "a picture is drawn from a view, and the page that shows it asks for it",
	},
	{
		what: []string{module + "games/fortress/picture", module + "games/fortress/page"},
		not:  []string{"games/fortress/news"},
		why:  "how much room there is for what happened is a number that the page says",
	},
	{
		what: []string{module + "games/dreamrunners/dreamrunnerstest"},
		only: nil,
		why:  "it is for tests",
	},
	{
		what: []string{module + "games/dreamrunners/rules"},
		only: []string{"games/dreamrunners", "games/dreamrunners/view", "games/dreamrunners/dreamrunnerstest"},
		why:  "the position holds what every player builds: what shows Dream Runners or plays it is given a view",
	},
	{
		what: []string{module + "games/dreamrunners/view", module + "games/dreamrunners/label", module + "games/dreamrunners/picture", module + "games/dreamrunners/page", module + "games/dreamrunners/player", module + "games/ui"},
		not:  []string{"games/dreamrunners/kit"},
		why:  "what the game is made of is known to all its rooms, and knows none",
	},
	{
		what: []string{module + "games/dreamrunners/label", module + "games/dreamrunners/picture", module + "games/dreamrunners/page", module + "games/dreamrunners/player"},
		not:  []string{"games/dreamrunners/rules", "games/dreamrunners/view", "games/dreamrunners/dreamrunnerstest"},
		why:  "what follows from a move does not depend on how it is shown, nor on who chose it",
	},
	{
		what: []string{module + "games/dreamrunners/player"},
		only: []string{"games/dreamrunners"},
		why:  "what a page shows does not depend on how an automatic player thinks",
	},
	{
		what: []string{module + "games/dreamrunners/label", module + "games/dreamrunners/picture", module + "games/dreamrunners/page"},
		not:  []string{"games/dreamrunners/player"},
		why:  "an automatic player is given a view and moves, and reads no page",
	},
	{
		what: []string{module + "games/dreamrunners/picture", module + "games/dreamrunners/page"},
		not:  []string{"games/dreamrunners/label"},
		why:  "a name does not depend on where it is read",
	},
	{
		what: []string{module + "games/dreamrunners/page"},
		not:  []string{"games/dreamrunners/picture"},
		why:  "a picture is drawn from a view, and the page that shows it asks for it",
	},
	{
		what: []string{module + "games/somnicum/somnicumtest"},
		only: nil,
		why:  "it is for tests",
	},
	{
		what: []string{module + "games/somnicum/rules"},
		only: []string{"games/somnicum", "games/somnicum/view", "games/somnicum/player", "games/somnicum/somnicumtest"},
		why:  "the position holds what is secret: what shows Somnicum is given a view, and the automatic player looks ahead in positions that are dealt again",
	},
	{
		what: []string{module + "games/somnicum/view", module + "games/somnicum/label", module + "games/somnicum/news", module + "games/somnicum/picture", module + "games/somnicum/page", module + "games/somnicum/player", module + "games/ui"},
		not:  []string{"games/somnicum/kit"},
		why:  "what the game is made of is known to all its rooms, and knows none",
	},
	{
		what: []string{module + "games/somnicum/label", module + "games/somnicum/news", module + "games/somnicum/picture", module + "games/somnicum/page", module + "games/somnicum/player"},
		not:  []string{"games/somnicum/rules", "games/somnicum/view", "games/somnicum/somnicumtest"},
		why:  "what follows from a move does not depend on how it is shown, nor on who chose it",
	},
	{
		what: []string{module + "games/somnicum/player"},
		only: []string{"games/somnicum"},
		why:  "what a page shows does not depend on how an automatic player thinks",
	},
	{
		what: []string{module + "games/somnicum/view", module + "games/somnicum/label", module + "games/somnicum/news", module + "games/somnicum/picture", module + "games/somnicum/page"},
		not:  []string{"games/somnicum/player"},
		why:  "an automatic player is given positions and moves, and reads no page",
	},
	{
		what: []string{module + "games/somnicum/news", module + "games/somnicum/picture", module + "games/somnicum/page"},
		not:  []string{"games/somnicum/label"},
		why:  "a name does not depend on where it is read",
	},
	{
		what: []string{module + "games/somnicum/picture", module + "games/somnicum/page"},
		not:  []string{"games/somnicum/news"},
		why:  "what happened is told alike wherever it is read",
	},
	{
		what: []string{module + "games/somnicum/page"},
		not:  []string{"games/somnicum/picture"},
		why:  "a picture is drawn from a view, and the page that shows it asks for it",
	},
	{
		what: []string{module + "games/whenidream/whenidreamtest"},
		only: nil,
		why:  "it is for tests",
	},
	{
		what: []string{module + "games/whenidream/rules"},
		only: []string{"games/whenidream", "games/whenidream/view", "games/whenidream/whenidreamtest"},
		why:  "the position holds every secret: what shows When I Dream or plays it is given a view",
	},
	{
		what: []string{module + "games/whenidream/judge", module + "games/whenidream/association", module + "games/whenidream/pack", module + "games/whenidream/rules", module + "games/whenidream/view", module + "games/whenidream/label", module + "games/whenidream/picture", module + "games/whenidream/page", module + "games/whenidream/player", module + "games/ui"},
		not:  []string{"games/whenidream/kit"},
		why:  "what the game is made of is known to all its rooms, and knows none",
	},
	{
		what: []string{module + "games/whenidream/rules", module + "games/whenidream/view", module + "games/whenidream/label", module + "games/whenidream/picture", module + "games/whenidream/page", module + "games/whenidream/player"},
		not:  []string{"games/whenidream/judge", "games/whenidream/association", "games/whenidream/pack"},
		why:  "what a word is does not depend on whose turn it is, nor on who knows it",
	},
	{
		what: []string{module + "games/whenidream/association"},
		only: []string{"games/whenidream/pack", "games/whenidream/player"},
		why:  "what people think of at a word is known to automatic players, and decides nothing",
	},
	{
		what: []string{module + "games/whenidream/label", module + "games/whenidream/picture", module + "games/whenidream/page", module + "games/whenidream/player"},
		not:  []string{"games/whenidream/rules", "games/whenidream/view"},
		why:  "what follows from a move does not depend on how it is shown, nor on who chose it",
	},
	{
		what: []string{module + "games/whenidream/player"},
		only: []string{"games/whenidream"},
		why:  "what a page shows does not depend on how an automatic player thinks",
	},
	{
		what: []string{module + "games/whenidream/label", module + "games/whenidream/picture", module + "games/whenidream/page"},
		not:  []string{"games/whenidream/player"},
		why:  "an automatic player is given a view and moves, and reads no page",
	},
	{
		what: []string{module + "games/whenidream/page"},
		not:  []string{"games/whenidream/picture", "games/whenidream/label"},
		why:  "a picture is drawn from a view, and the page that shows it asks for it",
	},
	{
		what: []string{module + "bot/discord/bubbletest"},
		only: nil,
		why:  "it is for tests",
	},
	{
		what: []string{module + "bot/chance/chancetest"},
		only: nil,
		why:  "it is for tests: nobody else may choose the luck of a bot, or its day",
	},
	{
		what: []string{"crypto/rand", "math/rand"},
		only: []string{"bot/chance", "store"},
		why:  "what chance decides has a name, so that a test can repeat it: see bot/chance",
	},
	{
		what: []string{module + "bot/table/...", module + "bot/page/...", module + "bot/screen/...", module + "bot/reply/..."},
		not:  []string{"bot/inbox/..."},
		why:  "who is admitted must not depend on what they ask for",
	},
	{
		what: []string{module + "bot/table/...", module + "bot/page/...", module + "store/...", module + "games/..."},
		not:  []string{"bot/reply/..."},
		why:  "how an interaction is answered must not depend on what the answer says",
	},
	{
		what: []string{module + "bot/reply/...", module + "bot/inbox/...", module + "store/..."},
		not:  []string{"bot/page/..."},
		why:  "a page is a pure function of a State, so that it can be drawn again and compared at any time",
	},
}

// gameImports are what a game may import besides the standard library. They are
// the contract, the drawing, the box, the pace, words, and libraries that are named with their reason.
var gameImports = []string{
	module + "games", module + "games/ui", module + "games/paint", module + "games/box", module + "games/pace", module + "games/words", module + "games/lexeme", module + "games/alike",
	"github.com/mtibben/confusables",          // signs that look the same
	"github.com/kljensen/snowball/...",        // stems of English and Russian words
	"github.com/blevesearch/snowballstem/...", // likewise
	"golang.org/x/text/...",                   // normal forms of what people type
	"golang.org/x/image/...",                  // shapes of a game's own
}

// notGames are folders of games/ that are no game, with what they may import of
// the project.
var notGames = map[string][]string{
	"ui": {}, "box": {}, "words": {}, "lexeme": {"games/words"}, "text": {"games/ui"}, "paint": {"games/ui"}, "record": {"games", "games/ui"},
	"proof":    {"games", "games/record"},
	"pace":     {"games"},
	"gametest": {"games", "games/ui", "games/text", "games/paint", "games/pace"}, "all": nil, // all: the games
}

// vague are names of packages that say nothing.
var vague = []string{"internal", "pkg", "utils", "util", "common", "models", "types", "helpers", "misc", "shared", "lib", "core"}

// clockCalls read the wall clock or wait for it.
var clockCalls = map[string][]string{
	"time":    {"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTimer", "NewTicker"},
	"context": {"WithTimeout", "WithTimeoutCause", "WithDeadline", "WithDeadlineCause"},
}

// clockReaders are the only folders whose packages may read the wall clock, with
// what they read it for. Only bot/table turns it into the match clock, which is the
// one that games and players know.
var clockReaders = map[string]string{
	"bot/table":                 "it runs the match clock, and dates moves",
	"bot":                       "it dates reminders, and gives requests to Discord an end",
	"bot/due":                   "it is the one queue of what is due at a moment",
	"bot/keep":                  "nobody waits long until the files of others are made",
	"bot/night":                 "nobody waits long for Discord to say who has left a server",
	"bot/inbox":                 "what would be taken too late is refused while there is time",
	"bot/reply":                 "an interaction has to be answered within three seconds",
	"bot/screen":                "edits have limits in time, and tokens end",
	"bot/discord":               "how far the host's clock is from Discord's, and when a token ends",
	"bot/discord/gateway":       "heartbeats and time-outs, and when a session may begin",
	"bot/discord/transport":     "rate limits and time-outs",
	"bot/rehearse":              "it waits for events and for presses, and says how late they came",
	"bot/discord/scripted":      "it is a Discord for tests",
	"bot/chance/chancetest":     "it lets the time of a bubble pass until the day of the tests",
	"bot/localcord":             "a person waits for an answer, and looks for it below a message",
	"bot/localcord/world":       "it is a Discord, which dates everything",
	"bot/localcord/session":     "a session ends some time after its connection, and IDENTIFYs are counted by the day",
	"bot/localcord/gateway":     "heartbeats, IDENTIFYs and what is sent too fast",
	"bot/localcord/interaction": "an interaction has to be answered within three seconds",
	"bot/localcord/rest":        "a slow Discord lets a call wait",
	"bot/localcord/page":        "an event stream says now and then that it is alive",
	"bot/localcord/browse":      "a browser that hangs must not hang the tests",
	"bot/soak":                  "it lasts as long as somebody said",
	"store":                     "the lease of a database ends in time, and so does waiting for a full disk",
	"cmd/oneiros":               "commands give up on a Discord that does not answer, and backups are named by date",
}

// sessionNames are what discordgo opens a session with, and sends by.
var sessionNames = []string{"New", "Session", "APIVersion", "Logger", "Client"}

// luckCalls are the functions of math/rand/v2 that do not take the global
// randomness.
var luckCalls = []string{"New", "NewChaCha8", "NewPCG", "NewZipf", "Rand", "ChaCha8", "PCG", "Source", "Zipf"}

// under reports whether a path is covered by a pattern.
func under(name, pattern string) bool {
	base, below := strings.CutSuffix(pattern, "/...")
	return name == base || below && strings.HasPrefix(name, base+"/")
}

func anyUnder(name string, patterns []string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return under(name, p) })
}

// skipped reports whether a tree's folder holds nothing of the project.
func skipped(d fs.DirEntry, name string) bool {
	return d.IsDir() && name != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || d.Name() == "node_modules")
}

// programFiles reads the Go files of a tree that are no tests. A tree without any is
// an error, because nothing can be found in it.
func programFiles(tree fs.FS, set *token.FileSet) (map[string]*ast.File, error) {
	files := map[string]*ast.File{}
	err := fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if skipped(d, name) {
			return fs.SkipDir
		}
		if d.IsDir() || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return nil // tests may use what they like: they are not shipped
		}
		b, err := fs.ReadFile(tree, name)
		if err != nil {
			return err
		}
		files[name], err = parser.ParseFile(set, name, b, parser.SkipObjectResolution)
		return err
	})
	if err == nil && len(files) == 0 {
		err = errors.New("there is no Go file in the tree")
	}
	return files, err
}

// broken lists the rules that the Go files of a tree break, with the file.
func broken(tree fs.FS) ([]string, error) {
	files, err := programFiles(tree, token.NewFileSet())
	if err != nil {
		return nil, err
	}
	var found []string
	err = fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && skipped(d, name) {
			return fs.SkipDir
		}
		if err == nil && d.IsDir() && slices.Contains(vague, d.Name()) {
			found = append(found, fmt.Sprintf("%s: the name says nothing of what is in it", name))
		}
		return err
	})
	features := featuresOf(files)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		found = append(found, brokenBy(name, files[name])...)
		found = append(found, brokenByFeature(name, files[name], features)...)
	}
	return found, err
}

// imported are the paths that a file imports, by their names in it.
func imported(file *ast.File) map[string]string {
	list := map[string]string{}
	for _, imp := range file.Imports {
		if p, err := strconv.Unquote(imp.Path.Value); err == nil {
			list[local(imp, p)] = p
		}
	}
	return list
}

// featuresOf are the folders of the features: they make one, and package bot lists it.
func featuresOf(files map[string]*ast.File) map[string]bool {
	list := map[string]bool{}
	for name, file := range files {
		for _, p := range imported(file) {
			if dir := path.Dir(name); p == module+"bot/feature" && dir != "bot" {
				list[dir] = true
			}
		}
	}
	return list
}

// brokenByFeature lists what a file does that makes a feature more than one folder and one line.
func brokenByFeature(name string, file *ast.File, features map[string]bool) (found []string) {
	dir, names := path.Dir(name), imported(file)
	for _, p := range names {
		if of := strings.TrimPrefix(p, module); features[of] && dir != "bot" && dir != of {
			found = append(found, fmt.Sprintf("%s: %s: only features.go of package bot knows a feature", name, p))
		}
	}
	if !features[dir] {
		return found
	}
	ast.Inspect(file, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		x, ok := s.X.(*ast.Ident)
		if ok && names[x.Name] == module+"store" && s.Sel.Name == "Store" {
			found = append(found, fmt.Sprintf("%s: %s.%s: a feature declares an interface of what it calls", name, x.Name, s.Sel.Name))
		}
		return true
	})
	return found
}

// brokenBy lists the rules that a file breaks.
func brokenBy(name string, file *ast.File) []string {
	var found []string
	dir := path.Dir(name)
	bad := func(what, why string) { found = append(found, fmt.Sprintf("%s: %s: %s", name, what, why)) }
	called := map[string]string{} // the path by the name it has in this file
	for _, imp := range file.Imports {
		p, err := strconv.Unquote(imp.Path.Value)
		if err != nil {
			bad(imp.Path.Value, "no import path")
			continue
		}
		called[local(imp, p)] = p
		for _, r := range importRules {
			if !anyUnder(p, r.what) || dir == strings.TrimPrefix(p, module) {
				continue
			}
			if r.not != nil && anyUnder(dir, r.not) || r.not == nil && !anyUnder(dir, r.only) {
				if !pardoned(dir, p) {
					bad(p, r.why)
				}
			}
		}
		if imp.Name != nil && imp.Name.Name == "." {
			bad(p, "a dot import hides where names come from")
		}
		found = append(found, direction(name, dir, p)...)
	}
	pure := under(dir, "games/...")
	ast.Inspect(file, func(n ast.Node) bool {
		if _, ok := n.(*ast.GoStmt); ok && pure && !under(dir, "games/gametest") {
			bad("go", "a goroutine makes the order of things depend on the machine")
		}
		s, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		x, ok := s.X.(*ast.Ident)
		if !ok {
			return true
		}
		switch p := called[x.Name]; {
		case p == "github.com/bwmarrin/discordgo" && dir != "bot/discord/gateway" && dir != "bot/discord/scripted":
			if slices.Contains(sessionNames, s.Sel.Name) || strings.HasPrefix(s.Sel.Name, "Endpoint") {
				bad("discordgo."+s.Sel.Name, "only bot/discord/gateway opens a session: it knows discordgo's deadlocks and leaks")
			}
		case slices.Contains(clockCalls[p], s.Sel.Name):
			switch {
			case pure:
				bad(p+"."+s.Sel.Name, "a game knows only the match clock, which stands still while the bot is down")
			case clockReaders[dir] == "":
				bad(p+"."+s.Sel.Name, "only the folders in clockReaders read the wall clock, each for a reason")
			}
		case p == module+"store" && s.Sel.Name == "WithRareHeartbeat":
			bad("store."+s.Sel.Name, "another process would take the database between two heartbeats; it is for tests")
		case p == module+"bot/discord" && dir == "bot/table/people" && slices.Contains([]string{"Clock", "NewClock"}, s.Sel.Name):
			bad("discord."+s.Sel.Name, "what people do is decided at a moment that the table says: see people.Now")
		case p == "math/rand/v2" && !slices.Contains(luckCalls, s.Sel.Name):
			if pure {
				bad("rand."+s.Sel.Name, "luck comes from the seed, or a match cannot be verified")
			} else {
				bad("rand."+s.Sel.Name, "what chance decides has a name, so that a test can repeat it: see bot/chance")
			}
		case p == module+"bot/chance" && s.Sel.Name == "Seeded" && dir != "bot/chance/chancetest", p == module+"store" && s.Sel.Name == "WithChance":
			bad(s.Sel.Name, "only tests choose the luck of a bot; on Discord nobody may")
		}
		return true
	})
	return found
}

// pardoned are the exceptions. Each has its reason beside it.
func pardoned(dir, p string) bool {
	// The suite reads and writes testdata, names where a rule panicked, and says how
	// often garbage is collected.
	return dir == "games/gametest" && slices.Contains([]string{"os", "runtime", "runtime/debug"}, p)
}

// direction checks which way imports inside of the project point.
func direction(name, dir, p string) []string {
	part, ok := strings.CutPrefix(dir, "games/")
	if !ok {
		if dir == "games" && strings.HasPrefix(p, module) && p != module+"games/ui" {
			return []string{fmt.Sprintf("%s: %s: the contract knows no game", name, p)}
		}
		return nil
	}
	top, below, _ := strings.Cut(part, "/")
	own, isOwn := strings.CutPrefix(p, module)
	allowed, special := notGames[top]
	switch {
	case special && top == "all":
		return nil
	case special && below == "":
		if isOwn && !slices.Contains(allowed, own) {
			return []string{fmt.Sprintf("%s: %s: games/%s stands below whatever uses it", name, p, top)}
		}
		return nil
	case special:
		// games/gametest/sample is a game.
	}
	if p == module+"games/gametest" && below == top+"test" {
		return nil // tables for the tests of a game's rooms
	}
	outside := strings.Contains(strings.Split(p, "/")[0], ".")
	if (isOwn || outside) && !anyUnder(p, gameImports) && !under(own, "games/"+top+"/...") {
		return []string{fmt.Sprintf("%s: %s: a game knows the contract, pages, paint and the box, and no other game", name, p)}
	}
	return nil
}

// local is the name that an import has in its file.
func local(imp *ast.ImportSpec, p string) string {
	if imp.Name != nil {
		return imp.Name.Name
	}
	base := path.Base(p)
	if len(base) > 1 && base[0] == 'v' && strings.Trim(base[1:], "0123456789") == "" {
		base = path.Base(path.Dir(p))
	}
	return base
}

func TestImports(t *testing.T) {
	found, err := broken(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		t.Error(f)
	}
}

// Each folder that may read the wall clock does, so that the list stays true.
func TestClockReaders(t *testing.T) {
	for dir := range clockReaders {
		files, err := filepath.Glob(filepath.Join("../..", dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		reads := slices.ContainsFunc(files, func(name string) bool {
			b, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			return !strings.HasSuffix(name, "_test.go") && readsClock.Match(b)
		})
		if !reads {
			t.Errorf("%s is in clockReaders and does not read the clock", dir)
		}
	}
}

var readsClock = regexp.MustCompile(`\b(time\.(Now|Since|Until|Sleep|After|AfterFunc|Tick|NewTimer|NewTicker)|context\.With(Timeout|Deadline))`)

// TestRulesNameFolders: each folder of the project that a rule names is there, with Go
// files. A rule about a folder that was renamed would hold for nothing.
func TestRulesNameFolders(t *testing.T) {
	var named []string
	for _, r := range importRules {
		named = slices.Concat(named, r.only, r.not)
		for _, what := range r.what {
			if own, is := strings.CutPrefix(what, module); is {
				named = append(named, own)
			}
		}
	}
	for _, p := range gameImports {
		if own, is := strings.CutPrefix(p, module); is {
			named = append(named, own)
		}
	}
	for game, imports := range notGames {
		named = append(append(named, "games/"+game), imports...)
	}
	if missing := withoutGo(os.DirFS("../.."), named); len(missing) > 0 {
		t.Errorf("rules name folders without Go files: %v", missing)
	}
	if missing := withoutGo(os.DirFS("../.."), []string{"bot", "bot/nothing", "cmd/..."}); !slices.Equal(missing, []string{"bot/nothing"}) {
		t.Errorf("a planted folder: %v", missing)
	}
}

// withoutGo lists the folders, or patterns of folders, that hold no Go file.
func withoutGo(tree fs.FS, patterns []string) (missing []string) {
	for _, p := range patterns {
		base, below := strings.CutSuffix(p, "/...")
		found, err := fs.Glob(tree, base+"/*.go")
		if err == nil && len(found) == 0 && below {
			found, err = fs.Glob(tree, base+"/*/*.go")
		}
		if (err != nil || len(found) == 0) && !slices.Contains(missing, p) {
			missing = append(missing, p)
		}
	}
	return missing
}

// TestEmptyTree: a walk that finds no file fails.
func TestEmptyTree(t *testing.T) {
	tree := fstest.MapFS{"docs/a.md": &fstest.MapFile{}, "bot/a_test.go": &fstest.MapFile{}}
	if _, err := broken(tree); err == nil {
		t.Error("the imports of nothing are allowed")
	}
	if _, err := tooLarge(tree); err == nil {
		t.Error("nothing is small enough")
	}
}

// A planted file is a file in a tree that breaks no rule.
type planted struct{ file, source string }

func (p planted) broken() ([]string, error) {
	return broken(fstest.MapFS{"games/b.go": &fstest.MapFile{Data: []byte("package games")}, p.file: &fstest.MapFile{Data: []byte("package a\n" + p.source + "\n")}})
}

// forbidden files break one rule each.
var forbidden = map[string]planted{
	"discordgo in a game":         {"games/somnia/a.go", `import "github.com/bwmarrin/discordgo"`},
	"discordgo in the program":    {"cmd/oneiros/a.go", `import "github.com/bwmarrin/discordgo"`},
	"another session":             {"bot/a.go", `import "github.com/bwmarrin/discordgo"; var s, err = discordgo.New("")`},
	"another address":             {"bot/table/a.go", `import d "github.com/bwmarrin/discordgo"; var a = d.EndpointAPI`},
	"the oracle knows discordgo":  {"bot/localcord/a.go", `import "github.com/bwmarrin/discordgo"`},
	"the oracle knows the client": {"bot/localcord/wire/a.go", `import "oneiros/bot/discord"`},
	"a game knows the bot":        {"games/somnia/a.go", `import "oneiros/bot/discord"`},
	"the bot knows localcord":     {"bot/a.go", `import "oneiros/bot/localcord"`},
	"a table knows localcord":     {"bot/table/a.go", `import "oneiros/bot/localcord/wire"`},
	"the oracle knows the store":  {"bot/localcord/a.go", `import "oneiros/store"`},
	"the wire knows the server":   {"bot/localcord/wire/a.go", `import "oneiros/bot/localcord"`},
	"the world serves HTTP":       {"bot/localcord/world/a.go", `import "net/http"`},
	"the world knows presses":     {"bot/localcord/world/a.go", `import "oneiros/bot/localcord/interaction"`},
	"a session knows the world":   {"bot/localcord/session/a.go", `import "oneiros/bot/localcord/world"`},
	"a session is a connection":   {"bot/localcord/session/a.go", `import "github.com/gorilla/websocket"`},
	"answers need a world":        {"bot/localcord/endpoint/a.go", `import "oneiros/bot/localcord/world"`},
	"answers need a session":      {"bot/localcord/endpoint/a.go", `import "oneiros/bot/localcord/session"`},
	"a press knows REST":          {"bot/localcord/interaction/a.go", `import "oneiros/bot/localcord/rest"`},
	"REST knows the gateway":      {"bot/localcord/rest/a.go", `import "oneiros/bot/localcord/gateway"`},
	"the gateway knows REST":      {"bot/localcord/gateway/a.go", `import "oneiros/bot/localcord/rest"`},
	"a table knows screens":       {"bot/table/a.go", `import "oneiros/bot/screen"`},
	"pages know the store":        {"bot/page/a.go", `import "oneiros/store"`},
	"pages know the clock":        {"bot/page/a.go", `import "time"; var _ = time.Now()`},
	"pages know a client":         {"bot/page/a.go", `import "oneiros/bot/discord/api"`},
	"a feature knows a client":    {"bot/bar/a.go", `import "oneiros/bot/discord/api"`},
	"a feature knows a gateway":   {"bot/bar/a.go", `import "oneiros/bot/discord/gateway"`},
	"a message is a connection":   {"bot/discord/a.go", `import "net"`},
	"a message is sent":           {"bot/discord/a.go", `import "oneiros/bot/discord/transport"`},
	"a limit knows what is asked": {"bot/discord/transport/a.go", `import "oneiros/bot/discord/api"`},
	"a shard asks for everything": {"bot/discord/gateway/a.go", `import "oneiros/bot/discord/api"`},
	"a request hears events":      {"bot/discord/api/a.go", `import "oneiros/bot/discord/gateway"`},
	"a session beside the shards": {"bot/discord/api/a.go", `import "github.com/bwmarrin/discordgo"; var s, err = discordgo.New("")`},
	"a table knows pages":         {"bot/table/a.go", `import "oneiros/bot/page"`},
	"the bot knows the soak":      {"bot/a.go", `import "oneiros/bot/soak"`},
	"the store knows the bot":     {"store/a.go", `import "oneiros/bot"`},
	"people wait":                 {"bot/table/people/a.go", `import "context"`},
	"people log":                  {"bot/table/people/a.go", `import "oneiros/bot/savelog"`},
	"people read the clock":       {"bot/table/people/a.go", `import "time"; var _ = time.Now()`},
	"people read Discord's clock": {"bot/table/people/a.go", `import "oneiros/bot/discord"; var _ *discord.Clock`},
	"timing waits":                {"bot/table/timing/a.go", `import "sync"`},
	"timing reads the clock":      {"bot/table/timing/a.go", `import "time"; var _ = time.Now()`},
	"a page knows what is due":    {"bot/page/a.go", `import "oneiros/bot/table/timing"`},
	"people know what is due":     {"bot/table/people/a.go", `import "oneiros/bot/table/timing"`},
	"a page decides":              {"bot/page/a.go", `import "oneiros/bot/table/people"`},
	"the bot knows SQL":           {"bot/table/a.go", `import "database/sql"`},
	"the bot knows sqlx":          {"bot/a.go", `import "github.com/jmoiron/sqlx"`},
	"the program knows goose":     {"cmd/oneiros/a.go", `import "github.com/pressly/goose/v3"`},
	"a game knows the store":      {"games/a.go", `import "oneiros/store"`},
	"a game knows languages":      {"games/somnia/a.go", `import "oneiros/games/text"`},
	"go-i18n in a game":           {"games/somnia/a.go", `import "github.com/nicksnyder/go-i18n/v2/i18n"`},
	"go-i18n in the bot":          {"bot/a.go", `import "github.com/nicksnyder/go-i18n/v2/i18n"`},
	"a game reads files":          {"games/somnia/a.go", `import "os"`},
	"a game speaks over the net":  {"games/somnia/a.go", `import "net/http"`},
	"a game logs":                 {"games/somnia/a.go", `import "github.com/rs/zerolog"`},
	"a game logs with slog":       {"games/somnia/a.go", `import "log/slog"`},
	"a game has its own luck":     {"games/somnia/a.go", `import "crypto/rand"`},
	"a game has the old luck":     {"games/somnia/a.go", `import "math/rand"`},
	"a game has global luck":      {"games/somnia/a.go", `import "math/rand/v2"; var _ = rand.IntN(6)`},
	"global luck, renamed":        {"games/somnia/a.go", `import dice "math/rand/v2"; func f() { dice.Shuffle(3, nil) }`},
	"a game looks at the clock":   {"games/somnia/a.go", `import "time"; var _ = time.Now()`},
	"a game sleeps":               {"games/paint/a.go", `import "time"; func f() { time.Sleep(1) }`},
	"a game keeps a timer":        {"games/somnia/a.go", `import t "time"; var f = t.AfterFunc`},
	"a game has a time limit":     {"games/somnia/a.go", `import "context"; func f() { context.WithTimeout(nil, 1) }`},
	"the contract has a timer":    {"games/a.go", `import "time"; var c = time.NewTicker`},
	"a game reads the time left":  {"games/somnia/a.go", `import "time"; func f(t time.Time) { time.Until(t) }`},
	"a game has a goroutine":      {"games/somnia/a.go", `func f() { go f() }`},
	"a page reads the clock":      {"bot/page/a.go", `import "time"; var _ = time.Now()`},
	"words read the clock":        {"bot/words/locale/a.go", `import "time"; var _ = time.Since`},
	"a game knows another":        {"games/somnia/a.go", `import "oneiros/games/whenidream"`},
	"a game knows all":            {"games/somnia/a.go", `import "oneiros/games/all"`},
	"a game uses what it likes":   {"games/somnia/a.go", `import "github.com/google/uuid"`},
	"a game uses the suite":       {"games/somnia/a.go", `import "oneiros/games/gametest"`},
	"the contract knows a game":   {"games/a.go", `import "oneiros/games/somnia"`},
	"a page has the position":     {"games/fortress/page/a.go", `import "oneiros/games/fortress/rules"`},
	"a picture has the position":  {"games/fortress/picture/a.go", `import "oneiros/games/fortress/rules"`},
	"news have the position":      {"games/fortress/news/a.go", `import "oneiros/games/fortress/rules"`},
	"a player has the position":   {"games/fortress/player/a.go", `import "oneiros/games/fortress/rules"`},
	"a player reads pages":        {"games/fortress/player/a.go", `import "oneiros/games/fortress/label"`},
	"a page asks a player":        {"games/fortress/page/a.go", `import "oneiros/games/fortress/player"`},
	"rules know how they look":    {"games/fortress/rules/a.go", `import "oneiros/games/fortress/page"`},
	"a view knows its page":       {"games/fortress/view/a.go", `import "oneiros/games/fortress/label"`},
	"a kit knows a view":          {"games/fortress/kit/a.go", `import "oneiros/games/fortress/view"`},
	"a picture knows its page":    {"games/fortress/picture/a.go", `import "oneiros/games/fortress/page"`},
	"news know a picture":         {"games/fortress/news/a.go", `import "oneiros/games/fortress/picture"`},
	"a page has the dream":        {"games/whenidream/page/a.go", `import "oneiros/games/whenidream/rules"`},
	"a picture has the dream":     {"games/whenidream/picture/a.go", `import "oneiros/games/whenidream/rules"`},
	"a dreamer has the dream":     {"games/whenidream/player/a.go", `import "oneiros/games/whenidream/rules"`},
	"a dreamer reads pages":       {"games/whenidream/player/a.go", `import "oneiros/games/whenidream/label"`},
	"a judge knows the position":  {"games/whenidream/judge/a.go", `import "oneiros/games/whenidream/rules"`},
	"a pack knows a view":         {"games/whenidream/pack/a.go", `import "oneiros/games/whenidream/view"`},
	"rules ask associations":      {"games/whenidream/rules/a.go", `import "oneiros/games/whenidream/association"`},
	"rules know their pages":      {"games/whenidream/rules/a.go", `import "oneiros/games/whenidream/page"`},
	"a view knows its words":      {"games/whenidream/view/a.go", `import "oneiros/games/whenidream/label"`},
	"a phase knows a view":        {"games/whenidream/kit/a.go", `import "oneiros/games/whenidream/view"`},
	"a dream knows its page":      {"games/whenidream/picture/a.go", `import "oneiros/games/whenidream/page"`},
	"a page asks a dreamer":       {"games/whenidream/page/a.go", `import "oneiros/games/whenidream/player"`},
	"a table of dreams in use":    {"games/whenidream/a.go", `import "oneiros/games/whenidream/whenidreamtest"`},
	"a table for tests in use":    {"games/fortress/a.go", `import "oneiros/games/fortress/fortresstest"`},
	"a page has the drafts":       {"games/dreamrunners/page/a.go", `import "oneiros/games/dreamrunners/rules"`},
	"a picture has the drafts":    {"games/dreamrunners/picture/a.go", `import "oneiros/games/dreamrunners/rules"`},
	"a name has the drafts":       {"games/dreamrunners/label/a.go", `import "oneiros/games/dreamrunners/rules"`},
	"a runner has the drafts":     {"games/dreamrunners/player/a.go", `import "oneiros/games/dreamrunners/rules"`},
	"a runner reads pages":        {"games/dreamrunners/player/a.go", `import "oneiros/games/dreamrunners/label"`},
	"a page asks a runner":        {"games/dreamrunners/page/a.go", `import "oneiros/games/dreamrunners/player"`},
	"rules of runners see pages":  {"games/dreamrunners/rules/a.go", `import "oneiros/games/dreamrunners/page"`},
	"a view of runners has words": {"games/dreamrunners/view/a.go", `import "oneiros/games/dreamrunners/label"`},
	"a tile knows a view":         {"games/dreamrunners/kit/a.go", `import "oneiros/games/dreamrunners/view"`},
	"a tile knows its words":      {"games/dreamrunners/kit/a.go", `import "oneiros/games/ui"`},
	"a name knows its picture":    {"games/dreamrunners/label/a.go", `import "oneiros/games/dreamrunners/picture"`},
	"a board knows its page":      {"games/dreamrunners/picture/a.go", `import "oneiros/games/dreamrunners/page"`},
	"a table of runners in use":   {"games/dreamrunners/a.go", `import "oneiros/games/dreamrunners/dreamrunnerstest"`},
	"a page has the sand":         {"games/somnicum/page/a.go", `import "oneiros/games/somnicum/rules"`},
	"a picture has the sand":      {"games/somnicum/picture/a.go", `import "oneiros/games/somnicum/rules"`},
	"a name has the sand":         {"games/somnicum/label/a.go", `import "oneiros/games/somnicum/rules"`},
	"news have the sand":          {"games/somnicum/news/a.go", `import "oneiros/games/somnicum/rules"`},
	"a sandman reads pages":       {"games/somnicum/player/a.go", `import "oneiros/games/somnicum/label"`},
	"a page asks a sandman":       {"games/somnicum/page/a.go", `import "oneiros/games/somnicum/player"`},
	"rules of dreams see pages":   {"games/somnicum/rules/a.go", `import "oneiros/games/somnicum/page"`},
	"a view of dreams has words":  {"games/somnicum/view/a.go", `import "oneiros/games/somnicum/label"`},
	"a spun dream has a view":     {"games/somnicum/kit/a.go", `import "oneiros/games/somnicum/view"`},
	"a dream's name knows news":   {"games/somnicum/label/a.go", `import "oneiros/games/somnicum/news"`},
	"news know their picture":     {"games/somnicum/news/a.go", `import "oneiros/games/somnicum/picture"`},
	"an orrery knows its page":    {"games/somnicum/picture/a.go", `import "oneiros/games/somnicum/page"`},
	"a spun dream has words":      {"games/somnicum/kit/a.go", `import "oneiros/games/ui"`},
	"a table of sand in use":      {"games/somnicum/a.go", `import "oneiros/games/somnicum/somnicumtest"`},
	"a room uses the suite":       {"games/fortress/page/a.go", `import "oneiros/games/gametest"`},
	"pages know the contract":     {"games/ui/a.go", `import "oneiros/games"`},
	"a dot import":                {"bot/a.go", `import . "strings"`},
	"testing is shipped":          {"bot/a.go", `import "testing"`},
	"somebody imports cmd":        {"bot/a.go", `import "oneiros/cmd/oneiros"`},
	"the inbox knows tables":      {"bot/inbox/a.go", `import "oneiros/bot/table"`},
	"the inbox knows screens":     {"bot/inbox/a.go", `import "oneiros/bot/screen"`},
	"replies know tables":         {"bot/reply/a.go", `import "oneiros/bot/table"`},
	"replies know words":          {"bot/reply/a.go", `import "oneiros/games/ui"`},
	"a bot has its own luck":      {"bot/page/a.go", `import "crypto/rand"`},
	"a bot has global luck":       {"bot/discord/a.go", `import "math/rand/v2"; var _ = rand.N(6)`},
	"a bot's luck is chosen":      {"cmd/oneiros/a.go", `import "oneiros/bot/chance"; var _ = chance.Seeded(7)`},
	"its luck is chosen, renamed": {"bot/soak/a.go", `import luck "oneiros/bot/chance"; var f = luck.Seeded`},
	"a lease's luck is chosen":    {"cmd/oneiros/a.go", `import "oneiros/store"; var _ = store.WithChance(nil)`},
	"a bot has a test's luck":     {"cmd/oneiros/a.go", `import "oneiros/bot/chance/chancetest"`},
	"a rare heartbeat":            {"cmd/oneiros/a.go", `import "oneiros/store"; var open = store.WithRareHeartbeat()`},
	"a folder internal":           {"bot/internal/a.go", ``},
	"a folder utils":              {"games/utils/a.go", ``},
	"a folder models":             {"store/models/a.go", ``},
}

// allowed files come close to breaking a rule.
var allowed = map[string]planted{
	"the answer path":      {"bot/discord/gateway/a.go", `import "github.com/bwmarrin/discordgo"; var s, err = discordgo.New("")`},
	"discordgo's words":    {"bot/a.go", `import "github.com/bwmarrin/discordgo"; const p = discordgo.PermissionViewChannel`},
	"a table's clock":      {"bot/table/a.go", `import "time"; var _ = time.Now()`},
	"a game's own luck":    {"games/somnia/a.go", `import "math/rand/v2"; var _ = rand.New(rand.NewPCG(1, 2))`},
	"the system's luck":    {"cmd/oneiros/a.go", `import "oneiros/bot/chance"; var _ = chance.Source{}.Text(6)`},
	"luck of a seed":       {"bot/soak/a.go", `import "math/rand/v2"; var _ = rand.New(rand.NewPCG(1, 2))`},
	"a game's lengths":     {"games/somnia/a.go", `import "time"; const day = 24 * time.Hour`},
	"a game's stems":       {"games/somnia/a.go", `import "github.com/kljensen/snowball/russian"`},
	"a part of a game":     {"games/somnia/a.go", `import "oneiros/games/somnia/deck"`},
	"a game's test":        {"games/somnia/a_test.go", `import "oneiros/games/gametest"`},
	"what git does not do": {"games/somnia/testdata/a.go", `import "os"`},
	"the list of games":    {"games/all/a.go", `import "oneiros/games/somnia"`},
	"the store":            {"store/a.go", `import ("database/sql"; "oneiros/games"; "oneiros/migrations")`},
	"the soak":             {"bot/soak/a.go", `import ("oneiros/bot"; "oneiros/bot/localcord")`},
	"the program":          {"cmd/oneiros/a.go", `import ("oneiros/bot"; "oneiros/bot/localcord"; "oneiros/store"; "os")`},
}

// TestFeaturesStandAlone: only the list of features knows a feature, and a feature says what it
// calls by an interface.
func TestFeaturesStandAlone(t *testing.T) {
	const made = "package x\nimport \"oneiros/bot/feature\"\nvar F feature.Feature\n"
	for name, c := range map[string]struct {
		files map[string]string
		want  int
	}{
		"the list":           {map[string]string{"bot/features.go": "package bot\nimport (\"oneiros/bot/feature\"; \"oneiros/bot/bar\")\n"}, 0},
		"itself":             {map[string]string{"bot/bar/b.go": "package x\nimport \"oneiros/bot/bar/page\"\n"}, 0},
		"another feature":    {map[string]string{"bot/foo/a.go": made + "func f() { bar.New() }\n", "bot/foo/b.go": "package x\nimport \"oneiros/bot/bar\"\n"}, 1},
		"a page of the core": {map[string]string{"bot/page/a.go": "package x\nimport \"oneiros/bot/bar\"\n"}, 1},
		"the whole store":    {map[string]string{"bot/bar/b.go": "package x\nimport \"oneiros/store\"\nvar s *store.Store\n"}, 1},
		"records":            {map[string]string{"bot/bar/b.go": "package x\nimport \"oneiros/store\"\nvar c store.Call\n"}, 0},
	} {
		tree := fstest.MapFS{"bot/bar/a.go": {Data: []byte(made)}}
		for file, text := range c.files {
			tree[file] = &fstest.MapFile{Data: []byte(text)}
		}
		files, err := programFiles(tree, token.NewFileSet())
		if err != nil {
			t.Fatal(err)
		}
		var found []string
		for file, parsed := range files {
			found = append(found, brokenByFeature(file, parsed, featuresOf(files))...)
		}
		if len(found) != c.want {
			t.Errorf("%s: %q", name, found)
		}
	}
}

func TestPlanted(t *testing.T) {
	for name, file := range forbidden {
		t.Run(name, func(t *testing.T) {
			if found, err := file.broken(); err != nil || len(found) == 0 {
				t.Errorf("found %v, %v", found, err)
			}
		})
	}
	for name, file := range allowed {
		t.Run(name, func(t *testing.T) {
			if found, err := file.broken(); err != nil || len(found) > 0 {
				t.Errorf("found %v, %v", found, err)
			}
		})
	}
}
