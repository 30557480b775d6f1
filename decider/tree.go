package decider

import (
	"github.com/decidertree/decidertree/description"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/plain"
	"github.com/decidertree/decidertree/internal/program"
)

// Tree is a compiled tree: flat arrays, one element for each place, in visiting order. It is immutable and
// safe for concurrent use; make it with [InitializeTreeData].
type Tree[A any] struct{ plain *program.Tree }

// compiled is the tree without its type; nil for nil.
func (t *Tree[A]) compiled() *program.Tree {
	if t == nil {
		return nil
	}
	return t.plain
}

// Plain is for the packages of this module: the tree without its type.
func (t *Tree[A]) Plain(engine.Key) *program.Tree { return t.compiled() }

// shellOf is the Tree that a compiled tree is that of; nil where it has none, or one of another type.
func shellOf[A any](t *program.Tree) *Tree[A] {
	if t == nil {
		return nil
	}
	shell, _ := t.Shell.(*Tree[A])
	return shell
}

// String is the compiled tree as text, place by place in the order of the tables: what each is, what asking it
// comes to, where it keeps its state, and the merged checks of the quick way. Its form is for people and
// golden tests, and may change.
func (t *Tree[A]) String() string { return t.compiled().String() }

// MemoryRequirements tells what an agent of the tree needs, place by place.
func (t *Tree[A]) MemoryRequirements() Requirements { return t.compiled().MemoryRequirements() }

// Describe tells the tree as plain data, for pictures, tools and recordings. It makes a new Description each time;
// a nil tree has none.
func (t *Tree[A]) Describe() *description.Tree { return t.compiled().Describe() }

// Compiled is for the packages of this module: trees without their type.
func Compiled[A any](_ engine.Key, trees []*Tree[A]) []*program.Tree {
	plain := make([]*program.Tree, len(trees))
	for i, t := range trees {
		plain[i] = t.compiled()
	}
	return plain
}

// Unplain is for the packages of this module: a slot and a tree as they were declared.
func Unplain[A any](_ engine.Key, slot, tree any) (*Slot[A], *Tree[A]) {
	s, _ := slot.(*plain.Slot)
	t, _ := tree.(*program.Tree)
	return (*Slot[A])(s), shellOf[A](t)
}
