package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"

	"oneiros/bot/rehearse"
	"oneiros/store"
)

// sayer prints a line for the operator. A report on the standard output is alone there. A line
// may have in it what Discord calls a channel, so it is made one line without the token.
func sayer(p *program, conf *Config, f rehearsalFlags) func(string) {
	to := p.out
	if f.report == "-" {
		to = p.errs
	}
	return func(line string) {
		if conf.Token != "" {
			line = strings.ReplaceAll(line, conf.Token, "…")
		}
		fmt.Fprintln(to, oneLine(line))
	}
}

// oneLine is a text with each character that is not seen as an escape, so that a terminal does
// nothing that is not meant.
func oneLine(s string) string {
	var b strings.Builder
	for _, r := range s {
		if unicode.IsPrint(r) {
			b.WriteRune(r)
		} else {
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		}
	}
	return b.String()
}

// keepReport writes the report, and says where it is. Where the disk is full or the folder is
// gone, it goes into a folder for temporary files: a rehearsal costs an operator minutes. There
// is nothing to do without a name.
func keepReport(p *program, report rehearse.Report, name string, say func(string)) error {
	if name == "" {
		return nil
	}
	b, err := report.JSON()
	if err != nil {
		return err
	}
	write := func(w io.Writer) error { _, err := w.Write(b); return err }
	err = p.outputOf("--report", name, write)
	if name == "-" {
		return err
	}
	if err == nil {
		say(fmt.Sprintf("the report is in %s; docs/operate.md says how to send it", name))
		return nil
	}
	dir, failed := os.MkdirTemp("", "oneiros-rehearsal-")
	if failed == nil {
		other := filepath.Join(dir, "report.json")
		if failed = p.outputOf("--report", other, write); failed == nil {
			say(fmt.Sprintf("the report is in %s instead; docs/operate.md says how to send it", other))
			return err
		}
		failed = errors.Join(failed, os.Remove(dir))
	}
	return errors.Join(fmt.Errorf("%w; the report is lost, and what it said is above", err), failed)
}

// mayReport says why a report cannot be written to a file, before the work for it begins.
func mayReport(name string) error {
	if name == "" || name == "-" {
		return nil
	}
	if err := replaceable(name); err != nil {
		return err
	}
	if err := isOldReport(name); err != nil {
		return err
	}
	f, err := store.CreateTemp(filepath.Dir(name))
	if err != nil {
		return reason(err)
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// isOldReport says why a file is none that a new report may replace: only another report is.
func isOldReport(name string) error {
	f, err := os.Open(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return reason(err)
	}
	b, err := io.ReadAll(io.LimitReader(f, longestReport))
	if err := errors.Join(err, f.Close()); err != nil {
		return reason(err)
	}
	if len(b) > 0 && !rehearse.IsReport(b) {
		return errors.New("there is such a file, and it is no report of a rehearsal; want another name")
	}
	return nil
}

// longestReport is how many bytes a report has at most.
const longestReport = 32 << 20
