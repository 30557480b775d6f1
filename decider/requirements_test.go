package decider_test

import (
	"fmt"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/testing/heap"
	"github.com/decidertree/decidertree/internal/testing/randomtree"
	"github.com/decidertree/decidertree/internal/testing/trials"
)

// span is bytes of an agent's memory that something takes.
type span struct {
	what     string
	from, to int
}

// placed is a place as Tree.String tells of it.
type placed struct {
	parent     int // -1 for the root
	sideBySide bool
	path       []span // what it has while it is active
	kept       []span // what it keeps
}

var (
	dumpedPlace  = regexp.MustCompile(`^ *(\d+) +\S+/0x[0-9a-f]+(?: in (\d+))?(.*)$`)
	dumpedSpan   = regexp.MustCompile(`\| (\S+)(?: .*)? at (\d+), (\d+) bytes$`)
	dumpedOfPath = []string{"run", "frame", "spent", "tally", "repetition", "leave", "ticked", "pending"}
)

// placesOf reads what Tree.String tells of where everything lies.
func placesOf(t *testing.T, tree string) (all []placed) {
	t.Helper()
	number := func(text string) int {
		n, err := strconv.Atoi(text)
		require.NoError(t, err)
		return n
	}
	for line := range strings.Lines(tree) {
		line = strings.TrimSuffix(line, "\n")
		if m := dumpedPlace.FindStringSubmatch(line); m != nil {
			p := placed{parent: -1, sideBySide: strings.Contains(m[3], " Concurrent ") || strings.Contains(m[3], " Reactive")}
			if m[2] != "" {
				p.parent = number(m[2])
			}
			require.Equal(t, len(all), number(m[1]))
			all = append(all, p)
			continue
		}
		m := dumpedSpan.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		s := span{m[1], number(m[2]), number(m[2]) + number(m[3])}
		p := &all[len(all)-1]
		if slices.Contains(dumpedOfPath, s.what) {
			p.path = append(p.path, s)
		} else {
			p.kept = append(p.kept, s)
		}
	}
	return all
}

// together reports whether two different places can be active at once: one is above the other, or the way to
// them parts in a group whose children run side by side.
func together(all []placed, p, q int) bool {
	common := commonOf(all, p, q)
	return common == p || common == q || all[common].sideBySide
}

// commonOf is the deepest place at or above both.
func commonOf(all []placed, p, q int) int {
	for p != q { // children have higher numbers than their group
		if p < q {
			p, q = q, p
		}
		p = all[p].parent
	}
	return p
}

// checkRequirements checks that what a tree needs adds up, by section and by place, and that nothing lies where
// something else does that can be there at the same time.
func checkRequirements(t *testing.T, q *decider.Requirements, tree string) {
	t.Helper()
	assert.Equal(t, q.Bytes, q.Header+q.Timers+q.Counts+q.Bags+q.Monitors+q.Shared+q.Kept+q.Reserves+q.Keys+q.Path, "the sections")
	var sum decider.Requirements
	monitors := 0
	for i := range q.Rows {
		r := &q.Rows[i]
		sum.Timers += r.Timers
		sum.Counts += r.Count
		sum.Bags += r.Bag
		sum.Shared += r.Shared
		sum.Kept += r.Kept
		sum.Reserves += r.Reserve
		sum.Keys += r.Keys
		if r.Monitor {
			monitors++
		}
		block := (r.Block + 7) &^ 7
		if r.Boxed {
			block = 0
			sum.Boxes++
		}
		assert.Zero(t, r.Offset%8)
		assert.GreaterOrEqual(t, r.Offset, q.Bytes-q.Path)
		sum.Path = max(sum.Path, r.Offset+r.Frame+r.Extra+block)
	}
	assert.Equal(t, []int{q.Timers, q.Counts, q.Bags, q.Shared, q.Reserves, q.Keys}, []int{sum.Timers, sum.Counts, sum.Bags, sum.Shared, sum.Reserves, sum.Keys}, "the rows")
	assert.Equal(t, q.Kept, (sum.Kept+7)&^7)
	assert.Equal(t, q.Monitors, (monitors+63)/64*8)
	assert.Equal(t, q.Bytes, sum.Path, "where the last place ends")
	assert.GreaterOrEqual(t, q.Boxes, sum.Boxes)

	all := placesOf(t, tree)
	require.Len(t, all, q.Places)
	apart := func(p, q int, a, b span) {
		if a.from < b.to && b.from < a.to {
			t.Errorf("%s of %d and %s of %d overlap: %v, %v", a.what, p, b.what, q, a, b)
		}
	}
	start := q.Bytes - q.Path
	for i := range all {
		for n, s := range all[i].path {
			assert.True(t, s.from >= start && s.to <= q.Bytes, "%d: %v", i, s)
			for _, o := range all[i].path[:n] {
				apart(i, i, s, o)
			}
			for j := range i {
				if together(all, i, j) {
					for _, o := range all[j].path {
						apart(i, j, s, o)
					}
				}
			}
		}
		for n, s := range all[i].kept {
			assert.True(t, s.from >= q.Header && s.to <= start, "%d: %v", i, s)
			for j := range i + 1 {
				others := all[j].kept
				if i == j {
					others = others[:n]
				}
				for _, o := range others {
					if s != o { // what a shared decider has is the same at all of its places
						apart(i, j, s, o)
					}
				}
			}
		}
	}
}

