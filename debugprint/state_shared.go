package debugprint

import (
	"strconv"

	"github.com/decidertree/decidertree/state"
	"github.com/decidertree/decidertree/world"
)

// keyed appends a name with its key, unless that is 0.
func (l *stateLine) keyed(name string, key uint64) { l.b = appendKeyed(l.b, name, key) }

// gate appends `inside gate GRENADE(42) (1 of 1 held by #7; shut for 2.3 s)`. With the option Wait a group waits for a gate
// without a claim.
func (l *stateLine) gate(g *state.Gate, awaited bool) {
	switch pass := g.Pass; {
	case pass == state.PassNone && !awaited:
		l.fact("")
	case pass <= state.PassClaimed:
		l.fact("waits for ")
	case pass == state.PassGranted:
		l.fact("may enter ")
	case pass == state.PassHeld:
		l.fact("about to enter ")
	default:
		l.fact("inside ")
	}
	l.text("gate ")
	l.keyed(g.Name, g.Key)
	if !g.Known {
		l.text(" (by key)")
		return
	}
	l.text(" (")
	l.int(g.Held)
	l.text(" of ")
	l.int(g.Max)
	l.text(" held")
	if g.Held > 0 {
		l.text(" by ")
		for i, id := range g.Holders[:min(g.Held, world.Glanced)] {
			if i > 0 {
				l.text(", ")
			}
			l.agent(id)
		}
		l.more(g.Held)
	}
	if g.Kept > 0 {
		l.text("; ")
		l.int(g.Kept)
		l.text(" granted")
	}
	if g.Claims > 0 {
		l.text("; ")
		l.int(g.Claims)
		l.text(" waiting")
	}
	if g.Left > 0 {
		l.text("; shut for ")
		l.seconds(g.Left)
	}
	if g.AgentLeft > 0 {
		l.text("; shut for this agent for ")
		l.seconds(g.AgentLeft)
	}
	l.text(")")
}

// squad appends `waits for squad PAIR (1 of 2 waiting)`, or with an instance
// `in squad PAIR as 2 (instance 3: #7 as 1, #9 as 2; 1 of 2 at MEET)`.
func (l *stateLine) squad(s *state.Squad) {
	switch s.Part {
	case state.PartNone:
		l.fact("")
	case state.PartWanting:
		l.fact("waits for ")
	case state.PartInvited:
		l.fact("invited to ")
	case state.PartJoined:
		l.fact("about to enter ")
	default:
		l.fact("in ")
	}
	l.text("squad ")
	l.keyed(s.Name, s.Key)
	if !s.Known {
		l.text(" (by key)")
		return
	}
	if s.Part < state.PartInvited {
		l.text(" (")
		l.int(s.Wanting)
		l.text(" of ")
		l.int(s.Needed)
		l.text(" waiting)")
		return
	}
	l.text(" as ")
	l.int(int(s.Role))
	l.text(" (instance ")
	l.b = strconv.AppendUint(l.b, s.Instance, 10)
	if s.Size > 0 {
		l.text(":")
		for i, m := range s.Members[:min(s.Size, world.Glanced)] {
			if i > 0 {
				l.text(",")
			}
			l.text(" ")
			l.agent(m.Agent)
			l.text(" as ")
			l.int(int(m.Role))
		}
		l.more(s.Size)
	}
	if s.Barrier != 0 {
		l.text("; ")
		l.int(s.Arrived)
		l.text(" of ")
		l.int(s.Size)
		l.text(" at ")
		l.escaped(s.At.Name)
	}
	l.b = appendDissolved(l.b, s, "; ", l.names)
	l.text(")")
}

// more ends a list that was cut off.
func (l *stateLine) more(all int) {
	if more := all - world.Glanced; more > 0 {
		l.text(" and ")
		l.int(more)
		l.text(" more")
	}
}
