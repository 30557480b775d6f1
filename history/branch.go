package history

import (
	"fmt"
	"slices"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/description"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/tick"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// Branch is a game that was loaded for a fork, between two frames. A change is made through it.
type Branch struct{ run Run }

// Run returns the game's own Run, for changes that only the game can make.
func (b *Branch) Run() Run { return b.run }

// World returns the branch's world.
func (b *Branch) World() *world.World { return b.run.World() }

// SetFlags holds these decision flags of an agent set and those cleared from now on, whatever the game passes. Flags
// in neither are the game's again.
func (b *Branch) SetFlags(agent world.AgentID, set, clear decider.DecisionFlags) error {
	m, err := b.member(agent)
	if err != nil {
		return err
	}
	next := m.Holds(uint64(agent)).Copy()
	next.Set, next.Clear = uint64(set&^clear), uint64(clear)
	return m.Hold(uint64(agent), next.Any())
}

// Override forces or forbids a decider for an agent from now on, as Memory.Override does.
func (b *Branch) Override(agent world.AgentID, name string, o event.Override) error {
	m, err := b.member(agent)
	if err != nil {
		return err
	}
	if err := hasDecider(m, name); err != nil {
		return err
	}
	return m.Hold(uint64(agent), tick.Overridden(m.Holds(uint64(agent)), name, o))
}

// hasDecider is the error for a decider that no agent of a member can have.
func hasDecider(m engine.Member, name string) error {
	if d, ok := m.Tree().(*description.Tree); ok && len(d.Slots) == 0 && !slices.ContainsFunc(d.Deciders,
		func(d description.Decider) bool { return d.Name == name }) {
		return fmt.Errorf("%w: %q", decider.ErrNoDecider, name)
	}
	return nil
}

// Stimulate adds a stimulus that the agent's next tick sees.
func (b *Branch) Stimulate(agent world.AgentID, s stimuli.Stimulus) error {
	m, err := b.member(agent)
	if err != nil {
		return err
	}
	return m.Stimulate(uint64(agent), s)
}

// Reset resets the agent, as Memory.Reset does.
func (b *Branch) Reset(agent world.AgentID) error {
	m, err := b.member(agent)
	if err != nil {
		return err
	}
	return m.Reset(uint64(agent))
}

// member finds the crowd or memory of an agent.
func (b *Branch) member(agent world.AgentID) (engine.Member, error) {
	if m := b.run.World().ToolOf(key, agent); m != nil {
		return m, nil
	}
	return nil, fmt.Errorf("history: agent %d: %w", agent, world.ErrGone)
}
