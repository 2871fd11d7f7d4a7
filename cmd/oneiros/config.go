package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"
	"github.com/rs/zerolog"
	utf "golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"oneiros/bot"
	"oneiros/bot/discord"
	"oneiros/bot/discord/transport"
	"oneiros/bot/page"
)

// Config is the configuration of the program.
type Config struct {
	Token      string // of the bot; never printed
	TokenFile  string
	APIBase    string        // without the version: https://discord.com/api
	Threads    bool          // whether the invite asks for the permissions of threads
	Guilds     []discord.ID  // servers that may use the bot; none for all
	Shards     int           // of the gateway; 0 for as many as Discord recommends
	Links      page.Links    // the operator's documents
	NoGreeting bool          // servers to which the bot is added hear nothing of it
	Quiet      bool          // Discord tells of no messages on servers
	Store      database      // path of its file, or its address
	Shared     bool          // several processes write the database, and divide the shards
	Keeps      bot.Retention // how long what is over is kept
	Wait       bool          // for another process that writes the database to end
	LogLevel   zerolog.Level
	LogText    bool              // for a person at a terminal; JSON otherwise
	Speed      float64           // of the match clocks of the playground, which has a flag for it; 0 for 1
	values     map[string]string // of all settings by their keys, without any secret

	playsItself func(discord.ID) bool // people of the playground for whom its page presses; nil for none

	Proxies transport.Proxies // to Discord, as the environment names them for all programs

	Relay   string // address by which a bot of a soak reaches Discord; empty for Discord's own
	Metrics string // address that serves /metrics, /live and /ready; empty for none
}

const (
	tokenKey = "discord.token" // only from the environment or a file
	baseKey  = "discord.api_base"

	defaultBase = "https://discord.com/api"
	pathKey     = "store.path"
	urlKey      = "store.url"

	logsKey    = "keep.logs"
	resultsKey = "keep.results"
	prefix     = "ONEIROS_"

	sharedKey = "store.shared"
)

func variable(key string) string {
	return prefix + strings.ToUpper(strings.ReplaceAll(key, ".", "_"))
}

// A badInput is a mistake of the person who started the program. One line says what
// was wrong and what is allowed, and the exit code is 2.
type badInput struct{ error }

func (b badInput) Unwrap() error { return b.error }

func bad(format string, args ...any) error { return badInput{fmt.Errorf(format, args...)} }

// Load reads the configuration. The file wins over the defaults, and the environment
// wins over the file. An empty path is config.toml in the working folder or beside
// the program, if there is one. An unknown key and a bad value are errors that name
// the key.
//
// The file and the environment name one database each, by its path or its address.
func Load(path string, environ []string) (*Config, error) {
	c := &Config{values: map[string]string{}, Proxies: transport.ReadProxies(environ)}
	for _, s := range settings {
		if err := s.set(c, s.value); err != nil {
			return nil, fmt.Errorf("default of %s: %w", s.key, err)
		}
		c.values[s.key] = s.value
	}
	if err := c.file(path); err != nil {
		return nil, err
	}
	if err := c.environment(environ); err != nil {
		return nil, err
	}
	if c.Shared && !c.Store.isPostgres() {
		return nil, bad("%s = true: processes share only a database of PostgreSQL; set %s to its address", sharedKey, urlKey)
	}
	if err := c.keeps(); err != nil {
		return nil, err
	}
	return c, c.token()
}

// keeps compares how long logs and results are kept. The log of a match goes with its
// result at the latest.
func (c *Config) keeps() error {
	k := &c.Keeps
	if k.Results == 0 || k.Logs <= k.Results { // 0 is for ever, which is as long as the result
		return nil
	}
	for _, s := range settings {
		if s.key == logsKey && c.values[logsKey] != s.value {
			return bad("%s = %s is longer than %s = %s, and the log of a match goes with its result; want as many days at most", logsKey, c.values[logsKey], resultsKey, c.values[resultsKey])
		}
	}
	k.Logs = k.Results // it was not set
	return nil
}

// file reads one TOML file.
func (c *Config) file(path string) error {
	given := path != ""
	if !given {
		path = "config.toml"
		if exe, err := os.Executable(); err == nil {
			if beside := filepath.Join(filepath.Dir(exe), path); exists(beside) {
				path = beside
			}
		}
		if exists("config.toml") {
			path = "config.toml"
		}
	}
	b, err := readText(path)
	if errors.Is(err, fs.ErrNotExist) && !given {
		return nil
	}
	if err != nil {
		return bad("--config %s: %w", path, fileReason(err))
	}
	var tree map[string]any
	if err := toml.Unmarshal(b, &tree); err != nil {
		var d *toml.DecodeError
		if errors.As(err, &d) {
			row, col := d.Position()
			return bad("%s:%d:%d: %w", path, row, col, tomlReason(b, row, d))
		}
		return bad("%s: %w", path, err)
	}
	flat := map[string]any{}
	flatten("", tree, flat)
	if given, _ := flat[urlKey].(string); given != "" && flat[pathKey] != nil {
		return bad("%s: %s and %s name two databases; want one of them", path, pathKey, urlKey)
	}
	for _, key := range slices.Sorted(maps.Keys(flat)) {
		if key == tokenKey {
			return bad("%s: %s does not belong in a file that is shared; set %s or discord.token_file", path, key, variable(key))
		}
		if _, empty := flat[key].(map[string]any); empty && isSection(key) {
			continue
		}
		if err := c.setKey(key, flat[key], path+": "+key); err != nil {
			return err
		}
	}
	return nil
}

