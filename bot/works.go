package bot

import (
	"context"
	"time"

	"oneiros/bot/feature"
	"oneiros/bot/savelog"
)

// works are what the features do by themselves.
type works struct {
	surfaces *surfaces
	jobs     *jobs
	log      savelog.Log
	follows  bool // another bot of the cluster does what is done once
}

// underway is a work that runs.
type underway struct {
	feature, name string
	done          chan struct{}
}

// run has the features work until ctx ends, and then waits for them. A work that does not end is
// named: what it saves afterwards may be lost.
func (w *works) run(ctx context.Context) {
	var list []underway
	for _, f := range w.surfaces.features {
		for _, of := range f.Work {
			if of.Each == feature.PerBot && w.follows {
				continue
			}
			one := underway{f.Name, of.Name, make(chan struct{})}
			list = append(list, one)
			go func() {
				defer close(one.done)
				w.jobs.guard(ctx, of.Do)
			}()
		}
	}
	<-ctx.Done()
	last := time.NewTimer(lastTime)
	defer last.Stop()
	for i, one := range list {
		select {
		case <-one.done:
			continue
		case <-last.C:
		}
		for _, late := range list[i:] {
			select {
			case <-late.done:
			default:
				w.log.Error().Str("feature", late.feature).Str("work", late.name).Msg("end work timed out")
			}
		}
		return
	}
}
