package decider

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/internal/engine"
)

var key engine.Key

// validator walks a declaration once, visiting each decider at its first place and collecting every fault.
type validator[A any] struct {
	faults  Faults
	path    []string                      // names from the root to the decider being looked at
	onPath  map[*Decider[A]]bool          // the same, to find cycles
	sizes   map[*Decider[A]]int           // places below and including; known of those looked at before
	heights map[*Decider[A]]int           // levels below and including
	above   map[*Decider[A]][]*Decider[A] // the groups it stands in
	names   map[string]*Decider[A]        // who has a name
	ids     map[uint32]string             // which decider's name has an ID
	acts    map[uint32]string             // which behavior's name has an ID
	jumps   []*Decider[A]                 // to be resolved when all names are known
	jumpAt  []string                      // their paths
	counts  map[*Decider[A]]int           // how many places each decider has
}

func validate[A any](root *Decider[A]) Faults {
	v := &validator[A]{
		onPath: map[*Decider[A]]bool{}, sizes: map[*Decider[A]]int{}, heights: map[*Decider[A]]int{},
		names: map[string]*Decider[A]{}, ids: map[uint32]string{}, acts: map[uint32]string{}, counts: map[*Decider[A]]int{},
		above: map[*Decider[A]][]*Decider[A]{},
	}
	if root == nil {
		v.path = []string{"(root)"}
		v.fault(NilTree, "there is no tree", "pass the address of the root decider")
		return v.faults
	}
	v.decider(root)
	v.root(root)
	if total := v.sizes[root]; total > MaxPlaces {
		v.fault(TooManyPlaces, fmt.Sprintf("the tree has %d places", total),
			fmt.Sprintf("keep it to %d; a shared decider counts once for each place", MaxPlaces))
	}
	if levels := v.heights[root]; levels > MaxDepth {
		v.fault(TooDeep, fmt.Sprintf("the tree has %d levels", levels), fmt.Sprintf("keep it to %d", MaxDepth))
	}
	if len(v.faults) == 0 && len(v.jumps) > 0 {
		v.jumpTargets(root)
	}
	return v.faults
}

func (v *validator[A]) fault(code Code, detail, remedy string) {
	v.faults = append(v.faults, &Fault{Code: code, Path: strings.Join(v.path, " > "), Detail: detail, Remedy: remedy})
}

// decider looks at d and all below it.
func (v *validator[A]) decider(d *Decider[A]) {
	v.path = append(v.path, cmp.Or(d.Name, "(no name)"))
	defer func() { v.path = v.path[:len(v.path)-1] }()
	if v.onPath[d] {
		v.fault(Cycle, "it is its own descendant", "break the cycle; a Jump can lead to another branch")
		return
	}
	if v.sizes[d] > 0 {
		return
	}
	v.onPath[d] = true
	defer delete(v.onPath, d)

	v.name(d)
	v.contents(d)
	v.numbers(d)
	v.checks(d)
	size, height := 1, 1
	in := make(map[*Decider[A]]bool, len(d.Children))
	for i, child := range d.Children {
		if child == nil {
			v.fault(NilChild, fmt.Sprintf("its child %d is nil", i), "remove it or put a decider there")
			continue
		}
		if in[child] {
			v.fault(ChildTwice, fmt.Sprintf("its child %q stands in it twice", child.Name), "remove one, or make a second decider with a name of its own")
		}
		in[child] = true
		v.above[child] = append(v.above[child], d)
		v.decider(child)
		size = min(size+v.sizes[child], countless)
		height = max(height, 1+v.heights[child])
	}
	v.order(d)
	v.sizes[d], v.heights[d] = size, height
}

func (v *validator[A]) name(d *Decider[A]) {
	if d.Name == "" {
		v.fault(NoName, "it has no name", "give it one, in capitals as its declaration is called")
		return
	}
	if other := v.names[d.Name]; other != nil && other != d {
		v.fault(NameTwice, "another decider has the same name", "rename one; or share one decider, by its address, if they are the same")
		return
	}
	v.names[d.Name] = d
	id := engine.Hash(d.Name)
	if other, ok := v.ids[id]; ok && other != d.Name {
		v.fault(IDTwice, fmt.Sprintf("its ID 0x%x is also that of %q", id, other), "rename one")
	}
	v.ids[id] = d.Name
}

