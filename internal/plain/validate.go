package plain

import (
	"cmp"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/usercode"
)

// validator walks a declaration once, visiting each decider at its first place and collecting every fault.
type validator struct {
	faults    declaration.Faults
	path      []string                // names from the root to the current decider
	onPath    map[*Decider]bool       // the deciders of path, to find cycles
	extents   map[*Decider]extent     // of deciders visited before
	above     map[*Decider][]*Decider // the groups that a decider stands in, each once
	names     map[string]*Decider     // decider by name
	twice     map[string]bool         // names of more than one decider
	ids       map[uint32]string       // decider's name by ID
	acts      map[uint32]string       // behavior's name by ID
	places    map[*Decider]int        // number of places by decider, as far as counted
	jumps     []located               // deciders with a Jump, checked when all names are known
	slots     []located               // deciders with a Slot
	slotAt    map[*Slot]*Decider      // first decider with the slot
	slotNames map[string]*Decider     // first decider with a slot of the name
	steered   bool                    // the tree has groups that are not decide-first
	leaving   bool                    // the tree has behaviors with a Leave
	line      lineAbove               // groups above the last Jump's target
	board     keyCheck                // blackboard keys
	sharing   sharing                 // gates and squads
	cyclic    bool
}

// located is a decider with the path of its first place.
type located struct {
	decider *Decider
	path    string
}

// Validate returns all faults of a declaration.
func Validate(root *Decider) declaration.Faults {
	v := &validator{
		onPath: map[*Decider]bool{}, extents: map[*Decider]extent{}, above: map[*Decider][]*Decider{},
		names: map[string]*Decider{}, twice: map[string]bool{}, ids: map[uint32]string{}, acts: map[uint32]string{},
		places: map[*Decider]int{}, slotAt: map[*Slot]*Decider{}, slotNames: map[string]*Decider{},
	}
	if root == nil {
		v.path = []string{"(root)"}
		v.fault(declaration.NilTree, "there is no tree", "pass the address of the root decider")
		return v.faults
	}
	v.decider(root)
	v.root(root)
	fits := v.extent(root)
	if !v.cyclic { // otherwise the walks would not end
		v.slotPlaces(root)
		if fits { // otherwise the walks could take very long
			v.squadPlaces(root)
			v.jumpTargets(root)
		}
	}
	return v.faults
}

// fault adds a fault of the current decider.
func (v *validator) fault(code declaration.Code, detail, remedy string) {
	v.faults = append(v.faults, &declaration.Fault{Code: code, Path: strings.ToValidUTF8(strings.Join(v.path, " > "), "\uFFFD"), Detail: detail, Remedy: remedy})
}

// childFault adds a fault of a child of the current decider.
func (v *validator) childFault(child *Decider, code declaration.Code, detail, remedy string) {
	v.path = append(v.path, cmp.Or(child.Name, "(no name)"))
	v.fault(code, detail, remedy)
	v.path = v.path[:len(v.path)-1]
}

// decider checks d and everything below it.
func (v *validator) decider(d *Decider) {
	v.path = append(v.path, cmp.Or(d.Name, "(no name)"))
	defer func() { v.path = v.path[:len(v.path)-1] }()
	if v.onPath[d] {
		v.cyclic = true
		v.fault(declaration.Cycle, "it is its own descendant", "break the cycle; a Jump can lead to another branch")
		return
	}
	if _, known := v.extents[d]; known {
		return
	}
	v.onPath[d] = true
	defer delete(v.onPath, d)

	v.name(d)
	for _, flaw := range d.Flaws {
		v.fault(flaw.Code, flaw.Detail, flaw.Remedy)
	}
	v.contents(d)
	v.group(d)
	v.modifiers(d)
	v.shared(d)
	v.numbers(d)
	v.checks(d)
	in := make(map[*Decider]bool, len(d.Children))
	for i, child := range d.Children {
		if child == nil {
			v.fault(declaration.NilChild, fmt.Sprintf("its child %d is nil", i), "remove it or put a decider there")
			continue
		}
		if in[child] {
			v.fault(declaration.ChildTwice, fmt.Sprintf("its child %q occurs twice", child.Name), "remove one, or make a second decider with a name of its own")
			continue
		}
		in[child] = true
		v.above[child] = append(v.above[child], d)
		v.decider(child)
		v.condition(d, child)
	}
	v.order(d)
	v.keys(d)
	v.extents[d] = v.measure(d)
}

