package plain

import (
	"fmt"
	"math"
	"slices"

	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/internal/usercode"
	"github.com/decidertree/decidertree/world"
)

// sharing is the validator's state for gates and squads.
type sharing struct {
	gates   map[string]*world.Gate  // by name, the first with the name
	squads  map[string]*world.Squad // likewise
	seen    map[any]bool            // the gates and squads checked before
	asking  []located               // deciders with a Role, a Squad or the option Barrier or Monitor, checked when all groups are known
	watches map[*Decider]bool       // whether a Sequence stands below a Selector, as far as known
	outside map[*Decider]bool       // whether a decider has a place without a squad above, as far as known
}

// shared checks a decider's Gate and Squad, and collects deciders that need a squad above them.
func (v *validator) shared(d *Decider) {
	known := &v.sharing
	if known.seen == nil {
		known.gates, known.squads = map[string]*world.Gate{}, map[string]*world.Squad{}
		known.seen, known.outside, known.watches = map[any]bool{}, map[*Decider]bool{}, map[*Decider]bool{}
	}
	v.gate(d)
	v.squad(d)
	v.canPlay(d)
	if d.Squad != nil && len(d.Children) == 0 && d.Jump == "" && d.Slot == nil { // contents reports those
		v.fault(declaration.GroupOnly, "it has a Squad but no children", "add the children, or move the Squad to a group around it")
	}
	if d.Options&declaration.Wait != 0 && d.Gate == nil && d.Squad == nil && d.Jump == "" {
		v.fault(declaration.WaitsForNothing, "it has the option Wait, and no Gate or Squad", "remove the option, or add what it waits for")
	}
	if (d.Role != 0 || d.Options&(declaration.Barrier|declaration.Monitor) != 0 || d.Squad != nil) && d.Jump == "" {
		known.asking = append(known.asking, v.located(d))
	}
}

// gate checks a decider's Gate. A Gate of several deciders is checked at the first.
func (v *validator) gate(d *Decider) {
	g := d.Gate
	switch {
	case g == nil && d.GateKey != nil:
		v.fault(declaration.BadGate, "it has a GateKey but no Gate", "remove it or add the Gate that it divides")
		return
	case g == nil || v.sharing.seen[g]:
		return
	}
	v.sharing.seen[g] = true
	bad := func(x float64) bool { return !(x >= 0 && x <= math.MaxFloat64) } // NaN too
	if g.Max < 1 {
		v.fault(declaration.BadGate, fmt.Sprintf("Max of its Gate %q is %d", g.Name, g.Max), "make it a number of agents, 1 or more")
	}
	if bad(g.Cooldown) {
		v.fault(declaration.BadGate, fmt.Sprintf("Cooldown of its Gate %q is %v", g.Name, g.Cooldown), "make it a finite number of seconds, or 0 for none")
	}
	if bad(g.AgentCooldown) {
		v.fault(declaration.BadGate, fmt.Sprintf("AgentCooldown of its Gate %q is %v", g.Name, g.AgentCooldown), "make it a finite number of seconds, or 0 for none")
	}
	if g.Name == "" {
		v.fault(declaration.BadGate, "its Gate has no name", "give it one in capitals, such as GUARD_NEST")
		return
	}
	if v.sharing.gates[g.Name] != nil {
		v.fault(declaration.GateTwice, fmt.Sprintf("another gate is called %q as well", g.Name), "use the address of one variable everywhere, or rename one")
		return
	}
	v.spelled("its Gate's name", g.Name)
	v.sharing.gates[g.Name] = g
}

