// Package glance puts what an agent sees of gates and squads into short words for the inspector's page.
package glance

import (
	"fmt"
	"strings"

	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/state"
	"github.com/decidertree/decidertree/world"
)

// Gate describes a gate as its agent sees it: "GRENADE 1/1 [Ogg #7], shut: 2.30 left, inside".
func Gate(g *state.Gate, names debugprint.Names) (words string, holders []uint64) {
	var b strings.Builder
	b.WriteString(keyed(g.Name, g.Key))
	if !g.Known {
		return b.String() + " by key", nil
	}
	fmt.Fprintf(&b, " %d/%d", g.Held, g.Max)
	if g.Held > 0 {
		holders = make([]uint64, 0, world.Glanced)
		var named []string
		for _, id := range g.Holders[:min(g.Held, world.Glanced)] {
			holders = append(holders, uint64(id))
			named = append(named, names.Agent(id))
		}
		fmt.Fprintf(&b, " [%s%s]", strings.Join(named, ", "), more(g.Held))
	}
	counted(&b, "granted", g.Kept)
	counted(&b, "waiting", g.Claims)
	lasting(&b, "shut", g.Left)
	lasting(&b, "shut for it", g.AgentLeft)
	b.WriteString(map[state.Pass]string{
		state.PassClaimed: ", claimed", state.PassGranted: ", may enter", state.PassHeld: ", about to enter", state.PassInside: ", inside",
	}[g.Pass])
	return b.String(), holders
}

// Squad describes a squad as its agent sees it: "FLANK 4 [#3 as 1, Ogg #7 as 2], inside as 2".
func Squad(s *state.Squad, names debugprint.Names) (words string, members []uint64) {
	var b strings.Builder
	b.WriteString(keyed(s.Name, s.Key))
	if !s.Known {
		return b.String() + " by key", nil
	}
	if s.Part < state.PartInvited {
		fmt.Fprintf(&b, " waiting: %d of %d", s.Wanting, s.Needed)
		if s.Part == state.PartWanting {
			b.WriteString(", wanted")
		}
		return b.String(), nil
	}
	var named []string
	for _, m := range s.Members[:min(s.Size, world.Glanced)] {
		members = append(members, uint64(m.Agent))
		named = append(named, fmt.Sprintf("%s as %d", names.Agent(m.Agent), m.Role))
	}
	fmt.Fprintf(&b, " %d [%s%s]", s.Instance, strings.Join(named, ", "), more(s.Size))
	b.WriteString(map[state.Part]string{state.PartInvited: ", invited", state.PartJoined: ", joined", state.PartInside: ", inside"}[s.Part])
	fmt.Fprintf(&b, " as %d", s.Role)
	if s.At.Name != "" {
		fmt.Fprintf(&b, ", at %s %d/%d", s.At.Name, s.Arrived, s.Size)
	}
	separator := ", "
	if s.Dissolved {
		b.WriteString(", dissolved")
		separator = ": "
	}
	if s.Left.Agent != 0 {
		b.Write(names.AppendLeft([]byte(separator), s.Left))
	}
	return b.String(), members
}

func keyed(name string, key uint64) string {
	if key == 0 {
		return name
	}
	return fmt.Sprintf("%s(%d)", name, key)
}

func more(n int) string {
	if n <= world.Glanced {
		return ""
	}
	return fmt.Sprintf(" and %d more", n-world.Glanced)
}

func counted(b *strings.Builder, what string, n int) {
	if n > 0 {
		fmt.Fprintf(b, ", %s: %d", what, n)
	}
}

func lasting(b *strings.Builder, what string, seconds float64) {
	if seconds > 0 {
		fmt.Fprintf(b, ", %s: %.2f left", what, seconds)
	}
}

// Waiting describes what a group waits for: "gate GRENADE to enter THROW".
func Waiting(w *state.Waiting) string {
	switch {
	case w.Gate != "":
		return "gate " + w.Gate + " to enter " + w.Child.Name
	case w.Squad != "":
		return "squad " + w.Squad + " to enter " + w.Child.Name
	}
	return w.Child.Name
}
