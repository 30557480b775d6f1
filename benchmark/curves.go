package main

import (
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/decidertree/decidertree/internal/testing/crowds"
)

// smallest is the smallest crowd that is measured.
const smallest = 1000

// curves plots the processor time of a frame over the number of agents, and over the share of them that change, with
// one worker.
type curves struct {
	agents, shares panel
	rounds         int
}

// panel is one plot.
type panel struct {
	title, under string
	xs           []string // under the points; "" for none
	wide         string   // the column of the table
	lines        []line
}

// line holds one contender's nanoseconds per frame, at each x.
type line struct {
	name, colour string
	ns           []float64
}

// Colours that contrast with the dark background, and with each other also for the colour-blind.
const (
	gold, orange, blue, grey, white = "#f0b232", "#e8743b", "#4f9be8", "#8093a8", "#e8eef4"
)

// measureCurves measures both plots, with crowds of at most the given number of agents.
func measureCurves(agents, rounds int, round time.Duration) *curves {
	c := &curves{rounds: rounds}
	c.agents = overAgents(agents, rounds, round)
	c.shares = overShares(agents, rounds, round)
	return c
}

// overAgents goes from a thousand agents to the given number, tripling it in each step.
func overAgents(most, rounds int, round time.Duration) panel {
	p := panel{
		title: "Cost of a frame", under: "agents", wide: "agents",
		lines: []line{{"idle", gold, nil}, {"1 % changing", orange, nil}, {"all busy", blue, nil}, {"hand-written loop", white, nil},
			{"go-behaviortree, lean", grey, nil}},
	}
	for decade := smallest; decade <= most; decade *= 10 {
		for _, n := range []int{decade, 3 * decade} {
			if n > most {
				break
			}
			all := []*subject{
				ofGame("", crowds.Sleeping(), n, 1, 0), ofGame("", crowds.Sleeping(), n, 1, n/100),
				ofGame("", crowds.Busy(), n, 1, 0),
				ofByHand("", n, 0), ofLean("", n),
			}
			measure(all, rounds, round)
			for i, s := range all {
				p.lines[i].ns = append(p.lines[i].ns, s.work())
			}
			p.xs = append(p.xs, count(n))
		}
	}
	return p
}

// overShares goes from no changing agents to all.
func overShares(agents, rounds int, round time.Duration) panel {
	p := panel{
		title: fmt.Sprintf("Cost of a frame of %s agents", count(agents)), under: "agents that change in a frame", wide: "changing",
		lines: []line{{"crowd", orange, nil}, {"hand-written loop", white, nil}},
	}
	h, byHand := must(crowds.New(crowds.Sleeping(), agents, 1)), crowds.NewByHand(agents)
	for _, share := range []float64{0, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1} {
		changing := int(share * float64(agents))
		all := []*subject{
			{least: 1, run: framesOf(h, changing)},
			{least: 1, run: func(frames int) {
				for range frames {
					byHand.Change(changing)
					byHand.Frame()
				}
			}},
		}
		measure(all, rounds, round)
		for i, s := range all {
			p.lines[i].ns = append(p.lines[i].ns, s.work())
		}
		p.xs = append(p.xs, fmt.Sprintf("%g %%", share*100))
	}
	return p
}

func framesOf(h *crowds.Game, changing int) func(int) {
	return func(frames int) {
		for range frames {
			check(h.Change(changing))
			check(h.Frame())
		}
	}
}

func (c *curves) markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s/%s, %d processors, best of %d rounds by turns; µs of one processor a frame\n\n",
		runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), c.rounds)
	c.agents.table(&b)
	b.WriteString("\n")
	c.shares.table(&b)
	return b.String()
}

func (p *panel) table(b *strings.Builder) {
	fmt.Fprintf(b, "| %s |", p.wide)
	for _, l := range p.lines {
		fmt.Fprintf(b, " %s |", l.name)
	}
	fmt.Fprintf(b, "\n| ---: |%s\n", strings.Repeat(" ---: |", len(p.lines)))
	for i, x := range p.xs {
		fmt.Fprintf(b, "| %s |", x)
		for _, l := range p.lines {
			fmt.Fprintf(b, " %s |", figures(l.ns[i]/1000))
		}
		b.WriteString("\n")
	}
}
