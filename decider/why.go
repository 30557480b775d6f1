package decider

import (
	"fmt"

	"github.com/decidertree/decidertree/world"
)

// Explanation tells why a decider runs now or does not, in one agent. String gives it in words.
type Explanation struct {
	Decider Label
	Places  []WhyPlace // one for each position it stands in, in plugged trees too; none if there is no such decider
	Err     error      // why nothing could be found out: nil memory, called inside the tick, no such decider
}

// WhyPlace explains one position of a decider.
type WhyPlace struct {
	Path    string // from the agent's root; in a plugged tree by way of its slot
	Active  bool
	Reached bool   // it would be asked in the next tick if nothing else changed
	Because string // why it is active, or not reached, in words
	Asked   []WhyAsked
	Values  []WhyValue // the blackboard values it sees

	// Of an active one.
	Duration    float64 // seconds it has been active
	Iteration   int     // of a Repeat: the one it is in, 1 for the first; 0 where it has none
	Repeat      int     // of how many, or Forever
	Resting     bool    // that begins in the next tick
	Timeout     float64 // its Timeout, 0 for none
	TimeoutLeft float64 // seconds until it is over
	Leaving     bool    // its behavior's Leave is under way
	LeaveLeft   float64 // seconds that may still take
	Pending     Label   // of a group: what it enters when a Leave below it is done
	Empty       bool    // it is a slot out of which the tree was taken
	Period      float64 // seconds between its behavior's Ticks; 0 for every tick
	NextTick    float64 // seconds until the next
	System      string  // whose result its behavior, a deferred one, waits for; "" for none
	Gate        *GateView
	Squad       *SquadView // of a Barrier that of the group it is for
	Barrier     bool       // it is one
}

// WhyAsked is what asking one decider comes to: the one explained, or above it a group or slot that is not active
// and would have to accept first.
type WhyAsked struct {
	Decider  Label
	Verdict  Verdict  // what asking it now would end in
	Override Override // what it is held to by Memory.Override: then the conditions up to Decide are not among Checks
	Checks   []WhyCheck
}

// WhyCheck is one condition and the value seen.
type WhyCheck struct {
	Check  Verdict // which: FailedDecisionFlags stands for the DecisionFlags check, and so on
	Passed bool
	// Missing and Forbidden are flags (of DecisionFlags or stimuli) that All asks for and are not set, and that
	// None forbids and are. AnyOf is the Any mask where none of it is set.
	Missing, Forbidden, AnyOf uint64
	Entries, Limit            int        // how often it was entered, and may be
	Left                      float64    // seconds until a timer is due
	Value                     float64    // what Decide returned or Weight stood in for
	Role, Needed              world.Role // the agent's in its squad, 0 for none; and the one that is asked for
	Gate                      *GateView  // of FailedGate
	Squad                     *SquadView // of FailedSquad
	Elsewhere                 bool       // of FailedSquad: another of the agent's deciders wants that squad, or is in it
}

// Why explains a decider as the agent's last tick left things, wherever it stands: in the agent's own tree or in one
// that is plugged in. It asks the conditions anew, with the inputs of that tick: Decide functions are called, so they
// must not set state (Spore S04), and so are GateKey and SquadKey. Timers are not restarted, nothing is entered or
// counted, no Leave is called, what a Decide asks for (Plug, Reset) is dropped, and errors and panics of a Decide count
// as a rejection and are reported nowhere. Gates and squads are looked at as they are in the world now; no place is
// taken or claimed and no squad wanted.
//
// Call it between ticks, in the goroutine that ticks. It allocates.
func (m *Memory[A]) Why(name string) Explanation {
	e := Explanation{Decider: LabelOf(name)}
	switch {
	case m == nil:
		e.Err = ErrNilMemory
	case m.phase == ticking:
		e.Err = ErrReentrant
	case m.phase != idle || m.self != &m.runner:
		e.Err = m.refusal(Input{})
	default:
		defer m.surface() // a Decide may end the goroutine
		m.each(func() {
			for _, p := range m.tree.order {
				if m.tree.infos[p].label.Name == name {
					e.Places = append(e.Places, m.whyPlace(p))
				}
			}
		})
		if len(e.Places) == 0 {
			e.Err = m.whyUnknown(name)
		}
	}
	return e
}

