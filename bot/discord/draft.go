package discord

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"regexp"
	"unicode/utf8"
)

// An app of Discord's may keep what was typed into a form that was not sent, by the custom
// id, and show it in place of what the form has been filled with since. So the id of a form
// with texts or choices in it ends in a hash of them: a form with others is another form. What
// handles a form never sees the hash.
const draftMark = "#"

// drafted is an id that ends in a hash. Those of former versions end in none.
var drafted = regexp.MustCompile(`^(?s)(.+)` + draftMark + `[0-9a-f]{6}$`)

// id is the custom id as Discord carries it. An id that leaves no room for a hash has none.
func (m *Modal) id() string {
	var texts [][2]string
	for _, r := range m.Rows {
		for _, c := range r {
			if value := filling(c); value != "" {
				texts = append(texts, [2]string{c.custom(), value})
			}
		}
	}
	if len(texts) == 0 {
		return m.CustomID
	}
	b, err := json.Marshal(texts)
	if err != nil {
		return m.CustomID // strings can always be marshalled
	}
	sum := sha256.Sum256(b)
	id := m.CustomID + draftMark + hex.EncodeToString(sum[:3])
	if utf8.RuneCountInString(id) > MaxCustomID {
		return m.CustomID
	}
	return id
}

// undrafted is the custom id of a form without the hash of its texts.
func undrafted(id string) string {
	if m := drafted.FindStringSubmatch(id); m != nil {
		return m[1]
	}
	return id
}
