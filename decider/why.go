package decider

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"unsafe"
)

// Explanation tells why a decider runs now or does not, in one agent. String gives it in words.
type Explanation struct {
	Decider Label
	Places  []WhyPlace // one for each position it stands in; none if the tree has no such decider
	Err     error      // why nothing could be found out: nil memory, called inside the tick, no such decider
}

// WhyPlace explains one position of a decider.
type WhyPlace struct {
	Path     string
	Active   bool
	Duration float64 // seconds it has been active
	Reached  bool    // it would be asked in the next tick if nothing else changed
	Because  string  // why it is active, or not reached, in words
	Asked    []WhyAsked
	Values   []WhyValue // the blackboard values it sees
}

// WhyAsked is what asking one decider comes to: the one explained, or above it a group that is not active and
// would have to accept first.
type WhyAsked struct {
	Decider Label
	Verdict Verdict // what asking it now would end in
	Checks  []WhyCheck
}

// WhyCheck is one condition and the value seen.
type WhyCheck struct {
	Check  Verdict // which: FailedDecisionFlags stands for the DecisionFlags check, and so on
	Passed bool
	// Missing and Forbidden are flags (of DecisionFlags or stimuli) that All asks for and are not set, and that
	// None forbids and are. AnyOf is the Any mask where none of it is set.
	Missing, Forbidden, AnyOf uint64
	Left                      float64 // seconds until a timer is due
	Value                     float64 // what Decide returned or Weight stood in for
}

// Why explains a decider as the agent's last tick left things. It asks the conditions anew, with the inputs of
// that tick: Decide functions are called, so they must not set state (Spore S04). Timers are not restarted,
// nothing is entered, and errors and panics of a Decide count as a rejection and are reported nowhere.
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
		for p := range m.tree.nodes {
			if m.tree.infos[p].label.Name == name {
				w := m.whyPlace(place(p))
				w.Values = m.whyValues(place(p))
				e.Places = append(e.Places, w)
			}
		}
		if len(e.Places) == 0 {
			e.Err = fmt.Errorf("decider: the tree %v has no decider %q", m.tree.infos[0].label, name)
		}
	}
	return e
}

func (r *runner[A]) whyPlace(p place) WhyPlace {
	t := r.tree
	w := WhyPlace{Path: t.path(p)}
	if r.isActive(p) {
		w.Active, w.Duration = true, r.now()-*r.start(p)
		w.Because = "it is active: while it runs it is not asked again"
		return w
	}
	if !r.header().up {
		w.Because = "nothing is active: the next tick decides afresh from the root"
		if p == 0 {
			return w
		}
	}
	// The groups above it that are not active would have to accept first, from the topmost on.
	var line []place
	q := p
	for ; q != 0 && !r.isActive(q); q = t.nodes[q].parent {
		line = append(line, q)
	}
	top := line[len(line)-1]
	if r.header().up {
		w.Reached, w.Because = r.whyReached(q, top)
	} else {
		w.Reached = true
	}
	for i := len(line) - 1; i >= 0; i-- {
		w.Asked = append(w.Asked, r.whyAsked(line[i]))
	}
	if w.Reached && top != p {
		w.Because = strings.TrimPrefix(w.Because+fmt.Sprintf("; the group %v must be entered first", t.infos[top].label), "; ")
	}
	return w
}

// whyReached tells whether the active group would ask its child in the next tick.
func (r *runner[A]) whyReached(group, child place) (bool, string) {
	t := r.tree
	active := r.frame(group).child
	policy := t.nodes[group].policy
	switch {
	case active == nowhere:
		return true, ""
	case !policy.interrupts():
		return false, fmt.Sprintf("not reached: %v runs, and a %v group asks nobody meanwhile", t.infos[active].label, policy)
	case policy != Scored && child > active:
		return false, fmt.Sprintf("not reached: %v above it runs", t.infos[active].label)
	case policy == OneOff && r.spent(group).has(t.index(child)):
		return false, "not reached: it has had its one run in this OneOff group"
	case policy == Scored:
		worth := 0.0
		r.dry(func() { worth = r.worth(active) })
		return true, fmt.Sprintf("it must exceed %v of the active %v by more than %v", worth, t.infos[active].label, t.infos[group].margin)
	}
	return true, ""
}

