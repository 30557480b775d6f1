package history

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/description"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/replay"
	"github.com/decidertree/decidertree/internal/tape"
	"github.com/decidertree/decidertree/state"
	"github.com/decidertree/decidertree/world"
)

// Moment is one tick of an agent in full: its events, and the tree before and after.
type Moment struct {
	Tick
	Asked  uint64 // the requested frame
	Slept  bool   // the agent did not tick in that frame: this is its last tick before
	Began  bool   // recording began here, or the memory was replaced: the state before is not known
	Tree   *description.Tree
	Trees  map[string]*description.Tree // the recording's other trees, by the name of their root
	Gates  []world.GateState            // as Recording.Gates returns them
	Squads []world.SquadState           // as Recording.Squads returns them
	Events []event.Event                // of level 5, in order, including those of operations in the same frame
	Before []state.Decider              // the whole tree before, in the order of Memory.StateAt; nil if it is not known
	After  []state.Decider              // the same after
	Then   []state.Decider              // After with the gates and squads at the end of frame Asked; nil if the agent ticked in it
	Blocks []Block                      // of the deciders that were active before or are after
	Values []Block                      // of the blackboard
	Errs   []error                      // of user code, in this tick
	values []state.Value
}

// Block is the memory of a behavior, or a blackboard value.
type Block struct {
	Key     string               // of a blackboard value
	Scope   declaration.KeyScope // of a blackboard value
	Place   int                  // of Decider, in the order of its tree
	Tree    event.Label          // the root of that tree
	Decider event.Label          // the block's or value's; for the scopes Agent and Tree the root
	Type    *description.Type
	Before  []byte  // nil if the decider was not active, and for types with pointers, which are not recorded
	After   []byte  // the same after the tick
	Fields  []Field // the same as text
}

// Field is a part of a block or value, as text.
type Field struct {
	Name    string // "Path[0].X"; "" for a value without parts
	Type    string
	Before  string // "" if there was none
	After   string
	Changed bool
}

// At executes the agent's tick of a frame again and returns everything about it. If the agent did not tick in that
// frame, the result is its last tick before: then Moment.Frame is less than the requested frame, and Slept is true.
// The error wraps [ErrNotRecorded], also for frames after the last of the recording and those in which the agent was not
// chosen ([Recorder.Choose]), or [ErrDiverged].
func (rec *Recording) At(agent world.AgentID, frame uint64) (*Moment, error) {
	r := rec.rows(agent)
	if r == nil {
		return nil, rec.notRecorded(agent, frame)
	}
	d, err := r.tree.told()
	if err != nil {
		return nil, err
	}
	at, missing, ok := rec.lastBefore(r, frame)
	if missing != nil {
		e := rec.notRecorded(agent, frame)
		e.GapFrom, e.GapTo = missing.from, missing.to
		return nil, e
	}
	if _, last, known := rec.Frames(); !known && at < frame || known && frame > last {
		ok = false // not known yet
	}
	if !ok {
		return nil, rec.notRecorded(agent, frame)
	}
	p, err := rec.player(r.tree)
	if err != nil {
		return nil, err
	}
	m := &Moment{Asked: frame, Slept: at < frame, Tree: d, Trees: map[string]*description.Tree{}}
	err = p.guard(&take{Take: tape.Take{Agent: r.agent, Frame: at}}, func() error { return m.play(rec, r, p, at) })
	r.tree.give(p, err)
	if err != nil {
		return nil, err
	}
	for _, t := range slices.Backward(rec.trees) {
		if other, err := t.told(); err == nil && other != d && m.Trees[other.Name] == nil {
			m.Trees[other.Name] = other
		}
	}
	m.Gates, _ = rec.Gates(m.Frame)
	m.Squads, _ = rec.Squads(m.Frame)
	return m, nil
}

// gap is a stretch of frames in which an agent was not chosen; to is 0 if it has not been chosen since.
type gap struct{ from, to uint64 }

