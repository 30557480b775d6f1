package history

import (
	"math"
	"slices"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/description"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// This file is the tracks of one agent: its ticks executed again, each decider that became active a slice.

// perfettoAgent is an agent whose tracks are being written.
type perfettoAgent struct {
	p        *perfetto
	rows     *rows
	tree     *description.Tree // its own
	crowd    *perfettoCrowd
	main     *perfettoTrack
	branches map[laneKey]*perfettoTrack // of what runs side by side
	open     map[laneKey][]*slice       // what is active
	all      []*slice                   // the same, in the order in which it began
	time     float64                    // of the take, seconds
	now      uint64                     // the same in nanoseconds
	known    bool                       // there was a tick before
	last     Tick                       // that
	over     bool                       // the recording is
}

// slice is a decider while it is active.
type slice struct {
	key   laneKey
	name  string
	track *perfettoTrack
	slot  bool
	top   bool // it counts: below the agent's own root
}

// run goes through all that is held of the agent.
func (a *perfettoAgent) run() (err error) {
	p, err := a.p.rec.player(a.rows.tree)
	if err == nil {
		a.tree, err = a.rows.tree.told()
	}
	if err != nil {
		a.instant("error", err.Error())
		return err
	}
	defer func() { a.rows.tree.give(p, err) }()
	ready := false
	for t := range a.p.rec.takes(world.AgentID(a.rows.agent), 0, math.MaxUint64) {
		a.tick(t.tick())
		switch {
		case !t.plays():
			if ready {
				a.endAll()
			}
			if err = p.setTo(t, t.Image, t.Plugged, t.Time); err == nil {
				a.begin(p, ready, a.time)
			}
		default:
			if !ready {
				if err = p.setTo(t, t.before, t.was, t.Time-t.DT); err == nil {
					a.begin(p, false, a.time-t.DT)
				}
			}
			if err == nil {
				err = p.play(t, 2)
			}
		}
		if err != nil {
			a.instant("error", err.Error())
			a.endAll()
			return err
		}
		if t.plays() {
			for i := range p.events {
				a.event(&p.events[i])
			}
		}
		ready = true
	}
	a.now, a.over = max(a.now, a.p.last), true
	a.endAll()
	return nil
}

// tick takes a tick's time and inputs.
func (a *perfettoAgent) tick(t Tick) {
	if a.time = t.Time; a.known {
		a.time = max(t.Time, a.last.Time) // also in a file that somebody has changed
	}
	a.now = a.p.nanoseconds(a.time)
	names := a.p.rec.Names()
	switch {
	case t.Restored && a.known:
		a.instant("gap", "a snapshot was restored")
	case t.Lost:
		a.instant("gap", "this tick is missing: too much was answered in it")
	}
	if t.Operation {
		return // its inputs are those of the tick before
	}
	a.crowd.ticked[a.now]++
	var before stimuli.Flags
	if a.known {
		before = a.last.Stimuli
		if set, clear := t.DecisionFlags&^a.last.DecisionFlags, a.last.DecisionFlags&^t.DecisionFlags; set|clear != 0 {
			a.instant("flag", changeWords(names.Decision, uint64(set), uint64(clear)))
		}
	}
	if set := t.Stimuli &^ before; set != 0 {
		a.instant("stimulus", bitWords(names.Stimuli, uint64(set)))
	}
	a.last, a.known = t, true
}

// begin opens slices for what is active already at a time: since it is, or, after a gap, from now on.
func (a *perfettoAgent) begin(p *player, gap bool, time float64) {
	now := a.now
	for cursor := 0; ; {
		s, next := p.StateAt(cursor, true)
		if next < 0 {
			break
		}
		if cursor = next; !gap {
			a.now = min(now, a.p.nanoseconds(time-s.Duration))
		}
		a.enter(laneKey{s.Tree.Name, s.Place, s.Depth}, s.Decider.Name, nil)
	}
	a.now = now
}

// event takes one of level 2.
func (a *perfettoAgent) event(e *event.Event) {
	k := laneKey{e.Tree.Name, e.Place, e.Depth}
	switch e.Kind {
	case event.Entered:
		a.enter(k, e.Decider.Name, message(nil).note("frame", e.Frame))
	case event.Left:
		if all := a.open[k]; len(all) > 0 {
			a.end(all[len(all)-1], message(nil).note("ended", e.Reason.String()))
		}
	case event.Jumped:
		a.instant("jump", e.Decider.Name+" to "+e.Target.Name)
	case event.Fired:
		a.instant("monitor", e.Decider.Name+" fired")
	case event.Plugged:
		a.instant("plug", e.Target.Name+" was plugged into "+e.Decider.Name)
	case event.Unplugged:
		a.instant("plug", e.Target.Name+" was taken out of "+e.Decider.Name)
	case event.Erred:
		a.instant("error", e.Err.Error())
	}
}

func (a *perfettoAgent) instant(category, words string) {
	a.p.event(a.main, typeInstant, a.now, category, words, nil)
}

// enter begins a slice below its parent's.
func (a *perfettoAgent) enter(k laneKey, name string, notes message) {
	s := &slice{key: k, name: name, track: a.main, top: k.depth == 1 && k.tree == a.tree.Name}
	d := a.described(k.tree)
	if d != nil && k.place < len(d.Places) {
		at := &d.Places[k.place]
		of := &d.Deciders[at.Decider]
		s.slot = of.Kind() == declaration.SlotDecider
		notes = notes.note("path", at.Path).note("place", uint64(k.place))
		if of.Kind() == declaration.GroupDecider {
			notes = notes.note("policy", of.Policy.String())
		}
		if parent := a.parent(k, at.Parent); parent != nil {
			s.track = a.beside(s, parent, d, at.Parent)
		}
	}
	a.p.event(s.track, typeBegin, a.now, "decider", name, notes)
	s.track.open = append(s.track.open, s)
	a.open[k] = append(a.open[k], s)
	a.all = append(a.all, s)
	if s.top {
		a.crowd.enter(name, a.now, 1)
	}
}

// parent is the slice of what a place stands in: its group, or the slot that a tree is plugged into.
func (a *perfettoAgent) parent(k laneKey, group int) *slice {
	if group >= 0 {
		if all := a.open[laneKey{k.tree, group, k.depth - 1}]; len(all) > 0 {
			return all[len(all)-1]
		}
		return nil
	}
	for _, s := range slices.Backward(a.all) {
		if s.slot && s.key.depth == k.depth-1 {
			return s
		}
	}
	return nil
}

// beside is the track of a slice: its parent's, unless another child's slice may go on there.
func (a *perfettoAgent) beside(s, parent *slice, d *description.Tree, group int) *perfettoTrack {
	at := parent.track
	concurrent := group >= 0 && d.Deciders[d.Places[group].Decider].Policy == decider.Concurrent
	if !concurrent && len(at.open) > 0 && at.open[len(at.open)-1] == parent {
		return at
	}
	branch := a.branches[s.key]
	if branch == nil || len(branch.open) > 0 {
		branch = a.p.track(message(nil).uint(trackParent, a.main.uuid).text(trackName, valid(s.name+" in "+parent.name)))
		a.branches[s.key] = branch
	}
	return branch
}

// end ends a slice, and before it what goes on inside it on its track.
func (a *perfettoAgent) end(s *slice, notes message) {
	at := slices.Index(s.track.open, s)
	for _, inner := range slices.Backward(s.track.open[at:]) {
		if inner != s {
			a.p.event(inner.track, typeEnd, a.now, "", "", nil)
		} else {
			a.p.event(inner.track, typeEnd, a.now, "", "", notes)
		}
		a.forget(inner)
	}
	s.track.open = s.track.open[:at]
}

// forget takes a slice out of what is active.
func (a *perfettoAgent) forget(s *slice) {
	all := a.open[s.key]
	if all = slices.Delete(all, slices.Index(all, s), slices.Index(all, s)+1); len(all) == 0 {
		delete(a.open, s.key)
	} else {
		a.open[s.key] = all
	}
	at := slices.Index(a.all, s)
	a.all = slices.Delete(a.all, at, at+1)
	if s.top && !a.over { // else it goes on
		a.crowd.enter(s.name, a.now, -1)
	}
}

// endAll ends what goes on, where it is not known how.
func (a *perfettoAgent) endAll() {
	for len(a.all) > 0 {
		a.end(a.all[len(a.all)-1], nil)
	}
}

// described is a tree of the recording by the name of its root, the agent's own first.
func (a *perfettoAgent) described(name string) *description.Tree {
	if a.tree.Name == name {
		return a.tree
	}
	for _, t := range a.p.rec.trees {
		if d, err := t.told(); err == nil && d.Name == name {
			return d
		}
	}
	return nil
}
