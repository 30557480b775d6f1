package decider_test

import (
	"fmt"
	"reflect"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/internal/testing/trials"
	"github.com/decidertree/decidertree/internal/testing/workload"
)

// promptly is how long initializing any tree may take here. It is far from what is needed, also on a busy machine, and less
// than what an algorithm takes that is quadratic in a tree's size.
const promptly = 30 * time.Second

func initializePromptly(t *testing.T, root *plain) (*decider.Tree[struct{}], error) {
	t.Helper()
	start := time.Now()
	tree, err := decider.InitializeTreeData(root)
	if took := time.Since(start); !raceDetector && took > promptly {
		t.Errorf("it took %v", took)
	}
	return tree, err
}

func withPolicy(d *plain, p decider.Policy) *plain {
	d.Policy = p
	return d
}

func monitors(n int) (all plainChildren) {
	for i := range n {
		all = append(all, monitor(fmt.Sprintf("MONITOR_%d", i)))
	}
	return all
}

// The largest trees there may be, in every shape, and what is just too large. Without full trials most shapes are smaller.
func TestLargeTrees(t *testing.T) {
	if raceDetector {
		t.Skip("there is one goroutine, and they take long")
	}
	jumps := func(n int) *plain { // all of them into one group of as many
		group := wide(n)
		group.Name, group.Decide = "TARGET", yes
		root := under()
		for i := range n {
			root.Children = append(root.Children, &plain{Name: fmt.Sprintf("JUMP_%d", i), Decide: yes, Jump: "TARGET"})
		}
		root.Children = append(root.Children, group)
		return root
	}
	binary := func(levels int) *plain {
		n := 0
		var grow func(int) *plain
		grow = func(level int) *plain {
			n++
			if level == levels {
				return leaf(fmt.Sprintf("N_%d", n))
			}
			d := &plain{Name: fmt.Sprintf("N_%d", n), Options: decider.DelegateDecide}
			d.Children = plainChildren{grow(level + 1), grow(level + 1)}
			return d
		}
		root := grow(1)
		root.Options = 0
		return root
	}
	caterpillar := func(levels, each int) *plain {
		d := leaf("END")
		for i := range levels {
			group := &plain{Name: fmt.Sprintf("LEVEL_%d", i), Decide: yes}
			for j := range each {
				group.Children = append(group.Children, leaf(fmt.Sprintf("LEG_%d_%d", i, j)))
			}
			group.Children = append(group.Children, d)
			d = group
		}
		d.Decide = nil
		return d
	}
	// At each level as many Jumps to a decider at the end, and groups of another kind beside.
	leaping := func(levels, each int) *plain {
		root := caterpillar(levels, each)
		n := 0
		for g := root; len(g.Children) > 0; g = g.Children[len(g.Children)-1] {
			for _, leg := range g.Children[:each-1] {
				n++
				leg.Name, leg.Behavior, leg.Jump = fmt.Sprintf("JUMP_%d", n), nil, "END"
			}
			leg := g.Children[each-1]
			leg.Policy, leg.Behavior, leg.Children = decider.Sequence, nil, plainChildren{leaf(leg.Name + "_STEP")}
		}
		return root
	}
	levels, legs := trials.Count(11, 15), trials.Count(16, 255)
	leaps, targets, children := trials.Count(10, 100), trials.Count(3000, 30_000), trials.Count(6000, declaration.MaxPlaces-1)
	for name, c := range map[string]struct {
		root   *plain
		places int
		code   declaration.Code
	}{
		"wide 1,000":    {root: wide(1000), places: 1001},
		"wide 10,000":   {root: wide(10_000), places: 10_001},
		"wide 65,534":   {root: wide(declaration.MaxPlaces - 1), places: declaration.MaxPlaces},
		"wide 65,535":   {root: wide(declaration.MaxPlaces), code: declaration.TooManyPlaces},
		"deep 256":      {root: chain(declaration.MaxDepth), places: declaration.MaxDepth},
		"deep 257":      {root: chain(declaration.MaxDepth + 1), code: declaration.TooDeep},
		"deep 10,000":   {root: chain(10_000), code: declaration.TooDeep},
		"binary":        {root: binary(levels), places: 1<<levels - 1},
		"deep and wide": {root: caterpillar(declaration.MaxDepth-1, legs), places: 255*(legs+1) + 1},
		"jumps":         {root: jumps(targets), places: 2*targets + 2},
		"leaping":       {root: leaping(declaration.MaxDepth-2, leaps), places: (declaration.MaxDepth-2)*(leaps+2) + 1},
		"concurrent":    {root: withPolicy(wide(children), decider.Concurrent), places: children + 1},
		"reactive":      {root: withPolicy(wide(children), decider.ReactiveSelector), places: children + 1},
		"monitors":      {root: withPolicy(under(monitors(10_000)...), decider.Selector), places: 10_001},
		"large blocks":  {root: under(large(10_000)...), places: 10_001},
		"slots":         {root: under(reserving(100)...), places: 101},
	} {
		t.Run(name, func(t *testing.T) {
			tree, err := initializePromptly(t, c.root)
			if c.code != 0 {
				require.ErrorIs(t, err, c.code)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, c.places, tree.MemoryRequirements().Places)
			memory := tree.NewMemory(nil, 0)
			for range 3 {
				require.NoError(t, decider.TickBehaviorTree(memory, struct{}{}, decider.Input{}))
			}
			require.NoError(t, memory.Close())
		})
	}
}

