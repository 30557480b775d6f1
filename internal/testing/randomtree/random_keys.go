package randomtree

import (
	"fmt"
	"slices"
	"unsafe"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/usercode"
)

// subjectKey is a blackboard key of random trees. This package may not import package blackboard.
type subjectKey struct {
	declaration usercode.Key
	use         func(value unsafe.Pointer, bits uint64) uint64
}

// Declared returns the key as the engine lays it out.
func (k *subjectKey) Declared(engine.Key) usercode.Key { return k.declaration }

// subjectKeys are the keys of random trees: of every scope, of several sizes, with pointers and without.
var subjectKeys = []*subjectKey{
	newKey(1, usercode.AgentScope, useSmall),
	newKey(2, usercode.AgentScope, useRoute),
	newKey(3, usercode.TreeScope, useTiny),
	newKey(4, usercode.TreeScope, useLarge),
	newKey(5, usercode.DeciderScope, useSmall),
	newKey(6, usercode.DeciderScope, useTiny),
	newKey(7, usercode.DeciderScope, useRoute),
}

func newKey[M any](id uint32, scope usercode.Scope, use use[M]) *subjectKey {
	return &subjectKey{
		declaration: usercode.Key{
			Name: fmt.Sprintf("key%d", id), Scope: scope, Block: usercode.BlockOf[M](nil), ID: id,
			Append: func(dst []byte, value unsafe.Pointer) []byte { return fmt.Appendf(dst, "%v", (*M)(value)) },
		},
		use: func(value unsafe.Pointer, bits uint64) uint64 { return use((*M)(value), bits) },
	}
}

// keys declares keys in a tree: keys of scope Decider at one or several deciders, the others usually at the root. A plugged
// tree usually declares no keys of scope Agent that the agent's own tree lacks.
func (g *treeGenerator) keys(root *subjectDecider) {
	if !g.remembering {
		return
	}
	all := slices.DeleteFunc(decidersOf(root), isJump)
	for _, k := range subjectKeys {
		if chance(g, 3) || k.declaration.Scope == usercode.AgentScope && g.isPlug() && !g.ownDeclares(k) && !chance(g, 2) {
			continue
		}
		d := root
		if k.declaration.Scope == usercode.DeciderScope || chance(g, 6) {
			d = all[g.Choose(len(all))]
		}
		d.Keys = append(d.Keys, k)
		if d = all[g.Choose(len(all))]; chance(g, 3) && !slices.Contains(d.Keys, decider.Key(k)) {
			d.Keys = append(d.Keys, k)
		}
	}
}

// isPlug reports whether the tree is for plugging in.
func (g *treeGenerator) isPlug() bool { return g.set.Root != nil }

// ownDeclares reports whether the agent's own tree declares a key.
func (g *treeGenerator) ownDeclares(k *subjectKey) bool {
	return slices.ContainsFunc(decidersOf(g.set.Root), func(d *subjectDecider) bool { return slices.Contains(d.Keys, decider.Key(k)) })
}

// useKey reads and writes the value of one of the keys.
func (s *Subject) useKey(c *context, at int, d *dice) {
	host := c.Plain(engine.Key{}).Host
	if host == nil {
		return
	}
	k := subjectKeys[d.roll(uint64(len(subjectKeys)))]
	value, err := host.Value(k.declaration.ID)
	if err != nil {
		s.Calls[at].Did += fmt.Sprintf(" nokey(%s,%s)", k.declaration.Name, short(err))
		return
	}
	s.Calls[at].Did += fmt.Sprintf(" key(%s,%x)", k.declaration.Name, k.use(value, uint64(d.roll(1<<32))))
}
