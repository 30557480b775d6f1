package main

import (
	"fmt"
	"runtime"
	"strings"
	"unsafe"

	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/internal/testing/crowds"
	"github.com/decidertree/decidertree/internal/testing/heap"
	"github.com/decidertree/decidertree/internal/testing/workload"
	"github.com/decidertree/decidertree/world"
)

// crowdReport compares the cost of a frame of many creatures: in a crowd, in a hand-written loop over the same slice of
// structs, and in the leanest go-behaviortree, with one tree for all.
type crowdReport struct {
	agents   int
	idle     *subject
	changing *subject // 1 % of the agents
	alone    *subject // only that 1 %, in crowds of their own
	busy     *subject
	busyTwo  *subject // in two goroutines
	byHand   *subject
	handOne  *subject // 1 % changing
	lean     *subject
}

// newCrowds makes the subjects, with 200 agents or more.
func newCrowds(agents int) *crowdReport {
	const packs = 200 // a half percent each: those that begin to flee in a frame
	r := &crowdReport{
		agents:   agents,
		idle:     ofGame("crowd, nothing to do", crowds.Sleeping(), agents, 1, 0),
		changing: ofGame("crowd, 1 % changing", crowds.Sleeping(), agents, 1, agents/(packs/2)),
		busy:     ofGame("crowd, all busy", crowds.Busy(), agents, 1, 0),
		busyTwo:  ofGame("crowd, all busy, 2 workers", crowds.Busy(), agents, 2, 0),
		byHand:   ofByHand("hand-written loop", agents, 0),
		handOne:  ofByHand("hand-written loop, 1 % changing", agents, agents/(packs/2)),
		lean:     ofLean("go-behaviortree v1.11.0, lean", agents),
	}
	p := must(crowds.NewSplit(crowds.Sleeping(), packs, agents/packs, 1))
	r.alone = &subject{name: "the 1 % that change, alone", least: 1, run: func(frames int) {
		for range frames {
			check(p.Frame())
		}
	}}
	return r
}

func ofGame(name string, tree *crowds.Tree, agents, workers, changing int) *subject {
	return &subject{name: name, least: 1, run: framesOf(must(crowds.New(tree, agents, workers)), changing)}
}

func ofByHand(name string, agents, changing int) *subject {
	h := crowds.NewByHand(agents)
	return &subject{name: name, least: 1, run: func(frames int) {
		for range frames {
			h.Change(changing)
			h.Frame()
		}
	}}
}

func ofLean(name string, agents int) *subject {
	creatures := crowds.NewByHand(agents).Creatures
	d := newLean().(*lean)
	return &subject{name: name, least: 1, run: func(frames int) {
		for range frames {
			for i := range creatures {
				d.agent = &creatures[i]
				d.tick()
			}
		}
	}}
}

func (r *crowdReport) subjects() []*subject {
	return []*subject{r.idle, r.byHand, r.lean, r.changing, r.alone, r.handOne, r.busy, r.busyTwo}
}

func (r *crowdReport) targets() []target {
	each := func(s *subject) float64 { return s.work() / float64(r.agents) }
	over := func(s, other *subject) float64 { return s.work() / other.work() }
	return []target{
		{"allocations in a frame, whatever happens", allocsOfCrowds(), 0, false},
		{"nothing to do, ns an agent a frame", each(r.idle), 0.1, false},
		{"hand-written loop over nothing to do", over(r.byHand, r.idle), 30, true},
		{"1 % changing, over those alone", over(r.changing, r.alone), 1.1, false},
		{"all busy, processor time of two workers over one", over(r.busyTwo, r.busy), 1.1, false},
		{"all busy, one worker over two", r.busy.best() / r.busyTwo.best(), 1.8, true},
		{"bytes an agent's memory takes", float64(crowds.Busy().MemoryRequirements().Bytes), 64, false},
	}
}

// allocsOfCrowds returns the most allocations in a frame of crowds after many frames, when their buffers have grown and the
// runtime can reuse goroutines.
func allocsOfCrowds() (most float64) {
	const agents, frames = 5000, 1000
	for _, workers := range []int{1, 2} {
		for _, changing := range []int{0, agents / 100, agents} {
			h := must(crowds.New(crowds.Sleeping(), agents, workers))
			most = max(most, allocsOf(framesOf(h, changing), frames))
		}
		h := must(crowds.New(crowds.Busy(), agents, workers))
		most = max(most, allocsOf(framesOf(h, 0), frames))
	}
	return most
}

func (r *crowdReport) markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s/%s, %d processors, best of %d rounds by turns\n\n",
		runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), len(r.idle.rounds))
	fmt.Fprintf(&b, "| Figure 1, %s creatures | µs a frame | of processors | ns an agent | × hand-written |\n", count(r.agents))
	b.WriteString("| --- | ---: | ---: | ---: | ---: |\n")
	for _, s := range []*subject{r.byHand, r.handOne, r.lean, r.idle, r.changing, r.alone, r.busy, r.busyTwo} {
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", s.name, figures(s.best()/1000), figures(s.work()/1000),
			figures(s.work()/float64(r.agents)), figures(s.work()/r.byHand.work()))
	}
	fmt.Fprintf(&b, "\nAn agent takes %d bytes of memory, and %.1f with all that the crowd keeps of it, its A aside.\n\n",
		crowds.Busy().MemoryRequirements().Bytes, crowdBytes(r.agents))
	writeTargets(&b, r.targets())
	return b.String()
}

// figures formats a number with three significant figures.
func figures(x float64) string {
	switch {
	case x >= 100:
		return fmt.Sprintf("%.0f", x)
	case x >= 10:
		return fmt.Sprintf("%.1f", x)
	case x >= 1:
		return fmt.Sprintf("%.2f", x)
	}
	return fmt.Sprintf("%.2g", x)
}

// count formats a number of agents with separated thousands.
func count(n int) string {
	if n >= 1000 {
		return fmt.Sprintf("%s,%03d", count(n/1000), n%1000)
	}
	return fmt.Sprint(n)
}

// crowdBytes returns the heap that a crowd uses for each agent, without its A and its creature.
func crowdBytes(agents int) float64 {
	creature := workload.Hungry()
	w := world.New(world.Options{})
	c := must(crowd.New(w, crowds.Busy(), crowd.Options[*workload.Creature]{Name: "HERD", Workers: 1}))
	before := heap.InUse()
	for range agents {
		must(c.Add(creature))
	}
	check(w.Advance(crowds.DT))
	must(c.Tick())
	held := heap.InUse() - before
	runtime.KeepAlive(c)
	return float64(held)/float64(agents) - float64(unsafe.Sizeof(creature))
}

func must[T any](value T, err error) T {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
