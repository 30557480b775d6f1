package why

import (
	"github.com/decidertree/decidertree/world"
)

// Explanation says what became of one decider in one tick of an agent. String puts it in words.
type Explanation struct {
	Agent     world.AgentID `json:"agent"`
	AgentName string        `json:"agentName,omitempty"` // "" for none
	Decider   string        `json:"decider"`
	Asked     uint64        `json:"asked"` // the requested frame
	Frame     uint64        `json:"frame"` // of the explained tick
	Time      float64       `json:"time"`  // of that tick, seconds
	Slept     bool          `json:"slept"` // the agent was not ticked in the requested frame; this is its last tick before
	// Rehearsed means that the tick did not take place: it is the next one as it would be now. See Now.
	Rehearsed bool    `json:"rehearsed,omitempty"`
	Places    []Place `json:"places"`
	// Errors are the errors of user code in the tick.
	Errors []string `json:"errors"`
}

// Place is one position of the decider and its outcome.
type Place struct {
	Path    string  `json:"path"`  // names from the agent's root, through slots into plugged trees
	Tree    string  `json:"tree"`  // the root of Place's tree
	Place   int     `json:"place"` // its number there
	Outcome Outcome `json:"outcome"`
	Because string  `json:"because"` // a sentence or two

	Before   bool    `json:"before"`   // it was active before the tick
	After    bool    `json:"after"`    // it is active after the tick
	Duration float64 `json:"duration"` // seconds it has been active; 0 if it is not

	Began []Beginning `json:"began"` // each time it became active in the tick
	Ended []Ending    `json:"ended"` // each time it ended
	Tries []Asked     `json:"tries"` // each time it was asked, in order; the last one counts
	// Would is the answer of a decider that a rehearsal does not ask, asked by itself; nil if it was asked or is
	// active, and for a tick that took place.
	Would  *Asked  `json:"would,omitempty"`
	Values []Value `json:"values"` // the blackboard values it sees, after the tick
	// Missed says why nobody asked it; nil if it was asked or is active.
	Missed *Missed `json:"missed,omitempty"`
	// Group is the group or slot above it that would have to be entered first; nil if that was active.
	Group *Place `json:"group,omitempty"`

	name string // the decider's
}

// Value is a blackboard value.
type Value struct {
	Key     string `json:"key"`
	Scope   string `json:"scope"`   // Agent, Tree or Decider
	Decider string `json:"decider"` // the decider that declares it; for the scopes Agent and Tree the root
	Text    string `json:"text"`    // the value
}

// Beginning is how a decider became active. How is one of
//
//	Asked        its group asked it, and it accepted
//	Root         it is the root, which is entered when nothing is active
//	Delegated    its group, which delegates, had asked it before it was entered itself
//	Monitor      as a Monitor it fired
//	Jump         a Jump led to it, or through it
//	Waited       it had been chosen before and waited until the running decider had left
//	Plugged      it is the root of a tree that is plugged into the slot that was visited
//	Forced       an override had it entered
//	Unexplained  the tick's events do not tell
type Beginning struct {
	How     string  `json:"how"`
	By      string  `json:"by"`      // the Jump that led to it, or its slot, or the group that delegates
	Value   float64 `json:"value"`   // Decide's, if it was asked
	Instead string  `json:"instead"` // the decider that it interrupted; "" for none
	Words   string  `json:"words"`

	core string // the reason as part of a sentence: ", as Night is set"
}

// Missed is why nobody asked a decider. Why is one of
//
//	Chosen      another child of its group was chosen first
//	Runs        another child of its group runs, and this one cannot challenge it
//	NotYet      its turn comes later
//	Done        it had its turn
//	Group       its group was not active
//	GroupEnded  its group ended before it could be asked
//	GroupIdle   its group was active and not visited in this tick
//	Leaving     another decider has to leave first
//	Declined    it said no when its Concurrent group was entered, or has ended since
//	Led         a Jump led through its group, which then asks nobody
//	Redecide    its group's own Decide said no when it was to choose anew
//	Panic       a panic ended the tick before
//	Loop        the loop guard stopped the tick before
//	Root        it is a root, which nobody asks
//	NoTick      there was no tick, only an operation
//	Unknown     the tick's events do not tell
type Missed struct {
	Why    string `json:"why"`
	Group  string `json:"group"`            // the group in which that was decided
	By     string `json:"by"`               // the decider in its way; "" for none
	Answer *Asked `json:"answer,omitempty"` // By's answer in this tick; nil if it was not asked
}
