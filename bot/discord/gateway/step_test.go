package gateway

import (
	"context"
	"io"
	"net"
	"testing"
	"testing/synctest"
	"time"

	"oneiros/bot/discord/api"
	"oneiros/bot/discord/transport"

	"github.com/bwmarrin/discordgo"
)

// TestStepKeepsConnection: a step of the host's clock ends no connection. At each heartbeat
// discordgo compares the moment of the last answer with the wall clock, and takes five
// heartbeats without one for the end.
func TestStepKeepsConnection(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const interval = 41250 * time.Millisecond
		near, far := net.Pipe()
		defer far.Close()
		go io.Copy(io.Discard, far)
		client, err := api.NewClient(transport.Config{Token: "token", Base: "http://discord.invalid/api"})
		if err != nil {
			t.Fatal(err)
		}
		defer client.Sender().Close()
		d, err := discordgo.New("Bot token")
		if err != nil {
			t.Fatal(err)
		}
		s := &session{discordgo: d, closed: make(chan struct{}, 1), shard: &Shard{
			sender: client.Sender(), config: Config{LockTimeout: time.Minute, IdleTimeout: 3 * time.Minute, AckTimeout: 15 * time.Second},
		}}
		w := newWire(near, time.Hour)
		s.wire.Store(w)
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- s.watch(ctx) }()
		for range 3 {
			w.read.Store(w.age())
			d.Lock()
			d.LastHeartbeatAck = time.Now().UTC() // as discordgo notes the answer
			d.Unlock()
			time.Sleep(interval - time.Millisecond)
			d.RLock()
			last := d.LastHeartbeatAck
			d.RUnlock()
			for _, step := range []time.Duration{0, -24 * time.Hour, 206 * time.Second, 24 * time.Hour, 800 * 24 * time.Hour} {
				if waited := time.Now().UTC().Add(step).Sub(last); waited > 5*interval {
					t.Errorf("after a step by %v discordgo ends the connection: it takes the answer for %v old", step, waited)
				}
			}
		}
		stop()
		<-ended
		w.finish(&ending{cause: errClosed})
	})
}
