package inspect

import (
	"cmp"
	"errors"
	"iter"
	"slices"
	"strings"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/wire"
	"github.com/decidertree/decidertree/world"
)

// members are the crowds of a world and its single agents.
type members struct {
	registry *registry
	recorder *history.Recorder
	all      []*member
	crowded  map[string]*member
	singles  map[uint64]*member
	agents   int
	spied    bool // our observer is set
	spying   event.Observer
}

type member struct {
	engine.Member
	name   string
	tree   int    // its number in the registry
	single uint64 // the agent; 0 for a crowd
	named  uint64 // agents up to this ID have been asked for their names; later ones have higher IDs

	recorded bool
	refused  error // why it cannot be recorded
}

// list updates the members; news reports whether they have changed.
func (m *members) list(w *world.World) (news bool, err error) {
	tools := w.Tools(key)
	if m.crowded == nil {
		m.crowded, m.singles, news = map[string]*member{}, map[uint64]*member{}, true
	}
	before, agents := len(m.all), m.agents
	m.all, m.agents = m.all[:0], 0
	var errs []error
	for _, tool := range tools {
		known, fresh := m.know(tool)
		if fresh {
			news = true
			errs = append(errs, m.take(known))
		}
		m.all = append(m.all, known)
		m.agents += tool.Len()
	}
	if len(m.singles) > 2*len(tools)+64 { // many are gone
		clear(m.singles)
		for _, known := range m.all {
			if known.single != 0 {
				m.singles[known.single] = known
			}
		}
	}
	return news || before != len(m.all) || agents != m.agents, errors.Join(errs...)
}

// know finds a member or adds it.
func (m *members) know(tool engine.Member) (known *member, fresh bool) {
	name := tool.Name()
	if name != "" {
		known = m.crowded[name]
	} else {
		for id := range tool.Agents() {
			if known = m.singles[id]; known == nil {
				known = &member{single: id, tree: m.registry.add(tool)}
				m.singles[id], fresh = known, true
			}
		}
		if known == nil { // it is gone
			known = &member{}
		}
	}
	if known == nil {
		known = &member{name: name, tree: m.registry.add(tool)}
		m.crowded[name], fresh = known, true
	}
	if !fresh && known.single == 0 && known.Member != nil && tool.Fingerprint() != known.Fingerprint() {
		known.tree = m.registry.add(tool)
	}
	known.Member = tool
	return known, fresh
}

// take observes a new member if there are breakpoints.
func (m *members) take(known *member) error {
	if m.spied {
		return known.Spy(m.spying)
	}
	return nil
}

// record starts or stops recording all.
func (m *members) record(on bool) error {
	var errs []error
	for _, known := range m.all {
		if known.recorded == on {
			continue
		}
		known.recorded = on
		if on {
			known.refused = known.Record(decider.Recorder(m.recorder))
			errs = append(errs, known.refused)
		} else {
			errs = append(errs, known.Record(nil))
		}
	}
	return errors.Join(errs...)
}

// spy sets the observer of all members; nil removes it.
func (m *members) spy(o event.Observer) error {
	m.spied, m.spying = o != nil, o
	var errs []error
	for _, known := range m.all {
		if o == nil {
			errs = append(errs, known.Spy(nil))
		} else {
			errs = append(errs, known.Spy(o))
		}
	}
	return errors.Join(errs...)
}

// release removes recorder and observer.
func (m *members) release() {
	for _, known := range m.all {
		// An error means that the world is closed: then nothing is left to release.
		_ = known.Record(nil)
		_ = known.Spy(nil)
	}
	m.all = nil
}

// crowds lists the crowds, and the single agents as one more, with their tree if they have the same.
func (m *members) crowds() []wire.CrowdInfo {
	all := []wire.CrowdInfo{}
	singles, tree, several := 0, 0, false
	for _, known := range m.all {
		if known.single != 0 {
			several = several || singles > 0 && known.tree != tree
			tree = known.tree
			singles++
		} else if known.name != "" {
			all = append(all, wire.CrowdInfo{Name: known.name, Tree: m.registry.print(known.tree), Agents: known.Len()})
		}
	}
	if singles > 0 {
		of := wire.CrowdInfo{Agents: singles}
		if !several {
			of.Tree = m.registry.print(tree)
		}
		all = append(all, of)
	}
	return all
}

// of finds the member that has an agent; nil for none.
func (m *members) of(w *world.World, id world.AgentID) engine.Member { return w.ToolOf(key, id) }

// unrecorded says why nothing is recorded of an agent; "" if it only has not ticked yet.
func (m *members) unrecorded(w *world.World, id world.AgentID) string {
	of := m.of(w, id)
	if of == nil {
		return ""
	}
	known := m.singles[uint64(id)]
	if name := of.Name(); name != "" {
		known = m.crowded[name]
	}
	err := m.recorder.Full()
	if known != nil && known.refused != nil {
		err = known.refused
	}
	if err == nil {
		return ""
	}
	return err.Error()
}

// held yields the agents that are held to something.
func (m *members) held() iter.Seq2[uint64, *engine.Holds] {
	return func(yield func(uint64, *engine.Holds) bool) {
		for _, known := range m.all {
			if known.Member == nil {
				continue
			}
			for id := range known.Agents() {
				if h := known.Holds(id); h != nil && id <= maxAgentID && !yield(id, h) {
					return
				}
			}
		}
	}
}

// maxHeld limits the agents of a wire.Held.
const maxHeld = 500

// holds lists the agents that are held to something.
func (g *game) holds() wire.Held {
	to := wire.Held{Agents: []wire.HeldAgent{}}
	for id, holds := range g.members.held() {
		h := heldOf(holds)
		to.Agents = append(to.Agents, wire.HeldAgent{
			Agent: id, Set: namedFlags(g.o.Names.Decision, h.set), Clear: namedFlags(g.o.Names.Decision, h.clear), Deciders: append([]wire.Override{}, h.deciders...),
		})
	}
	slices.SortFunc(to.Agents, func(a, b wire.HeldAgent) int { return cmp.Compare(a.Agent, b.Agent) })
	if to.More = len(to.Agents) - maxHeld; to.More > 0 {
		to.Agents = to.Agents[:maxHeld]
	}
	to.More = max(to.More, 0)
	return to
}

// held are an agent's overrides and held flags.
type held struct {
	set, clear uint64
	deciders   []wire.Override
}

func heldOf(h *engine.Holds) (to held) {
	if h == nil {
		return held{}
	}
	to.set, to.clear = h.Set, h.Clear
	for _, d := range h.Deciders {
		how := "forced"
		if event.Override(d.Override) == event.Forbidden {
			how = "forbidden"
		}
		to.deciders = append(to.deciders, wire.Override{Decider: d.Name, How: how})
	}
	slices.SortFunc(to.deciders, func(a, b wire.Override) int { return strings.Compare(a.Decider, b.Decider) })
	return to
}
