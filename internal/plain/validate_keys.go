package plain

import (
	"fmt"

	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/internal/usercode"
)

// keyCheck is the validator's state for blackboard keys. A key is identified by its ID, which is unique unless the key was
// copied.
type keyCheck struct {
	byID   map[uint32]usercode.Key
	byName map[string]usercode.Key
	wide   int              // bytes of the values of scope Agent and Tree
	below  map[*Decider]int // bytes of the values of scope Decider at and below each decider visited before
	full   bool             // the values are too large, which is reported once
}

// keys checks the blackboard keys that a decider declares, after those of its children.
func (v *validator) keys(d *Decider) {
	known := &v.board
	if known.byID == nil {
		known.byID, known.byName = map[uint32]usercode.Key{}, map[string]usercode.Key{}
		known.below = map[*Decider]int{}
	}
	if d.Jump != "" && len(d.Keys) > 0 {
		v.fault(declaration.JumpOnly, "a Jump declares no Keys", "list them on its target or on a group above it")
	}
	here := map[uint32]bool{}
	own := 0
	for i, k := range d.Keys {
		if k == nil {
			v.fault(declaration.BadKey, fmt.Sprintf("its key %d is nil", i), "remove it or put the address of a blackboard.Key there")
			continue
		}
		decl := *k
		switch {
		case decl.Name == "":
			v.fault(declaration.BadKey, fmt.Sprintf("its key %d has no name", i), "give it one")
			continue
		case decl.Scope > usercode.DeciderScope:
			v.fault(declaration.BadKey, fmt.Sprintf("the scope %d of its key %q does not exist", decl.Scope, decl.Name), "use one of the constants Agent, Tree and Decider")
			continue
		case here[decl.ID]:
			v.fault(declaration.BadKey, fmt.Sprintf("it lists its key %q twice", decl.Name), "remove one")
			continue
		}
		here[decl.ID] = true
		first := v.sameKey(decl)
		if first {
			v.spelled("its key's name", decl.Name)
		}
		size := int(words(uint32(min(decl.Block.Size, countless))))
		switch {
		case decl.Block.Pointers:
		case decl.Block.Size > declaration.MaxBlock && first:
			v.fault(declaration.BlockTooLarge, fmt.Sprintf("its key %q of type %v takes %d bytes", decl.Name, decl.Block.Type, decl.Block.Size),
				fmt.Sprintf("keep it to %d, or put the bulk behind a pointer", declaration.MaxBlock))
		case decl.Scope == usercode.DeciderScope:
			own = min(own+size, countless)
		case first:
			known.wide = min(known.wide+size, countless)
		}
	}
	for _, child := range d.Children {
		if child != nil {
			own = min(own+known.below[child], countless)
		}
	}
	known.below[d] = own
	if total := known.wide + own; total > declaration.MaxValues && !known.full {
		known.full = true
		v.fault(declaration.BlockTooLarge, fmt.Sprintf("the blackboard values at and below it take %d bytes an agent or more", total),
			fmt.Sprintf("keep those of a tree to %d, or put the bulk behind pointers", declaration.MaxValues))
	}
}

// sameKey checks a key against those before it, and reports whether it has not been listed before.
func (v *validator) sameKey(decl usercode.Key) (first bool) {
	known := &v.board
	before, seen := known.byID[decl.ID]
	if seen && (before.Name != decl.Name || before.Scope != decl.Scope) {
		v.fault(declaration.BadKey, fmt.Sprintf("its key %q is a copy of the key %q", decl.Name, before.Name), "declare each key as a variable of its own and list its address")
		return false
	}
	if other, named := known.byName[decl.Name]; named && other.ID != decl.ID {
		const remedy = "list the address of one variable everywhere, or rename one"
		switch {
		case other.Block.Type != decl.Block.Type:
			v.fault(declaration.KeyMismatch, fmt.Sprintf("its key %q holds a %v, and another key of this name a %v", decl.Name, decl.Block.Type, other.Block.Type), remedy)
		case other.Scope != decl.Scope:
			v.fault(declaration.KeyMismatch, fmt.Sprintf("its key %q has the scope %v, and another key of this name %v", decl.Name, declaration.KeyScope(decl.Scope), declaration.KeyScope(other.Scope)), remedy)
		default:
			v.fault(declaration.KeyMismatch, fmt.Sprintf("another key is called %q as well, a variable of its own with another value", decl.Name), remedy)
		}
		return false
	}
	known.byID[decl.ID], known.byName[decl.Name] = decl, decl
	return !seen
}
