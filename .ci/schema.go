// Schema keeps a database for the tests that bring up the bot on databases of earlier versions.
// It runs the program's own playground, lets its people play, ends it by a kill in the middle,
// and writes what is left in the database and in its Discord to bot/testdata/schemas.
//
//	go run .ci/schema.go                                         # of the program in this folder
//	go run .ci/schema.go -program /tmp/older -as 0046-95892bbf   # of a program that was built
//
// It uses nothing of the program but its commands and the page of its playground, so that it
// serves for older programs as well.
package main

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	_ "modernc.org/sqlite"
)

func main() {
	program := flag.String("program", "", "the program (default: that of this folder, which is built)")
	as := flag.String("as", "", "the name of the files (default: the version of the database)")
	out := flag.String("out", "bot/testdata/schemas", "the folder for the files")
	length := flag.Duration("play", 12*time.Second, "how long people play before the first kill; after it they play half as long")
	flag.Parse()
	if err := keep(*program, *as, *out, *length); err != nil {
		fmt.Fprintln(os.Stderr, "schema:", err)
		os.Exit(1)
	}
}

func keep(program, as, out string, length time.Duration) (err error) {
	dir, err := os.MkdirTemp("", "oneiros-schema-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if program == "" {
		program = filepath.Join(dir, "oneiros")
		build := exec.Command("go", "build", "-o", program, "./cmd/oneiros")
		build.Stderr = os.Stderr
		if err := build.Run(); err != nil {
			return fmt.Errorf("build the program: %w", err)
		}
	}
	data := filepath.Join(dir, "data")
	w := &world{luck: rand.New(rand.NewPCG(1, 2))}
	for i, do := range []func() error{w.open, func() error { return nil }} {
		kill, err := w.run(program, data)
		if err == nil {
			err = errors.Join(do(), w.play(length/time.Duration(i+1)))
			err = errors.Join(err, kill())
		}
		if err != nil {
			return err
		}
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	text, version, err := dump(filepath.Join(data, "oneiros.db"))
	if err != nil {
		return err
	}
	as = cmp.Or(as, fmt.Sprintf("%04d", version))
	journal, err := os.ReadFile(filepath.Join(data, "journal.jsonl"))
	if err != nil {
		return err
	}
	return errors.Join(pack(filepath.Join(out, as+".sql.gz"), text), pack(filepath.Join(out, as+".jsonl.gz"), latest(journal)))
}

// latest is a journal without what was replaced or dropped later, as the next start of the
// playground would write it.
func latest(journal []byte) []byte {
	type thing struct{ kind, id string }
	at := map[thing]int{}
	var lines [][]byte
	for line := range bytes.Lines(journal) {
		var l struct{ Put, Drop, ID string }
		if json.Unmarshal(line, &l) != nil {
			continue // the kill cut it off
		}
		is := thing{l.Put + l.Drop, l.ID}
		i, known := at[is]
		switch {
		case l.Drop != "":
			lines[i] = nil
			delete(at, is)
		case known:
			lines[i] = line
		default:
			at[is] = len(lines)
			lines = append(lines, line)
		}
	}
	return bytes.Join(lines, nil)
}

// A world is a playground with its people.
type world struct {
	url    string
	people map[string]string // ids by name
	luck   *rand.Rand
}

// run starts the playground and waits for its bot. What it returns kills it.
func (w *world) run(program, data string) (kill func() error, err error) {
	c := exec.Command(program, "playground", "--addr", "127.0.0.1:0", "--data", data, "--speed", "10")
	c.Stderr = os.Stderr
	said, err := c.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := c.Start(); err != nil {
		return nil, err
	}
	kill = func() error {
		err := c.Process.Kill()
		var exit *exec.ExitError
		if ended := c.Wait(); !errors.As(ended, &exit) {
			err = errors.Join(err, ended)
		}
		return err
	}
	b := make([]byte, 4096)
	n, err := said.Read(b)
	_, url, ok := strings.Cut(string(b[:n]), "open: ")
	if err != nil || !ok {
		return nil, errors.Join(err, kill(), fmt.Errorf("the playground says %q", b[:n]))
	}
	w.url, _, _ = strings.Cut(url, "\n")
	go io.Copy(io.Discard, said) //nolint:errcheck // it ends with the process
	for range 600 {
		var s struct {
			Bot   struct{ Online bool }
			Users []struct{ ID, Name string }
		}
		if err := w.get("/local/people", &s); err != nil {
			return nil, errors.Join(err, kill())
		}
		w.people = map[string]string{}
		for _, u := range s.Users {
			w.people[u.Name] = u.ID
		}
		if s.Bot.Online {
			time.Sleep(2 * time.Second) // its commands are registered
			return kill, nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return nil, errors.Join(errors.New("the bot does not come"), kill())
}

// open opens a table of every game, in channels and in direct messages, a lobby, a night and
// its series, and has people and the server choose what can be chosen.
func (w *world) open() error {
	table, second, lounge := w.channel("table"), w.channel("second-table"), w.channel("lounge")
	w.command("Аня", table, "settings", map[string]any{"language": "ru"})
	w.command("Kate", lounge, "me", map[string]any{"language": "en", "reminders": "off"})
	w.command("Kate", lounge, "night", map[string]any{"game": "somnia", "when": "завтра 20:00"})
	w.press("Kate", lounge, "/series/")
	w.press("Gleb", lounge, "/night/", ":yes")
	w.press("Илья", lounge, "/night/", ":maybe")
	w.seat(table, "when-i-dream", 3, "Аня", "Boris")
	w.seat(second, "dream-fortress", 4, "Вера", "Gleb")
	w.command("Даша", lounge, "play", map[string]any{"game": "somnia", "options": ""})
	for who, game := range map[string]string{"Фёдор": "somnicum", "Илья": "dream-runners", "Eve": "somnia"} {
		var direct struct{ Channel string }
		if err := w.post("direct", map[string]any{"user": w.people[who]}, &direct); err != nil {
			return err
		}
		w.command(who, direct.Channel, "play", map[string]any{"game": game, "alone": true})
	}
	w.press("Вера", second, "/notebook/")
	return w.write("Вера", second, "/notebook-edit/")
}

// seat opens a table for people and automatic players, and starts it.
func (w *world) seat(channel, game string, bots int, host string, others ...string) {
	w.command(host, channel, "play", map[string]any{"game": game})
	for _, who := range others {
		w.press(who, channel, "/join/")
		w.press(who, channel, "/ready/")
	}
	for range bots {
		w.press(host, channel, "/auto/")
	}
	w.press(host, channel, "/start/")
	for _, who := range append(others, host) {
		w.press(who, channel, "/panel/")
	}
}

// write fills in a form behind a button: the notebook's, where the program has it.
func (w *world) write(who, channel string, parts ...string) error {
	events, err := http.Get(w.url + "/local/events?user=" + w.people[who])
	if err != nil {
		return err
	}
	defer events.Body.Close()
	w.press(who, channel, parts...)
	stop := time.AfterFunc(10*time.Second, func() { events.Body.Close() })
	defer stop.Stop()
	in := bufio.NewScanner(events.Body)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		var form struct {
			Type, Interaction string
			CustomID          string `json:"custom_id"`
			Components        json.RawMessage
		}
		data, ok := strings.CutPrefix(in.Text(), "data:")
		if !ok || json.Unmarshal([]byte(data), &form) != nil || form.Type != "modal" {
			continue
		}
		fields := []map[string]any{}
		for _, c := range (message{Components: form.Components}).controls() {
			field := map[string]any{"custom_id": c.CustomID, "value": "moth"}
			if len(c.Options) > 0 {
				field = map[string]any{"custom_id": c.CustomID, "values": []string{c.Options[len(c.Options)-1].Value}}
				if c.Type == radio {
					field = map[string]any{"custom_id": c.CustomID, "value": c.Options[len(c.Options)-1].Value}
				}
			}
			fields = append(fields, field)
		}
		return w.post("submit", map[string]any{"user": w.people[who], "channel": channel, "interaction": form.Interaction, "custom_id": form.CustomID, "fields": fields}, nil)
	}
	fmt.Fprintf(os.Stderr, "%s is asked nothing\n", who) // an older program may have no such form
	return nil
}

// play lets people press what they see of their matches.
func (w *world) play(length time.Duration) error {
	for until := time.Now().Add(length); time.Now().Before(until); {
		for name, id := range w.people {
			var s struct {
				Channels []struct{ ID string }
				Messages map[string][]message
			}
			if err := w.get("/local/state?user="+id, &s); err != nil {
				return err
			}
			for channel, list := range s.Messages {
				for _, m := range list {
					w.move(name, channel, m)
				}
			}
		}
		time.Sleep(200 * time.Millisecond)
	}
	return nil
}

// move makes a move on a message, or turns to another page of it.
func (w *world) move(who, channel string, m message) {
	var moves, pages []control
	for _, c := range m.controls() {
		part := strings.SplitN(c.CustomID, "/", 5)
		if c.Disabled || len(part) < 5 || part[0] != "m" {
			continue
		}
		if len(c.Options) > 0 {
			c.chosen = c.Options[w.luck.IntN(len(c.Options))].Value
		}
		if part[3] == "d" || strings.HasPrefix(c.chosen, "d/") {
			moves = append(moves, c)
		} else if part[3] == "o" || strings.HasPrefix(c.chosen, "o/") {
			pages = append(pages, c)
		}
	}
	if len(moves) == 0 {
		moves = pages
	}
	if len(moves) > 0 {
		c := moves[w.luck.IntN(len(moves))]
		w.presses(who, channel, m.ID, c)
	}
}

// A message is one as a person sees it.
type message struct {
	ID         string
	Components json.RawMessage
}

// radio is the type of a field of a form of which one option is chosen.
const radio = 21

// A control is a button, a menu, or a field of a form.
type control struct {
	Type     int
	CustomID string `json:"custom_id"`
	Disabled bool
	Options  []struct{ Value string }

	chosen string // of the options
}

func (m message) controls() (list []control) {
	var walk func(b json.RawMessage)
	walk = func(b json.RawMessage) {
		var all []json.RawMessage
		if json.Unmarshal(b, &all) == nil {
			for _, one := range all {
				walk(one)
			}
			return
		}
		var one struct {
			control
			Components, Component, Accessory json.RawMessage
		}
		if json.Unmarshal(b, &one) != nil {
			return
		}
		if one.CustomID != "" {
			list = append(list, one.control)
		}
		walk(one.Components)
		walk(one.Component)
		walk(one.Accessory)
	}
	walk(m.Components)
	return list
}

// press presses the last button of a channel whose id has all the parts, once it is there.
func (w *world) press(who, channel string, parts ...string) {
	for range 50 {
		var s struct{ Messages map[string][]message }
		if err := w.get("/local/state?user="+w.people[who], &s); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return
		}
		for _, m := range slices.Backward(s.Messages[channel]) {
			for _, c := range m.controls() {
				if !c.Disabled && !slices.ContainsFunc(parts, func(p string) bool { return !strings.Contains(c.CustomID, p) }) {
					w.presses(who, channel, m.ID, c)
					return
				}
			}
		}
		time.Sleep(100 * time.Millisecond)
	}
	fmt.Fprintf(os.Stderr, "%s finds no button of %s\n", who, parts) // an older program may have none
}

// presses presses a control. The page says that it plays for the person, so that clocks are fast.
func (w *world) presses(who, channel, on string, c control) {
	body := map[string]any{"user": w.people[who], "channel": channel, "message": on, "custom_id": c.CustomID, "itself": true}
	if c.chosen != "" {
		body["values"] = []string{c.chosen}
	}
	if err := w.post("press", body, nil); err != nil {
		fmt.Fprintln(os.Stderr, who, c.CustomID, err) // the message may have changed
	}
	time.Sleep(300 * time.Millisecond)
}

// command gives a command below /dream. An older program may not know it.
func (w *world) command(who, channel, sub string, options map[string]any) {
	body := map[string]any{"user": w.people[who], "channel": channel, "name": "dream", "sub": sub, "options": options}
	if err := w.post("command", body, nil); err != nil {
		fmt.Fprintln(os.Stderr, who, sub, err)
	}
	time.Sleep(time.Second)
}

// channel is the id of a channel of the first server.
func (w *world) channel(name string) string {
	var s struct{ Channels []struct{ ID, Name string } }
	if err := w.get("/local/state?user="+w.people["Аня"], &s); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	for _, c := range s.Channels {
		if c.Name == name {
			return c.ID
		}
	}
	return ""
}

func (w *world) get(path string, v any) error {
	res, err := http.Get(w.url + path)
	if err != nil {
		return err
	}
	return read(res, v)
}

func (w *world) post(what string, body, v any) error {
	b, err := json.Marshal(body)
	if err != nil {
		return err
	}
	res, err := http.Post(w.url+"/local/"+what, "application/json", bytes.NewReader(b))
	if err != nil {
		return err
	}
	return read(res, v)
}

func read(res *http.Response, v any) error {
	b, err := io.ReadAll(res.Body)
	if err := errors.Join(err, res.Body.Close()); err != nil {
		return err
	}
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", res.Status, b)
	}
	if v == nil {
		return nil
	}
	return json.Unmarshal(b, v)
}

