package world

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// An idSet equals a map after any operations.
func TestIDSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var set idSet
		model := map[AgentID]bool{}
		// Neighbours, the ends of pages, and far away.
		ids := rapid.OneOf(
			rapid.Uint64Range(0, 20), rapid.Uint64Range(PageSize-2, PageSize+2), rapid.Uint64Range(0, 20*PageSize), rapid.Uint64())
		id := func(t *rapid.T) AgentID { return AgentID(ids.Draw(t, "id")) }
		t.Repeat(map[string]func(*rapid.T){
			"add": func(t *rapid.T) {
				id := id(t)
				assert.Equal(t, !model[id], set.add(id))
				model[id] = true
			},
			"remove": func(t *rapid.T) {
				id := id(t)
				assert.Equal(t, model[id], set.remove(id))
				delete(model, id)
			},
			"remove first": func(t *rapid.T) {
				id, ok := set.first()
				assert.Equal(t, len(model) > 0, ok)
				if ok {
					assert.Equal(t, slices.Min(slices.Collect(maps.Keys(model))), id)
					assert.True(t, set.remove(id))
					delete(model, id)
				}
			},
			"keep": func(t *rapid.T) {
				kept := func(id AgentID) bool { return id%3 != 0 }
				set.keep(kept)
				maps.DeleteFunc(model, func(id AgentID, _ bool) bool { return !kept(id) })
			},
			"reset": func(t *rapid.T) {
				if rapid.IntRange(0, 9).Draw(t, "really") == 0 {
					set.reset()
					clear(model)
				}
			},
			"": func(t *rapid.T) {
				assert.Equal(t, len(model), set.count)
				assert.Equal(t, slices.Sorted(maps.Keys(model)), set.appendTo(nil))
				id := id(t)
				assert.Equal(t, model[id], set.has(id))
			},
		})
	})
}

// An idSet does not grow when agents come and go for ever, each with a new ID.
func TestIDSetLetsGo(t *testing.T) {
	var set idSet
	for id := range AgentID(1000 * PageSize) {
		set.add(id)
		if id >= 100 {
			set.remove(id - 100)
		}
	}
	assert.Equal(t, 100, set.count)
	assert.LessOrEqual(t, cap(set.pages), 8)
}

func TestQueue(t *testing.T) {
	var q queue[int]
	in, out := 0, 0
	push := func(n int) {
		for range n {
			q.push(in)
			in++
		}
	}
	pop := func(n int) {
		for range n {
			if assert.NotNil(t, q.oldest()) {
				assert.Equal(t, out, *q.oldest())
				q.pop()
				out++
			}
		}
	}
	assert.Nil(t, q.oldest())
	for n := range 20 {
		push(n)
		pop(n / 2)
	}
	assert.Len(t, q.all(), in-out)
	pop(in - out)
	assert.Nil(t, q.oldest())
	push(3)
	grown := cap(q.items)
	for range 1000 {
		push(1)
		pop(1)
	}
	assert.Equal(t, grown, cap(q.items), "its memory is used again")
}
