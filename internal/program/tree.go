package program

import (
	"slices"
	"strings"
	"unsafe"

	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/description"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/plain"
	"github.com/decidertree/decidertree/internal/usercode"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// ptree is a Tree without the agent's type: flat tables, an element for each place, in visiting order. It is immutable.
//
// The tables are split by who reads them (Knafla's shape): asks for choosing, spots and codes for visiting, befores and
// quicks for ticks in which nothing changes. The rest is for asking in full, for entering, and for people.
type Tree struct {
	Layout                             // spots and parts: where everything lies in an agent's memory
	Asks       []Ask                   // choosing
	Codes      []Code                  // calling behaviors
	befores    []Before                // ticks in which nothing changes
	Quicks     []Quick                 // the same
	Conditions []condition             // asking in full
	Groups     []group                 // what some policies go by
	Modifiers  []declaration.Modifiers // visiting and ending
	Facts      []facts                 // names, for people
	Order      []Place                 // all places in the order of the declaration, a group before its children
	Acts       []usercode.Behavior
	Dblocks    []dblock
	Leaps      map[Place][]int // by branch: the Jumps from it to a sibling's
	Landings   map[Place][]int // by branch: the Jumps into it from a sibling's
	Slots      []*plain.Slot   // by index into reserves
	Boxes      []BoxID         // what has pointers, by box
	Gates      []gated
	Squads     []squaded
	systems    []func(*world.World) error // open the systems of deferred behaviors, in the order of places
	Bars       []Place                    // the Barriers, in the order of the declaration
	Board      board                      // where blackboard values lie
	Bounds     bounds
	Notes      notes // in the scratch
	Entries    int   // deciders that may become active in one tick, while nothing is plugged in
	Told       told
	Shell      any // the *Tree[A]; nil for a replica
}

// place is a decider's position in a tree: an index into its arrays. The root is 0; the children of a group
// have successive numbers, then come the children of the first of them, and so on.
type Place uint16

// nowhere is no place.
const Nowhere Place = declaration.MaxPlaces

// ask is what choosing needs of a candidate: one cache line, so that a group's children are scanned in a row.
// 64 bytes.
type Ask struct {
	mask, want declaration.DecisionFlags // DecisionFlags & mask must equal want: All and None in one test
	any        declaration.DecisionFlags // and some bit of any must be set, unless it is 0
	stimMask   stimuli.Flags             // the same for stimuli
	stimWant   stimuli.Flags
	stimAny    stimuli.Flags
	Decide     func(*usercode.Context) float64
	Kind       askKind
	Delegates  bool // asks its children when asked: DelegateDecide
	HoldsJump  bool // it is a Jump, or one that leaves this branch for a sibling lies in it
	_          [5]byte
}

func (a *Ask) PassesFlags(flags declaration.DecisionFlags) bool {
	return flags&a.mask == a.want && (a.any == 0 || flags&a.any != 0)
}

func (a *Ask) PassesStimuli(stim stimuli.Flags) bool {
	return stim&a.stimMask == a.stimWant && (a.stimAny == 0 || stim&a.stimAny != 0)
}

// askKind tells how much there is to asking a candidate.
type askKind uint8

const (
	AskDecide  askKind = iota // call decide, nothing else
	askChecked                // the flag checks, then decide
	AskAccept                 // the flag checks, then it accepts
	AskFull                   // timers, delegation, DBlock, Jump and the rest: runner.ask
)

// spot is what visiting needs of a place: where it stands, and where its frame lies. 24 bytes.
type Spot struct {
	Frame       uint32 // offset of its frame in the agent's memory
	Block       uint32 // offset of its block there, or with boxed its index among the boxes
	Cooldown    uint32 // offset of its Cooldown's due time; 0 for none
	Marks       Marks
	First, Last Place // its children are [first, last)
	Parent      Place // nowhere for the root
	Policy      declaration.Policy
	Flags       declaration.Flags
}

func (s *Spot) IsGroup() bool { return s.First != s.Last }

// children is how many it has.
func (s *Spot) Children() int { return int(s.Last - s.First) }

// code is a place's behavior as visiting calls it. Of each pair at most one is set, by whether the behavior has a block.
// 64 bytes.
type Code struct {
	Tick, Activate           func(*usercode.Context) uint8
	TickBlock, ActivateBlock func(*usercode.Context, unsafe.Pointer) uint8
	Deactivate               func(*usercode.Context)
	DeactivateBlock          func(*usercode.Context, unsafe.Pointer)
	Clear                    func(unsafe.Pointer) // makes the block as new; nil where there is none
	Flags                    uint64               // its BehaviorFlags
}

// ticks reports whether there is a Tick to call.
func (c *Code) Ticks() bool { return c.Tick != nil || c.TickBlock != nil }

// marks are facts about a place, as bits.
type Marks uint32

const (
	Acting    Marks = 1 << iota // it has a behavior
	Boxed                       // its block has pointers and lies in a box
	Targeted                    // a Jump leads to it, so its frame remembers which
	Jumping                     // it is a Jump
	Repeats                     // it has a Repeat
	Timed                       // it has a Timeout
	altered                     // it has an Outcome
	Limited                     // it has a Limit
	Connected                   // it is a slot for another tree
	Leaving                     // its behavior has a Leave
	Lingering                   // it, or something below it, may have one
	Watching                    // it is a Selector with a Monitor
	Beside                      // others of its group can be active beside it; or it is the root
	Shared                      // it has a gate or a squad
	Barrier                     // it is a Barrier
	Patient                     // its behavior is not ticked every time: Period, deferred
	landed                      // a Jump leads from a sibling into it
	Elaborate                   // entering it takes more than a frame: one of the above, or its policy keeps more

	Modified = Repeats | Timed | altered                       // its status is not what its parent sees
	Special  = Repeats | Timed | Connected | Leaving | Barrier // a later visit is not only a Tick and what is below
)

// before merges the flag checks of all siblings above a place that may interrupt it into one test: as long as
// none of these bits is set (any, stimAny) or clear (none, stimNone), every one of them rejects. 40 bytes.
type Before struct {
	any, none         declaration.DecisionFlags
	stimAny, stimNone stimuli.Flags
	Mergeable         bool  // each of them has such a bit
	First             Place // the siblings begin here
}

// shut reports whether the test rejects all.
func (b *Before) Shut(flags declaration.DecisionFlags, stim stimuli.Flags) bool {
	return flags&b.any|^flags&b.none == 0 && stim&b.stimAny|^stim&b.stimNone == 0
}

// quick is the way from the root to a leaf, for ticks in which nothing changes (tick/quick.go). 96 bytes.
type Quick struct {
	Before           // of all candidates along the path; not mergeable if behaviors tick between
	Able      bool   // the quick way applies
	Ticks     bool   // the leaf's behavior has a Tick: one of the two
	Flags     uint64 // its BehaviorFlags
	Tick      func(*usercode.Context) uint8
	TickBlock func(*usercode.Context, unsafe.Pointer) uint8
	Steps     []Step // in the order of a tick
}

// step is one thing to do on a quick way before its leaf goes on: call one candidate's Decide, or ask a row of
// siblings, or tick a group's behavior. 56 bytes.
type Step struct {
	Decide    func(*usercode.Context) float64 // of the candidate first, which has no other condition; or nil
	Group     Place
	At        Place // the row ends before it
	Bracketed bool  // it is the group's behavior that is to be ticked
	Before          // of the row [first, at)
}

// condition is what asking a candidate in full needs beside its ask.
type condition struct {
	Weight   float64 // the value where nothing decides; not 0
	Every    float64 // seconds
	Cooldown float64 // seconds
	EveryBit uint32  // index of its "passed in this tick"
	Limit    uint32  // entries; 0 for any
	Dblock   int     // index into ptree.dblocks; -1 for none
	Jump     int     // index into layout.jumps of this Jump; -1
	Gate     int     // index into ptree.gates; -1
	Squad    int     // index into ptree.squads; -1
	Checks   event.Checks
	Within   Place // the nearest group at or above it that has a squad; nowhere for none
	Role     world.Role
	Weighted bool // Weight was given: a Jump's value
}

// group is what some policies go by.
type group struct {
	Margin            float64
	SucceedAt, FailAt int
}

// facts are what people are told of a place.
type facts struct {
	Label    event.Label
	Behavior event.Label
	act      int // index into ptree.acts; -1 for none
	Depth    int
	rank     int // in ptree.order
	end      int // the rank behind the last place below it
}

// dblock is a DBlock at one place.
type dblock struct {
	Place  Place
	Decide func(*usercode.Context, unsafe.Pointer) float64
	Block  usercode.Block
	Box    int // where it waits for a Leave, if it has pointers: index of its box plus 1; 0 for none
}

// jump is a resolved reference decider.
type Jump struct {
	From, To Place
	Common   Place // the deepest group that holds both
	Branch   Place // common's child that holds from, or is it
	way      Place // common's child that holds to, or is it
}

// index is the place's number among its siblings; 0 for the root.
func (t *Tree) Index(p Place) int {
	if parent := t.Spots[p].Parent; parent != Nowhere {
		return int(p - t.Spots[parent].First)
	}
	return 0
}

// act is a place's behavior, whole; an empty one for a place that has none.
func (t *Tree) Act(p Place) *usercode.Behavior {
	if i := t.Facts[p].act; i >= 0 {
		return &t.Acts[i]
	}
	return &noBehavior
}

var noBehavior usercode.Behavior

// dblock is a place's DBlock; nil for none.
func (t *Tree) Dblock(p Place) *dblock {
	if i := t.Conditions[p].Dblock; i >= 0 {
		return &t.Dblocks[i]
	}
	return nil
}

// label is a place's name and ID.
func (t *Tree) Label(p Place) event.Label { return t.Facts[p].Label }

// Root is the root's name.
func (t *Tree) Root() string { return t.Facts[0].Label.Name }

// path is p's names from the root, in words.
func (t *Tree) Path(p Place) string {
	var names []string
	for ; p != Nowhere; p = t.Spots[p].Parent {
		names = append(names, t.Facts[p].Label.Name)
	}
	slices.Reverse(names)
	return strings.Join(names, description.Arrow)
}

// named is the next place from p on of the decider of a name; nowhere for none.
func (t *Tree) Named(name string, p Place) Place {
	for ; int(p) < len(t.Facts); p++ {
		if t.Facts[p].Label.Name == name {
			return p
		}
	}
	return Nowhere
}

// kindOf is what p has under it.
func (t *Tree) KindOf(p Place) declaration.Kind {
	switch s := &t.Spots[p]; {
	case s.IsGroup():
		return declaration.GroupDecider
	case s.Marks&Jumping != 0:
		return declaration.ReferenceDecider
	case s.Marks&Connected != 0:
		return declaration.SlotDecider
	}
	return declaration.BehaviorDecider
}

// slotIndex is the index of a slot; -1 where the tree has none such.
func (t *Tree) SlotIndex(slot *plain.Slot) int { return slices.Index(t.Slots, slot) }
