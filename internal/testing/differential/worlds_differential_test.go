package differential_test

import (
	"fmt"
	"testing"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/testing/randomtree"
	"github.com/decidertree/decidertree/stimuli"
)

// TestDifferentialWorlds is TestDifferential for several agents that share a world: its gates, squads, barriers and messages.
// The agents are ticked in a random order in each frame. Package world and the engine must agree with the reference and its
// plain world in everything that TestDifferential compares and, after each frame, in the members of all gates and squads.
// The environment variables are the same.
func TestDifferentialWorlds(t *testing.T) {
	differ(t, func(s randomtree.Source, cover coverage) (played, *mismatch) {
		if tr, m := playWorlds(s, cover, false); tr != nil {
			return tr, m
		}
		return nil, nil
	}, neededInWorlds())
}

// neededInWorlds returns everything that must occur if agents share a world.
func neededInWorlds() []string {
	need := []string{
		event.FailedRole.String(), event.FailedSquad.String(), event.FailedGate.String(),
		event.FailedOverride.String(), "forced Accepted", "forced " + event.FailedSquad.String(), "forced " + event.FailedGate.String(),
		"a gate was shut for all", "a gate was shut for an agent", "a gate opened again", "a gate opened again for an agent",
		"a place in a gate was not used", conditionShared,
		"a squad of 1 was made up", "a squad of 2 was made up", "a squad of 3 was made up", "a squad was larger than its world",
		"an older want came before one of a lower ID",
		"an agent was passed over for the roles it can play", "an agent got a later role for the sake of another",
		"a member was done", "a member left a squad that goes on", "a member of a dissolved squad was told",
		"a barrier opened for 1", "a barrier opened for 2", "a barrier opened for 3",
		event.Waiting.String(), "pending " + event.FailedSquad.String(), "pending " + event.FailedGate.String(),
		"did send", "did squad", "did plug", "did unplug", "did resetBelow", "did Reset", "did Close", "did panic", "did Fail",
	}
	for r := behavior.Succeeded; r <= behavior.Removed; r++ {
		need = append(need, "left "+r.String())
	}
	return need
}

// playWorlds runs one trial from a source's choices. It returns nil if a tree was refused.
func playWorlds(s randomtree.Source, cover coverage, crowd bool) (*worldTrial, *mismatch) {
	t := newWorldTrial(s, cover, crowd)
	if t == nil {
		return nil, nil
	}
	defer func() {
		for what, n := range t.sides[0].(*referencePopulation).world.Happened {
			cover[what] += n
		}
	}()
	for i := range t.runs {
		t.watch(1, i, 5)
	}
	restless, lazy := 1+s.Choose(6), []int{0, 0, 8, 3}[s.Choose(4)]
	if crowd {
		lazy = 0
	}
	for range 10 + s.Choose(60) {
		if m := t.step(s, restless, lazy); m != nil {
			return t, m
		}
	}
	for _, agent := range t.order(s, 0) {
		if m := t.each(agent, "Close", (*actor).Close); m != nil {
			return t, m
		}
	}
	return t, nil
}

// step changes some inputs and ticks. One in lazy agents is not ticked; 0 ticks all.
func (t *worldTrial) step(s randomtree.Source, restless, lazy int) *mismatch {
	agent := s.Choose(len(t.runs))
	if chance(s, restless) {
		i := s.Choose(4)
		for other := range t.flags {
			if other == agent || chance(s, 2) {
				t.flags[other] ^= 1 << i
			}
		}
	}
	if chance(s, restless) {
		fact := s.Choose(8)
		for other := range t.runs {
			if other == agent || chance(s, 3) {
				t.everywhere(other, "fact", func(a *actor) { a.subject.Facts ^= 1 << fact })
			}
		}
	}
	if chance(s, 1+restless) {
		t.addStimulus(agent, stimuli.StimuliFlags(1)<<s.Choose(4), uint64(s.Choose(50)), float64(s.Choose(8))/8)
	}
	if chance(s, 6) {
		t.watch(2, agent, event.Level(s.Choose(7)-1))
	}
	if m := t.meddle(s, agent); m != nil {
		return m
	}
	return t.tick([]float64{1. / 16, 0, 1. / 8, 1. / 3, 1}[min(s.Choose(10), 4)], t.order(s, lazy))
}

// order returns the agents to tick in a random order.
func (t *worldTrial) order(s randomtree.Source, lazy int) (order []int) {
	for i := range t.runs {
		if lazy == 0 || !chance(s, lazy) {
			at := len(order) - s.Choose(len(order)+1)
			order = append(order[:at:at], append([]int{i}, order[at:]...)...)
		}
	}
	return order
}

// meddle sometimes changes an agent from outside.
func (t *worldTrial) meddle(s randomtree.Source, agent int) *mismatch {
	f := t.set
	if chance(s, 60) {
		return t.each(agent, "Reset", (*actor).Reset)
	}
	if chance(s, 200) {
		return t.each(agent, "Close", (*actor).Close)
	}
	if len(f.Names) > 0 && chance(s, 30) {
		name := f.Names[s.Choose(len(f.Names))]
		return t.each(agent, "ResetBelow "+name, func(a *actor) error { return a.ResetBelow(name) })
	}
	if t.held && chance(s, 5) {
		name, o := chooseOverride(s, f)
		return t.each(agent, fmt.Sprintf("override %s %d", name, o), func(a *actor) error { return a.Override(name, o) })
	}
	if len(f.Slots) == 0 || !chance(s, 4) {
		return nil
	}
	slot := f.Slots[s.Choose(len(f.Slots))]
	if chance(s, 3) {
		return t.each(agent, "unplug "+slot.Name, func(a *actor) error { return a.Unplug(slot) })
	}
	plug := t.trees[min(1+s.Choose(len(t.trees)), len(t.trees)-1)]
	return t.each(agent, "plug into "+slot.Name, func(a *actor) error { return a.Plug(slot, plug) })
}
