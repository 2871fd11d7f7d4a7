package screen

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"slices"

	"oneiros/bot/discord"
)

// Poster is what a message that is posted once needs of Discord's REST interface.
type Poster interface {
	Post(ctx context.Context, channel discord.ID, m *discord.Message) (discord.ID, error)
	Delete(ctx context.Context, channel, message discord.ID) error
	OwnMessages(ctx context.Context, channel discord.ID) ([]discord.OwnMessage, error)
}

// Once is a message that a channel has once, such as the board of a match or the
// announcement of a night.
//
// One owner at a time posts it. All other callers ask the owner. The owner has saved that
// the message is to be there before it posts, and saves the id afterwards. A process may
// end between the two, and an answer of Discord may be lost. So an owner that is not sure
// looks through the channel first. Two messages of one Name within some minutes are one
// to Discord, also where the bot may not read the channel or another process still posts.
type Once struct {
	Channel discord.ID
	Name    string // see [OnceName]
	// Is reports whether one of the bot's messages in the channel is this one.
	Is func(discord.OwnMessage) bool
}

// OnceName names a message by what it is the only one of, and where. What is posted again,
// because it was deleted or has become old, needs another name, so the former message is a
// part.
func OnceName(of ...any) string {
	sum := sha256.Sum256(fmt.Append(nil, of...))
	return base64.RawURLEncoding.EncodeToString(sum[:15])
}

// Find looks for the message in its channel, and returns 0 when it is not there. Of
// several only the newest stays.
func (o Once) Find(ctx context.Context, by Poster) (found discord.ID, err error) {
	list, err := by.OwnMessages(ctx, o.Channel)
	if err != nil {
		return 0, err
	}
	var all []discord.ID
	for _, m := range list {
		if o.Is(m) {
			all = append(all, m.ID)
		}
	}
	if len(all) == 0 {
		return 0, nil
	}
	found = slices.Max(all)
	for _, id := range all {
		if id == found {
			continue
		}
		if err := by.Delete(ctx, o.Channel, id); err != nil && !discord.IsDeleted(err) && !discord.IsForbidden(err) {
			return 0, fmt.Errorf("delete second message: %w", err)
		}
	}
	return found, nil
}

// Post posts the message under its name. The caller is the owner, and has looked for the
// message unless it cannot be there. Discord may answer with a message that it was sent
// before: then that is the one, and shows what it showed.
func (o Once) Post(ctx context.Context, by Poster, m *discord.Message) (discord.ID, error) {
	named := *m
	named.Nonce = o.Name
	return by.Post(ctx, o.Channel, &named)
}
