package bot

import (
	"strconv"

	"github.com/prometheus/client_golang/prometheus"

	"oneiros/bot/discord"
	"oneiros/bot/discord/gateway"
	"oneiros/bot/discord/transport"
	"oneiros/bot/table"
)

// metrics is what an operator sees. No label ever holds anything of a person, a
// server or a match. Labels hold only kinds, codes, numbers of shards and the names of
// games.
type metrics struct {
	presses  *prometheus.CounterVec   // by kind of interaction
	refusals *prometheus.CounterVec   // by key of the refusal
	dropped  *prometheus.CounterVec   // by reason: fast, full, late
	faults   prometheus.Counter       // incidents
	errors   *prometheus.CounterVec   // by Discord's code
	answers  *prometheus.HistogramVec // by kind of interaction
	edits    *prometheus.CounterVec   // by kind of surface
	cuts     prometheus.Counter       // pages that did not fit
}

func newMetrics() *metrics {
	counter := func(name, help string) prometheus.Counter {
		return prometheus.NewCounter(prometheus.CounterOpts{Namespace: "oneiros", Name: name, Help: help})
	}
	vec := func(name, help, label string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: "oneiros", Name: name, Help: help}, []string{label})
	}
	return &metrics{
		presses:  vec("interactions_total", "Interactions that were handled.", "kind"),
		refusals: vec("refusals_total", "Actions that the rules or a table refused.", "key"),
		dropped:  vec("dropped_total", "Interactions that were not handled.", "reason"),
		faults:   counter("faults_total", "Incidents: what broke on our side."),
		errors:   vec("discord_errors_total", "Requests that Discord refused.", "code"),
		answers: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Namespace: "oneiros", Name: "answer_seconds", Help: "From the arrival of an interaction until its answer has arrived.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2, 3},
		}, []string{"kind"}),
		edits: vec("edits_total", "Messages that were brought up to date.", "surface"),
		cuts:  counter("cuts_total", "Pages that did not fit into Discord's limits."),
	}
}

// register registers everything, and what is counted only when it is asked for.
func (m *metrics) register(to prometheus.Registerer, client Client, gateway Gateway, clock *discord.Clock, live func() []*table.State) error {
	for _, c := range []prometheus.Collector{
		clientStats{client}, gatewayStats{gateway}, m.presses, m.refusals, m.dropped, m.faults, m.errors, m.answers, m.edits, m.cuts,
		tableCounts{live}, clockAhead(clock),
	} {
		if err := to.Register(c); err != nil {
			return err
		}
	}
	return nil
}

// clockAhead is how wrong the host's clock is.
func clockAhead(clock *discord.Clock) prometheus.Collector {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "oneiros_clock_ahead_seconds",
		Help: "How far the host's clock is ahead of Discord's; less than 0 when it is behind, 0 until it is known.",
	}, func() float64 {
		ahead, _ := clock.HostAhead()
		return ahead.Seconds()
	})
}

// refused counts an error of Discord.
func (m *metrics) refused(err error) {
	if code := discord.Code(err); code != 0 {
		m.errors.WithLabelValues(strconv.Itoa(code)).Inc()
	} else {
		m.errors.WithLabelValues("none").Inc()
	}
}

// countRefusal counts a refusal by the key of its words.
func (m *metrics) countRefusal(key string) { m.refusals.WithLabelValues(key).Inc() }

// tableCounts counts the tables by game and phase.
type tableCounts struct{ live func() []*table.State }

var tablesDesc = prometheus.NewDesc("oneiros_tables", "Tables, by game and phase; paused ones by themselves.", []string{"game", "phase"}, nil)

func (t tableCounts) Describe(to chan<- *prometheus.Desc) { to <- tablesDesc }

func (t tableCounts) Collect(to chan<- prometheus.Metric) {
	type kind struct{ game, phase string }
	n := map[kind]int{}
	for _, s := range t.live() {
		k := kind{s.Game.Info().Name, string(s.Phase)}
		if s.Phase == table.Live && !s.Paused.IsZero() {
			k.phase = "paused"
		}
		n[k]++
	}
	for k, v := range n {
		to <- prometheus.MustNewConstMetric(tablesDesc, prometheus.GaugeValue, float64(v), k.game, k.phase)
	}
}

// clientStats are the numbers of a client that has them.
type clientStats struct{ client Client }

