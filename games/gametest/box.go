package gametest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Mistakes asserts that each mistake that is planted in what is in the box of a game is
// found, with its line. A mistake is the first line that begins with the first words, the
// second words instead of it, and what is said of it. Where a line is missing, the next
// one shows it.
func Mistakes(t *testing.T, text string, read func(text string) error, mistakes [][3]string) {
	t.Helper()
	lines := strings.Split(text, "\n")
	for _, m := range mistakes {
		begin, now, want := m[0], m[1], m[2]
		at := slices.IndexFunc(lines, func(l string) bool {
			return strings.HasPrefix(strings.Join(strings.Fields(l), " "), begin)
		})
		if at < 0 {
			t.Errorf("no line begins with %q", begin)
			continue
		}
		planted := slices.Clone(lines)
		planted[at] = now
		number := at + 1
		if now == "" {
			number++
		}
		where := fmt.Sprintf("box.txt:%d: ", number)
		if err := read(strings.Join(planted, "\n")); err == nil || !strings.Contains(err.Error(), where) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q instead of %q: %v; want %s… %s", now, begin, err, where, want)
		}
	}
}

// Cards asserts that a list that is too short or too long is found at its end. lines has
// the beginning of one line of each list, and what is said when it is missing and when it
// is there twice.
func Cards(t *testing.T, text string, read func(text string) error, lines map[string][2]string) {
	t.Helper()
	if err := read(text); err != nil {
		t.Error(err)
	}
	for begin, want := range lines {
		for i, copies := range []int{0, 2} {
			var all []string
			for l := range strings.Lines(text) {
				switch {
				case !strings.HasPrefix(strings.Join(strings.Fields(l), " "), begin):
					all = append(all, l)
				case copies == 2:
					all = append(all, l, l)
				}
			}
			if err := read(strings.Join(all, "")); err == nil || !strings.Contains(err.Error(), want[i]) {
				t.Errorf("%d times %q: %v; want %q", copies, begin, err, want[i])
			}
		}
	}
	last := text[:strings.LastIndex(text, "\n[")]
	missing := strings.TrimSpace(strings.SplitN(text[len(last):], "]", 2)[0]) + "]"
	if err := read(last); err == nil || !strings.Contains(err.Error(), missing+" is missing") {
		t.Errorf("without %s: %v", missing, err)
	}
}
