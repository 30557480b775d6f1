package inspect

import (
	"encoding/json"
	"fmt"
	"sync"

	"github.com/decidertree/decidertree/description"
	"github.com/decidertree/decidertree/internal/engine"
)

// registry holds every tree seen so far, by number. It only grows. Both sides use it; a tree is described before the
// lock is taken, so the lock is held only for an instant.
type registry struct {
	mu      sync.RWMutex
	trees   []*tree
	numbers map[uint64]int // by fingerprint
	leaves  []string       // deciders' names, each once
	leaf    map[string]int
}

// tree is a known tree. It is immutable.
type tree struct {
	number int
	print  string
	told   *description.Tree
	text   json.RawMessage // its JSON
	leaf   []int           // by place: its decider's number in leaves
	rank   []int           // by place: its rank in the order of the declaration
}

func newRegistry() *registry { return &registry{numbers: map[uint64]int{}, leaf: map[string]int{}} }

// add registers a member's tree and returns its number; -1 for none.
func (r *registry) add(m engine.Member) int {
	r.mu.RLock()
	number, known := r.numbers[m.Fingerprint()]
	r.mu.RUnlock()
	if known {
		return number
	}
	told, _ := m.Tree().(*description.Tree)
	if told == nil {
		return -1
	}
	return r.addTold(told).number
}

// addTold registers a tree.
func (r *registry) addTold(told *description.Tree) *tree {
	if t := r.byPrint(told.Fingerprint); t != nil {
		return t
	}
	text, err := json.Marshal(told)
	if err != nil {
		text = json.RawMessage("null")
	}
	t := &tree{print: print64(told.Fingerprint), told: told, text: text, leaf: make([]int, len(told.Places)), rank: make([]int, len(told.Places))}
	for rank, place := range told.Order {
		t.rank[place] = rank
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if number, known := r.numbers[told.Fingerprint]; known {
		return r.trees[number]
	}
	for place := range told.Places {
		name := t.name(place)
		number, known := r.leaf[name]
		if !known {
			number = len(r.leaves)
			r.leaf[name] = number
			r.leaves = append(r.leaves, name)
		}
		t.leaf[place] = number
	}
	t.number = len(r.trees)
	r.numbers[told.Fingerprint] = t.number
	r.trees = append(r.trees, t)
	return t
}

// name is the name of the decider at a place.
func (t *tree) name(place int) string { return t.told.Deciders[t.told.Places[place].Decider].Name }

// path returns the names from the root to a place; none for -1.
func (t *tree) path(place int) []string {
	if t == nil || place < 0 || place >= len(t.told.Places) {
		return []string{}
	}
	names := make([]string, t.told.Places[place].Depth+1)
	for i := len(names) - 1; i >= 0 && place >= 0; i-- {
		names[i] = t.name(place)
		place = t.told.Places[place].Parent
	}
	return names
}

// at returns a tree by its number; nil for none.
func (r *registry) at(number int) *tree {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if number < 0 || number >= len(r.trees) {
		return nil
	}
	return r.trees[number]
}

func (r *registry) byPrint(print uint64) *tree {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if number, known := r.numbers[print]; known {
		return r.trees[number]
	}
	return nil
}

// print is a tree's fingerprint as text; "" for none.
func (r *registry) print(number int) string {
	if t := r.at(number); t != nil {
		return t.print
	}
	return ""
}

// knows reports whether some tree has a decider of that name.
func (r *registry) knows(name string) bool {
	r.mu.RLock()
	defer r.mu.RUnlock()
	_, known := r.leaf[name]
	return known
}

func (r *registry) size() int {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return len(r.trees)
}

// all returns the trees and leaves known so far.
func (r *registry) all() ([]*tree, []string) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.trees[:len(r.trees):len(r.trees)], r.leaves[:len(r.leaves):len(r.leaves)]
}

func print64(bits uint64) string { return fmt.Sprintf("0x%x", bits) }