// contents checks that a decider has exactly one kind of contents, whole, and nothing that has no meaning
// beside it.
func (v *validator[A]) contents(d *Decider[A]) {
	var has []string
	add := func(present bool, what string) {
		if present {
			has = append(has, what)
		}
	}
	add(len(d.Children) > 0, "Children")
	add(d.Behavior != nil && len(d.Children) == 0, "Behavior")
	add(d.DBlock != nil, "DBlock")
	add(d.Jump != "", "Jump")
	switch {
	case len(has) == 0:
		v.fault(Empty, "it has nothing to run", "give it a Behavior, a DBlock, Children or a Jump")
	case len(has) > 1:
		v.fault(TwoContents, strings.Join(has, " and ")+" exclude each other", "keep one")
	case d.Jump != "" && (d.Behavior != nil || d.BehaviorFlags != 0 || d.Cooldown != 0 || d.Flags != 0 || d.Policy != 0 || d.Margin != 0):
		v.fault(JumpOnly, "a Jump has DecisionFlags, StimuliFlags, Every, Decide and Weight only", "put the rest on its target")
	}
	if len(d.Children) == 0 && (d.Flags != 0 || d.Policy != 0 || d.Margin != 0) && d.Jump == "" {
		v.fault(GroupOnly, "it has Flags, Policy or Margin but no children", "remove them or add the children")
	}
	if d.Margin != 0 && d.Policy != Scored && len(d.Children) > 0 {
		v.fault(GroupOnly, "only Scored groups have a Margin", "remove it or make the group Scored")
	}
	if d.Policy >= policies {
		v.fault(UnknownPolicy, fmt.Sprintf("policy %d does not exist", d.Policy), "use one of the constants, PrioritizedList and so on")
	}
	if d.Flags&^allFlags != 0 {
		v.fault(UnknownFlags, fmt.Sprintf("flags 0x%x do not exist", uint8(d.Flags&^allFlags)), "use the constants, CallDecideOnRedecide and so on")
	}
	if d.Behavior != nil {
		v.behavior(d)
	}
	if d.DBlock != nil {
		v.dblock(d)
	}
	if d.Jump != "" {
		v.jumps = append(v.jumps, d)
		v.jumpAt = append(v.jumpAt, strings.Join(v.path, " > "))
	}
}

func (v *validator[A]) behavior(d *Decider[A]) {
	if isNil(d.Behavior) {
		v.fault(NilContent, "its Behavior is a nil pointer", "point it at the declared behavior")
		return
	}
	v.calls(d.Behavior.Calls(key))
}

func (v *validator[A]) dblock(d *Decider[A]) {
	if d.Decide != nil {
		v.fault(DecideTwice, "Decide stands beside a DBlock, which has its own", "move the condition into the DBlock's Decide")
	}
	if isNil(d.DBlock) {
		v.fault(NilContent, "its DBlock is a nil pointer", "write &DBlock[D]{Decide: …, Behavior: …}")
		return
	}
	h := d.DBlock.Handover(key)
	if h.Decide == nil || h.Calls.Block.New == nil {
		v.fault(NilContent, "its DBlock lacks a Decide or a Behavior", "give it both; without data to hand over use Decide and Behavior of the decider")
		return
	}
	v.calls(h.Calls)
}

// calls checks the behavior itself.
func (v *validator[A]) calls(c engine.Calls[*behavior.Context[A], behavior.Status]) {
	if c.Name == "" {
		v.fault(NoName, "its behavior has no name", "give it one")
	} else {
		id := engine.Hash(c.Name)
		if other, ok := v.acts[id]; ok && other != c.Name {
			v.fault(IDTwice, fmt.Sprintf("its behavior's ID 0x%x is also that of %q", id, other), "rename one")
		}
		v.acts[id] = c.Name
	}
	if c.Block.Size > MaxBlock && !c.Block.Pointers {
		v.fault(BlockTooLarge, fmt.Sprintf("its block %v takes %d bytes", c.Block.Type, c.Block.Size),
			fmt.Sprintf("keep it to %d, or put the bulk behind a pointer, which makes the block a slot of its own", MaxBlock))
	}
}

