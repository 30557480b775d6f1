package main

import (
	"fmt"
	"runtime"
	"strings"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/testing/workload"
	"github.com/decidertree/decidertree/world"
)

// pair is one contender's two measurements.
type pair struct {
	contender
	quiet, churn, random *subject
}

// report is everything measured.
type report struct {
	pairs               []pair
	wide, wideByHand    *subject
	mixed, mixedByHand  *subject
	decides, table      *subject
	small, large        *subject
	noObserver, unheard *subject
}

// deaf is an observer of level 0: debug output that is built in and turned off.
type deaf struct{}

func (deaf) ObserveLevel(world.AgentID) event.Level { return 0 }
func (deaf) Observe(*event.Event)                   {}

const wide = 1000 // children of the wide list

// overTable ticks a flat table of function pointers, of which only the last accepts.
func overTable(rows int) func(ticks int) {
	creature, table := workload.Hungry(), workload.NewWideTable(rows)
	return func(ticks int) {
		for range ticks {
			table.Frame(creature)
		}
	}
}

// randomly steps a driver under random senses, so that it switches in about half of the ticks.
func randomly(d driver) func(ticks int) {
	at := uint64(1)
	return func(ticks int) {
		for range ticks {
			at = at*6364136223846793005 + 1442695040888963407
			d.step(at >> 54) // 10 bits: workload.AllSenses
		}
	}
}

func newReport() *report {
	r := &report{}
	for _, c := range contenders {
		// Each has a driver of its own, so that neither is affected by the other.
		r.pairs = append(r.pairs, pair{
			contender: c,
			quiet:     &subject{name: c.name + ", quiet", run: c.new().quiet},
			churn:     &subject{name: c.name + ", churn", run: c.new().churn},
			random:    &subject{name: c.name + ", random", run: randomly(c.new())},
		})
	}
	tree := func(name string, root *decider.Decider[*workload.Creature], flags decider.DecisionFlags) *subject {
		return &subject{name: name, run: over(decider.MustInitializeTreeData(root), flags).quiet}
	}
	loop := func(name string, also decider.DecisionFlags) *subject {
		creature, list := workload.Hungry(), workload.NewWideByHand(wide, also)
		return &subject{name: name, run: func(ticks int) {
			for range ticks {
				list.Frame(creature, workload.Quiet)
			}
		}}
	}
	r.wide = tree(fmt.Sprintf("a prioritized list of %d, the last running", wide), workload.Wide(wide, 0), workload.Quiet)
	r.wideByHand = loop(fmt.Sprintf("a hand-written loop over %d conditions", wide), 0)
	r.mixed = tree("that list, each also asking for a flag that is set", workload.Wide(wide, workload.Awake), workload.Quiet)
	r.mixedByHand = loop("that loop, each also asking for a flag that is set", workload.Awake)
	r.decides = tree(fmt.Sprintf("a prioritized list of %d Decide functions, the last running", wide), workload.WideDecide(wide), 0)
	r.table = &subject{name: fmt.Sprintf("a flat table of %d function pointers", wide), run: overTable(wide)}
	r.small = tree("a tree of 20 deciders", workload.Size(20), 0)
	r.large = tree("a tree of 10,000 deciders", workload.Size(10_000), 0)
	r.noObserver = tree("Figure 1, no observer", &workload.Decide, 0)
	unheard := over(decideTree(), 0)
	unheard.m.Observe(deaf{})
	r.unheard = &subject{name: "Figure 1, an observer of level 0", run: unheard.quiet}
	return r
}

func (r *report) subjects() []*subject {
	var all []*subject
	for _, p := range r.pairs {
		all = append(all, p.quiet, p.churn, p.random)
	}
	return append(all, r.wide, r.wideByHand, r.mixed, r.mixedByHand, r.decides, r.table, r.small, r.large, r.noObserver, r.unheard)
}

// contender finds the pair by the beginning of its name.
func (r *report) contender(name string) pair {
	for _, p := range r.pairs {
		if strings.HasPrefix(p.name, name) {
			return p
		}
	}
	panic("no contender " + name)
}

