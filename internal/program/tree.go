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

// Tree is a decider.Tree[A] without the agent's type: flat tables with an element for each place, in visiting order. It is
// immutable.
//
// The tables are split by their readers (Knafla's shape): Asks for choosing, Spots and Codes for visiting, Quicks
// for ticks in which nothing changes. The others serve asking in full, entering and display.
type Tree struct {
	Layout                             // where everything lies in an agent's memory
	Asks       []Ask                   // for choosing
	Codes      []Code                  // for calling behaviors
	Quicks     []Quick                 // for ticks in which nothing changes
	steps      []Step                  // of Quicks
	conditions []condition             // for asking in full, by refs
	notAlls    []notAll                // likewise, of the checks that have a NotAll; the first is empty
	Watches    map[Place][]Watch       // by Selector: the Monitors that it asks, in the order of the tree
	groups     []group                 // parameters of policies, by refs
	modifiers  []declaration.Modifiers // for visiting and ending, by refs
	refs       []refs                  // where the rows of a place are
	Facts      []facts                 // names, for display
	Order      []Place                 // all places in the order of the declaration, groups before their children
	labels     []event.Label           // of behaviors; the first is that of none
	Acts       []*usercode.Behavior    // behaviors that are more than their Code; the first is empty
	Dblocks    []dblock
	Leaps      map[Place][]int // by branch: indexes of the Jumps from it into a sibling
	Landings   map[Place][]int // by branch: indexes of the Jumps into it from a sibling
	Carries    []Carry         // by Jump
	Slots      []*plain.Slot   // in the order of Bounds.Reserves
	Boxes      []BoxID         // contents of the boxes
	Gates      []gateAt
	Squads     []squadAt
	systems    []func(*world.World) error // register the systems of deferred behaviors, in the order of places
	Barriers   []Place                    // in the order of the declaration
	Board      board                      // layout of blackboard values
	Bounds     bounds
	TickBits   tickBits // layout of the bits in the scratch
	Entries    int      // limit of activations in one tick, while nothing is plugged in
	Declared   declared
	Shell      any // the *decider.Tree[A]; nil for a replica
}

// refs tells where the rows of a place are in tables whose equal rows are stored once, because few places have anything there.
type refs struct{ condition, group, modifiers Place }

// Condition returns what asking p in full needs.
func (t *Tree) Condition(p Place) *condition { return &t.conditions[t.refs[p].condition] }

// Group returns the parameters of p's policy.
func (t *Tree) Group(p Place) *group { return &t.groups[t.refs[p].group] }

// Modifier returns p's modifiers.
func (t *Tree) Modifier(p Place) *declaration.Modifiers { return &t.modifiers[t.refs[p].modifiers] }

// Place is a decider's position in a tree: an index into its tables. The root is 0; the children of a group have successive
// numbers, followed by the children of the first of them, and so on.
type Place uint16

// Nowhere is no place.
const Nowhere Place = declaration.MaxPlaces

// Ask is what choosing needs of a candidate. 64 bytes, a cache line, and the rows of a group's children are adjacent.
type Ask struct {
	mask, want declaration.DecisionFlags // DecisionFlags & mask must equal want: tests All and None at once
	any        declaration.DecisionFlags // some bit of any must be set, unless it is 0
	stimMask   stimuli.StimuliFlags      // likewise for stimuli
	stimWant   stimuli.StimuliFlags
	stimAny    stimuli.StimuliFlags
	Decide     func(*usercode.Context) float64
	Kind       askKind
	Delegates  bool   // has DelegateDecide: it asks its children when asked
	HoldsJump  bool   // it is a Jump, or contains one that leads into a sibling
	NotAll     uint32 // index into Tree.notAlls; 0 for none
}

// PassesFlags tests the DecisionFlags.
func (a *Ask) PassesFlags(flags declaration.DecisionFlags) bool {
	return flags&a.mask == a.want && (a.any == 0 || flags&a.any != 0)
}

// PassesStimuli tests the StimuliFlags.
func (a *Ask) PassesStimuli(stim stimuli.StimuliFlags) bool {
	return stim&a.stimMask == a.stimWant && (a.stimAny == 0 || stim&a.stimAny != 0)
}

// notAll holds the flags and kinds that must not all be set; 0 is no condition.
type notAll struct {
	flags declaration.DecisionFlags
	stim  stimuli.StimuliFlags
}

// FlagsAllSet reports whether all the flags are set of which a wants some not to be. a.NotAll is not 0.
func (t *Tree) FlagsAllSet(a *Ask, flags declaration.DecisionFlags) bool {
	n := t.notAlls[a.NotAll].flags
	return n != 0 && flags&n == n
}

// StimuliAllSet is FlagsAllSet for the stimuli.
func (t *Tree) StimuliAllSet(a *Ask, stim stimuli.StimuliFlags) bool {
	n := t.notAlls[a.NotAll].stim
	return n != 0 && stim&n == n
}