// lastBefore is the last frame of an agent's takes up to a frame, and the gap in which that frame lies; nil for none.
func (rec *Recording) lastBefore(r *rows, frame uint64) (at uint64, missing *gap, ok bool) {
	c := cursor{brief: true}
	c.start(rec, r, frame)
	if c.part > 0 && c.turn() && c.Frame <= frame { // the agent may have slept since the end of the segment before
		c.tell(c.clock)
		at, ok = c.Frame, c.timed
	}
	for c.next() {
		if c.Frame > frame {
			if c.Frame-c.absent <= frame {
				missing = &gap{c.Frame - c.absent, c.Frame - 1}
			}
			return at, missing, ok
		}
		if c.timed {
			at, ok = c.Frame, true
		}
	}
	if r.ended > 0 && frame >= r.ended {
		missing = &gap{from: r.ended}
	}
	return at, missing, ok
}

// play fills in the moment of a frame.
func (m *Moment) play(rec *Recording, r *rows, p *player, frame uint64) error {
	first, ready, ticked := true, false, false
	var before, after parts
	for t := range rec.takes(world.AgentID(r.agent), frame, frame) {
		if first || !ticked && !t.operation() {
			m.Tick = t.tick()
		}
		ticked = ticked || !t.operation()
		if first && !t.unknown {
			if err := p.setTo(t, t.before, t.was, t.Time-t.DT); err != nil {
				return err
			}
			before = m.parts(rec, p, t.before)
			m.Before = p.states(rec, r.agent, frame-1)
			ready = t.plays()
		}
		first = false
		m.Began = m.Began || t.unknown
		switch {
		case !t.plays() || !ready:
			if err := p.setTo(t, t.Image, t.Plugged, t.Time); err != nil {
				return err
			}
			ready = true
			m.Lost = m.Lost || t.lost
		default:
			if err := p.play(t, 5); err != nil {
				return err
			}
			m.Events = append(m.Events, p.events...)
		}
		after = m.parts(rec, p, t.Image)
	}
	m.After = p.states(rec, r.agent, frame)
	if m.Slept {
		m.Then = p.statesLooking(shared{rec: rec, agent: m.Agent, frame: m.Asked, from: m.Time})
	}
	for cursor := 0; ; {
		v, next := p.ValueAt(cursor)
		if next < 0 {
			break
		}
		m.values = append(m.values, v.Fixed(key))
		cursor = next
	}
	for i := range m.Events {
		if e := &m.Events[i]; e.Err != nil {
			m.Errs = append(m.Errs, e.Err)
		}
	}
	m.tell(before, after)
	return nil
}

// states returns the whole tree, with the gates and squads at the end of a frame.
func (p *player) states(rec *Recording, agent, frame uint64) []state.Decider {
	now, _, _ := rec.Time(frame)
	return p.statesLooking(shared{rec: rec, agent: world.AgentID(agent), frame: frame, from: now})
}

// statesLooking returns the whole tree, with gates and squads as c sees them.
func (p *player) statesLooking(c shared) (all []state.Decider) {
	for cursor := 0; ; {
		s, next := p.StateAt(cursor, false)
		if next < 0 {
			return all
		}
		c.fill(&s)
		all = append(all, s)
		cursor = next
	}
}

// parts are the blocks and values in an agent's bytes, by their place.
type parts map[partKey]part

type partKey struct {
	tree  event.Label
	place int
	value int
}

type part struct {
	replay.PlayerPart
	order int
	of    *description.Tree
	bytes []byte // nil where they are not recorded
}

// parts returns the blocks and values of the player's agent, with their bytes in an image.
func (m *Moment) parts(rec *Recording, p *player, image []byte) parts {
	all := parts{}
	for i, is := range p.Parts() {
		of := m.Tree
		if is.Print != of.Fingerprint {
			of = rec.described(is.Print)
			m.Trees[is.Tree.Name] = of
		}
		if of == nil {
			continue
		}
		x := part{PlayerPart: is, order: i, of: of}
		if is.At >= 0 && is.At+is.Size <= len(image) {
			x.bytes = bytes.Clone(image[is.At : is.At+is.Size])
		}
		all[partKey{is.Tree, is.Place, is.Value}] = x
	}
	return all
}

