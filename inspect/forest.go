package inspect

import (
	"encoding/json"
	"fmt"
	"sync"

	"github.com/decidertree/decidertree/description"
	"github.com/decidertree/decidertree/internal/engine"
)

// forest are the trees that were ever seen, by number. It only grows, a little each time a tree is new, and is used by both
// sides: whoever adds describes a tree before it takes the lock, so the lock is held for an instant.
type forest struct {
	mu      sync.RWMutex
	trees   []*tree
	numbers map[uint64]int // by fingerprint
	leaves  []string       // names of deciders, each once
	leaf    map[string]int
}

// tree is one of them; it is not changed.
type tree struct {
	number int
	print  string
	told   *description.Tree
	text   json.RawMessage // told as JSON
	leaf   []int           // by place: its decider's number in leaves
	rank   []int           // by place: where it comes in the order of the declaration
}

func newForest() *forest { return &forest{numbers: map[uint64]int{}, leaf: map[string]int{}} }

// add makes a member's tree known and returns its number; -1 where it has none.
func (f *forest) add(m engine.Member) int {
	f.mu.RLock()
	number, known := f.numbers[m.Fingerprint()]
	f.mu.RUnlock()
	if known {
		return number
	}
	told, _ := m.Tree().(*description.Tree)
	if told == nil {
		return -1
	}
	return f.addTold(told).number
}

// addTold makes a tree known.
func (f *forest) addTold(told *description.Tree) *tree {
	if t := f.byPrint(told.Fingerprint); t != nil {
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
	f.mu.Lock()
	defer f.mu.Unlock()
	if number, known := f.numbers[told.Fingerprint]; known {
		return f.trees[number]
	}
	for place := range told.Places {
		name := t.name(place)
		number, known := f.leaf[name]
		if !known {
			number = len(f.leaves)
			f.leaf[name] = number
			f.leaves = append(f.leaves, name)
		}
		t.leaf[place] = number
	}
	t.number = len(f.trees)
	f.numbers[told.Fingerprint] = t.number
	f.trees = append(f.trees, t)
	return t
}

// name is that of the decider at a place.
func (t *tree) name(place int) string { return t.told.Deciders[t.told.Places[place].Decider].Name }

// path are the names from the root to a place; none for -1.
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

// at is a tree by its number; nil for none.
func (f *forest) at(number int) *tree {
	f.mu.RLock()
	defer f.mu.RUnlock()
	if number < 0 || number >= len(f.trees) {
		return nil
	}
	return f.trees[number]
}

func (f *forest) byPrint(print uint64) *tree {
	f.mu.RLock()
	defer f.mu.RUnlock()
	if number, known := f.numbers[print]; known {
		return f.trees[number]
	}
	return nil
}

// print is a tree's fingerprint as text; "" for none.
func (f *forest) print(number int) string {
	if t := f.at(number); t != nil {
		return t.print
	}
	return ""
}

// knows reports whether some tree has a decider of that name.
func (f *forest) knows(name string) bool {
	f.mu.RLock()
	defer f.mu.RUnlock()
	_, known := f.leaf[name]
	return known
}

func (f *forest) size() int {
	f.mu.RLock()
	defer f.mu.RUnlock()
	return len(f.trees)
}

// all are the trees and the leaves there are now.
func (f *forest) all() ([]*tree, []string) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	return f.trees[:len(f.trees):len(f.trees)], f.leaves[:len(f.leaves):len(f.leaves)]
}

func print64(bits uint64) string { return fmt.Sprintf("0x%x", bits) }
