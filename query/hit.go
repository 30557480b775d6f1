package query

import (
	"fmt"

	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/why"
	"github.com/decidertree/decidertree/world"
)

// Hit is a run of an agent's ticks in which a decider, at one position of the tree, had the outcome of the query.
type Hit struct {
	Agent   world.AgentID `json:"agent"`
	Name    string        `json:"name,omitempty"` // the agent's
	Decider string        `json:"decider"`
	Path    string        `json:"path"` // as why.Place.Path
	Tree    string        `json:"tree"` // as why.Place.Tree
	Place   int           `json:"place"`
	From    uint64        `json:"from"` // the frames
	To      uint64        `json:"to"`
	Begin   float64       `json:"begin"` // seconds
	End     float64       `json:"end"`
	Ticks   int           `json:"ticks"`        // in these frames; agents of crowds sleep in others
	Outcome why.Outcome   `json:"outcome"`      // in the first of them
	By      string        `json:"by,omitempty"` // the check that said no or waits, how it began, or why it ended or was not asked
	Words   string        `json:"words"`        // why, in the first of them
}

// String returns the hit in one line.
func (h Hit) String() string {
	who := debugprint.Names{NameOf: func(world.AgentID) string { return h.Name }}.Agent(h.Agent)
	if h.From == h.To {
		return fmt.Sprintf("%s, frame %d (%.2f s): %s: %s", who, h.From, h.Begin, h.Path, h.Words)
	}
	ticks := "1 tick"
	if h.Ticks != 1 {
		ticks = fmt.Sprintf("%d ticks", h.Ticks)
	}
	return fmt.Sprintf("%s, frames %d to %d (%.2f to %.2f s, %s): %s: %s", who, h.From, h.To, h.Begin, h.End, ticks, h.Path, h.Words)
}