// whyAsked asks p without leaving a trace.
func (r *runner[A]) whyAsked(p place) WhyAsked {
	a, in := &r.tree.asks[p], &r.tree.infos[p]
	w := WhyAsked{Decider: in.label, Verdict: FailedDecide}
	value := 0.0
	due := [2]float64{math.Inf(-1), math.Inf(-1)}
	if o := r.tree.nodes[p].cooldown; o != 0 {
		due[0] = *r.due(o)
	}
	if in.everyDue != 0 {
		due[1] = *r.due(in.everyDue)
	}
	r.dry(func() { value, w.Verdict = r.consider(p) })
	flagCheck := func(v Verdict, have, mask, want, any uint64) {
		if mask|any != 0 {
			c := WhyCheck{Check: v, Missing: want &^ have, Forbidden: mask &^ want & have}
			if any != 0 && any&have == 0 {
				c.AnyOf = any
			}
			c.Passed = c.Missing|c.Forbidden|c.AnyOf == 0
			w.Checks = append(w.Checks, c)
		}
	}
	flagCheck(FailedDecisionFlags, uint64(r.flags), uint64(a.mask), uint64(a.want), uint64(a.any))
	flagCheck(FailedStimuliFlags, uint64(r.context.Stimuli.Flags()), uint64(a.stimMask), uint64(a.stimWant), uint64(a.stimAny))
	for i, v := range []Verdict{FailedCooldown, FailedEvery} {
		if in.checks.Has(v) {
			left := max(0, due[i]-r.now())
			w.Checks = append(w.Checks, WhyCheck{Check: v, Passed: left == 0, Left: left})
		}
	}
	if w.Verdict == Accepted || w.Verdict >= FailedDecide {
		w.Checks = append(w.Checks, WhyCheck{Check: FailedDecide, Passed: w.Verdict != FailedDecide, Value: value})
	}
	return w
}

// dry runs f and undoes what it does to the agent's memory and the runner. A panic in it is swallowed.
func (r *runner[A]) dry(f func()) {
	memory := unsafe.Slice((*byte)(r.base), r.tree.layout.size)
	kept := bytes.Clone(memory)
	restoreBoxes := r.copyBoxes()
	level, draws, drawnIn, running, call := r.level, r.draws, r.drawnIn, r.running, r.call
	wants, errs := r.wants, r.errs // of code outside, for the next tick
	r.wants, r.errs = 0, nil
	flags := r.context.BehaviorFlags
	r.level, r.phase = 0, ticking
	defer func() {
		_ = recover()
		copy(memory, kept)
		restoreBoxes()
		r.level, r.draws, r.drawnIn, r.running, r.call, r.phase = level, draws, drawnIn, running, call, idle
		r.context.BehaviorFlags = flags
		r.tidy(wantTidy)
		_ = r.takeErrors()
		r.wants, r.errs = wants, errs
	}()
	f()
}

// String is the explanation in words, a line for each check.
func (e Explanation) String() string {
	if e.Err != nil {
		return e.Decider.String() + ": " + e.Err.Error()
	}
	var b strings.Builder
	for _, w := range e.Places {
		fmt.Fprintf(&b, "%s: ", w.Path)
		switch {
		case w.Active:
			fmt.Fprintf(&b, "active for %.2f s\n", w.Duration)
		case w.Because != "":
			fmt.Fprintf(&b, "not active; %s\n", w.Because)
		default:
			b.WriteString("not active\n")
		}
		for _, a := range w.Asked {
			fmt.Fprintf(&b, "  %v: %s\n", a.Decider, a.words())
		}
		for _, v := range w.Values {
			fmt.Fprintf(&b, "  %s\n", v.words())
		}
	}
	return b.String()
}

func (a WhyAsked) words() string {
	var parts []string
	for _, c := range a.Checks {
		parts = append(parts, c.words())
	}
	if a.Verdict == FailedChildren || a.Verdict == FailedTarget || a.Verdict == FailedJump {
		parts = append(parts, map[Verdict]string{
			FailedChildren: "no child would accept",
			FailedTarget:   "its target rejects",
			FailedJump:     "its target is active",
		}[a.Verdict])
	}
	if a.Verdict == Accepted {
		return "would accept: " + strings.Join(parts, ", ")
	}
	return "would reject: " + strings.Join(parts, ", ")
}

func (c WhyCheck) words() string {
	name := strings.TrimPrefix(c.Check.String(), "Failed")
	switch c.Check {
	case FailedCooldown, FailedEvery:
		switch {
		case c.Passed && c.Check == FailedCooldown:
			return "Cooldown has run out"
		case c.Passed:
			return name + " is due"
		}
		return fmt.Sprintf("%s has %.2f s left", name, c.Left)
	case FailedDecide:
		return fmt.Sprintf("Decide gives %g", c.Value)
	}
	if c.Passed {
		return "passes " + name
	}
	text := "fails " + name
	for _, part := range []struct {
		flags uint64
		word  string
	}{{c.Missing, "lacks"}, {c.AnyOf, "has none of"}, {c.Forbidden, "has forbidden"}} {
		if part.flags != 0 {
			text += fmt.Sprintf(" (%s 0x%x)", part.word, part.flags)
		}
	}
	return text
}
