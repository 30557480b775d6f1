package history

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/declaration"
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

// SetValue sets a part of a value on an agent's blackboard: the value's key, the field ("At.X", "Seen[3]"; "" for a value without
// fields) and the new value as text, as Moment.Values has them. decider says whose value it is if several deciders list a key of
// scope Decider; else it is "". A wrong key, field or text changes nothing, and the error is a [*ValueError].
func (b *Branch) SetValue(agent world.AgentID, key, decider, field, text string) error {
	m, err := b.member(agent)
	if err != nil {
		return err
	}
	d, ok := m.Tree().(*description.Tree)
	if !ok {
		return errNotDescribed
	}
	value, told, err := valueNamed(d, key, decider)
	if err != nil {
		return err
	}
	return m.EditValue(uint64(agent), value, func(bytes []byte) error {
		err := told.Set(bytes, field, text)
		if bytes == nil {
			err = fmt.Errorf("its type %s has pointers, so it lies outside the agent's memory; change it with Branch.Run", told.Name)
		}
		if err != nil {
			return &ValueError{Agent: agent, Key: key, Err: err}
		}
		return nil
	})
}

// valueNamed finds the number of a value in a tree, and its type.
func valueNamed(d *description.Tree, name, of string) (value int, told *description.Type, err error) {
	var keys, deciders []string
	found := -1
	for i, v := range d.Values {
		k := &d.Keys[v.Key]
		if k.Name != name {
			keys = append(keys, k.Name)
			continue
		}
		holder := d.Deciders[d.Places[v.Place].Decider].Name
		if of != "" && k.Scope == declaration.DeciderScope && holder != of {
			deciders = append(deciders, holder)
			continue
		}
		if found >= 0 {
			return 0, nil, &ValueError{Key: name, Err: fmt.Errorf("several deciders have it, such as %s and %s; say which one's",
				d.Deciders[d.Places[d.Values[found].Place].Decider].Name, holder)}
		}
		found = i
	}
	slices.Sort(keys)
	slices.Sort(deciders)
	switch {
	case found >= 0:
		return found, &d.Keys[d.Values[found].Key].Type, nil
	case len(deciders) > 0:
		return 0, nil, &ValueError{Key: name, Err: fmt.Errorf("decider %q does not have it, but %s", of, strings.Join(slices.Compact(deciders), ", "))}
	case len(keys) == 0:
		return 0, nil, &ValueError{Key: name, Err: errors.New("the agent's tree has no blackboard")}
	}
	return 0, nil, &ValueError{Key: name, Err: fmt.Errorf("the agent's tree has no such key; it has %s", strings.Join(slices.Compact(keys), ", "))}
}

// ValueError says why a blackboard value cannot be set.
type ValueError struct {
	Agent world.AgentID // 0 if its tree is at fault
	Key   string
	Err   error // what is wrong, and the remedy
}

func (e *ValueError) Error() string {
	return fmt.Sprintf("history: the value %q cannot be set: %v", e.Key, e.Err)
}

func (e *ValueError) Unwrap() error { return e.Err }

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