var (
	refusedDesc = prometheus.NewDesc("oneiros_discord_refused", "Requests of the last ten minutes that count towards Discord's ban of the address at 10,000.", nil, nil)
	haltedDesc  = prometheus.NewDesc("oneiros_discord_halted", "Whether the bot asks for nothing by itself because of them.", nil, nil)
	sentDesc    = prometheus.NewDesc("oneiros_discord_requests_total", "Requests to Discord, by their route, and whether they count among the fifty a second.", []string{"route", "counts"}, nil)
	limitedDesc = prometheus.NewDesc("oneiros_discord_limited_total", "Requests that met a rate limit of Discord's.", nil, nil)
)

func (w clientStats) Describe(to chan<- *prometheus.Desc) {
	to <- refusedDesc
	to <- haltedDesc
	to <- limitedDesc
	to <- sentDesc
}

func (w clientStats) Collect(to chan<- prometheus.Metric) {
	c, ok := w.client.(interface{ Sender() *transport.Sender })
	if !ok {
		return
	}
	s, halted := c.Sender().Stats(), 0.0
	if s.Halted {
		halted = 1
	}
	to <- prometheus.MustNewConstMetric(refusedDesc, prometheus.GaugeValue, float64(s.Refused))
	to <- prometheus.MustNewConstMetric(haltedDesc, prometheus.GaugeValue, halted)
	to <- prometheus.MustNewConstMetric(limitedDesc, prometheus.CounterValue, float64(s.Limited))
	for _, r := range s.Routes {
		counts := "no"
		if r.Counted {
			counts = "yes"
		}
		to <- prometheus.MustNewConstMetric(sentDesc, prometheus.CounterValue, float64(r.Sent), r.Route, counts)
	}
}

// gatewayStats are the numbers of a gateway that has them, by shard.
type gatewayStats struct{ gateway Gateway }

var (
	shardLabel   = []string{"shard"}
	upDesc       = prometheus.NewDesc("oneiros_gateway_up", "Whether the shard is connected to the gateway.", shardLabel, nil)
	guildsDesc   = prometheus.NewDesc("oneiros_gateway_guilds", "Servers of the shard.", shardLabel, nil)
	latencyDesc  = prometheus.NewDesc("oneiros_gateway_latency_seconds", "From the shard's last heartbeat until its answer; 0 before it.", shardLabel, nil)
	lostDesc     = prometheus.NewDesc("oneiros_gateway_lost_total", "Connections of the gateway that were lost.", shardLabel, nil)
	begunDesc    = prometheus.NewDesc("oneiros_gateway_identifies_total", "Sessions of the gateway that were begun.", shardLabel, nil)
	resumedDesc  = prometheus.NewDesc("oneiros_gateway_resumes_total", "Sessions of the gateway that were resumed.", shardLabel, nil)
	identifyDesc = prometheus.NewDesc("oneiros_gateway_identifies_left", "Sessions that Discord still lets the bot begin today, as far as it has said so.", nil, nil)
)

func (w gatewayStats) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{upDesc, guildsDesc, latencyDesc, lostDesc, begunDesc, resumedDesc, identifyDesc} {
		to <- d
	}
}

func (w gatewayStats) Collect(to chan<- prometheus.Metric) {
	g, ok := w.gateway.(interface{ Stats() gateway.Stats })
	if !ok {
		return
	}
	all := g.Stats()
	if all.Total > 0 {
		to <- prometheus.MustNewConstMetric(identifyDesc, prometheus.GaugeValue, float64(all.Left))
	}
	for _, s := range all.Shards {
		up, shard := 0.0, s.ID.String()
		if s.Up {
			up = 1
		}
		to <- prometheus.MustNewConstMetric(upDesc, prometheus.GaugeValue, up, shard)
		to <- prometheus.MustNewConstMetric(guildsDesc, prometheus.GaugeValue, float64(s.Guilds), shard)
		to <- prometheus.MustNewConstMetric(latencyDesc, prometheus.GaugeValue, s.Latency.Seconds(), shard)
		to <- prometheus.MustNewConstMetric(lostDesc, prometheus.CounterValue, float64(s.Lost), shard)
		to <- prometheus.MustNewConstMetric(begunDesc, prometheus.CounterValue, float64(s.Identifies), shard)
		to <- prometheus.MustNewConstMetric(resumedDesc, prometheus.CounterValue, float64(s.Resumes), shard)
	}
}
