package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/rs/zerolog"

	"oneiros/bot/discord"
)

// Config is what the program is told before anything starts.
type Config struct {
	Token     string // of the bot; never printed
	TokenFile string
	APIBase   string       // without the version: https://discord.com/api
	Threads   bool         // whether the invite asks for the permissions of threads
	Guilds    []discord.ID // servers that may use the bot; none for all
	Store     string       // path of the database
	Wait      bool         // for another process that writes the database to end
	LogLevel  zerolog.Level
	LogText   bool   // for a person at a terminal; JSON otherwise
	Metrics   string // address that serves /metrics, /live and /ready; empty for none
}

// A setting is one key of the configuration file; its environment variable is
// ONEIROS_ and the key in capitals with an underscore for every dot.
type setting struct {
	key   string
	value string // by default
	set   func(c *Config, v string) error
}

var settings = []setting{
	{"discord.token_file", "", func(c *Config, v string) error { c.TokenFile = v; return nil }},
	{"discord.api_base", "https://discord.com/api", func(c *Config, v string) error {
		u, err := url.Parse(v)
		if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.RawQuery != "" || u.Fragment != "" {
			return errors.New("want an address such as https://discord.com/api")
		}
		c.APIBase = strings.TrimRight(v, "/")
		return nil
	}},
	{"discord.threads", "true", func(c *Config, v string) (err error) { c.Threads, err = boolean(v); return err }},
	{"discord.guilds", "", func(c *Config, v string) error {
		c.Guilds = nil
		for _, s := range strings.FieldsFunc(v, func(r rune) bool { return r == ',' || r == ' ' }) {
			id, err := discord.ParseID(s)
			if err != nil {
				return errors.New("want the ids of servers, each of them some eighteen digits")
			}
			c.Guilds = append(c.Guilds, id)
		}
		return nil
	}},
	{"store.path", "oneiros.db", func(c *Config, v string) error {
		if v == "" {
			return errors.New("want the path of a file")
		}
		// What SQLite may keep in memory is gone when the program ends.
		if v == ":memory:" || strings.HasPrefix(strings.ToLower(v), "file:") {
			return errors.New("want the path of a file on the disk, such as oneiros.db")
		}
		c.Store = v
		return nil
	}},
	{"store.wait", "true", func(c *Config, v string) (err error) { c.Wait, err = boolean(v); return err }},
	{"log.level", "info", func(c *Config, v string) error {
		i := slices.Index(levels, v)
		if i < 0 {
			return fmt.Errorf("want one of %s", strings.Join(levels, ", "))
		}
		c.LogLevel = zerolog.Level(i) - 1
		return nil
	}},
	{"log.format", "json", func(c *Config, v string) error {
		if v != "json" && v != "text" {
			return errors.New("want json or text")
		}
		c.LogText = v == "text"
		return nil
	}},
	{"metrics.addr", "", func(c *Config, v string) error {
		if v != "" {
			if _, port, err := net.SplitHostPort(v); err != nil || !isPort(port) {
				return errors.New("want host:port, such as 127.0.0.1:9090")
			}
		}
		c.Metrics = v
		return nil
	}},
}

// lists are the keys that take several values: in the file a list, in the
// environment and as a default one text with commas.
var lists = []string{"discord.guilds"}

// levels are zerolog's, from trace (-1) on.
var levels = []string{"trace", "debug", "info", "warn", "error"}

const (
	tokenKey = "discord.token" // only from the environment or a file
	prefix   = "ONEIROS_"
)

func variable(key string) string {
	return prefix + strings.ToUpper(strings.ReplaceAll(key, ".", "_"))
}

func boolean(v string) (bool, error) {
	if v != "true" && v != "false" {
		return false, errors.New("want true or false")
	}
	return v == "true", nil
}

func isPort(s string) bool {
	n, err := strconv.Atoi(s)
	return err == nil && n >= 0 && n <= 65535
}

// A badInput is a mistake of whoever started the program: one line that names
// what was wrong and what is allowed, and exit code 2.
type badInput struct{ error }

func (b badInput) Unwrap() error { return b.error }

func bad(format string, args ...any) error { return badInput{fmt.Errorf(format, args...)} }

// Load reads the configuration: the defaults, over them the file, over them the
// environment. An empty path is config.toml in the working folder or beside the
// program, if there is one. Any key that is not known and any value that is not
// allowed is an error that names it.
func Load(path string, environ []string) (*Config, error) {
	c := &Config{}
	for _, s := range settings {
		if err := s.set(c, s.value); err != nil {
			return nil, fmt.Errorf("default of %s: %w", s.key, err)
		}
	}
	if err := c.file(path); err != nil {
		return nil, err
	}
	if err := c.environment(environ); err != nil {
		return nil, err
	}
	return c, c.token()
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
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) && !given {
		return nil
	}
	if err != nil {
		return bad("--config %s: %w", path, errors.Unwrap(err))
	}
	var tree map[string]any
	if err := toml.Unmarshal(b, &tree); err != nil {
		var d *toml.DecodeError
		if errors.As(err, &d) {
			row, col := d.Position()
			return bad("%s:%d:%d: %w", path, row, col, err)
		}
		return bad("%s: %w", path, err)
	}
	flat := map[string]any{}
	flatten("", tree, flat)
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

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// isSection reports whether keys stand under a name.
func isSection(name string) bool {
	return slices.ContainsFunc(settings, func(s setting) bool { return strings.HasPrefix(s.key, name+".") })
}

// flatten gathers what a tree of tables holds under whole keys. A table without
// anything in it is kept as one, since it may be a mistake.
func flatten(at string, tree, flat map[string]any) {
	for k, v := range tree {
		if sub, ok := v.(map[string]any); ok && len(sub) > 0 {
			flatten(at+k+".", sub, flat)
			continue
		}
		flat[at+k] = v
	}
}

// setKey sets one key; name is how the person who wrote it knows it.
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
		case []any:
			if !slices.Contains(lists, key) {
				return bad("%s = %v: want a string or true or false", name, v)
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
			return bad("%s = %v: want a string or true or false", name, v)
		}
		if err := s.set(c, value); err != nil {
			return bad("%s = %q: %w", name, value, err)
		}
		return nil
	}
	var known []string
	for _, s := range settings {
		known = append(known, s.key)
	}
	return bad("%s: there is no such key; the keys are %s", name, strings.Join(known, ", "))
}

func (c *Config) environment(environ []string) error {
	environ = slices.Sorted(slices.Values(environ))
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
		return bad("%s: there is no such variable; they are %s, %s", name, variable(tokenKey), strings.Join(known, ", "))
	}
	return nil
}

// token reads the token's file and looks whether the token can be one at all.
func (c *Config) token() error {
	name := variable(tokenKey)
	if c.Token == "" && c.TokenFile != "" {
		name = "discord.token_file"
		b, err := os.ReadFile(c.TokenFile)
		if err != nil {
			return bad("%s = %q: %w", name, c.TokenFile, errors.Unwrap(err))
		}
		c.Token = string(b)
	}
	c.Token = strings.TrimPrefix(strings.TrimSpace(c.Token), "Bot ")
	for _, r := range c.Token {
		if r <= ' ' || r > '~' {
			return bad("%s: a token is one line without spaces", name)
		}
	}
	return nil
}

// needToken is for commands that speak to Discord.
func (c *Config) needToken() error {
	if c.Token == "" {
		return bad("no token: set %s, or discord.token_file to a file that holds it", variable(tokenKey))
	}
	return nil
}
