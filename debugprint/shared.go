package debugprint

import (
	"strconv"

	"github.com/decidertree/decidertree/state"
	"github.com/decidertree/decidertree/world"
)

// appendShared appends a decider's gate and squad, when its behavior is ticked next, and the system whose result it
// waits for.
func appendShared(b []byte, s *state.Decider) []byte {
	if s.Gate.Name != "" {
		b = appendGate(b, &s.Gate)
	}
	if s.Squad.Name != "" {
		b = appendSquad(b, &s.Squad)
	}
	if s.Active && s.Period > 0 {
		b = append(b, " next Tick: "...)
		b = appendFixed(b, s.NextTick, 2)
	}
	if s.System != "" {
		b = append(b, " waiting for: "...)
		b = appendText(b, s.System)
		if s.Token != 0 {
			b = append(b, " 0x"...)
			b = strconv.AppendUint(b, uint64(s.Token), 16)
		}
	}
	return b
}

// appendGate appends ` gate: GRENADE(42) 1/1 [#7], shut: 2.30 left, inside`.
func appendGate(b []byte, g *state.Gate) []byte {
	b = append(b, " gate: "...)
	b = appendKeyed(b, g.Name, g.Key)
	if !g.Known {
		return append(b, " by key"...)
	}
	b = append(b, ' ')
	b = appendInt(b, g.Held)
	b = append(b, '/')
	b = appendInt(b, g.Max)
	if g.Held > 0 {
		b = append(b, " ["...)
		for i, id := range g.Holders[:min(g.Held, world.Glanced)] {
			b = appendAgent(b, i, id)
		}
		b = appendMore(b, g.Held)
	}
	if g.Kept > 0 {
		b = append(b, ", granted: "...)
		b = appendInt(b, g.Kept)
	}
	if g.Claims > 0 {
		b = append(b, ", waiting: "...)
		b = appendInt(b, g.Claims)
	}
	if g.Left > 0 {
		b = append(b, ", shut: "...)
		b = appendFixed(b, g.Left, 2)
		b = append(b, " left"...)
	}
	if g.AgentLeft > 0 {
		b = append(b, ", shut for it: "...)
		b = appendFixed(b, g.AgentLeft, 2)
		b = append(b, " left"...)
	}
	return append(b, passWord(g.Pass)...)
}

func passWord(p state.Pass) string {
	switch p {
	case state.PassClaimed:
		return ", claimed"
	case state.PassGranted:
		return ", may enter"
	case state.PassHeld:
		return ", about to enter"
	case state.PassInside:
		return ", inside"
	}
	return ""
}

// appendSquad appends ` squad: PAIR 1/2, wanted`, or with an instance
// ` squad: PAIR instance 3 [#7 as 1, #9 as 2], inside as 2, at MEET/0x6a2f1d0b 1/2`.
func appendSquad(b []byte, s *state.Squad) []byte {
	b = append(b, " squad: "...)
	b = appendKeyed(b, s.Name, s.Key)
	if !s.Known {
		return append(b, " by key"...)
	}
	if s.Part < state.PartInvited {
		b = append(b, " waiting: "...)
		b = appendInt(b, s.Wanting)
		b = append(b, " of "...)
		b = appendInt(b, s.Needed)
		if s.Part == state.PartWanting {
			b = append(b, ", wanted"...)
		}
		return b
	}
	b = append(b, " instance "...)
	b = strconv.AppendUint(b, s.Instance, 10)
	if s.Size > 0 {
		b = append(b, " ["...)
		for i, m := range s.Members[:min(s.Size, world.Glanced)] {
			b = appendAgent(b, i, m.Agent)
			b = append(b, " as "...)
			b = appendInt(b, int(m.Role))
		}
		b = appendMore(b, s.Size)
	}
	b = append(b, partWord(s.Part)...)
	b = append(b, " as "...)
	b = appendInt(b, int(s.Role))
	if s.Barrier != 0 {
		b = append(b, ", at "...)
		b = appendLabel(b, s.At)
		b = append(b, ' ')
		b = appendInt(b, s.Arrived)
		b = append(b, '/')
		b = appendInt(b, s.Size)
	}
	return appendDissolved(b, s, ", ", Names{})
}

func partWord(p state.Part) string {
	switch p {
	case state.PartInvited:
		return ", invited"
	case state.PartJoined:
		return ", about to enter"
	}
	return ", inside"
}

// appendKeyed appends a name with its key, unless that is 0.
func appendKeyed(b []byte, name string, key uint64) []byte {
	b = appendText(b, name)
	if key != 0 {
		b = append(b, '(')
		b = strconv.AppendUint(b, key, 10)
		b = append(b, ')')
	}
	return b
}

// appendAgent appends an agent of a list.
func appendAgent(b []byte, index int, id world.AgentID) []byte {
	if index > 0 {
		b = append(b, ", "...)
	}
	b = append(b, '#')
	return strconv.AppendUint(b, uint64(id), 10)
}

// appendMore ends a list that was cut off.
func appendMore(b []byte, all int) []byte {
	if more := all - world.Glanced; more > 0 {
		b = append(b, " and "...)
		b = appendInt(b, more)
		b = append(b, " more"...)
	}
	return append(b, ']')
}