// tomlReason says what to change in a line that is no TOML, where people often go wrong:
// with an editor that saves in an encoding of its country or makes quotes curly, and with
// paths of Windows.
func tomlReason(file []byte, row int, err *toml.DecodeError) error {
	lines := bytes.Split(file, []byte("\n"))
	line, why := string(lines[min(row, len(lines))-1]), err.Error()
	switch {
	case !utf8.Valid(file):
		return errors.New("the file is not in UTF-8; save it in UTF-8")
	case strings.ContainsAny(line, "“”„«»‘’"):
		return errors.New(`there are typographic quotes in this line; want " and "`)
	case strings.Contains(why, "invalid escape"):
		return errors.New("a backslash between \" and \" begins an escape; write / in the paths of Windows, or put the path between ' and '")
	case strings.Contains(why, "at start of value"):
		return errors.New(`behind = want a text between quotes, a number, true or false`)
	}
	return err
}

// readText reads a file that a person wrote. Editors of Windows begin it with a byte
// order mark, and PowerShell writes UTF-16.
func readText(path string) ([]byte, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	b, _, err = transform.Bytes(utf.BOMOverride(transform.Nop), b)
	return b, err
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// isSection reports whether keys stand under a name.
func isSection(name string) bool {
	return slices.ContainsFunc(settings, func(s setting) bool { return strings.HasPrefix(s.key, name+".") })
}

// flatten writes the values of nested tables under their whole keys. An empty table
// is kept as a value, because it may be a mistake.
func flatten(at string, tree, flat map[string]any) {
	for k, v := range tree {
		if sub, ok := v.(map[string]any); ok && len(sub) > 0 {
			flatten(at+k+".", sub, flat)
			continue
		}
		flat[at+k] = v
	}
}

// setKey sets one key. name is what the person called it, for errors.
func (c *Config) setKey(key string, v any, name string) error {
	for _, s := range settings {
		if s.key != key {
			continue
		}
		var value string
		switch v := v.(type) {
		case string:
			value = v
		case bool:
			value = strconv.FormatBool(v)
		case int64:
			if !slices.Contains(numbers, key) {
				return c.badType(s, v, name)
			}
			value = strconv.FormatInt(v, 10)
		case []any:
			if !slices.Contains(lists, key) {
				return c.badType(s, v, name)
			}
			var list []string
			for _, e := range v {
				s, ok := e.(string)
				if !ok {
					return bad("%s: want every part of the list between quotes", name)
				}
				list = append(list, s)
			}
			value = strings.Join(list, ",")
		case map[string]any:
			return bad("%s is a section: want a key, and a value behind =", name)
		default:
			return c.badType(s, v, name)
		}
		err := clean(value)
		if err == nil {
			err = s.set(c, value)
		}
		if err != nil {
			if key == urlKey || key == baseKey && strings.Contains(value, "@") { // it may hold a password
				return bad("%s: %w", name, err)
			}
			return bad("%s = %q: %w", name, value, err)
		}
		c.values[key] = value
		if key == urlKey && value != "" {
			c.values[key] = c.Store.String()
		}
		return nil
	}
	var known []string
	for _, s := range settings {
		known = append(known, s.key)
	}
	return bad("%s: there is no such key; the keys are %s", name, strings.Join(known, ", "))
}

// clean says what came with a value on its way here and does not belong to it. A path that
// kept it would name another file.
func clean(value string) error {
	switch {
	case isQuoted(value):
		return errors.New("the value is in quotes, which count as a part of it (docker --env-file keeps them); want it without")
	case halfQuoted(value):
		return errors.New("there is a quote at one end of the value; want it without")
	case strings.ContainsFunc(value, unicode.IsControl):
		return errors.New("there is a line end or a tab in the value, as lines of Windows have one more; want it without")
	case strings.TrimSpace(value) != value:
		return errors.New("there is a space before or behind the value; want it without")
	}
	return nil
}

// quotes are the signs that end a text in quotes, by the one that it begins with. What is
// pasted from a document has those of its language.
var quotes = map[rune]string{
	'"': `"`, '\'': `'`, '`': "`'", '“': "”“", '”': "”", '„': "“”", '«': "»", '»': "«", '‘': "’", '’': "’", '‚': "‘’", '‹': "›",
}

// isQuoted reports whether a text is between quotes.
func isQuoted(s string) bool {
	first, size := utf8.DecodeRuneInString(s)
	last, _ := utf8.DecodeLastRuneInString(s)
	return len(s) > size && strings.ContainsRune(quotes[first], last)
}

// halfQuoted reports whether a text has a quote at one end. The end of a path may be any
// other sign, and so may an apostrophe.
func halfQuoted(s string) bool {
	const signs = "\"“”„«»"
	return strings.TrimLeft(s, signs) != s || strings.TrimRight(s, signs) != s
}

// badType is the error of a value whose type in the file is not the key's. It says what
// the key wants.
func (c *Config) badType(s setting, v any, name string) error {
	probe := *c
	if err := s.set(&probe, fmt.Sprint(v)); err != nil {
		return bad("%s = %v: %w", name, v, err)
	}
	return bad("%s = %v: want it between quotes", name, v)
}

func (c *Config) environment(environ []string) error {
	environ = slices.Sorted(slices.Values(environ))
	if byURL, byPath := variable(urlKey), variable(pathKey); lookup(environ, byURL) != "" && lookup(environ, byPath) != "" {
		return bad("%s and %s name two databases; want one of them", byPath, byURL)
	}
next:
	for _, e := range environ {
		name, v, _ := strings.Cut(e, "=")
		if !strings.HasPrefix(name, prefix) {
			continue
		}
		if name == variable(tokenKey) {
			c.Token = v
			continue
		}
		var known []string
		for _, s := range settings {
			if variable(s.key) == name {
				if err := c.setKey(s.key, v, name); err != nil {
					return err
				}
				continue next
			}
			known = append(known, variable(s.key))
		}
		if ofService(name, v) {
			continue
		}
		return bad("%s: there is no such variable; they are %s, %s", name, variable(tokenKey), strings.Join(known, ", "))
	}
	return nil
}

// lookup returns the value of a variable, or an empty string.
func lookup(environ []string, name string) string {
	for _, e := range environ {
		if v, ok := strings.CutPrefix(e, name+"="); ok {
			return v
		}
	}
	return ""
}

// Kubernetes and linked containers of Docker name these variables after a service,
// and a service may be called oneiros, or oneiros-metrics.
// https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables
// https://docs.docker.com/engine/network/links/#environment-variables
var (
	serviceName    = regexp.MustCompile(`^ONEIROS(_\w+)?_(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)$|^ONEIROS(_\w+)?_ENV_\w+$`)
	serviceAddress = regexp.MustCompile(`^ONEIROS(_\w+)?_PORT=(tcp|udp|sctp)://|^ONEIROS(_\w+)?_NAME=/.+/`)
)

// ofService reports whether the variable was made for a service and not for the program.
func ofService(name, value string) bool {
	return serviceName.MatchString(name) || serviceAddress.MatchString(name+"="+value)
}

// token reads the token's file, and refuses a text that can be no token.
func (c *Config) token() error {
	name, inFile := variable(tokenKey), c.Token == "" && c.TokenFile != ""
	if inFile {
		name = fmt.Sprintf("discord.token_file = %q", c.TokenFile)
		b, err := readText(c.TokenFile)
		if err != nil {
			return bad("%s: %w", name, fileReason(err))
		}
		c.Token = string(b)
	}
	c.Token = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(strings.TrimPrefix(c.Token, "\ufeff"))+" ", "Bot "))
	if inFile && c.Token == "" {
		return bad("%s: there is no token in this file; want one line with the bot's token", name)
	}
	if why := wrongToken(c.Token); why != "" {
		return bad("%s: %s", name, why)
	}
	return nil
}

// wrongToken says why a text can be no token, and what is allowed. It does not repeat the
// text.
func wrongToken(token string) string {
	key, _, pair := strings.Cut(token, "=")
	switch {
	case isQuoted(token):
		return "the token is in quotes, which count as a part of it (docker --env-file keeps them); want it without"
	case pair && (key == variable(tokenKey) || strings.EqualFold(key, "token")):
		return "a name and = stand before the token; want the token alone"
	case strings.HasPrefix(token, "Bearer "):
		return "Bearer stands before the token, which is no bot's then; want the bot's token alone"
	case strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' }):
		return "a token is one line without spaces"
	case strings.ContainsFunc(token, func(r rune) bool { return r > '~' || strings.ContainsRune(`"'<>`, r) }):
		return "there are signs in the token that no token has; want the bot's token, as the developer portal shows it under Bot"
	}
	return ""
}

// needToken is an error without a token. Commands that talk to Discord call it.
func (c *Config) needToken() error {
	if c.Token == "" {
		return bad("no token: set %s, or discord.token_file to a file that holds it", variable(tokenKey))
	}
	return nil
}