// target is a required number and the measured one.
type target struct {
	what    string
	reached float64
	limit   float64
	atLeast bool // reached must be limit or more, not limit or less
}

func (t target) met() bool {
	if t.atLeast {
		return t.reached >= t.limit
	}
	return t.reached <= t.limit
}

func (r *report) targets() []target {
	hand, lean := r.pairs[0], r.contender("go-behaviortree v1.11.0, lean")
	flags, decide := r.contender("decidertree, conditions as flags"), r.contender("decidertree, conditions as Decide")
	return []target{
		{"allocations in a tick, whatever happens", max(flags.quiet.allocs, flags.churn.allocs, decide.quiet.allocs, decide.churn.allocs, r.wide.allocs, r.large.allocs), 0, false},
		{"quiet, conditions as Decide, over hand-written", decide.quiet.over(hand.quiet), 8, false},
		{"quiet, lean go-behaviortree over conditions as Decide", lean.quiet.over(decide.quiet), 2.2, true},
		{"quiet, conditions as flags, over hand-written", flags.quiet.over(hand.quiet), 3.5, false},
		{"quiet, lean go-behaviortree over conditions as flags", lean.quiet.over(flags.quiet), 5, true},
		{"churn, conditions as Decide, over lean go-behaviortree", decide.churn.over(lean.churn), 1, false},
		{"churn, conditions as flags, over lean go-behaviortree", flags.churn.over(lean.churn), 1, false},
		{"random senses, conditions as Decide, over lean go-behaviortree", decide.random.over(lean.random), 1, false},
		{"random senses, conditions as flags, over lean go-behaviortree", flags.random.over(lean.random), 1, false},
		{"a tree of 10,000 deciders over one of 20", r.large.over(r.small), 1.2, false},
		{fmt.Sprintf("a list of %d over the hand-written loop", wide), r.wide.over(r.wideByHand), 2, false},
		{"the same, each also asking for a flag that is set", r.mixed.over(r.mixedByHand), 2, false},
		{fmt.Sprintf("a list of %d Decide functions over the table", wide), r.decides.over(r.table), 1.4, false},
		{"an observer of level 0 over none", r.unheard.over(r.noObserver), 1.03, false},
	}
}

func (r *report) markdown() string {
	var b strings.Builder
	hand := r.pairs[0]
	fmt.Fprintf(&b, "%s, %s/%s, medians of %d rounds by turns\n\n", runtime.Version(), runtime.GOOS, runtime.GOARCH, len(hand.quiet.rounds))
	b.WriteString("| Figure 1, one creature | quiet, ns a tick | × hand-written | churn, ns a tick | × hand-written | random, ns a tick | × hand-written | allocations a tick | bytes an agent |\n")
	b.WriteString("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	for _, p := range r.pairs {
		fmt.Fprintf(&b, "| %s | %.1f | %.1f | %.1f | %.1f | %.1f | %.1f | %g | %d |\n", p.name,
			p.quiet.ns(), p.quiet.over(hand.quiet), p.churn.ns(), p.churn.over(hand.churn), p.random.ns(), p.random.over(hand.random),
			max(p.quiet.allocs, p.churn.allocs, p.random.allocs), bytesPerAgent(p.agent))
	}
	b.WriteString("\n| other work | ns a tick |\n| --- | ---: |\n")
	for _, s := range []*subject{r.wide, r.wideByHand, r.mixed, r.mixedByHand, r.decides, r.table, r.small, r.large, r.noObserver, r.unheard} {
		fmt.Fprintf(&b, "| %s | %.1f |\n", s.name, s.ns())
	}
	b.WriteString("\n")
	writeTargets(&b, r.targets())
	return b.String()
}

// writeTargets appends a table of targets and measurements.
func writeTargets(b *strings.Builder, targets []target) {
	b.WriteString("| target | reached | asked | |\n| --- | ---: | ---: | --- |\n")
	for _, t := range targets {
		sign, verdict := "≤", "yes"
		if t.atLeast {
			sign = "≥"
		}
		if !t.met() {
			verdict = "**no**"
		}
		fmt.Fprintf(b, "| %s | %.4g | %s %g | %s |\n", t.what, t.reached, sign, t.limit, verdict)
	}
}
