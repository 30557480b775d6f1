package why

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/description"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/state"
)

// asked describes event i, in which p was asked.
func (s *narrative) asked(p at, i int) (a Asked) {
	e := &s.m.Events[i]
	a = Asked{Decider: s.name(p), Path: s.path(p), Verdict: e.Verdict, Said: e.Verdict.String(), Value: e.Value, Checks: []Check{}}
	a.As, a.By = s.askedAs(p, i)
	d := s.decider(p)
	add := func(v event.Verdict, name string, has bool, tell func(c *Check)) {
		if !has {
			return
		}
		c := Check{Name: name, Result: Passed}
		switch {
		case e.Verdict == v && e.Pending:
			c.Result = Awaited
		case e.Verdict == v:
			c.Result = Failed
		case e.Override == event.Forced && v >= event.FailedDecisionFlags && v <= event.FailedDecide:
			c.Result = Unasked
		case e.Verdict != event.Accepted && (e.Verdict < v || e.Verdict == failedOverride && v >= event.FailedDecisionFlags):
			c.Result = Unasked
		}
		if c.Result == Unasked {
			c.Words = "not looked at"
		} else {
			tell(&c)
		}
		a.pending = a.pending || c.Result == Awaited
		if c.Result == Failed || c.Result == Awaited {
			a.Words = c.Words
		}
		a.Checks = append(a.Checks, c)
	}
	only := e.Checks&event.AskedAgain != 0
	is := func(v event.Verdict) bool { return e.Verdict == v }
	add(event.FailedMask, "Masked", is(event.FailedMask), func(c *Check) { s.maskWords(p, i, c) })
	add(event.FailedJump, "Jump", is(event.FailedJump), func(c *Check) { s.jumpWords(p, c) })
	add(event.FailedSlot, "Slot", is(event.FailedSlot), func(c *Check) { c.Words = "has nothing plugged in" })
	if is(event.FailedMask) || is(event.FailedJump) || is(event.FailedSlot) || is(failedOverride) && e.Override != event.NoOverride {
		defer func() { a.Checks = slices.DeleteFunc(a.Checks, func(c Check) bool { return c.Result == Unasked }) }()
	}
	add(failedOverride, "Override", e.Override != event.NoOverride, func(c *Check) {
		c.Words = "is forbidden by an override"
		if e.Override == event.Forced {
			c.Result, c.Words = Passed, "is forced by an override, and its conditions do not count"
		}
	})
	add(event.FailedDecisionFlags, "DecisionFlags", (!only || e.Checks.Has(event.FailedDecisionFlags)) && !d.DecisionFlags.IsZero(), func(c *Check) {
		s.maskCheck(c, s.names.Decision, uint64(s.m.DecisionFlags), decisionCheck(d), "decision flag")
	})
	add(event.FailedStimuliFlags, "StimuliFlags", (!only || e.Checks.Has(event.FailedStimuliFlags)) && !d.StimuliFlags.IsZero(), func(c *Check) {
		s.maskCheck(c, s.names.Stimuli, uint64(s.m.Stimuli), stimuliCheck(d), "stimulus")
	})
	add(event.FailedRole, "Role", !only && d.Role != 0, func(c *Check) { s.roleWords(p, c) })
	add(event.FailedLimit, "Limit", !only && d.Modifiers.Limit > 0, func(c *Check) { s.limitWords(p, i, c) })
	add(event.FailedCooldown, "Cooldown", !only && d.Cooldown > 0, func(c *Check) { s.cooldownWords(p, i, c) })
	add(event.FailedEvery, "Every", !only && d.Every > 0, func(c *Check) { s.everyWords(p, i, c) })
	add(event.FailedDecide, "Decide", d.Decide != nil || d.Weight != 0 || is(event.FailedDecide), func(c *Check) { s.decideWords(p, i, c) })
	add(event.FailedChildren, "Children", !only && d.Options&decider.DelegateDecide != 0 || is(event.FailedChildren), func(c *Check) { s.childrenWords(p, i, c) })
	add(event.FailedTarget, "Target", d.Jump != "", func(c *Check) { s.targetWords(p, i, c) })
	add(event.FailedSquad, "Squad", !only && d.Squad >= 0, func(c *Check) { s.squadWords(p, i, c) })
	add(event.FailedGate, "Gate", !only && d.Gate >= 0, func(c *Check) { s.gateWords(p, i, c) })
	if e.Verdict == event.Accepted {
		a.Words = s.acceptWords(p, i)
	}
	return a
}

