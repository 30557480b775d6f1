package games

import (
	"bytes"
	"errors"
	"maps"
	"slices"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// This file moves worlds to other worlds and processes by snapshots.

// kept is a world and its agents as snapshots.
type kept struct {
	World   []byte
	Singles map[world.AgentID][]byte
	Stimuli map[world.AgentID][]byte
}

// keep takes snapshots of everything; nil where that is refused.
func (m *match) keep() *kept {
	k := &kept{Singles: map[world.AgentID][]byte{}, Stimuli: map[world.AgentID][]byte{}}
	if m.world.Closed() {
		return nil
	}
	err := m.quietly("World.Snapshot", func() error {
		var data bytes.Buffer
		err := m.world.Snapshot(&data)
		k.World = data.Bytes()
		return err
	})
	for _, a := range m.singles() {
		err = errors.Join(err, m.quietly("Memory.Snapshot", func() error {
			var data bytes.Buffer
			err := a.memory.Snapshot(&data)
			k.Singles[a.id] = data.Bytes()
			if err == nil {
				k.Stimuli[a.id], err = a.stimuli.MarshalBinary()
			}
			return err
		}))
	}
	if err != nil {
		return nil // a panic was let through in one of them
	}
	return k
}

// revive makes a new world of snapshots. The agents are copies.
func (m *match) revive(k *kept, workers int) *match {
	n := match{forest: m.forest, way: m.way, world: world.New(world.Options{}), report: m.report, sum: m.sum, text: m.text}
	n.tokens = slices.Clone(m.tokens)
	n.exits.Store(m.exits.Load())
	copies := map[*actor]*actor{}
	byID := map[world.AgentID]*actor{}
	for _, a := range m.actors {
		s := *a.subject
		b := &actor{
			herd: a.herd, subject: &s, id: a.id, gone: a.gone, up: maps.Clone(a.up), traps: slices.Clone(a.traps), overrides: maps.Clone(a.overrides),
			tree: a.tree, flags: a.flags, letPanics: a.letPanics, listens: a.listens, ended: a.ended,
		}
		if a.observer != nil {
			o := *a.observer
			b.observer = &o
		}
		b.enter(&n)
		copies[a], byID[a.id] = b, b
		n.actors = append(n.actors, b)
	}
	for _, h := range m.herds {
		c := &herd{name: h.name, tree: h.tree, stimuli: h.stimuli, letPanics: h.letPanics}
		for _, a := range h.actors {
			c.actors = append(c.actors, copies[a])
		}
		for _, b := range n.actors {
			if b.herd == h {
				b.herd = c
			}
		}
		n.herds = append(n.herds, c)
		_ = n.populate(c, workers, func(id world.AgentID) (*subject, bool) { return byID[id].subject, !byID[id].gone })
		if h.observer != nil {
			o := *h.observer
			c.observer = &o
		}
	}
	if m.saved != nil {
		n.saved = &savedActor{copies[m.saved.of], m.saved.tree, m.saved.up, m.saved.data}
	}
	whole := func(lost world.Migration, err error) error {
		if lost.Changed || len(lost.Lost) > 0 {
			m.report.fail("restored in frame %d, these were lost: %v", m.world.Frame(), lost)
		}
		return err
	}
	n.must("World.Restore", func() error { return whole(n.world.Restore(bytes.NewReader(k.World))) })
	for _, b := range n.singles() {
		b.stimuli = stimuli.NewSet(3)
		b.memory = b.tree.NewMemory(n.world, b.id)
		n.must("Memory.Restore", func() error {
			if err := b.stimuli.UnmarshalBinary(k.Stimuli[b.id]); err != nil {
				return err
			}
			how := decider.Restoring[*subject]{Trees: n.plugged()}
			if b.listens {
				how.Stimuli = b.stimuli
			}
			return whole(b.memory.Restore(bytes.NewReader(k.Singles[b.id]), b.subject, how))
		})
	}
	n.reattach()
	n.sum, n.text = m.sum, m.text
	return &n
}

// reattach sets what snapshots do not hold.
func (m *match) reattach() {
	for _, h := range m.herds {
		if h.observer != nil {
			m.must("Crowd.Observe", func() error { return h.crowd.Observe(h.observer) })
		}
		if h.letPanics && len(h.actors) > 0 {
			m.memory(h.actors[0]).LetPanics(true)
		}
	}
	for _, a := range m.living() {
		for _, name := range slices.Sorted(maps.Keys(a.overrides)) {
			m.override(a, name, a.overrides[name])
		}
		if a.herd == nil {
			a.memory.LetPanics(a.letPanics)
			if a.observer != nil {
				a.memory.Observe(a.observer)
			}
		}
	}
}

// must makes a call that must not fail.
func (m *match) must(what string, f func() error) {
	if err := m.call(what, f); err != nil {
		m.report.fail("%s: %v", what, err)
	}
}

// become makes a match another one.
func (m *match) become(n *match) {
	exits := n.exits.Load()
	*m = match{
		forest: n.forest, way: n.way, world: n.world, herds: n.herds, actors: n.actors, tokens: n.tokens, saved: n.saved, report: n.report, sum: n.sum, text: n.text,
		ahead: m.ahead, game: m.game, hand: m.hand, children: m.children,
	}
	m.exits.Store(exits)
	for _, a := range m.actors {
		a.match = m
	}
}

// restore goes on in a new world, restored from snapshots.
func (m *match) restore() {
	if !m.way.moves || m.forked {
		return
	}
	k := m.keep()
	if k == nil {
		return
	}
	m.replay()
	recorded := m.recorder != nil
	m.become(m.revive(k, m.way.workers))
	if recorded {
		m.record()
	}
	m.report.Restored++
}
