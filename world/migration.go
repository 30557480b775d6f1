package world

import (
	"fmt"
	"strings"
)

//go:generate go tool -modfile=../tools/go.mod stringer -type=Part -linecomment -output=part_string.go

// Migration lists what agents lost when they were restored into, or moved to, a changed tree. Everything it does not
// list was kept.
type Migration struct {
	// Changed reports whether the tree has changed. If it has not, agents have lost only what is not available any
	// more: a plugged tree that was not given to Restore, or a place in a gate that others have taken.
	Changed bool
	// Lost is what was lost, in the order of the trees. Equal losses of several agents are one Loss.
	Lost []Loss
}

// Loss is one thing that agents have lost.
type Loss struct {
	Part   Part
	Path   string  // of the decider in the old tree, from the root: "ROOT > GUARD_NEST > PATROL"
	Name   string  // of the blackboard key, slot or gate; "" for other parts
	Why    string  // the cause, in words
	Agent  AgentID // the first agent that has lost it
	Agents int     // how many have lost it
}

// Part is the kind of a [Loss].
type Part uint8

const (
	LostDecider  Part = 1 + iota // activity
	LostTimers                   // timers and counts
	LostProgress                 // progress
	LostPending                  // pending choice
	LostValue                    // blackboard value
	LostPlug                     // plugged tree
	LostGate                     // place in a gate
	LostSquad                    // place in a squad
	LostAgent                    // agent
	LostRequest                  // request
)

// String returns the loss in words: "activity of ROOT > FLEE: the tree has no such decider".
func (l Loss) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%v", l.Part)
	if l.Name != "" {
		fmt.Fprintf(&b, " %q", l.Name)
	}
	fmt.Fprintf(&b, " of %s: %s", l.Path, l.Why)
	if l.Agents > 1 {
		fmt.Fprintf(&b, " (%d agents, the first %d)", l.Agents, l.Agent)
	}
	return b.String()
}

// String returns the migration in words, one loss a line.
func (m Migration) String() string {
	if len(m.Lost) == 0 {
		return "everything was kept"
	}
	var b strings.Builder
	b.WriteString("not kept:")
	for _, l := range m.Lost {
		b.WriteString("\n\t" + l.String())
	}
	return b.String()
}
