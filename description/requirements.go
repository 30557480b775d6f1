package description

import (
	"fmt"
	"strings"

	"github.com/decidertree/decidertree/event"
)

// Requirements are what one agent of a tree needs, and the most a tick of it can take, all known before the
// first tick. Print it as a table.
type Requirements struct {
	Bytes    int // of an agent's fixed memory, and of the Reserve it takes to plug the tree in: the ten below
	Header   int
	Timers   int // due times of Every and Cooldown
	Counts   int // entries of what has a Limit
	Bags     int // turns of Shuffle groups
	Monitors int // what each last answered, one bit
	Shared   int // what it has of gates and squads
	Kept     int // choices that wait for a Leave: DBlocks, and children that groups delegated to
	Reserves int // of slots
	Keys     int // blackboard values without pointers
	Path     int // frames and blocks of what can be active at once; siblings overlay

	Boxes    int // blocks, waiting DBlocks and blackboard values with pointers, each allocated beside the fixed memory
	BoxBytes int // what these take, without what they point to
	Scratch  int // bytes a tick needs for itself, whoever ticks; a Memory has its own

	Deciders int // different ones
	Places   int // positions they stand in
	Depth    int // levels
	Consults int // Decide functions a tick can call at most while no behavior ends
	Entries  int // deciders a tick can enter before the loop guard ends it

	Rows []Requirement // by place, in the order of the declaration
}

// Requirement is one place's part. What belongs to a decider and not to a place counts at the first place of a
// shared one: Timers and Count.
type Requirement struct {
	Decider  event.Label
	Depth    int
	Offset   int    // of its frame in the agent's memory; Extra and Block follow it
	Frame    int    // bytes
	Extra    int    // bytes: children that run or are spent, iterations, a Leave's due time, the last Tick of a Period, what is pending
	Block    int    // bytes of its behavior's block
	Type     string // of the block; "" for none
	Boxed    bool   // the block has pointers and is allocated beside the fixed memory
	Timers   int    // bytes
	Count    int    // bytes
	Bag      int    // bytes
	Monitor  bool   // it has a bit
	Shared   int    // bytes: its pass of the gate and its membership in the squad
	Kept     int    // bytes of its DBlock, or of the child it delegated to, while it waits for a Leave; their sum is rounded up to 8
	Reserve  int    // bytes of its slot
	Keys     int    // bytes of the blackboard values it declares; those of scope Agent and Tree count at the root
	Handover int    // bytes of its DBlock, in the scratch
}

// section is one of the parts of an agent's bytes, for people.
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

// String is the requirements as a table. Columns and sections in which nothing takes any bytes are left out.
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
	fmt.Fprintf(&b, "tree: %d deciders in %d places, %d levels; a tick calls Decide %d times at most while no behavior ends, and enters %d deciders at most\n",
		q.Deciders, q.Places, q.Depth, q.Consults, q.Entries)
	return b.String()
}
