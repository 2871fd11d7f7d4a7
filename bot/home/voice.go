package home

import (
	"context"

	"oneiros/bot/feature"
)

// proposes proposes what goes with the chat of a voice channel: a game that is played in writing
// or aloud is played aloud there. What the server has made usual for the game is chosen, and so is
// a preset.
func proposes(_ context.Context, o feature.Opening) (map[string]string, error) {
	if !o.Voice || o.Preset {
		return nil, nil
	}
	some := map[string]string{}
	for _, option := range o.Game.Options {
		if _, chosen := o.Usual[option.Key]; option.Aloud != "" && !chosen {
			some[option.Key] = option.Aloud
		}
	}
	return some, nil
}
