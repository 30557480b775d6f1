package history

import (
	"fmt"
	"math"
	"slices"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/description"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// perfettoAgent writes one agent's tracks: it executes the agent's ticks again and makes a slice of each decider that becomes
// active.
type perfettoAgent struct {
	p        *perfetto
	rows     *rows
	tree     *description.Tree // its own
	crowd    *perfettoCrowd
	main     *perfettoTrack
	branches map[laneKey]*perfettoTrack // of deciders that run side by side
	tracks   int                        // how many branches there have been
	open     map[laneKey][]*slice       // the active ones
	all      []*slice                   // the same, in the order in which they began
	time     float64                    // of the take, in seconds
	now      uint64                     // the same, in nanoseconds of the trace
	known    bool                       // last is set
	last     Tick                       // the tick before
	over     bool                       // the end of the recording is reached
}

// slice is a decider while it is active.
type slice struct {
	key   laneKey
	name  string
	track *perfettoTrack
	slot  bool
	top   bool // directly below the agent's own root, and counted
}

// run goes through all recorded ticks of the agent.
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

// tick notes a tick's time and what changed in its inputs.
func (a *perfettoAgent) tick(t Tick) {
	if a.time = t.Time; a.known {
		a.time = max(t.Time, a.last.Time) // a manipulated file may go back in time
	}
	a.now = a.p.nanoseconds(a.time)
	names := a.p.rec.Names()
	switch {
	case t.Restored && a.known:
		a.instant("gap", "a snapshot was restored")
	case t.Lost:
		a.instant("gap", "this tick is missing: its answers did not fit")
	}
	if t.Operation {
		return // its inputs are those of the tick before
	}
	a.crowd.ticked[a.now]++
	var before stimuli.StimuliFlags
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

// begin opens slices for deciders that are already active: from when they became active or, after a gap, from now on.
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
		a.enter(laneKey{s.Tree.Name, s.Place, s.Depth}, s.Decider.Name, map[string]any{})
	}
	a.now = now
}

// event takes one of level 2.
func (a *perfettoAgent) event(e *event.Event) {
	k := laneKey{e.Tree.Name, e.Place, e.Depth}
	switch e.Kind {
	case event.Entered:
		a.enter(k, e.Decider.Name, map[string]any{"frame": e.Frame})
	case event.Left:
		if all := a.open[k]; len(all) > 0 {
			a.end(all[len(all)-1], map[string]any{"ended": e.Reason.String()})
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
	a.p.event(a.main, phaseInstant, a.now, category, words, nil)
}

// enter begins a slice inside its parent's. It adds to args.
func (a *perfettoAgent) enter(k laneKey, name string, args map[string]any) {
	s := &slice{key: k, name: name, track: a.main, top: k.depth == 1 && k.tree == a.tree.Name}
	d := a.described(k.tree)
	if d != nil && k.place < len(d.Places) {
		at := &d.Places[k.place]
		of := &d.Deciders[at.Decider]
		s.slot = of.Kind() == declaration.SlotDecider
		args["path"], args["place"] = at.Path, k.place
		if of.Kind() == declaration.GroupDecider {
			args["policy"] = of.Policy.String()
		}
		if parent := a.parent(k, at.Parent); parent != nil {
			s.track = a.beside(s, parent, d, at.Parent)
		}
	}
	a.p.event(s.track, phaseBegin, a.now, "decider", name, args)
	s.track.open = append(s.track.open, s)
	a.open[k] = append(a.open[k], s)
	a.all = append(a.all, s)
	if s.top {
		a.crowd.enter(name, a.now, 1)
	}
}

// parent is the slice of the group that a place belongs to, or of the slot that its tree is plugged into.
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

// beside returns the track of a slice: its parent's, unless another child's slice may still be open there.
func (a *perfettoAgent) beside(s, parent *slice, d *description.Tree, group int) *perfettoTrack {
	at := parent.track
	concurrent := group >= 0 && d.Deciders[d.Places[group].Decider].Policy == decider.Concurrent
	if !concurrent && len(at.open) > 0 && at.open[len(at.open)-1] == parent {
		return at
	}
	branch := a.branches[s.key]
	if branch == nil || len(branch.open) > 0 {
		a.tracks++
		branch = a.p.thread(a.crowd, a.main.rank+a.tracks, fmt.Sprintf("%s: %s in %s", agentText(world.AgentID(a.rows.agent), a.rows.name), s.name, parent.name))
		a.branches[s.key] = branch
	}
	return branch
}

// end ends a slice, after those inside it on its track.
func (a *perfettoAgent) end(s *slice, args map[string]any) {
	at := slices.Index(s.track.open, s)
	for _, inner := range slices.Backward(s.track.open[at:]) {
		if inner != s {
			a.p.event(inner.track, phaseEnd, a.now, "", "", nil)
		} else {
			a.p.event(inner.track, phaseEnd, a.now, "", "", args)
		}
		a.forget(inner)
	}
	s.track.open = s.track.open[:at]
}

// forget removes a slice from the active ones.
func (a *perfettoAgent) forget(s *slice) {
	all := a.open[s.key]
	if all = slices.Delete(all, slices.Index(all, s), slices.Index(all, s)+1); len(all) == 0 {
		delete(a.open, s.key)
	} else {
		a.open[s.key] = all
	}
	at := slices.Index(a.all, s)
	a.all = slices.Delete(a.all, at, at+1)
	if s.top && !a.over { // at the end of the recording the decider is still active
		a.crowd.enter(s.name, a.now, -1)
	}
}

// endAll ends all slices, without a reason.
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
