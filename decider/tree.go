package decider

import (
	"unsafe"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// Tree is a compiled tree: flat arrays, one element for each place, in visiting order. It is immutable and
// safe for concurrent use; make it with [InitializeTreeData].
//
// The arrays are split by who reads them (Knafla's shape): asks for choosing, nodes for visiting, befores and
// quicks for ticks in which nothing changes; infos for everything that is not needed in a quiet tick.
type Tree[A any] struct {
	asks    []ask[A]
	nodes   []node[A]
	befores []before
	quicks  []quick[A]
	infos   []info[A]
	order   []place // all places in the order of the declaration, a group before its children
	jumps   []jump
	slots   []*Slot[A] // by index into layout.reserves
	gates   []gated[A]
	squads  []squaded[A]
	systems []system // of deferred behaviors, in the order of places
	bars    []place  // the Barriers, in the order of the declaration
	layout  layout
	board   board // where blackboard values lie
	told    told[A]
}

// place is a decider's position in a tree: an index into its arrays. The root is 0; the children of a group
// have successive numbers, then come the children of the first of them, and so on.
type place uint16

// nowhere is no place.
const nowhere place = MaxPlaces

// ask is what choosing needs of a candidate: one cache line, so that a group's children are scanned in a row.
// 64 bytes.
type ask[A any] struct {
	mask, want DecisionFlags // DecisionFlags & mask must equal want: All and None in one test
	any        DecisionFlags // and some bit of any must be set, unless it is 0
	stimMask   stimuli.Flags // the same for stimuli
	stimWant   stimuli.Flags
	stimAny    stimuli.Flags
	decide     func(*behavior.Context[A]) float64
	kind       askKind
	delegates  bool // asks its children when asked: DelegateDecide
	holdsJump  bool // it is a Jump, or one that leaves this branch for a sibling lies in it
	_          [5]byte
}

func (a *ask[A]) passesFlags(flags DecisionFlags) bool {
	return flags&a.mask == a.want && (a.any == 0 || flags&a.any != 0)
}

func (a *ask[A]) passesStimuli(stim stimuli.Flags) bool {
	return stim&a.stimMask == a.stimWant && (a.stimAny == 0 || stim&a.stimAny != 0)
}

// askKind tells how much there is to asking a candidate.
type askKind uint8

const (
	askDecide  askKind = iota // call decide, nothing else
	askChecked                // the flag checks, then decide
	askAccept                 // the flag checks, then it accepts
	askFull                   // timers, delegation, DBlock, Jump and the rest: runner.ask
)

// node is what visiting an active place needs. 48 bytes.
type node[A any] struct {
	tick          func(*behavior.Context[A]) behavior.Status // of a behavior without block
	tickBlock     func(*behavior.Context[A], unsafe.Pointer) behavior.Status
	behaviorFlags behavior.Flags
	frame         uint32 // offset of its frame in the agent's memory
	block         uint32 // offset of its block there, or with boxed its index among the boxes
	first, last   place  // its children are [first, last)
	parent        place  // nowhere for the root
	policy        Policy
	flags         Flags
	marks         marks
	cooldown      uint32 // offset of its Cooldown's due time; 0 for none
}

// marks are facts about a place, as bits.
type marks uint32

const (
	acting    marks = 1 << iota // it has a behavior
	boxed                       // its block has pointers and lies in a box
	targeted                    // a Jump leads to it, so its frame remembers which
	jumping                     // it is a Jump
	repeats                     // it has a Repeat
	timed                       // it has a Timeout
	altered                     // it has an Outcome
	limited                     // it has a Limit
	connected                   // it is a slot for another tree
	leaving                     // its behavior has a Leave
	lingering                   // it, or something below it, may have one
	watching                    // it is a Selector with a Monitor
	beside                      // others of its group can be active beside it; or it is the root
	shared                      // it has a gate or a squad
	barrier                     // it is a Barrier
	patient                     // its behavior is not ticked every time: Period, deferred
	elaborate                   // entering it takes more than a frame: one of the above, or its policy keeps more

	modified = repeats | timed | altered                       // its status is not what its parent sees
	special  = repeats | timed | connected | leaving | barrier // a later visit is not only a Tick and what is below
)

func (n *node[A]) isGroup() bool { return n.first != n.last }

// before merges the flag checks of all siblings above a place that may interrupt it into one test: as long as
// none of these bits is set (any, stimAny) or clear (none, stimNone), every one of them rejects. 40 bytes.
type before struct {
	any, none         DecisionFlags
	stimAny, stimNone stimuli.Flags
	mergeable         bool  // each of them has such a bit
	first             place // the siblings begin here
}

// shut reports whether the test rejects all.
func (b *before) shut(flags DecisionFlags, stim stimuli.Flags) bool {
	return flags&b.any|^flags&b.none == 0 && stim&b.stimAny|^stim&b.stimNone == 0
}

// quick is the way from the root to a leaf, for ticks in which nothing changes (quick.go). 72 bytes.
type quick[A any] struct {
	before           // of all candidates along the path; not mergeable if behaviors tick between
	able   bool      // the quick way applies
	steps  []step[A] // in the order of a tick
}

// step is one thing to do on a quick way before its leaf goes on: call one candidate's Decide, or ask a row of
// siblings, or tick a group's behavior. 56 bytes.
type step[A any] struct {
	decide    func(*behavior.Context[A]) float64 // of the candidate first, which has no other condition; or nil
	group     place
	at        place // the row ends before it
	bracketed bool  // it is the group's behavior that is to be ticked
	before          // of the row [first, at)
}

// info is the rest: what asking in full, entering, leaving and showing need.
type info[A any] struct {
	label     Label
	behavior  Label
	calls     engine.Calls[*behavior.Context[A], behavior.Status]
	handover  func(*behavior.Context[A], unsafe.Pointer) float64 // a DBlock's Decide
	dblock    engine.Block
	handed    int     // index of its DBlock in the scratch
	checks    Checks  // preconditions it has, for events
	weight    float64 // the value where nothing decides; not 0
	weighted  bool    // Weight was given: a Jump's value
	margin    float64
	every     float64
	everyDue  uint32 // offset of its Every's due time in the agent's memory; 0 for none
	everyBit  uint32 // index of its "passed in this tick"
	cooldown  float64
	chosen    int    // index of the child it delegated to, in the scratch; -1 where it never delegates
	bag       uint32 // offset of its Shuffle bag in the agent's memory
	modifiers Modifiers
	count     uint32 // offset of its Limit's count in the agent's memory; 0 for none
	repeat    uint32 // offset of its repetition there
	leaveDue  uint32 // offset of when its Leave has had its time
	pending   uint32 // offset of what waits for a Leave below it; 0 for none
	handedOn  keptDBlock
	succeedAt int
	failAt    int
	monitor   int // index of its Monitor bit; -1 for none
	gate      int // index into Tree.gates; -1 for none
	squad     int // index into Tree.squads; -1 for none
	role      world.Role
	within    place   // the nearest group at or above it that has a squad; nowhere for none
	period    float64 // seconds between Ticks
	ticked    uint32  // offset of when it was ticked last, in the agent's memory; 0 where it has no period
	slot      int     // index into layout.reserves; -1 for none
	jump      int     // index into Tree.jumps of this Jump; -1
	leaps     []int   // the Jumps from this branch, or this one, to a sibling's
	landings  []int   // the Jumps into this branch, or to this one, from a sibling's
	depth     int
	rank      int // in Tree.order
	end       int // the rank behind the last place below it
}

// keptDBlock is where a DBlock lies while its decider waits for a Leave: in the agent's memory, or beside it if
// it has pointers.
type keptDBlock struct {
	offset uint32 // 0 for none
	box    int    // index into layout.keptD plus 1; 0 for none
}

// jump is a resolved reference decider.
type jump struct {
	from, to place
	common   place // the deepest group that holds both
	branch   place // common's child that holds from, or is it
	way      place // common's child that holds to, or is it
}

// index is the place's number among its siblings; 0 for the root.
func (t *Tree[A]) index(p place) int {
	if n := &t.nodes[p]; n.parent != nowhere {
		return int(p - t.nodes[n.parent].first)
	}
	return 0
}

// toward returns the child of group that holds p or is p; nowhere if p is not below group.
func (t *Tree[A]) toward(group, p place) place {
	for p != nowhere {
		parent := t.nodes[p].parent
		if parent == group {
			return p
		}
		p = parent
	}
	return nowhere
}