func (v *validator[A]) numbers(d *Decider[A]) {
	check := func(what string, x float64, negative bool) {
		if math.IsNaN(x) || math.IsInf(x, 0) || x < 0 && !negative {
			v.fault(BadNumber, fmt.Sprintf("%s is %v", what, x), "make it a finite number, 0 or more")
		}
	}
	check("Every", d.Every, false)
	check("Cooldown", d.Cooldown, false)
	check("Margin", d.Margin, false)
	check("Weight", d.Weight, true)
}

// checks finds conditions that no input can fulfil.
func (v *validator[A]) checks(d *Decider[A]) {
	never := func(all, any, none uint64) bool { return all&none != 0 || any != 0 && any&^none == 0 }
	f, s := d.DecisionFlags, d.StimuliFlags
	if never(uint64(f.All), uint64(f.Any), uint64(f.None)) {
		v.fault(NeverPasses, "its DecisionFlags ask for flags that None forbids", "take them out of None")
	}
	if never(uint64(s.All), uint64(s.Any), uint64(s.None)) {
		v.fault(NeverPasses, "its StimuliFlags ask for kinds that None forbids", "take them out of None")
	}
	if d.Weight < 0 && d.Decide == nil && d.DBlock == nil {
		v.fault(NeverPasses, "a negative Weight without a Decide never accepts", "make it positive or remove the decider")
	}
}

// order finds children of a PrioritizedList that an earlier sibling shuts out.
func (v *validator[A]) order(d *Decider[A]) {
	if d.Policy != PrioritizedList {
		return
	}
	for i, child := range d.Children {
		if child == nil || !alwaysAccepts(child) {
			continue
		}
		for _, later := range d.Children[i+1:] {
			if later != nil {
				v.path = append(v.path, later.Name)
				v.fault(NeverRuns, fmt.Sprintf("%q above it always accepts and would interrupt it at once", child.Name),
					fmt.Sprintf("give %q a condition or move it to the end", child.Name))
				v.path = v.path[:len(v.path)-1]
			}
		}
		return
	}
}

// alwaysAccepts reports whether nothing can make a decider reject but being masked.
func alwaysAccepts[A any](d *Decider[A]) bool {
	return (d.Behavior != nil || len(d.Children) > 0) && d.DecisionFlags.IsZero() && d.StimuliFlags.IsZero() && d.Cooldown == 0 && d.Every == 0 &&
		d.Decide == nil && d.DBlock == nil && d.Weight >= 0 && d.Jump == "" && d.Flags&DelegateDecide == 0
}

// root checks that nothing on the root waits to be asked.
func (v *validator[A]) root(d *Decider[A]) {
	v.path = []string{cmp.Or(d.Name, "(no name)")}
	if !d.DecisionFlags.IsZero() || !d.StimuliFlags.IsZero() || d.Every != 0 || d.Cooldown != 0 || d.Decide != nil ||
		d.Weight != 0 || d.DBlock != nil || d.Jump != "" || d.Flags&(DelegateDecide|CallDecideOnRedecide) != 0 {
		v.fault(RootAsked, "the root is never asked, so conditions on it have no effect", "move them to its children, or put a new root above it")
	}
}

// jumpTargets checks every Jump's target. The tree is otherwise sound here.
func (v *validator[A]) jumpTargets(root *Decider[A]) {
	v.count(root)
	for i, j := range v.jumps {
		v.path = []string{v.jumpAt[i]}
		target := v.names[j.Jump]
		switch {
		case target == nil:
			v.fault(JumpUnknown, fmt.Sprintf("no decider is called %q", j.Jump), "name a decider of this tree")
		case target == j || v.isBelow(j, target):
			v.fault(JumpToAncestor, fmt.Sprintf("%q contains it", j.Jump), "jump to a decider in another branch")
		case target.Jump != "":
			v.fault(JumpToJump, fmt.Sprintf("%q is a Jump itself", j.Jump), "name that one's target")
		case v.counts[target] > 1:
			v.fault(JumpAmbiguous, fmt.Sprintf("%q stands in %d places", j.Jump, v.counts[target]), "jump to a decider that stands in one place only")
		}
	}
}

func (v *validator[A]) count(d *Decider[A]) {
	v.counts[d]++
	for _, child := range d.Children {
		v.count(child)
	}
}

// isBelow reports whether d lies below group. The tree has no cycles here.
func (v *validator[A]) isBelow(d, group *Decider[A]) bool {
	for _, above := range v.above[d] {
		if above == group || v.isBelow(above, group) {
			return true
		}
	}
	return false
}
