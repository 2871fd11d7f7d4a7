package discord

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
)

// TestUploadIsDecoded reads the files of a modal, and never prints where they are.
func TestUploadIsDecoded(t *testing.T) {
	const body = `{"id":"9","token":"t","type":5,"data":{"custom_id":"x","components":[
		{"type":18,"component":{"type":4,"custom_id":"0","value":"Sea"}},{"type":18,"component":{"type":19,"custom_id":"1","values":["77"]}}],
		"resolved":{"attachments":{"77":{"id":"77","filename":"a.txt","size":12,"url":"https://cdn.discordapp.com/a?hm=1"}}}}}`
	ix, err := DecodeInteraction([]byte(body), time.Now())
	if err != nil {
		t.Fatal(err)
	}
	if len(ix.Uploads) != 1 || ix.Uploads[0] != (Uploaded{77, "a.txt", 12, "https://cdn.discordapp.com/a?hm=1"}) || len(ix.Answers) != 2 || ix.Answers[0] != "Sea" {
		t.Fatalf("%d uploads, answers %q", len(ix.Uploads), ix.Answers)
	}
	if s := fmt.Sprintf("%v %+v %#v", ix.Uploads[0], *ix, ix.Uploads); strings.Contains(s, "cdn") {
		t.Error("the address is printed")
	}
	m := Modal{CustomID: "a", Title: "b", Rows: []Row{{Upload{CustomID: "1", Label: "File"}}}}
	if err := CheckModal(m); err != nil {
		t.Error(err)
	}
	if c := m.body().Components[0]; c.Type != labelComponent || c.Component.Type != uploadComponent || *c.Component.MinValues != 0 {
		t.Errorf("%+v", c)
	}
	if ix.Type != discordgo.InteractionModalSubmit {
		t.Error(ix.Type)
	}
}
