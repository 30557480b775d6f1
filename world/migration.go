package world

import (
	"fmt"
	"strings"
)

//go:generate go tool -modfile=../tools/go.mod stringer -type=Part -linecomment -output=part_string.go

// Migration tells what agents could not keep when they were restored into, or moved to, a tree that is another than
// the one they were in. Everything it does not name was kept.
type Migration struct {
	// Changed reports whether the tree has changed. Where it has not, agents lose a part only because it cannot be
	// had: a tree that is plugged in and was not given to Restore, or a place in a gate that others have taken.
	Changed bool
	// Lost is what was lost, in the order of the trees; what several agents have lost in the same way is one Loss.
	Lost []Loss
}

// Loss is one thing that agents could not keep.
type Loss struct {
	Part   Part
	Path   string // of the decider, in the tree the agent was in, from the root: "ROOT > GUARD_NEST > PATROL"
	Name   string // of a blackboard key, a slot or a gate, where the loss is of one
	Why    string // in words
	Agent  AgentID
	Agents int // how many have lost it; Agent is the first of them
}

// Part is what a [Loss] is a loss of.
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

// String is the loss in words: "activity of ROOT > FLEE: the tree has no such decider".
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

// String is the migration in words, one loss a line.
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
