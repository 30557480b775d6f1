package differential_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/testing/randomtree"
	"github.com/decidertree/decidertree/stimuli"
)

// TestStateMachine drives a trial by actions that rapid picks, and shrinks what fails.
func TestStateMachine(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		choose := randomtree.SourceFunc(func(n int) int { return rapid.IntRange(0, n-1).Draw(rt, "choice") })
		tr := newTrial(choose, coverage{})
		if tr == nil {
			rt.Skip("the tree was refused")
		}
		agent := func(rt *rapid.T) int { return rapid.IntRange(0, len(tr.scenes[0].actors)-1).Draw(rt, "agent") }
		check := func(rt *rapid.T, m *mismatch) {
			if m != nil {
				rt.Fatal(tr.report(m))
			}
		}
		rt.Repeat(map[string]func(*rapid.T){
			"tick": func(rt *rapid.T) {
				check(rt, tr.tick(rapid.SampledFrom([]float64{1. / 16, 0, 1. / 8, 1}).Draw(rt, "dt")))
			},
			"flags": func(rt *rapid.T) {
				tr.flags ^= 1 << rapid.IntRange(0, 3).Draw(rt, "flag")
			},
			"fact": func(rt *rapid.T) {
				fact := rapid.IntRange(0, 7).Draw(rt, "fact")
				tr.everywhere(agent(rt), "fact", func(a *actor) { a.subject.Facts ^= 1 << fact })
			},
			"stimulus": func(rt *rapid.T) {
				kind := stimuli.StimuliFlags(1) << rapid.IntRange(0, 3).Draw(rt, "kind")
				tr.addStimulus(agent(rt), kind, rapid.Uint64Max(9).Draw(rt, "data"), rapid.Float64Range(0, 1).Draw(rt, "seconds"))
			},
			"watch": func(rt *rapid.T) {
				tr.watch(rapid.IntRange(0, 1).Draw(rt, "engine"), agent(rt), event.Level(rapid.IntRange(-1, 5).Draw(rt, "level")))
			},
			"reset": func(rt *rapid.T) {
				check(rt, tr.each(agent(rt), "Reset", (*actor).Reset))
			},
			"plug": func(rt *rapid.T) {
				if len(tr.set.Slots) == 0 {
					rt.Skip("no slots")
				}
				slot := rapid.IntRange(0, len(tr.set.Slots)-1).Draw(rt, "slot")
				check(rt, tr.plug(agent(rt), slot, rapid.IntRange(0, len(tr.plugs)-1).Draw(rt, "tree")))
			},
			"unplug": func(rt *rapid.T) {
				if len(tr.set.Slots) == 0 {
					rt.Skip("no slots")
				}
				check(rt, tr.unplug(agent(rt), rapid.IntRange(0, len(tr.set.Slots)-1).Draw(rt, "slot")))
			},
			"resetBelow": func(rt *rapid.T) {
				if len(tr.set.Names) == 0 {
					rt.Skip("no resets")
				}
				check(rt, tr.resetBelow(agent(rt), rapid.IntRange(0, len(tr.set.Names)-1).Draw(rt, "name")))
			},
			"bad": func(rt *rapid.T) {
				dt := rapid.SampledFrom([]float64{-1, nan, inf}).Draw(rt, "dt")
				check(rt, tr.tickBadly(agent(rt), decider.Input{Time: tr.now, DT: dt}))
			},
		})
		for i := range tr.scenes[0].actors {
			check(rt, tr.each(i, "Close", (*actor).Close))
			check(rt, tr.each(i, "Reset after Close", (*actor).Reset))
		}
		check(rt, tr.tick(1))
	})
}

// FuzzDifferential lets the fuzzer make the choices of a trial. Maps make its view of coverage change from run to
// run, so keep it from minimizing what it finds interesting: -fuzzminimizetime 10x.
func FuzzDifferential(f *testing.F) {
	f.Add([]byte{})
	for seed := range uint64(8) {
		var data []byte
		choices := randomtree.RandomSource(seed)
		for range 600 {
			data = append(data, byte(choices.Choose(256)))
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if tr, m := play(randomtree.ByteSource(data), coverage{}); m != nil {
			t.Fatal(tr.report(m))
		}
	})
}
