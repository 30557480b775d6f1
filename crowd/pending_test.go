package crowd_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/world"
)

// thrower is an agent whose behaviors end after some ticks.
type thrower struct{}

// lasting is a behavior that ends with a status after some ticks.
func lasting(name string, ticks int, ends behavior.Status) *behavior.WithBlock[*thrower, int] {
	return &behavior.WithBlock[*thrower, int]{Name: name, Tick: func(_ *behavior.Context[*thrower], done *int) behavior.Status {
		if *done++; *done < ticks {
			return behavior.Running
		}
		return ends
	}}
}

// activation is a behavior that began.
type activation struct {
	name   string
	frame  int
	claims int // that were filed before
}

// activations collects what begins.
type activations struct {
	all    []activation
	frame  int
	claims int
}

func (a *activations) ObserveLevel(world.AgentID) event.Level { return 5 }

func (a *activations) Observe(e *event.Event) {
	switch {
	case e.Kind == event.Asked && e.Pending:
		a.claims++
	case e.Kind == event.Activated:
		a.all = append(a.all, activation{e.Decider.Name, a.frame, a.claims})
	}
}

// entriesOf counts the activations of a name.
func (a *activations) entriesOf(name string) (n int) {
	for _, one := range a.all {
		if one.name == name {
			n++
		}
	}
	return n
}

// playAlone plays one agent in a world, and playInCrowd one agent in a crowd.
func playAlone(t *testing.T, root *decider.Decider[*thrower], frames int) *activations {
	tree, err := decider.InitializeTreeData(root)
	require.NoError(t, err)
	w, seen := world.New(world.Options{}), &activations{}
	m := tree.NewMemory(w, 0)
	m.Observe(seen)
	for seen.frame = range frames {
		require.NoError(t, w.Advance(0.125))
		require.NoError(t, decider.TickBehaviorTree(m, &thrower{}, decider.Input{Time: w.Time(), DT: w.DT()}))
	}
	return seen
}

func playInCrowd(t *testing.T, root *decider.Decider[*thrower], frames int) *activations {
	tree, err := decider.InitializeTreeData(root)
	require.NoError(t, err)
	w, seen := world.New(world.Options{}), &activations{}
	c, err := crowd.New(w, tree, crowd.Options[*thrower]{Name: "THROWERS", Workers: 1})
	require.NoError(t, err)
	require.NoError(t, c.Observe(seen))
	_, err = c.Add(&thrower{})
	require.NoError(t, err)
	for seen.frame = range frames {
		require.NoError(t, w.Advance(0.125))
		_, err := c.Tick()
		require.NoError(t, err)
	}
	return seen
}

// One agent in a crowd passes a free gate under every policy: each entry takes one frame more than alone.
func TestGatesUnderEveryPolicyInACrowd(t *testing.T) {
	const frames = 60
	for policy := range decider.Concurrent + 1 {
		for _, second := range []bool{false, true} {
			if second && policy != decider.Sequence && policy != decider.Sequential && policy != decider.ReactiveSequence {
				continue
			}
			t.Run(fmt.Sprintf("%v, second step: %v", policy, second), func(t *testing.T) {
				throw := &decider.Decider[*thrower]{Name: "THROW", Gate: &world.Gate{Name: "GRENADE", Max: 1}, Behavior: lasting("THROW", 2, behavior.Success)}
				charge := &decider.Decider[*thrower]{Name: "CHARGE", Behavior: lasting("CHARGE", 2, behavior.Success)}
				root := &decider.Decider[*thrower]{Name: "ROOT", Policy: policy, Children: decider.Children[*thrower]{throw, charge}}
				if second {
					root.Children = decider.Children[*thrower]{charge, throw}
				}
				alone, inCrowd := playAlone(t, root, frames).entriesOf("THROW"), playInCrowd(t, root, frames).entriesOf("THROW")
				t.Logf("alone %d, in a crowd %d", alone, inCrowd)
				assert.Positive(t, inCrowd)
				assert.GreaterOrEqual(t, 2*inCrowd+1, alone)
			})
		}
	}
}

// waiting are the policies under which a group waits at a pending child, so that what begins does not depend on when the
// answer comes. (A ReactiveSequence waits too, but one around a group that waits may cancel it.)
var waiting = []decider.Policy{decider.Sequential, decider.SequentialLooping, decider.Sequence, decider.Selector}

// randomThrower is a random tree of waiting groups with gates.
func randomThrower(random *rand.Rand) *decider.Decider[*thrower] {
	named := 0
	gates := []*world.Gate{{Name: "ONE", Max: 1}, {Name: "TWO", Max: 2}}
	var grow func(depth int) *decider.Decider[*thrower]
	grow = func(depth int) *decider.Decider[*thrower] {
		named++
		d := &decider.Decider[*thrower]{Name: fmt.Sprintf("D%d", named)}
		if depth > 0 && random.IntN(2) == 0 {
			d.Gate = gates[random.IntN(len(gates))]
			if random.IntN(4) == 0 {
				d.Options |= decider.Wait
			}
		}
		if depth > 0 && random.IntN(6) == 0 {
			d.Modifiers.Outcome = decider.Inverted
		}
		if depth < 3 && (depth == 0 || random.IntN(2) == 0) {
			d.Policy = waiting[random.IntN(len(waiting))]
			for range 1 + random.IntN(3) {
				d.Children = append(d.Children, grow(depth+1))
			}
			return d
		}
		d.Behavior = lasting(d.Name, 1+random.IntN(3), []behavior.Status{behavior.Success, behavior.Failure}[random.IntN(2)])
		return d
	}
	return grow(0)
}

// An agent in a crowd does what it does alone in a world, at most one frame later for each claim.
func TestAnAgentInACrowdDoesWhatItDoesAlone(t *testing.T) {
	claims := 0
	for seed := range uint64(500) {
		root := randomThrower(rand.New(rand.NewPCG(seed, 33)))
		alone, inCrowd := playAlone(t, root, 100), playInCrowd(t, root, 60)
		for i, is := range inCrowd.all {
			require.Less(t, i, len(alone.all), "seed %d: more begins in the crowd", seed)
			want := alone.all[i]
			require.Equal(t, want.name, is.name, "seed %d: activation %d", seed, i)
			require.LessOrEqual(t, is.frame, want.frame+is.claims, "seed %d: activation %d of %s comes too late", seed, i, is.name)
		}
		claims += inCrowd.claims
	}
	assert.Greater(t, claims, 2000)
}