// described returns the description of a tree; nil if it is not known.
func (rec *Recording) described(fingerprint uint64) *description.Tree {
	for _, t := range rec.trees {
		if t.fingerprint == fingerprint {
			d, _ := t.told()
			return d
		}
	}
	return nil
}

// tell adds blocks and values, before and after.
func (m *Moment) tell(before, after parts) {
	keys := make([]partKey, 0, len(after))
	for k := range after {
		keys = append(keys, k)
	}
	for k := range before {
		if _, still := after[k]; !still {
			keys = append(keys, k)
		}
	}
	slices.SortFunc(keys, func(a, b partKey) int {
		_, aIs := after[a]
		_, bIs := after[b]
		switch {
		case aIs && bIs:
			return cmp.Compare(after[a].order, after[b].order)
		case aIs:
			return -1
		case bIs:
			return 1
		}
		return cmp.Compare(before[a].order, before[b].order)
	})
	for _, k := range keys {
		old, now := before[k], after[k]
		is := now
		if is.of == nil {
			is = old
		}
		if k.value >= 0 {
			m.tellValue(is, old.bytes, now.bytes)
		} else {
			m.tellBlock(is, old.bytes, now.bytes)
		}
	}
}

func (m *Moment) tellBlock(is part, before, after []byte) {
	if block := blockOf(is.of, is.Place); block != nil {
		m.Blocks = append(m.Blocks, Block{
			Place: is.Place, Tree: is.Tree, Decider: is.Decider, Type: block, Before: before, After: after, Fields: fields(block, before, after),
		})
	}
}

// blockOf returns the type of the block of a place's behavior; nil for none.
func blockOf(told *description.Tree, place int) *description.Type {
	if b := told.Deciders[told.Places[place].Decider].Behavior; b != nil {
		return b.Block
	}
	return nil
}

func (m *Moment) tellValue(is part, before, after []byte) {
	k := &is.of.Keys[is.of.Values[is.Value].Key]
	m.Values = append(m.Values, Block{
		Key: k.Name, Scope: k.Scope, Place: is.Place, Tree: is.Tree, Decider: is.Decider, Type: &k.Type, Before: before, After: after,
		Fields: fields(&k.Type, before, after),
	})
}

// fields returns the parts of a value before and after; nil bytes for none.
func fields(t *description.Type, before, after []byte) (all []Field) {
	var old, now []description.FieldValue
	if before != nil && !t.Pointers {
		old = t.Values(before)
	}
	if after != nil && !t.Pointers {
		now = t.Values(after)
	}
	for i := range max(len(old), len(now)) {
		var f Field
		if i < len(old) {
			f.Name, f.Type, f.Before = old[i].Name, old[i].Type, old[i].Value
		}
		if i < len(now) {
			f.Name, f.Type, f.After = now[i].Name, now[i].Type, now[i].Value
		}
		f.Changed = f.Before != f.After
		all = append(all, f)
	}
	return all
}

// StateAt returns the agent's deciders after the tick: a Moment is a [debugprint.Stater].
func (m *Moment) StateAt(cursor int, activeOnly bool) (s state.Decider, next int) {
	for ; cursor >= 0 && cursor < len(m.After); cursor++ {
		if s := m.After[cursor]; s.Active || !activeOnly {
			return s, cursor + 1
		}
	}
	return state.Decider{}, -1
}

// ValueAt returns its blackboard values, which debugprint shows with the states.
func (m *Moment) ValueAt(cursor int) (value state.Value, next int) {
	if cursor < 0 || cursor >= len(m.values) {
		return state.Value{}, -1
	}
	return m.values[cursor], cursor + 1
}