// failedOverride is the verdict of a decider that an override forbids.
const failedOverride = event.FailedOverride

// askedAs returns what p was asked for in event i, and by which decider.
func (s *narrative) askedAs(p at, i int) (as, by string) {
	e := &s.m.Events[i]
	group := s.parent(p)
	if next := i + 1; next < len(s.m.Events) { // a Jump's event follows that of its target
		if n, q := &s.m.Events[next], s.where(next); n.Kind == event.Asked && q != p && n.Verdict != event.FailedJump && s.decider(q).Jump != "" && s.target(q) == p {
			return asTarget, s.name(q)
		}
	}
	switch {
	case e.Checks&event.AskedAgain != 0 && s.decider(group).Policy == decider.Scored && !s.redecides(p, i):
		return asActive, s.name(group)
	case e.Checks&event.AskedAgain != 0:
		return asAnew, s.name(p)
	case group != nothing && !s.activeAt(group, i):
		return asHint, s.name(group)
	}
	return asChild, s.name(group)
}

// redecides reports whether p, a group, was asked because a child of its own had finished.
func (s *narrative) redecides(p at, i int) bool {
	for j := i - 1; j >= 0; j-- {
		if e := &s.m.Events[j]; e.Kind == event.Masked {
			return s.parent(s.where(j)) == p
		} else if e.Kind != event.Left && e.Kind != event.Erred && e.Kind != event.Deactivated {
			return false
		}
	}
	return false
}

// acceptWords explains why p accepted: "its Decide gave 0.8".
func (s *narrative) acceptWords(p at, i int) string {
	e, d := &s.m.Events[i], s.decider(p)
	switch {
	case e.Override == event.Forced:
		return "an override forces it, whatever its conditions say"
	case e.Decided && d.Decide != nil:
		return fmt.Sprintf("%s gave %s", itsDecide(d), number(e.Value))
	case e.Checks&event.AskedAgain != 0:
		return "it counts as " + number(e.Value)
	}
	if all := s.conditions(p, i); len(all) > 0 {
		return list(all, "and")
	}
	return "it has no conditions"
}

// conditions lists the fulfilled conditions of a decider without Decide.
func (s *narrative) conditions(p at, i int) []string {
	d := s.decider(p)
	var all []string
	if !d.DecisionFlags.IsZero() {
		all = append(all, flagWords(s.names.Decision, uint64(s.m.DecisionFlags), decisionCheck(d)))
	}
	if !d.StimuliFlags.IsZero() {
		all = append(all, flagWords(s.names.Stimuli, uint64(s.m.Stimuli), stimuliCheck(d)))
	}
	for _, c := range []struct {
		has   bool
		words string
	}{
		{d.Role != 0, fmt.Sprintf("its role is %d", d.Role)},
		{d.Modifiers.Limit > 0, "its Limit allows it"},
		{d.Cooldown > 0, "its Cooldown is over"},
		{d.Every > 0, "its Every was due"},
		{d.Jump != "", fmt.Sprintf("its target %s accepts", d.Jump)},
		{d.Options&decider.DelegateDecide != 0, "a child would accept"},
		{d.Squad >= 0, "its squad is complete"},
		{d.Gate >= 0, "its gate let it in"},
	} {
		if c.has {
			all = append(all, c.words)
		}
	}
	return all
}

// flagCheck is a check of decision flags or of stimuli.
type flagCheck struct{ all, any, none, notAll uint64 }

