package description

import (
	"fmt"
	"strings"

	"github.com/decidertree/decidertree/event"
)

// Requirements are the memory that one agent of a tree needs, and limits of a tick, all known before the first tick.
// String prints them as a table.
type Requirements struct {
	Bytes    int // of an agent's fixed memory, and of the Reserve for plugging the tree in: the sum of the ten below
	Header   int
	Timers   int // due times of Every and Cooldown
	Counts   int // entries of deciders with a Limit
	Bags     int // turns of Shuffle groups
	Monitors int // one bit for the last answer of each
	Shared   int // passes of gates and memberships in squads
	Kept     int // choices that wait for a Leave: DBlocks, and children that groups delegated to
	Reserves int // of slots
	Keys     int // blackboard values without pointers
	Path     int // frames and blocks of deciders that can be active at once; siblings overlay

	Boxes    int // blocks, waiting DBlocks and blackboard values with pointers, each allocated beside the fixed memory
	BoxBytes int // size of these, without what they point to
	Scratch  int // scratch bytes of a tick; a Memory has its own

	Tree     int // bytes of the compiled tree's tables on a 64-bit machine, which all agents share, without the declaration
	Deciders int // number of deciders
	Places   int // number of their positions
	Depth    int // levels
	Consults int // most Decide calls of a tick in which no behavior ends
	Entries  int // entries of a tick before the loop guard ends it

	Rows []Requirement // by place, in the order of the declaration
}

// Requirement is the part of one place. Parts that belong to a decider and not to a place, Timers and Count, count at
// the first place of a shared decider.
type Requirement struct {
	Decider  event.Label
	Depth    int
	Offset   int    // of its frame in the agent's memory; Extra and Block follow it
	Frame    int    // bytes
	Extra    int    // bytes: running and spent children, iterations, a Leave's due time, the last Tick of a Period, a pending child
	Block    int    // bytes of its behavior's block
	Type     string // of the block; "" for none
	Boxed    bool   // the block has pointers and is allocated beside the fixed memory
	Timers   int    // bytes
	Count    int    // bytes
	Bag      int    // bytes
	Monitor  bool   // it has a bit
	Shared   int    // bytes: its pass of the gate and its membership in the squad
	Kept     int    // bytes of its DBlock, or of the child it delegated to, while it waits for a Leave; the sum is rounded up to 8
	Reserve  int    // bytes of its slot
	Keys     int    // bytes of its blackboard values; those of scopes Agent and Tree count at the root
	Handover int    // bytes of its DBlock, in the scratch
}

// section is a part of an agent's bytes, for the table.
type section struct {
	name  string
	bytes int
}

func (q *Requirements) sections() []section {
	return []section{
		{"header", q.Header}, {"timers", q.Timers}, {"counts", q.Counts}, {"bags", q.Bags}, {"monitors", q.Monitors},
		{"shared", q.Shared}, {"kept", q.Kept}, {"reserves", q.Reserves}, {"keys", q.Keys}, {"path", q.Path},
	}
}

// String formats the requirements as a table. It omits columns and sections without any bytes.
func (q Requirements) String() string {
	var b strings.Builder
	q.table(&b)
	var parts []string
	for _, s := range q.sections() {
		if s.bytes > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", s.name, s.bytes))
		}
	}
	fmt.Fprintf(&b, "agent: %d bytes (%s)", q.Bytes, strings.Join(parts, ", "))
	if q.Boxes > 0 {
		fmt.Fprintf(&b, " and %d boxed of %d bytes", q.Boxes, q.BoxBytes)
	}
	fmt.Fprintf(&b, "; scratch %d\n", q.Scratch)
	fmt.Fprintf(&b, "tree: %d bytes for %d deciders in %d places, %d levels; a tick calls Decide %d times at most while no behavior ends, and enters %d deciders at most\n",
		q.Tree, q.Deciders, q.Places, q.Depth, q.Consults, q.Entries)
	return b.String()
}