// name checks a decider's name and ID.
func (v *validator) name(d *Decider) {
	if d.Name == "" {
		v.fault(declaration.NoName, "it has no name", "give it one in capitals, such as GUARD_NEST")
		return
	}
	v.spelled("its name", d.Name)
	if other := v.names[d.Name]; other != nil && other != d {
		v.twice[d.Name] = true
		if v.twice[d.Within] { // which has been reported
			return
		}
		if d.Within != "" || other.Within != "" {
			v.fault(declaration.NameTwice, "another decider has the same name; the names below a Copy begin with the Copy's", "rename one, or the Copy")
			return
		}
		v.fault(declaration.NameTwice, "another decider has the same name", "rename one; or share one decider, by its address, if they are the same")
		return
	}
	v.names[d.Name] = d
	id := engine.Hash(d.Name)
	if other, ok := v.ids[id]; ok && other != d.Name {
		v.fault(declaration.IDTwice, fmt.Sprintf("its ID 0x%x is also that of %q", id, other), "rename one")
	}
	v.ids[id] = d.Name
}

// spelled checks that a name is valid UTF-8, without which it would be another one in the JSON of a description.
func (v *validator) spelled(whose, name string) {
	if !utf8.ValidString(name) {
		v.fault(declaration.BadName, fmt.Sprintf("%s %q is not valid UTF-8", whose, name), spelling)
	}
}

const spelling = `write it in UTF-8; in a string literal an escape such as \xff is a byte, not a character`

// contents checks that a decider has exactly one kind of contents, complete, and no fields that have no meaning beside it.
func (v *validator) contents(d *Decider) {
	var has []string
	add := func(present bool, what string) {
		if present {
			has = append(has, what)
		}
	}
	both := d.Behavior != nil && d.DBlock != nil // beside Children, one of them is the group behavior
	add(len(d.Children) > 0 && !both, "Children")
	add(d.Behavior != nil && (both || len(d.Children) == 0), "Behavior")
	add(d.DBlock != nil && (both || len(d.Children) == 0), "DBlock")
	add(d.Jump != "", "Jump")
	add(d.Slot != nil, "Slot")
	add(d.Copy != nil, "Copy")
	more := d.BehaviorFlags != 0 || d.Policy != 0 || d.Margin != 0 || d.SucceedAt != 0 || d.FailAt != 0
	switch {
	case d.isEmpty() && (!d.asks() || len(v.path) == 1): // others are checked where they stand
		v.fault(declaration.Empty, "it has nothing to run", something+"; below a run-first or a Concurrent group conditions suffice")
	case len(has) > 1:
		v.fault(declaration.TwoContents, strings.Join(has, " and ")+" exclude each other", "keep one")
	case d.Jump != "" && (more || d.shares() || d.Cooldown != 0 || d.Options != 0 || d.Modifiers != declaration.Modifiers{}):
		v.fault(declaration.JumpOnly, "a Jump has DecisionFlags, StimuliFlags, Every, Decide and Weight only", "put the rest on its target")
	case d.Slot != nil && (more || d.Squad != nil || d.SquadKey != nil || d.CanPlay != nil || d.Options&^(declaration.Monitor|declaration.Wait) != 0):
		v.fault(declaration.SlotOnly, "a decider with a Slot has conditions, a Gate, Monitor, Modifiers and Keys only", "put the rest into the tree that is plugged in")
	}
	if d.Behavior != nil {
		v.behavior(d)
	}
	if d.DBlock != nil {
		v.dblock(d)
	}
	if d.Jump != "" {
		v.jumps = append(v.jumps, v.located(d))
	}
	if d.Slot != nil {
		v.slot(d)
	}
}

const something = "give it a Behavior, a DBlock, Children, a Jump, a Slot or a Copy"

// condition checks that a child that only has conditions stands in a group that goes on when it succeeds.
func (v *validator) condition(group, child *Decider) {
	if child.IsCondition() && group.Policy.DecidesFirst() {
		v.childFault(child, declaration.Empty, fmt.Sprintf("it has conditions but nothing to run, and its group %q is a %v", group.Name, group.Policy),
			something+", or put it below a run-first or a Concurrent group, where conditions suffice")
	}
}

// located returns the current decider with its path.
func (v *validator) located(d *Decider) located {
	return located{d, strings.Join(v.path, " > ")}
}

// behavior checks a decider's Behavior.
func (v *validator) behavior(d *Decider) {
	if d.NilBehavior {
		v.fault(declaration.NilContent, "its Behavior is a nil pointer", "point it at the declared behavior")
		return
	}
	if d.Behavior.Lacks == "Given.Behavior" {
		v.fault(declaration.NilContent, "its Given has no Behavior", "point it at the declared WithDBlock behavior")
		return
	}
	v.lacks(d.Behavior)
	v.calls(d.Behavior)
}

// dblock checks a decider's DBlock.
func (v *validator) dblock(d *Decider) {
	if d.Decide != nil {
		v.fault(declaration.DecideTwice, "Decide stands beside a DBlock, which has its own", "move the condition into the DBlock's Decide")
	}
	if d.NilDBlock {
		v.fault(declaration.NilContent, "its DBlock is a nil pointer", "write &DBlock[D]{Decide: …, Behavior: …}")
		return
	}
	h := d.DBlock
	if h.Decide == nil || h.Behavior.Block.New == nil {
		v.fault(declaration.NilContent, "its DBlock lacks a Decide or a Behavior", "give it both; without data to hand over, use the Decide and Behavior of the decider")
		return
	}
	v.size("DBlock", h.DBlock)
	v.calls(&h.Behavior)
}