// dump is a database as SQL, and its version.
func dump(path string) (text []byte, version int, err error) {
	db, err := sql.Open("sqlite", "file:"+filepath.ToSlash(path))
	if err != nil {
		return nil, 0, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	column := func(query string) (list []string) {
		rows, e := db.QueryContext(context.Background(), query)
		if e != nil {
			err = errors.Join(err, e)
			return nil
		}
		for rows.Next() {
			var s string
			err = errors.Join(err, rows.Scan(&s))
			list = append(list, s)
		}
		err = errors.Join(err, rows.Err(), rows.Close())
		return list
	}
	b := &bytes.Buffer{}
	b.WriteString("BEGIN;\n")
	for _, table := range column(`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid`) {
		b.WriteString(column(`SELECT sql FROM sqlite_master WHERE name = '` + table + `'`)[0] + ";\n")
		fields := column(`SELECT 'quote("' || name || '")' FROM pragma_table_info('` + table + `')`)
		for _, values := range column(`SELECT ` + strings.Join(fields, ` || ', ' || `) + ` FROM "` + table + `"`) {
			fmt.Fprintf(b, "INSERT INTO \"%s\" VALUES (%s);\n", table, values)
		}
	}
	for _, index := range column(`SELECT sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY rowid`) {
		b.WriteString(index + ";\n")
	}
	b.WriteString("COMMIT;\n")
	for _, n := range column(`SELECT max(version_id) FROM goose_db_version WHERE is_applied`) {
		if _, e := fmt.Sscan(n, &version); e != nil {
			err = errors.Join(err, e)
		}
	}
	return b.Bytes(), version, err
}

// pack writes a compressed file.
func pack(path string, b []byte) error {
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return err
	}
	_, err = z.Write(b)
	if err := errors.Join(err, z.Close()); err != nil {
		return err
	}
	fmt.Println(path, packed.Len())
	return os.WriteFile(path, packed.Bytes(), 0o644)
}
