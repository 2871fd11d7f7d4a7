package bot

import (
	"context"
	"sync"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/inbox"
)

const (
	defaultWorkers = 32

	// reservedShare is which part of the workers serves only people with a seat. The
	// others may all be busy with a crowd.
	reservedShare = 4

	// maxRefusals is how many interactions are refused at once. A refusal is one
	// request and a few words, so it waits for no worker.
	maxRefusals = 256
)

// workers answer what comes out of the inbox.
type workers struct {
	jobs    *jobs
	metrics *metrics
	inbox   *inbox.Inbox
	router  *router
}

// run answers interactions with so many workers, until the inbox is closed and
// empty.
func (w *workers) run(ctx context.Context, n int) {
	var all sync.WaitGroup
	defer all.Wait()
	reserved := n / reservedShare
	for i := range n {
		take := w.inbox.Take
		if i < reserved {
			take = w.inbox.TakePlayer
		}
		all.Go(func() {
			for item := take(); item != nil; item = take() {
				w.jobs.guard(ctx, func(ctx context.Context) { w.router.handle(ctx, item) })
			}
		})
	}
	all.Go(func() { w.refuse(ctx) })
}

// refuse refuses in words what cannot be answered in time. What is typed is not
// answered in words, so no operator is told of missing suggestions.
func (w *workers) refuse(ctx context.Context) {
	var all sync.WaitGroup
	defer all.Wait()
	room := make(chan struct{}, maxRefusals)
	for item := w.inbox.TakeRefused(); item != nil; item = w.inbox.TakeRefused() {
		w.metrics.dropped.WithLabelValues(string(item.Refused)).Inc()
		if item.Type == discordgo.InteractionApplicationCommandAutocomplete {
			continue
		}
		room <- struct{}{}
		all.Go(func() {
			defer func() { <-room }()
			w.jobs.guard(ctx, func(ctx context.Context) { w.router.handle(ctx, item) })
		})
	}
}