func decisionCheck(d *description.Decider) flagCheck {
	c := d.DecisionFlags
	return flagCheck{uint64(c.All), uint64(c.Any), uint64(c.None), uint64(c.NotAll)}
}

func stimuliCheck(d *description.Decider) flagCheck {
	c := d.StimuliFlags
	return flagCheck{uint64(c.All), uint64(c.Any), uint64(c.None), uint64(c.NotAll)}
}

// mask returns all flags that the check tests.
func (f flagCheck) mask() uint64 { return f.all | f.any | f.none | f.notAll }

// maskCheck compares flags with a check.
func (s *narrative) maskCheck(c *Check, names debugprint.BitNames, seen uint64, f flagCheck, what string) {
	c.Seen = seen
	c.Missing, c.Forbidden = names.List(f.all&^seen), names.List(f.none&seen)
	if f.any != 0 && f.any&seen == 0 {
		c.AnyOf = names.List(f.any)
	}
	if f.notAll != 0 && f.notAll&^seen == 0 {
		c.AllOf = names.List(f.notAll)
	}
	said := len(c.Missing)+len(c.Forbidden)+len(c.AnyOf)+len(c.AllOf) == 0
	switch {
	case said != (c.Result == Passed): // stimuli are read live
		c.Missing, c.Forbidden, c.AnyOf, c.AllOf = nil, nil, nil, nil
		c.Words = map[Result]string{Passed: "is content with its stimuli", Failed: "was not content with its stimuli"}[c.Result] + ", which had changed within the tick"
	case said:
		c.Words = flagWords(names, seen, f)
	default:
		var parts []string
		if len(c.Missing) > 0 {
			parts = append(parts, fmt.Sprintf("needs the %s %s, which %s not set", plural(what, len(c.Missing)), list(c.Missing, "and"), areOr(len(c.Missing))))
		}
		if len(c.AnyOf) > 0 {
			parts = append(parts, fmt.Sprintf("needs the %s %s, and none is set", what, list(c.AnyOf, "or")))
			if len(c.AnyOf) == 1 {
				parts[len(parts)-1] = fmt.Sprintf("needs the %s %s, which is not set", what, c.AnyOf[0])
			}
		}
		if len(c.Forbidden) > 0 {
			parts = append(parts, fmt.Sprintf("must not have the %s %s, which %s set", plural(what, len(c.Forbidden)), list(c.Forbidden, "or"), areOr(len(c.Forbidden))))
		}
		if len(c.AllOf) > 0 {
			parts = append(parts, fmt.Sprintf("must not have all of the %s %s, which %s set", plural(what, len(c.AllOf)), list(c.AllOf, "and"), areOr(len(c.AllOf))))
		}
		c.Words = list(parts, "and")
	}
}

// flagWords describes a check that passed: "Hungry is set and Dead is not".
func flagWords(names debugprint.BitNames, seen uint64, f flagCheck) string {
	var parts []string
	if set := names.List(f.all | f.any&seen); len(set) > 0 {
		parts = append(parts, list(set, "and")+" "+areOr(len(set))+" set")
	}
	if not := names.List(f.none | f.notAll&^seen); len(not) > 0 {
		parts = append(parts, list(not, "and")+" "+areOr(len(not))+" not set")
	}
	return list(parts, "and")
}

func (s *narrative) limitWords(p at, i int, c *Check) {
	d := s.decider(p)
	c.Limit = d.Modifiers.Limit
	if b := s.before(p); b != nil {
		c.Entries = b.Entries
	}
	for _, q := range s.places(p) { // places share the count
		for _, j := range s.events(q, event.Entered) {
			if j < i {
				c.Entries++
			}
		}
	}
	if c.Result == Failed {
		c.Words = fmt.Sprintf("was entered %d of %s already, its Limit", c.Entries, times(c.Limit))
	} else {
		c.Words = fmt.Sprintf("was entered %d of %s, its Limit", c.Entries, times(c.Limit))
	}
}

