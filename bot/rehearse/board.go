package rehearse

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
)

// drawing is a picture, which a number makes another one.
func drawing(n uint8) []byte {
	m := image.NewRGBA(image.Rect(0, 0, 240, 120))
	for y := range 120 {
		for x := range 240 {
			m.SetRGBA(x, y, color.RGBA{uint8(x), uint8(y * 2), n * 60, 255})
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil { // never: it is written to memory
		return nil
	}
	return b.Bytes()
}

// embed is a page with the mark. presser is whose private channel has to be cleaned, too.
func embed(text, picture string, presser discord.ID) *discordgo.MessageEmbed {
	e := &discordgo.MessageEmbed{
		Title: "Rehearsal", Description: text, Color: 0x5865f2, Footer: &discordgo.MessageEmbedFooter{Text: mark},
		Fields: []*discordgo.MessageEmbedField{{Name: "What is this?", Value: "A test of the bot. It is removed in a few minutes.", Inline: true}},
	}
	if presser != 0 {
		e.Footer.Text += " " + presser.String()
	}
	if picture != "" {
		e.Image = &discordgo.MessageEmbedImage{URL: "attachment://" + picture}
	}
	return e
}

// boardNow is the board with one of several pictures; 0 for none. The picture is sent with each
// edit, as the bot does: Discord does not list what an embed shows.
func (r *run) boardNow(text string, picture uint8) *discord.Message {
	m := &discord.Message{
		Content: "Oneiros rehearses here.", Public: true,
		Components: []discord.Row{{
			discord.Button{CustomID: customPrefix + "one", Label: "Press me first", Emoji: "🌙", Style: discordgo.PrimaryButton},
			discord.Button{CustomID: customPrefix + "two", Label: "Press me second", Style: discordgo.SecondaryButton},
			discord.Button{CustomID: customPrefix + "off", Label: "Not me", Style: discordgo.DangerButton, Disabled: true},
			discord.Button{Label: "A link", Style: discordgo.LinkButton, URL: "https://discord.com"},
		}},
	}
	name := ""
	if picture != 0 {
		name = "board.png"
		m.Files = []discord.File{{Name: name, Alt: "A picture of two colours", Data: drawing(picture)}}
	}
	m.Embeds = []*discordgo.MessageEmbed{embed(text, name, r.presses.by)}
	return m
}

func postBoard(ctx context.Context, r *run) error {
	id, err := r.made(r.client.Post(ctx, r.Channel, r.boardNow("A board with a picture.", 1)))
	if err != nil {
		return err
	}
	r.board = id
	r.tape.name(id, "the board")
	return nil
}

func editBoard(ctx context.Context, r *run) error {
	return r.client.Edit(ctx, r.Channel, r.board, r.boardNow("The board, edited, without a picture.", 0))
}

func replacePicture(ctx context.Context, r *run) error {
	return r.client.Edit(ctx, r.Channel, r.board, r.boardNow("The board with another picture.", 2))
}

// upload posts files, and the same again under the same name, by which Discord knows a request
// that is repeated.
func upload(ctx context.Context, r *run) error {
	m := &discord.Message{
		Public: true, Embeds: []*discordgo.MessageEmbed{embed("A message with two files.", "one.png", 0)}, Nonce: r.Discord.Chance.Next("rehearse").Text(24),
		Files: []discord.File{{Name: "one.png", Alt: "The first picture", Data: drawing(4)}, {Name: "notes.txt", Alt: "Notes", Data: []byte("Notes of a rehearsal.\n")}},
	}
	id, err := r.made(r.client.Post(ctx, r.Channel, m))
	r.upload = id
	r.tape.name(id, "the upload")
	if err != nil {
		return err
	}
	_, err = r.made(r.client.Post(ctx, r.Channel, m))
	return err
}

// openThread begins a thread twice, and archives it. What is archived cannot be edited.
func openThread(ctx context.Context, r *run) error {
	id, err := r.made(r.client.Thread(ctx, r.Channel, r.upload, mark, discord.SilentDay))
	if err != nil {
		return err
	}
	r.thread = id
	r.tape.own(id)
	_, err = r.client.Thread(ctx, r.Channel, r.upload, mark, discord.SilentDay)
	if err := r.readable(err); err != nil {
		return err
	}
	message := &discord.Message{Public: true, Content: "A message in a thread.", Embeds: []*discordgo.MessageEmbed{embed("A message in a thread.", "", 0)}}
	inside, err := r.made(r.client.Post(ctx, id, message))
	if err != nil {
		return err
	}
	r.tape.name(inside, "the message in the thread")
	at := "/channels/" + id.String()
	for _, archived := range []bool{true, false} {
		if err := r.asked(ctx, http.MethodPatch, at, object{"archived": archived}, nil); err != nil {
			return err
		}
		if _, err := r.tried(ctx, http.MethodPatch, at+"/messages/"+inside.String(), object{"content": "An edit in a thread."}, nil); err != nil {
			return err
		}
	}
	if err := r.asked(ctx, http.MethodGet, "/guilds/"+r.Guild.String()+"/threads/active", nil, nil); err != nil {
		return err
	}
	return r.asked(ctx, http.MethodPut, at+"/thread-members/@me", nil, nil)
}

// object is a JSON object of a few members.
type object map[string]any

func makeEvent(ctx context.Context, r *run) error {
	if !r.has(discord.PermissionCreateEvents) {
		return errSkip("the bot may not create events; this permission is optional")
	}
	start := time.Now().Add(48 * time.Hour).Truncate(time.Minute)
	e := discord.ScheduledEvent{Name: mark, Description: "A test of the bot.", Location: mark, Start: start, End: start.Add(time.Hour)}
	id, err := r.made(r.client.SetEvent(ctx, r.Guild, 0, &e))
	if err != nil {
		return err
	}
	r.event = id
	r.tape.name(id, "the event")
	e.Start, e.End = e.Start.Add(time.Hour), e.End.Add(time.Hour)
	if _, err := r.client.SetEvent(ctx, r.Guild, id, &e); err != nil {
		return err
	}
	if _, err := r.client.SetEvent(ctx, r.Guild, id, &discord.ScheduledEvent{Begun: true}); err != nil {
		return err
	}
	list := "/guilds/" + r.Guild.String() + "/scheduled-events"
	if err := r.asked(ctx, http.MethodGet, list, nil, nil); err != nil {
		return err
	}
	at := list + "/" + id.String()
	if err := r.asked(ctx, http.MethodPatch, at, object{"status": discordgo.GuildScheduledEventStatusCompleted}, nil); err != nil {
		return err
	}
	if _, err := r.tried(ctx, http.MethodPatch, at, object{"name": "Over"}, nil); err != nil {
		return err
	}
	if _, err := r.tried(ctx, http.MethodDelete, list+"/"+nowhere, nil, nil); err != nil {
		return err
	}
	return r.asked(ctx, http.MethodGet, list, nil, nil)
}

func readBack(ctx context.Context, r *run) error {
	at := "/channels/" + r.Channel.String() + "/messages"
	for _, path := range []string{at + "?limit=50", at + "/" + r.board.String()} {
		if err := r.asked(ctx, http.MethodGet, path, nil, nil); err != nil {
			return err
		}
	}
	return r.asked(ctx, http.MethodPost, "/channels/"+r.Channel.String()+"/typing", nil, nil)
}