// The requirements of random trees add up, and nothing overlaps that must not.
func TestRandomRequirements(t *testing.T) {
	seeds := uint64(trials.Count(100, 600))
	var found decider.Requirements // what there was of each section
	extra := 0
	for seed := range seeds {
		forest := randomtree.RandomTreeSet(randomtree.RandomSource(seed), 0)
		for _, root := range append(forest.Plugs, forest.Root) {
			tree, err := decider.InitializeTreeData(root)
			if err != nil {
				continue
			}
			q := tree.MemoryRequirements()
			checkRequirements(t, &q, tree.String())
			if t.Failed() {
				t.Fatalf("seed %d, %s:\n%s%s", seed, root.Name, tree, q)
			}
			found.Timers += q.Timers
			found.Counts += q.Counts
			found.Bags += q.Bags
			found.Monitors += q.Monitors
			found.Kept += q.Kept
			found.Reserves += q.Reserves
			found.Keys += q.Keys
			found.Boxes += q.Boxes
			for i := range q.Rows {
				extra += q.Rows[i].Extra
			}
		}
	}
	for what, bytes := range map[string]int{
		"timers": found.Timers, "counts": found.Counts, "bags": found.Bags, "monitors": found.Monitors, "kept": found.Kept,
		"reserves": found.Reserves, "keys": found.Keys, "boxes": found.Boxes, "extra": extra,
	} {
		assert.Positive(t, bytes, fmt.Sprintf("%s occur", what))
	}
}

// A compiled tree takes no more than it is meant to for each place, and as much as it tells.
func TestTreeSize(t *testing.T) {
	if raceDetector || unsafe.Sizeof(uintptr(0)) != 8 {
		t.Skip("the heap is another one here")
	}
	for name, check := range map[string]decider.Check{"flags": {All: 1}, "Decide": {}} {
		places, run := 0, &behavior.Behavior[struct{}]{Name: "RUN", Tick: func(*behavior.Context[struct{}]) behavior.Status { return behavior.Running }}
		var grow func(depth int) *plain
		grow = func(depth int) *plain {
			places++
			d := &plain{Name: fmt.Sprintf("D%d", places), DecisionFlags: check}
			if check.IsZero() {
				d.Decide = yes
			}
			if depth == 0 {
				d.Behavior = run
				return d
			}
			for range 6 {
				d.Children = append(d.Children, grow(depth-1))
			}
			return d
		}
		root := grow(5)
		root.DecisionFlags, root.Decide = decider.Check{}, nil
		before := heap.InUse()
		tree, err := decider.InitializeTreeData(root)
		require.NoError(t, err)
		inUse := float64(heap.InUse() - before)
		told := tree.MemoryRequirements().Tree
		assert.InEpsilon(t, inUse, told, 0.15, name)
		assert.LessOrEqual(t, told/places, 420, name)
		runtime.KeepAlive(root)
	}
}