// squad checks a decider's Squad. A Squad of several deciders is checked at the first.
func (v *validator) squad(d *Decider) {
	s := d.Squad
	switch {
	case s == nil && d.SquadKey != nil:
		v.fault(declaration.BadSquad, "it has a SquadKey but no Squad", "remove it or add the Squad that it divides")
		return
	case s == nil || v.sharing.seen[s]:
		return
	}
	v.sharing.seen[s] = true
	switch {
	case s.Agents < 1:
		v.fault(declaration.BadSquad, fmt.Sprintf("Agents of its Squad %q is %d", s.Name, s.Agents), "make it a number of agents, 1 or more")
	case len(s.Roles) == 0 && s.Agents > math.MaxUint8:
		v.fault(declaration.BadSquad, fmt.Sprintf("its Squad %q has %d agents, and roles only count to %d", s.Name, s.Agents, math.MaxUint8), "list the Roles, which may be the same for several")
	case len(s.Roles) != 0 && len(s.Roles) != s.Agents:
		v.fault(declaration.BadSquad, fmt.Sprintf("its Squad %q has %d agents and %d roles", s.Name, s.Agents, len(s.Roles)), "list a role for each, or none for 1, 2, 3 and so on")
	}
	if i := slices.Index(s.Roles, 0); i >= 0 {
		v.fault(declaration.BadSquad, fmt.Sprintf("role %d of its Squad %q is 0, which is no role", i, s.Name), "begin roles with 1")
	}
	if s.Name == "" {
		v.fault(declaration.BadSquad, "its Squad has no name", "give it one in capitals, such as GUARD_NEST")
		return
	}
	if v.sharing.squads[s.Name] != nil {
		v.fault(declaration.GateTwice, fmt.Sprintf("another squad is called %q as well", s.Name), "use the address of one variable everywhere, or rename one")
		return
	}
	v.spelled("its Squad's name", s.Name)
	v.sharing.squads[s.Name] = s
}

// canPlay checks that a decider's CanPlay goes with its Squad.
func (v *validator) canPlay(d *Decider) {
	s := d.Squad
	tooHigh := func(r world.Role) bool { return r > world.MaxRole }
	switch {
	case d.CanPlay == nil:
	case s == nil:
		v.fault(declaration.BadSquad, "it has a CanPlay but no Squad", "remove it or add the Squad whose roles it is about")
	case s.Agents > int(world.MaxRole):
		v.fault(declaration.BadSquad, fmt.Sprintf("it has a CanPlay, and its Squad %q has %d agents", s.Name, s.Agents),
			fmt.Sprintf("remove it, or make do with %d agents", world.MaxRole))
	case slices.ContainsFunc(s.Roles, tooHigh):
		v.fault(declaration.BadSquad, fmt.Sprintf("it has a CanPlay, and its Squad %q has the role %d", s.Name, s.Roles[slices.IndexFunc(s.Roles, tooHigh)]),
			fmt.Sprintf("number its roles from 1 to %d, which a RoleSet holds", world.MaxRole))
	}
}

// period checks a behavior's Period.
func (v *validator) period(c *usercode.Behavior) {
	switch {
	case c.Delayed && !(c.Period >= 0 && c.Period <= math.MaxFloat64):
		v.fault(declaration.BadPeriod, fmt.Sprintf("its Wait has %v Seconds", c.Period), "make it a finite number of seconds, 0 or more")
	case !(c.Period >= 0 && c.Period <= math.MaxFloat64): // NaN too
		v.fault(declaration.BadPeriod, fmt.Sprintf("its behavior's Period is %v", c.Period), "make it a finite number of seconds, or 0 to tick every frame")
	case c.Period > 0 && c.Tick == nil && c.TickBlock == nil:
		v.fault(declaration.BadPeriod, "its behavior has a Period but no Tick", "remove it or add the Tick")
	}
}

// lacks checks that a deferred behavior has a system and a request.
func (v *validator) lacks(b *usercode.Behavior) {
	switch field := b.Lacks; field {
	case "":
	case "System.Name":
		v.fault(declaration.NoName, "its behavior's System has no name", "give it one in capitals, such as GUARD_NEST")
	case "System.Name in UTF-8":
		v.fault(declaration.BadName, "the name of its behavior's System is not valid UTF-8", spelling)
	default:
		v.fault(declaration.NilContent, "its behavior has no "+field, "give it one; a behavior that asks no system for anything is a Behavior or a WithBlock")
	}
}