// places returns all positions of p's decider in its tree.
func (s *narrative) places(p at) []at {
	t := s.trees[p.tree].told
	of := t.Places[p.place].Decider
	var all []at
	for place := range t.Places {
		if t.Places[place].Decider == of {
			all = append(all, at{p.tree, place})
		}
	}
	return all
}

// cooldownWords: the timer started when the decider last ended, in any of its places.
func (s *narrative) cooldownWords(p at, i int, c *Check) {
	d := s.decider(p)
	if c.Result == Passed {
		c.Words = fmt.Sprintf("has waited out its Cooldown of %s", seconds(d.Cooldown))
		return
	}
	c.Left = s.left(p, i, func(st *state.Decider) float64 { return st.CooldownLeft })
	for _, q := range s.places(p) {
		if j := s.last(q, event.Left, i); j >= 0 {
			c.Left = d.Cooldown
		}
	}
	c.Words = fmt.Sprintf("has %s of its Cooldown of %s left", seconds(c.Left), seconds(d.Cooldown))
}

func (s *narrative) everyWords(p at, i int, c *Check) {
	d := s.decider(p)
	if c.Result == Passed {
		c.Words = fmt.Sprintf("is due: it is asked once in %s", seconds(d.Every))
		return
	}
	c.Left = s.left(p, i, func(st *state.Decider) float64 { return st.EveryLeft })
	c.Words = fmt.Sprintf("is asked once in %s, and its Every has %s left", seconds(d.Every), seconds(c.Left))
}

// left is the remaining time of a timer in this tick.
func (s *narrative) left(p at, _ int, of func(*state.Decider) float64) float64 {
	if s.over == len(s.m.Events) { // no operation followed the tick
		if st := s.after(p); st != nil && of(st) > 0 {
			return of(st)
		}
	}
	if st := s.before(p); st != nil {
		return max(0, of(st)-s.m.DT)
	}
	return 0
}

func (s *narrative) decideWords(p at, i int, c *Check) {
	e, d := &s.m.Events[i], s.decider(p)
	c.Value, c.called = e.Value, d.Decide != nil
	err := ""
	for j := i - 1; j >= 0 && s.m.Events[j].Kind == event.Erred && s.where(j) == p; j-- {
		err = s.m.Events[j].Err.Error()
	}
	switch {
	case err != "" && c.Result == Failed:
		c.Words = fmt.Sprintf("went wrong in %s: %s", itsDecide(d), err)
	case d.Decide == nil && c.Result == Failed:
		c.Words = fmt.Sprintf("has no Decide, and its Weight of %s never accepts", number(d.Weight))
	case d.Decide == nil:
		c.Words = fmt.Sprintf("it has none, so its Weight of %s counts", number(d.Weight))
	case c.Result == Failed && e.Value > 0:
		c.Words = fmt.Sprintf("said no: %s called Fail, and gave %s", itsDecide(d), number(e.Value))
	case c.Result == Failed:
		c.Words = fmt.Sprintf("said no: %s gave %s", itsDecide(d), number(e.Value))
	case e.Verdict != event.Accepted:
		c.Words = strings.TrimSpace(functionName(d.Decide) + " said yes")
	default:
		c.Words = strings.TrimSpace(fmt.Sprintf("%s gave %s", functionName(d.Decide), number(e.Value)))
	}
}

// itsDecide names the function that a decider has as Decide: "its Decide bellNear".
func itsDecide(d *description.Decider) string {
	return strings.TrimSpace("its Decide " + functionName(d.Decide))
}

// functionName is a function's name without its package. It is empty for a function literal, which has none.
func functionName(f *description.Function) string {
	if f == nil || literal.MatchString(f.Name) {
		return ""
	}
	name := strings.ReplaceAll(f.Name, "[...]", "")
	_, name, _ = strings.Cut(name, ".")
	return name
}

// literal matches the described name of a function literal.
var literal = regexp.MustCompile(`\.func( at line \d+)?$`)

// number formats a value with as many digits as it needs.
func number(v float64) string {
	if v == math.Trunc(v) && math.Abs(v) < 1e15 {
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.4g", v)
}
