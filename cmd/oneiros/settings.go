package main

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rs/zerolog"

	"oneiros/bot/discord"
	"oneiros/store"
)

// A setting is one key of the configuration file. Its environment variable is
// ONEIROS_ and the key in capitals, with an underscore for every dot.
type setting struct {
	key   string
	value string // by default
	set   func(c *Config, v string) error
}

var settings = []setting{
	{"discord.token_file", "", func(c *Config, v string) error { c.TokenFile = v; return nil }},
	{baseKey, defaultBase, func(c *Config, v string) error {
		base, err := apiBase(v)
		c.APIBase = base
		return err
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
	{"discord.shards", "auto", func(c *Config, v string) error {
		n, err := strconv.Atoi(v)
		if v == "auto" {
			n, err = 0, nil
		}
		if err != nil || n < 0 || n > maxShards || n == 0 && v != "auto" {
			return fmt.Errorf("want auto, or a number from 1 to %d", maxShards)
		}
		c.Shards = n
		return nil
	}},
	{"discord.message_events", "true", func(c *Config, v string) error {
		heard, err := boolean(v)
		c.Quiet = !heard
		return err
	}},
	{"discord.greeting", "true", func(c *Config, v string) error {
		greets, err := boolean(v)
		c.NoGreeting = !greets
		return err
	}},
	{"discord.privacy_url", "", func(c *Config, v string) (err error) { c.Links.Privacy, err = document(v); return err }},
	{"discord.terms_url", "", func(c *Config, v string) (err error) { c.Links.Terms, err = document(v); return err }},
	{pathKey, "oneiros.db", func(c *Config, v string) error {
		if v == "" {
			return errors.New("want the path of a file")
		}
		// What SQLite may keep in memory is gone when the program ends.
		if v == ":memory:" || strings.HasPrefix(strings.ToLower(v), "file:") {
			return errors.New("want the path of a file on the disk, such as oneiros.db")
		}
		if store.IsPostgres(v) {
			return fmt.Errorf("want the path of a file; the address of a server belongs to %s", urlKey)
		}
		c.Store = database(v)
		return nil
	}},
	{urlKey, "", func(c *Config, v string) error {
		if v == "" { // the path names the database
			return nil
		}
		if err := store.CheckAddress(v); err != nil {
			return err
		}
		c.Store = database(v)
		return nil
	}},
	{sharedKey, "false", func(c *Config, v string) (err error) { c.Shared, err = boolean(v); return err }},
	{"store.wait", "true", func(c *Config, v string) (err error) { c.Wait, err = boolean(v); return err }},
	{logsKey, "90", func(c *Config, v string) (err error) { c.Keeps.Logs, err = days(v); return err }},
	{resultsKey, "730", func(c *Config, v string) (err error) { c.Keeps.Results, err = days(v); return err }},
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

// versionPath is a version at the end of the API's address.
var versionPath = regexp.MustCompile(`/v\d+/*$`)

// apiBase is the address of the API without its version, which the bot adds. A request to
// another path would be answered with a page.
func apiBase(v string) (string, error) {
	const want = "want an address such as https://discord.com/api"
	u, err := url.Parse(v)
	switch {
	case err == nil && u.Scheme != "http" && u.Scheme != "https" && !strings.Contains(v, "://"):
		return "", errors.New("want an address with its scheme, such as https://discord.com/api")
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.RawQuery != "" || u.Fragment != "":
		return "", errors.New(want)
	case u.User != nil:
		return "", errors.New("a user or a password does not belong into the address of the API; a proxy is named by HTTPS_PROXY; " + want)
	case versionPath.MatchString(u.Path):
		return "", fmt.Errorf("the bot adds the version of the API; want it without %s", strings.TrimRight(versionPath.FindString(u.Path), "/"))
	case !strings.HasSuffix(strings.TrimRight(u.Path, "/"), "/api"):
		return "", errors.New("want an address that ends in /api, such as https://discord.com/api")
	}
	return strings.TrimRight(v, "/"), nil
}

// lists are the keys that take several values. They are a list in the file, and a
// text with commas in the environment and as a default.
var lists = []string{"discord.guilds"}

// numbers are the keys that may also be a number in the file.
var numbers = []string{"discord.shards", logsKey, resultsKey}

// days is a number of days; 0 is for ever.
func days(v string) (time.Duration, error) {
	n, err := strconv.Atoi(v)
	if err != nil || n < 0 || n > maxDays {
		return 0, fmt.Errorf("want a number of days up to %d; 0 is for ever", maxDays)
	}
	return time.Duration(n) * 24 * time.Hour, nil
}

// maxDays is a hundred years.
const maxDays = 36525

// maxShards is more than any bot has: enough for 16 million servers.
const maxShards = 16384

// levels are zerolog's, from trace (-1) on.
var levels = []string{"trace", "debug", "info", "warn", "error"}

// document is the address of a page that people open. It is empty, or one that Discord
// takes for a button.
func document(v string) (string, error) {
	if v == "" {
		return "", nil
	}
	u, err := url.Parse(v)
	if err != nil || u.Scheme != "https" || u.Host == "" || u.User != nil || len(v) > discord.MaxButtonURL {
		return "", errors.New("want the address of a page, such as https://example.org/privacy")
	}
	return v, nil
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
