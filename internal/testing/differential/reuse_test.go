package differential_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/testing/randomtree"
	"github.com/decidertree/decidertree/internal/testing/reference"
	"github.com/decidertree/decidertree/internal/testing/trials"
	"github.com/decidertree/decidertree/world"
)

// An agent in a used memory does what it does in a new one: in random worlds, with gates, squads and messages, agents die at
// any time, and others take their memories, by Reuse on one side and through pools on the other. They must agree with the
// reference, in which each agent is new, in every call, event, status, error and byte.
func TestReusedMemoriesAreNew(t *testing.T) {
	enough, lives := trials.Count(25, 600), 0
	cover := coverage{}
	for seed, tried := uint64(1), 0; tried < enough; seed++ {
		s := randomtree.RandomSource(seed)
		tr := newWorldTrial(s, cover, false)
		if tr == nil {
			continue
		}
		tried++
		tr.later = map[int]world.AgentID{}
		pools := make([]*decider.Pool[*randomtree.Subject], len(tr.trees))
		for i, tree := range tr.trees {
			pools[i] = tree.NewPool(s.Choose(3))
		}
		for i := range tr.runs {
			tr.watch(1, i, 5)
		}
		restless := 1 + s.Choose(6)
		for range 10 + s.Choose(60) {
			if chance(s, 4) {
				lives++
				if m := tr.another(s.Choose(len(tr.runs)), world.AgentID(100+lives), pools); m != nil {
					t.Fatalf("seed %d: %s", seed, tr.report(m))
				}
			}
			if m := tr.step(s, restless, 0); m != nil {
				t.Fatalf("seed %d: %s", seed, tr.report(m))
			}
		}
		for agent := range tr.runs {
			if m := tr.each(agent, "Close", (*actor).Close); m != nil {
				t.Fatalf("seed %d: %s", seed, tr.report(m))
			}
		}
	}
	for _, what := range []string{"did send", "did panic", "did Close", "left Closed"} {
		assert.NotZero(t, cover[what], what)
	}
	t.Logf("%d memories were reused", lives)
}

// another closes an agent in each population and puts another in its place.
func (t *worldTrial) another(agent int, id world.AgentID, pools []*decider.Pool[*randomtree.Subject]) *mismatch {
	run, sides := t.runs[agent], map[*actor]int{}
	for i, side := range t.sides {
		sides[side.agents()[agent]] = i
	}
	t.later[agent] = id
	m := t.each(agent, fmt.Sprint("another, ", id), func(a *actor) (err error) {
		switch was := a.interpreter.(type) {
		case plain:
			err = was.Close()
			in := t.sides[sides[a]].(*referencePopulation).world
			a.interpreter = plain{t.reference(run, agent, in)}
		case fast:
			err = reborn(&was, sides[a], run, t.sides[sides[a]].(*enginePopulation).world, id, pools)
			a.interpreter = was
		}
		return err
	})
	for a := range sides {
		fresh := t.actor(agent)
		a.subject, a.stimuli = fresh.subject, fresh.stimuli
		a.subject.Inside = a
		if r, is := a.interpreter.(plain); is {
			a.subject.Peers = peers{t.sides[sides[a]].(*referencePopulation).world, id, r.Reference}
			a.history = newHistory(t.set)
			a.history.own = t.roots[run].Name
		}
		a.listen()
	}
	return m
}

// listen observes and records a new agent as the one before it.
func (a *actor) listen() {
	if a.watched {
		a.Observe(&a.recorder)
	}
	if a.echo != nil {
		a.record()
	}
}

// reborn gives a memory to another agent, or exchanges it for one of a pool.
func reborn(m *fast, side, run int, w *world.World, id world.AgentID, pools []*decider.Pool[*randomtree.Subject]) error {
	if side == 1 {
		return m.Reuse(id)
	}
	err := pools[run].Put(m.Memory)
	if errors.Is(err, decider.ErrNotPooled) { // the first one
		err = m.Close()
	}
	next, refused := pools[run].Get(w, id)
	if refused != nil {
		return refused
	}
	m.Memory = next
	return err // of the Deactivates
}

// The same without a world, where an agent may have the ID of the one before.
func TestReusedAlone(t *testing.T) {
	lives := 0
	playAlone(t, trials.Count(25, 600), func(s randomtree.Source, tr *trial) *mismatch {
		agent := s.Choose(len(tr.scenes[0].actors))
		id := world.AgentID(1 + s.Choose(3))
		m := tr.each(agent, fmt.Sprint("another: ", id), func(a *actor) (err error) {
			switch was := a.interpreter.(type) {
			case plain:
				err = was.Close()
				r, made := reference.NewReference(tr.set.Root, nil, id)
				require.NoError(t, made)
				r.Declare(tr.tree, tr.set.Root)
				for i, plug := range tr.plugs {
					r.Declare(plug, tr.set.Plugs[i])
				}
				a.interpreter = plain{r}
			case fast:
				err = was.Reuse(id)
			}
			return err
		})
		if m != nil {
			return m
		}
		for i, sc := range tr.scenes {
			a := sc.actors[agent]
			if a.listen(); i == 0 {
				a.history = newHistory(tr.set)
			}
		}
		lives++
		return nil
	}, func(*trial) *mismatch { return nil })
	t.Logf("%d memories were reused", lives)
}