// askKind tells how much asking a candidate involves.
type askKind uint8

// The kinds of asking.
const (
	AskDecide  askKind = iota // only call Decide
	askChecked                // the flag checks, then Decide
	AskAccept                 // the flag checks alone
	AskFull                   // also NotAll, timers, delegation, DBlock, Jump and the rest: tick.Runner.Ask
)

// Spot is what visiting needs of a place: its position in the tree and the offset of its frame. 24 bytes.
type Spot struct {
	Frame       uint32 // offset of its frame in the agent's memory
	Block       uint32 // offset of its block, or the index of its box if marked Boxed
	Cooldown    uint32 // offset of the due time of its Cooldown; 0 for none
	Marks       Marks
	First, Last Place // its children are [First, Last)
	Parent      Place // Nowhere for the root
	Policy      declaration.Policy
	Options     declaration.Options
}

// IsGroup reports whether the place has children.
func (s *Spot) IsGroup() bool { return s.First != s.Last }

// Children returns the number of children.
func (s *Spot) Children() int { return int(s.Last - s.First) }

// Code is a place's behavior as visiting calls it. Of each pair at most one is set, depending on whether the behavior has a
// block. 64 bytes.
type Code struct {
	Tick, Activate           func(*usercode.Context) uint8
	TickBlock, ActivateBlock func(*usercode.Context, unsafe.Pointer) uint8
	Deactivate               func(*usercode.Context)
	DeactivateBlock          func(*usercode.Context, unsafe.Pointer)
	Clear                    func(unsafe.Pointer) // clears the block; nil if there is none
	Flags                    uint64               // its BehaviorFlags
}

// Ticks reports whether there is a Tick to call.
func (c *Code) Ticks() bool { return c.Tick != nil || c.TickBlock != nil }

// Watch is a Monitor at or below a child of a Selector.
type Watch struct{ Child, Monitor Place }

// Direct reports whether the Monitor is that child.
func (w Watch) Direct() bool { return w.Child == w.Monitor }

// Marks are facts about a place, as bits.
type Marks uint32

// The facts about a place.
const (
	Acting     Marks = 1 << iota // it has a behavior
	Boxed                        // its block has pointers and lies in a box
	Targeted                     // it is a Jump's target, so its frame holds the Jump
	Jumping                      // it is a Jump
	Repeats                      // it has a Repeat
	Timed                        // it has a Timeout
	altered                      // it has an Outcome
	Limited                      // it has a Limit
	Connected                    // it has a Slot
	HasLeave                     // its behavior has a Leave
	LeaveBelow                   // it or a place below it has a Leave, or a Slot, whose tree may have one
	HasMonitor                   // it is a Selector with Monitors
	Beside                       // its siblings can be active together with it; or it is the root
	Shared                       // it has a gate or a squad
	Barrier                      // it is a Barrier
	Patient                      // its behavior is not ticked in every visit: it has a Period or is deferred
	Landed                       // a Jump leads into it from a sibling
	Elaborate                    // entering it takes more than a frame, because of another mark or its policy
	Condition                    // it has conditions and nothing to run: entered, it succeeds at once
	Query                        // it is a Monitor that is asked by asking the conditions below it

	Modified = Repeats | Timed | altered                        // its parent may see another status than its own
	Special  = Repeats | Timed | Connected | HasLeave | Barrier // a later visit is more than a Tick and a visit of the child
)

// Before merges the flag checks of a row of siblings into one test: while none of the bits is set (any, stimAny) or clear
// (none, stimNone), all these siblings reject. 40 bytes.
type Before struct {
	any, none         declaration.DecisionFlags
	stimAny, stimNone stimuli.StimuliFlags
	Group             Place // of the siblings
	First, At         Place // the row is [First, At)
	Mergeable         bool  // each sibling has such a bit
	Able              bool  // of a Quick: the quick way applies
}

// Shut reports whether all the siblings reject.
func (b *Before) Shut(flags declaration.DecisionFlags, stim stimuli.StimuliFlags) bool {
	return flags&b.any|^flags&b.none == 0 && stim&b.stimAny|^stim&b.stimNone == 0
}

// Quick is the way from the root to a leaf for ticks in which nothing changes (tick/quick.go). 80 bytes.
type Quick struct {
	Before           // of all candidates along the path; not mergeable if group behaviors tick in between
	Flags     uint64 // the BehaviorFlags of the leaf's behavior
	Tick      func(*usercode.Context) uint8
	TickBlock func(*usercode.Context, unsafe.Pointer) uint8
	above     stepRange // down to the leaf's group; the leaves of a group share them
	own       stepRange // then for the leaf's siblings
}

// Step is one action on a quick way before its leaf goes on: call the Decide of a candidate, ask a row of siblings, or tick a
// group's behavior. 48 bytes.
type Step struct {
	Decide func(*usercode.Context) float64 // of the only candidate of the row, which has no other condition; or nil
	Before
}

