package decider

import (
	"fmt"
	"strings"

	"github.com/decidertree/decidertree/world"
)

// This file puts gates, squads and roles into the words of an Explanation.

// company tells of an active decider what it has to do with others: its gate, its squad, when it is ticked and what it
// waits for.
func (w *WhyPlace) company() string {
	var b strings.Builder
	add := func(format string, args ...any) { fmt.Fprintf(&b, "; "+format, args...) }
	if g := w.Gate; g != nil && g.Pass == PassInside {
		add("it is inside the gate %s (%s)", keyed(g.Name, g.Key), g.holders())
	}
	switch s := w.Squad; {
	case s == nil || s.Instance == 0:
	case s.Dissolved:
		add("its squad %s is dissolved: it is reset in the next tick", keyed(s.Name, s.Key))
	case w.Barrier:
		add("it waits for its squad %s: %d of %d are here", keyed(s.Name, s.Key), s.Arrived, s.Size)
	default:
		add("it is in the squad %s as role %d (%s)", keyed(s.Name, s.Key), s.Role, s.members())
		if s.Barrier != 0 {
			add("it is at the Barrier %v with %d of %d", s.At, s.Arrived, s.Size)
		}
	}
	if w.Period > 0 {
		add("its next Tick is due in %.2f s", w.NextTick)
	}
	if w.System != "" {
		add("it waits for a result of %s", w.System)
	}
	return b.String()
}

// sharedWords tells how asking for a role, a squad or a gate ends, and what there is to say about it.
func (c *WhyCheck) sharedWords(name string) string {
	text := "passes " + name
	if !c.Passed {
		text = "fails " + name
	}
	add := func(format string, args ...any) { text += fmt.Sprintf(format, args...) }
	switch {
	case c.Check == FailedRole && c.Passed:
		add(" %d", c.Needed)
	case c.Check == FailedRole && c.Role == 0:
		add(" (has none, needs %d)", c.Needed)
	case c.Check == FailedRole:
		add(" (has %d, needs %d)", c.Role, c.Needed)
	case c.Squad != nil:
		add(" %s", keyed(c.Squad.Name, c.Squad.Key))
		c.squadWords(add)
	case c.Gate != nil:
		add(" %s", keyed(c.Gate.Name, c.Gate.Key))
		c.gateWords(add)
	}
	return text
}

func (c *WhyCheck) squadWords(add func(string, ...any)) {
	switch s := c.Squad; {
	case !s.Known:
		add(" (its SquadKey failed)")
	case s.Part == PartInvited:
		add(" (it is invited as role %d: %s)", s.Role, s.members())
	case s.Part > PartInvited:
		add(" (it is in as role %d: %s)", s.Role, s.members())
	case c.Elsewhere:
		add(" (another of its deciders wants it or is in it)")
	default:
		add(" (%d of %d want it)", s.Wanting, s.Needed)
	}
}

func (c *WhyCheck) gateWords(add func(string, ...any)) {
	g := c.Gate
	switch {
	case !g.Known:
		add(" (its GateKey failed)")
		return
	case g.Pass == PassGranted:
		add(" (a place is kept for it)")
		return
	case c.Passed && g.Pass >= PassHeld:
		add(" (it has a place)")
		return
	}
	add(" (%s)", g.holders())
	if g.Kept > 0 {
		add(" (%d kept for who was granted one)", g.Kept)
	}
	if g.Left > 0 {
		add(" (shut for %.2f s more)", g.Left)
	}
	if g.AgentLeft > 0 {
		add(" (shut for this agent for %.2f s more)", g.AgentLeft)
	}
	if g.Claims > 0 {
		add(" (%s)", waiting(g.Claims))
	}
	switch {
	case c.Passed:
	case g.Pass == PassClaimed:
		add(" (it has claimed a place)")
	case g.Left == 0 && g.AgentLeft == 0 && g.Held+g.Kept < g.Max: // a single agent would pass
		add(" (it claims a place in its next tick)")
	}
}

func waiting(n int) string {
	if n == 1 {
		return "1 waits"
	}
	return fmt.Sprintf("%d wait", n)
}

// keyed is the name of a gate or squad, with the key that divides it.
func keyed(name string, key uint64) string {
	if key == 0 {
		return name
	}
	return fmt.Sprintf("%s(%d)", name, key)
}

// holders tells who is inside a gate.
func (g *GateView) holders() string {
	var some []string
	for _, id := range g.Holders[:min(g.Held, world.Glanced)] {
		some = append(some, fmt.Sprint(id))
	}
	text := fmt.Sprintf("%d of %d places held", g.Held, g.Max)
	if g.Held == 0 {
		return text
	}
	return text + " by " + agents(some, g.Held)
}

// members tells who is in a squad.
func (s *SquadView) members() string {
	var some []string
	for _, m := range s.Members[:min(s.Size, world.Glanced)] {
		some = append(some, fmt.Sprintf("%d as %d", m.Agent, m.Role))
	}
	return agents(some, s.Size)
}

// agents lists some of so many.
func agents(some []string, all int) string {
	word := "agents "
	if all == 1 {
		word = "agent "
	}
	text := word + strings.Join(some, ", ")
	if more := all - len(some); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}
