package screen

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"
	"runtime"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"
	"golang.org/x/sync/singleflight"

	"oneiros/bot/discord"
	"oneiros/games/paint"
	"oneiros/games/ui"
)

// Pictures draws pictures and keeps those that were used last. Any number of
// goroutines may use it: when several ask for one picture, it is drawn once.
//
// Drawing needs a processor and some megabytes, and a restart draws every board. So
// at most as many pictures are drawn at once as there are processors.
type Pictures struct {
	encode func(image.Image) ([]byte, error) // nil: nothing is drawn
	kept   *paint.Cache[string, []byte]      // PNG by key
	flight singleflight.Group
	slots  chan struct{} // one for each picture that may be drawn at once
}

// NewPictures is a cache of at most room bytes of PNG.
func NewPictures(room int) *Pictures { return NewPicturesBy(room, paint.Encode) }

// NewPicturesBy is NewPictures with another way to encode a picture. It is for tests
// that compare thousands of pictures: most of the time of a picture is its PNG.
func NewPicturesBy(room int, encode func(image.Image) ([]byte, error)) *Pictures {
	return &Pictures{encode: encode, kept: paint.NewCache[string, []byte](room), slots: make(chan struct{}, runtime.GOMAXPROCS(0))}
}

// NewUnpainted is NewPictures for tests in which it does not matter what pictures show. A
// picture is not drawn, and its file holds its key.
func NewUnpainted() *Pictures { return NewPicturesBy(1<<20, nil) }

// key names a picture as it looks in a frame. It contains the names of the players:
// a picture may show them, and its own key knows only seats.
func (f *Frame) key(p *ui.Picture) string {
	h := sha256.New()
	fmt.Fprintf(h, "%q %q %q", f.Game, f.Lang, p.Key)
	for _, n := range f.Names {
		fmt.Fprintf(h, " %q", n)
	}
	return hex.EncodeToString(h.Sum(nil)[:12])
}

// Draw is the PNG of a picture in a frame. A panic while drawing is an error.
func (c *Pictures) Draw(p *ui.Picture, f *Frame) ([]byte, error) {
	key := f.key(p)
	if b, ok := c.kept.Find(key); ok {
		return b, nil
	}
	b, err, _ := c.flight.Do(key, func() (any, error) {
		c.slots <- struct{}{}
		defer func() { <-c.slots }()
		if b, ok := c.kept.Find(key); ok { // another goroutine finished it since it was looked for
			return b, nil
		}
		b, err := c.draw(p, f)
		if err == nil {
			c.kept.Keep(key, b, len(b))
		}
		return b, err
	})
	if err != nil {
		return nil, err
	}
	return b.([]byte), nil
}

// draw draws and encodes a picture.
func (c *Pictures) draw(p *ui.Picture, f *Frame) (b []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			b, err = nil, fmt.Errorf("draw picture: panic: %T", r)
		}
	}()
	if c.encode == nil {
		return []byte(p.Key), nil
	}
	img := p.Draw(func(t ui.Text) string { return f.Say.Say(f.Lang, t, Drawn{f}) })
	if img == nil || img.Bounds().Empty() {
		return nil, fmt.Errorf("draw picture: nothing was drawn")
	}
	return c.encode(img)
}

// attach adds pictures to a message of one embed, and returns those that it added. The
// first is shown in that embed, and each other one in a separate embed below. An embed
// shows one image in full width. A second one would make Discord shrink both. The files
// have names, which say what is drawn, and no data yet.
func (p *Painter) attach(s *Shown, m *discord.Message, pictures []*ui.Picture, f *Frame) (added []*ui.Picture) {
	if p.Pictures == nil {
		return nil
	}
	if len(pictures) > ui.MostPictures {
		s.fault("%d pictures, of which %d are shown", len(pictures), ui.MostPictures)
		pictures = pictures[:ui.MostPictures]
	}
	colour := m.Embeds[0].Color
	for _, picture := range pictures {
		name := "picture-" + f.key(picture) + ".png"
		if slices.ContainsFunc(m.Files, func(file discord.File) bool { return file.Name == name }) {
			s.fault("one picture twice")
			continue
		}
		m.Files = append(m.Files, discord.File{Name: name, Alt: s.alt(picture, f)})
		added = append(added, picture)
		if len(m.Files) > 1 {
			m.Embeds = append(m.Embeds, &discordgo.MessageEmbed{Color: colour})
		}
		m.Embeds[len(m.Embeds)-1].Image = &discordgo.MessageEmbedImage{URL: "attachment://" + name}
	}
	return added
}

// attachThumb adds the thumbnail of a frame to the first embed, and returns it if it did.
func (p *Painter) attachThumb(s *Shown, m *discord.Message, f *Frame) *ui.Picture {
	if p.Pictures == nil || f.Thumb == nil {
		return nil
	}
	name := "picture-" + f.key(f.Thumb) + ".png"
	m.Files = append(m.Files, discord.File{Name: name, Alt: s.alt(f.Thumb, f)})
	m.Embeds[0].Thumbnail = &discordgo.MessageEmbedThumbnail{URL: "attachment://" + name}
	return f.Thumb
}

// alt is the description of a picture, as long as Discord takes it.
func (s *Shown) alt(picture *ui.Picture, f *Frame) string {
	list := make([]string, 0, len(picture.Alt))
	known := *f
	known.letters = f.marks()
	for _, t := range picture.Alt {
		list = append(list, f.Say.Say(f.Lang, t, Plain{&known}))
	}
	return s.cut("alt text", strings.Join(list, " "), discord.MaxAlt)
}

// draw draws the pictures of a message. It returns those that it could draw, and names
// the others in the faults of s.
func (p *Painter) draw(s *Shown, pictures []*ui.Picture, f *Frame) (drawn []*ui.Picture) {
	for i, picture := range pictures {
		data, err := p.Pictures.Draw(picture, f)
		if err != nil {
			s.fault("%v", err)
			continue
		}
		s.Message.Files[i].Data = data
		drawn = append(drawn, picture)
	}
	return drawn
}
