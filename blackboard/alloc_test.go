//go:build !decider_debug

package blackboard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/decidertree/decidertree/blackboard"
	"github.com/decidertree/decidertree/decider"
)

// The decider_debug tag is left out: there the tick itself allocates, to know its goroutine.
func TestOfAllocatesNothing(t *testing.T) {
	var (
		hunger = blackboard.Key[float32]{Name: "hunger"}
		mood   = blackboard.Key[string]{Name: "mood", Scope: blackboard.Tree}
		route  = blackboard.Key[[]point]{Name: "route", Scope: blackboard.Decider}
	)
	m := born(t, root(decider.Keys{&hunger, &mood, &route}, group("NEST", nil, leaf("EAT"))))
	agent := &creature{do: code{"EAT": func(c *context) {
		*hunger.Of(c)++
		*mood.Of(c) = "glad"
		*route.Of(c) = append((*route.Of(c))[:0], point{1, 2})
	}}}
	in := decider.Input{}
	var text []byte
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		if err := decider.TickBehaviorTree(m, agent, in); err != nil {
			t.Fatal(err)
		}
		*hunger.Of(m)++
		text = text[:0]
		for v, next := m.ValueAt(0); next >= 0; v, next = m.ValueAt(next) {
			if v.Key != "route" {
				text = v.AppendText(text)
			}
		}
	}))
	assert.Equal(t, `202"glad"`, string(text))
}

func BenchmarkOf(b *testing.B) {
	hunger := blackboard.Key[float32]{Name: "hunger"}
	tries := blackboard.Key[int]{Name: "tries", Scope: blackboard.Decider}
	tree := decider.MustInitializeTreeData(root(decider.Keys{&hunger, &tries}, group("NEST", nil, leaf("EAT"))))
	m := tree.NewMemory(nil, 1)
	for name, f := range map[string]func(*context){
		"agent":   func(c *context) { *hunger.Of(c)++ },
		"decider": func(c *context) { *tries.Of(c)++ },
	} {
		b.Run(name, func(b *testing.B) {
			_ = tick(m, code{"EAT": func(c *context) {
				for b.Loop() {
					f(c)
				}
			}})
		})
	}
}