// A few deciders shared on every level stand for more places than there are atoms. Counting them must not visit
// them, and refusing them must not name them all.
func TestExponentialSharing(t *testing.T) {
	level := plainChildren{leaf("A"), slotted("B", &plainSlot{Name: "TOY", Reserve: 8}), jumpTo("C", "A")}
	for i := range 200 {
		level = plainChildren{
			{Name: fmt.Sprintf("A_%d", i), Decide: yes, Children: level},
			{Name: fmt.Sprintf("B_%d", i), Decide: yes, Children: level},
		}
	}
	_, err := initializePromptly(t, under(level...))
	require.ErrorIs(t, err, declaration.TooManyPlaces)
	assert.NotErrorIs(t, err, declaration.Cycle)
	assert.ErrorIs(t, err, declaration.SlotTwice)
	assert.Less(t, len(err.Error()), 5000) // most of it is the path of the Slot
}

// Jumps to groups that delegate, each to further such groups: if Jumps chained, asking the first would ask
// exponentially many.
func TestExponentialJumps(t *testing.T) {
	root := under()
	const groups = 40
	for i := range groups {
		g := &plain{Name: fmt.Sprintf("G_%d", i), Options: decider.DelegateDecide}
		for j := range 2 {
			if i+1 < groups {
				g.Children = append(g.Children, &plain{Name: fmt.Sprintf("J_%d_%d", i, j), Decide: yes, Jump: fmt.Sprintf("G_%d", i+1)})
			}
		}
		g.Children = append(g.Children, leaf(fmt.Sprintf("LEAF_%d", i)))
		root.Children = append(root.Children, g)
	}
	tree, err := initializePromptly(t, root)
	require.NoError(t, err)
	assert.Less(t, tree.MemoryRequirements().Consults, 1<<10)
}

// The largest tree made by sharing, exactly.
func TestLargestSharedTree(t *testing.T) {
	group := wide(254)
	group.Name = "SHARED" // 255 places
	root := under()
	for i := range 256 { // with each 256 more
		root.Children = append(root.Children, &plain{Name: fmt.Sprintf("G_%d", i), Decide: yes, Children: plainChildren{group}})
	}
	_, err := initializePromptly(t, root)
	require.ErrorIs(t, err, declaration.TooManyPlaces) // 65,537
	root.Children = append(root.Children[:255], leaf("X"))
	tree, err := initializePromptly(t, root)
	require.NoError(t, err)
	assert.Equal(t, 255*256+2, tree.MemoryRequirements().Places)
	assert.Equal(t, 255+1+255+1, tree.MemoryRequirements().Deciders)
}

// Nothing is written to a declaration, sound or faulty.
func TestDeclarationIsNotWrittenTo(t *testing.T) {
	before := declared(&workload.Decide)
	_, err := decider.InitializeTreeData(&workload.Decide)
	require.NoError(t, err)
	assert.Equal(t, before, declared(&workload.Decide))
	for _, f := range faulty {
		if f.code != declaration.TooManyPlaces {
			before := declared(f.root)
			_, err := decider.InitializeTreeData(f.root)
			require.Error(t, err)
			assert.Equal(t, before, declared(f.root), "%v, %s", f.code, f.name)
		}
	}
}

// declared is everything a declaration holds, as text: %+v prints pointers and functions as addresses.
func declared[A any](root *decider.Decider[A]) string {
	lines := map[*decider.Decider[A]]string{}
	var walk func(*decider.Decider[A])
	walk = func(d *decider.Decider[A]) {
		if d == nil || lines[d] != "" {
			return
		}
		lines[d] = fmt.Sprintf("%p %+v", d, *d)
		for _, content := range []any{d.Behavior, d.DBlock} {
			if v := reflect.ValueOf(content); v.Kind() == reflect.Pointer && !v.IsNil() {
				lines[d] += fmt.Sprintf(" %+v", v.Elem())
			}
		}
		for _, child := range d.Children {
			walk(child)
		}
		walk(d.Copy)
	}
	walk(root)
	var all []string
	for _, line := range lines {
		all = append(all, line)
	}
	sort.Strings(all)
	return strings.Join(all, "\n")
}
