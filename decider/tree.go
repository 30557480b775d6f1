package decider

import (
	"github.com/decidertree/decidertree/description"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/plain"
	"github.com/decidertree/decidertree/internal/program"
)

// Tree is a compiled tree: flat tables with one entry for each place, in visiting order. It is immutable and safe
// for concurrent use. Make it with [InitializeTreeData].
type Tree[A any] struct{ plain *program.Tree }

// compiled returns the tree without its type; nil for nil.
func (t *Tree[A]) compiled() *program.Tree {
	if t == nil {
		return nil
	}
	return t.plain
}

// Plain is for the packages of this module: the tree without its type.
func (t *Tree[A]) Plain(engine.Key) *program.Tree { return t.compiled() }

// shellOf returns the Tree that a compiled tree belongs to; nil if there is none, or one of another type.
func shellOf[A any](t *program.Tree) *Tree[A] {
	if t == nil {
		return nil
	}
	shell, _ := t.Shell.(*Tree[A])
	return shell
}

// String returns the compiled tree as text, place by place in the order of the tables: its kind, what testing its
// conditions compiles to, where its state is kept, and the merged checks of the quick way. The format is for people
// and golden tests and may change.
func (t *Tree[A]) String() string { return t.compiled().String() }

// MemoryRequirements returns what an agent of the tree needs, place by place. A nil tree needs nothing.
func (t *Tree[A]) MemoryRequirements() Requirements { return t.compiled().MemoryRequirements() }

// Describe returns the tree as plain data, for pictures, tools and recordings. Each call makes a new description. It
// returns nil for a nil tree.
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