func (m *Memory[A]) whyUnknown(name string) error {
	also := ""
	if m.plugged() {
		also = ", nor have the trees that are plugged in"
	}
	return fmt.Errorf("decider: the tree %v has no decider %q%s", m.tree.infos[0].label, name, also)
}

func (r *runner[A]) whyPlace(p place) WhyPlace {
	w := WhyPlace{Path: r.path(p), Values: r.whyValues(p)}
	if r.isActive(p) {
		r.whyActive(p, &w)
		return w
	}
	r.whyInactive(p, &w)
	return w
}

// whyActive tells of an active decider how far it is.
func (r *runner[A]) whyActive(p place, w *WhyPlace) {
	n, in := &r.tree.nodes[p], &r.tree.infos[p]
	s := r.state(p)
	w.Active, w.Duration, w.Because = true, s.Duration, "it is active: while it runs it is not asked again"
	w.Iteration, w.Resting, w.Pending = s.Iteration, s.Resting, s.Pending
	if s.Iteration > 0 {
		w.Repeat = in.modifiers.Repeat
	}
	w.Leaving, w.LeaveLeft = s.Leaving, s.LeaveLeft
	if n.marks&timed != 0 {
		w.Timeout = in.modifiers.Timeout
		w.TimeoutLeft = max(0, *r.start(p)+w.Timeout-r.now())
	}
	w.Empty = s.Kind == SlotDecider && s.Target == Label{}
	w.Period, w.NextTick, w.System = s.Period, s.NextTick, s.System
	if in.gate >= 0 {
		w.Gate = &s.Gate
	}
	if w.Barrier = n.marks&barrier != 0; w.Barrier {
		s.Squad = r.squadView(in.within)
		w.Squad = &s.Squad
	} else if in.squad >= 0 {
		w.Squad = &s.Squad
	}
}

// whyInactive tells whether p would be asked, and asks it and what is not active above it, from the topmost on. Of
// a plugged tree that does not run that begins in the tree around it. It reports whether all above p is active.
func (r *runner[A]) whyInactive(p place, w *WhyPlace) (topmost bool) {
	nodes := r.tree.nodes
	var line []place // p and the deciders above it that are not active, but for the root, which is never asked
	q := p
	for ; q != 0 && !r.isActive(q); q = nodes[q].parent {
		line = append(line, q)
	}
	switch {
	case r.isActive(q):
		w.Reached, w.Because = r.whyReached(q, line[len(line)-1])
	case r.at != nil:
		r.whyAround(w)
	default:
		w.Reached, w.Because = p != 0, "nothing is active: the next tick decides afresh from the root"
	}
	topmost = (r.at == nil || r.isActive(q)) && len(line) <= 1
	if len(line) > 1 && (r.at == nil || r.isActive(q)) {
		w.and("the group %v must be entered first", r.tree.infos[line[len(line)-1]].label)
	}
	for i := len(line) - 1; i >= 0; i-- {
		if group := nodes[line[i]].parent; !r.isActive(group) {
			if order := r.whyOrder(group, line[i]); order != "" {
				w.and("in %v %s", r.tree.infos[group].label, order)
			}
		}
		w.Asked = append(w.Asked, r.whyAsked(line[i]))
	}
	return topmost
}

// whyAround is whyInactive of the slot that the tree, which does not run, is plugged into.
func (r *runner[A]) whyAround(w *WhyPlace) {
	pl := r.at
	r.out()
	defer r.into(pl)
	slot := r.tree.infos[pl.place].label
	if r.isActive(pl.place) {
		if w.Because = r.whyNotVisited(pl.place); w.Because == "" {
			w.Reached, w.Because = true, fmt.Sprintf("the slot %v, which is active, enters %v in the next tick", slot, pl.tree.infos[0].label)
		}
		return
	}
	if r.whyInactive(pl.place, w) {
		w.and("the slot %v must be entered first", slot)
	}
}

// and adds to what has to happen before it is asked; nothing more to what is not reached at all.
func (w *WhyPlace) and(format string, args ...any) {
	if !w.Reached {
		return
	}
	if w.Because != "" {
		w.Because += "; "
	}
	w.Because += fmt.Sprintf(format, args...)
}