// calls checks a behavior's name, block, Period and Leave.
func (v *validator) calls(c *usercode.Behavior) {
	if c.Name == "" {
		v.fault(declaration.NoName, "its behavior has no name", "give it one")
	} else {
		v.spelled("its behavior's name", c.Name)
		id := engine.Hash(c.Name)
		if other, ok := v.acts[id]; ok && other != c.Name {
			v.fault(declaration.IDTwice, fmt.Sprintf("its behavior's ID 0x%x is also that of %q", id, other), "rename one")
		}
		v.acts[id] = c.Name
	}
	v.size("block", c.Block)
	v.period(c)
	leaves := c.Leave != nil || c.LeaveBlock != nil
	v.leaving = v.leaving || leaves
	switch {
	case leaves && c.LeaveTimeout == 0:
		v.fault(declaration.BadLeave, "its behavior has a Leave but no LeaveTimeout", "set it to the most seconds the Leave may take")
	case leaves && !(c.LeaveTimeout > 0 && c.LeaveTimeout <= math.MaxFloat64): // NaN too
		v.fault(declaration.BadLeave, fmt.Sprintf("its behavior's LeaveTimeout is %v", c.LeaveTimeout), "make it a finite number of seconds above 0")
	case !leaves && c.LeaveTimeout != 0:
		v.fault(declaration.BadLeave, "its behavior has a LeaveTimeout but no Leave", "remove it or add the Leave")
	}
}

// numbers checks the numbers that every decider may have.
func (v *validator) numbers(d *Decider) {
	check := func(what string, x float64, negative bool) {
		if math.IsNaN(x) || math.IsInf(x, 0) || x < 0 && !negative {
			v.fault(declaration.BadNumber, fmt.Sprintf("%s is %v", what, x), "make it a finite number, 0 or more")
		}
	}
	check("Every", d.Every, false)
	check("Cooldown", d.Cooldown, false)
	check("Margin", d.Margin, false)
	check("Weight", d.Weight, true)
}

// checks finds conditions that no input can fulfill.
func (v *validator) checks(d *Decider) {
	never := func(what string, all, any, none, notAll uint64) {
		if all&none != 0 || any != 0 && any&^none == 0 {
			v.fault(declaration.NeverPasses, fmt.Sprintf("its %s that None forbids", what), "take them out of None")
		}
		sure := all
		if left := any &^ none; left&(left-1) == 0 { // a single flag of Any can be set
			sure |= left
		}
		if notAll != 0 && notAll&^sure == 0 {
			v.fault(declaration.NeverPasses, fmt.Sprintf("its %s that NotAll forbids together", what), "ask for fewer of them, or remove NotAll")
		}
	}
	f, s := d.DecisionFlags, d.StimuliFlags
	never("DecisionFlags ask for flags", uint64(f.All), uint64(f.Any), uint64(f.None), uint64(f.NotAll))
	never("StimuliFlags ask for kinds", uint64(s.All), uint64(s.Any), uint64(s.None), uint64(s.NotAll))
	if d.Weight < 0 && d.Decide == nil && d.DBlock == nil {
		v.fault(declaration.NeverPasses, "a negative Weight without a Decide never accepts", "make it positive or remove the decider")
	}
}

// root checks that the root has no conditions, since it is never asked, and nothing that only takes effect in a group.
func (v *validator) root(d *Decider) {
	v.path = []string{cmp.Or(d.Name, "(no name)")}
	if !d.DecisionFlags.IsZero() || !d.StimuliFlags.IsZero() || d.Every != 0 || d.Cooldown != 0 || d.Decide != nil ||
		d.Weight != 0 || d.shares() || d.DBlock != nil || d.Jump != "" || d.Options&(declaration.DelegateDecide|declaration.CallDecideOnRedecide) != 0 {
		v.fault(declaration.RootAsked, "the root is never asked, so conditions on it have no effect", "move them to its children, or put a new root above it")
	}
	if d.Slot != nil {
		v.fault(declaration.RootAsked, "the root is never asked, so nothing would check whether its Slot is filled", "put a new root above it")
	}
	if (d.Modifiers != declaration.Modifiers{}) && d.Jump == "" {
		v.fault(declaration.RootAsked, "Modifiers take effect in the group above, and the root has none", "move them to its children, or put a new root above it")
	}
	if d.Options&declaration.Monitor != 0 && d.Jump == "" {
		v.fault(declaration.MonitorOutsideSelector, "it is a Monitor, and the root stands in no Selector", "remove the option")
	}
}