// Bracketed reports whether the step ticks the behavior of its Group. Its row is empty.
func (s *Step) Bracketed() bool { return s.First == s.At }

// stepRange is a range of Tree.steps.
type stepRange struct{ from, to uint32 }

// Above returns the steps of a quick way down to the leaf's group.
func (t *Tree) Above(q *Quick) []Step { return t.steps[q.above.from:q.above.to] }

// Beside returns the steps that follow, for the leaf's siblings.
func (t *Tree) Beside(q *Quick) []Step { return t.steps[q.own.from:q.own.to] }

// condition is what asking a candidate in full needs beside its Ask.
type condition struct {
	Weight   float64 // the value if there is no Decide; not 0
	Every    float64 // seconds
	Cooldown float64 // seconds
	EveryBit uint32  // index of its bit for "passed in this tick"
	Limit    uint32  // number of entries; 0 for any
	Dblock   int     // index into Tree.Dblocks; -1 for none
	Jump     int     // index of this Jump into Layout.Jumps; -1 for none
	Gate     int     // index into Tree.Gates; -1 for none
	Squad    int     // index into Tree.Squads; -1 for none
	Checks   event.Checks
	Within   Place // the nearest group at or above it with a squad; Nowhere for none
	Role     world.Role
	Weighted bool // the declaration has a Weight, which is then a Jump's value
}

// group holds the parameters of policies.
type group struct {
	Margin            float64
	SucceedAt, FailAt int
}

// facts are for display and descriptions. 40 bytes.
type facts struct {
	Label    event.Label
	behavior Place // index into Tree.labels
	act      Place // index into Tree.Acts
	Depth    Place
	rank     Place // index into Tree.Order
	end      Place // the rank after the last place below it
}

// dblock is a DBlock at one place.
type dblock struct {
	Place  Place
	Decide func(*usercode.Context, unsafe.Pointer) float64
	Block  usercode.Block
	Box    int // index plus 1 of the box that keeps it while it is pending, if it has pointers; 0 for none
}

// Jump is a resolved reference decider.
type Jump struct {
	From, To Place
	Common   Place // the deepest group that contains both
	Branch   Place // Common's child that contains From or is it
	way      Place // Common's child that contains To or is it

	Carries, CarriesEnd int // its range in Tree.Carries
}

// Carry is something that a place keeps of its asking until it is entered. Several candidates may lead to one target in one
// asking, so that a Jump keeps what asking its target has given beside what the target keeps itself (RULES R16).
type Carry struct {
	Dblock    bool // a DBlock; otherwise the child that the place delegated to
	Own, Held int  // where the scratch has the place's own, and the Jump's
}

// Index returns the place's index among its siblings; 0 for the root.
func (t *Tree) Index(p Place) int {
	if parent := t.Spots[p].Parent; parent != Nowhere {
		return int(p - t.Spots[parent].First)
	}
	return 0
}

// Act returns what a place's behavior has beside its Code: its block, Leave, Period and the like. It is empty for most
// behaviors.
func (t *Tree) Act(p Place) *usercode.Behavior { return t.Acts[t.Facts[p].act] }

// Behavior returns the name and ID of a place's behavior.
func (t *Tree) Behavior(p Place) event.Label { return t.labels[t.Facts[p].behavior] }

// Dblock returns a place's DBlock, or nil.
func (t *Tree) Dblock(p Place) *dblock {
	if i := t.Condition(p).Dblock; i >= 0 {
		return &t.Dblocks[i]
	}
	return nil
}

// Label returns a place's name and ID.
func (t *Tree) Label(p Place) event.Label { return t.Facts[p].Label }

// Root returns the root's name.
func (t *Tree) Root() string { return t.Facts[0].Label.Name }

// Path returns the names of the deciders from the root to p.
func (t *Tree) Path(p Place) string {
	var names []string
	for ; p != Nowhere; p = t.Spots[p].Parent {
		names = append(names, t.Facts[p].Label.Name)
	}
	slices.Reverse(names)
	return strings.Join(names, description.Arrow)
}

// Named returns the first place at or after p of the decider with the name, or Nowhere.
func (t *Tree) Named(name string, p Place) Place {
	for ; int(p) < len(t.Facts); p++ {
		if t.Facts[p].Label.Name == name {
			return p
		}
	}
	return Nowhere
}

// KindOf returns the kind of the decider at p.
func (t *Tree) KindOf(p Place) declaration.Kind {
	switch s := &t.Spots[p]; {
	case s.IsGroup():
		return declaration.GroupDecider
	case s.Marks&Jumping != 0:
		return declaration.ReferenceDecider
	case s.Marks&Connected != 0:
		return declaration.SlotDecider
	case s.Marks&Condition != 0:
		return declaration.ConditionDecider
	}
	return declaration.BehaviorDecider
}

// SlotIndex returns the index of a slot, or -1 if the tree does not have it.
func (t *Tree) SlotIndex(slot *plain.Slot) int { return slices.Index(t.Slots, slot) }
