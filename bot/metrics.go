package bot

import (
	"strconv"

	"github.com/prometheus/client_golang/prometheus"

	"oneiros/bot/discord"
	"oneiros/bot/table"
)

// metrics is what an operator sees. No label ever holds anything of a person, a
// server or a match. Labels hold only kinds, codes and the names of games.
type metrics struct {
	presses  *prometheus.CounterVec   // by kind of interaction
	refusals *prometheus.CounterVec   // by key of the refusal
	dropped  *prometheus.CounterVec   // by reason: fast, full, late
	faults   prometheus.Counter       // incidents
	errors   *prometheus.CounterVec   // by Discord's code
	answers  *prometheus.HistogramVec // by kind of interaction
	edits    *prometheus.CounterVec   // by kind of surface
	cuts     prometheus.Counter       // pages that did not fit
	lost     prometheus.Counter       // connections of the gateway
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
		lost:  counter("gateway_lost_total", "Connections of the gateway that were lost."),
	}
}

// register registers everything, and what is counted only when it is asked for.
func (m *metrics) register(to prometheus.Registerer, client Client, clock *discord.Clock, tables *table.Tables) error {
	for _, c := range []prometheus.Collector{
		clientStats{client}, m.presses, m.refusals, m.dropped, m.faults, m.errors, m.answers, m.edits, m.cuts, m.lost, tableCounts{tables}, clockAhead(clock),
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

// tableCounts counts the tables by game and phase.
type tableCounts struct{ tables *table.Tables }

var tablesDesc = prometheus.NewDesc("oneiros_tables", "Tables, by game and phase; paused ones by themselves.", []string{"game", "phase"}, nil)

func (t tableCounts) Describe(to chan<- *prometheus.Desc) { to <- tablesDesc }

func (t tableCounts) Collect(to chan<- prometheus.Metric) {
	type kind struct{ game, phase string }
	n := map[kind]int{}
	for _, s := range t.tables.Live() {
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
	limitedDesc = prometheus.NewDesc("oneiros_discord_limited_total", "Requests that met a rate limit of Discord's.", nil, nil)
)

func (w clientStats) Describe(to chan<- *prometheus.Desc) {
	to <- refusedDesc
	to <- haltedDesc
	to <- limitedDesc
}

func (w clientStats) Collect(to chan<- prometheus.Metric) {
	c, ok := w.client.(interface{ Stats() discord.Stats })
	if !ok {
		return
	}
	s, halted := c.Stats(), 0.0
	if s.Halted {
		halted = 1
	}
	to <- prometheus.MustNewConstMetric(refusedDesc, prometheus.GaugeValue, float64(s.Refused))
	to <- prometheus.MustNewConstMetric(haltedDesc, prometheus.GaugeValue, halted)
	to <- prometheus.MustNewConstMetric(limitedDesc, prometheus.CounterValue, float64(s.Limited))
}
