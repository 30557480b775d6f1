package picture_test

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/description"
	"github.com/decidertree/decidertree/internal/testing/golden"
	"github.com/decidertree/decidertree/internal/testing/randomtree"
	"github.com/decidertree/decidertree/picture"
	"github.com/decidertree/decidertree/state"
	"github.com/decidertree/decidertree/world"
)

// kinds are the pictures there are, by the ending of their files.
var kinds = map[string]func(io.Writer, *description.Tree, picture.Options) error{
	"mmd": picture.Mermaid, "dot": picture.DOT, "svg": picture.SVG,
}

func drawn(t *testing.T, kind string, d *description.Tree, o picture.Options) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, kinds[kind](&b, d, o))
	return b.String()
}

func TestPictures(t *testing.T) {
	tree, states := living(t)
	for kind := range kinds {
		golden.Equal(t, "tree."+kind, drawn(t, kind, tree, picture.Options{}))
		golden.Equal(t, "states."+kind, drawn(t, kind, tree, states))
		golden.Equal(t, "names."+kind, drawn(t, kind, tree, picture.Options{NamesOnly: true}))
	}
}

// A plugged tree is named, and its states do not highlight places of the tree around it.
func TestPictureOfPluggedTree(t *testing.T) {
	root := mind()
	tree := decider.MustInitializeTreeData(root)
	toy := decider.MustInitializeTreeData(&ball)
	w := world.New(world.Options{})
	memory := tree.NewMemory(w, w.NewAgent())
	require.NoError(t, memory.Plug(root.Children[4].Slot, toy))
	require.NoError(t, decider.TickBehaviorTree(memory, &creature{}, decider.Input{Time: 1, DT: 1}))
	o := picture.Options{States: picture.States(memory)}
	for kind := range kinds {
		assert.Regexp(t, `slot HAND(: |.*plugged: )BALL`, drawn(t, kind, tree.Describe(), o))
		inner := drawn(t, kind, toy.Describe(), o)
		assert.Contains(t, inner, "0.0 s", "the toy is active")
		assert.NotContains(t, inner, "ROOT")
	}
}

// Names with a meaning in the output languages are escaped.
func TestPicturesOfOddNames(t *testing.T) {
	odd := "A\"b'<c>&d#e;`f\\g\x00\ufffd\u2028[h]{i}|j|→—" + strings.Repeat("長", 60)
	d := decider.MustInitializeTreeData(&node{Name: odd, Children: children{{Name: odd + "x", Jump: "IDLE"}, {Name: "IDLE", Behavior: ball.Children[0].Behavior}}}).Describe()
	for kind := range kinds {
		golden.Equal(t, "odd."+kind, drawn(t, kind, d, picture.Options{}))
	}
	wellFormed(t, drawn(t, "svg", d, picture.Options{Mark: odd, Title: odd}))
}

func wellFormed(t *testing.T, text string) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader(text)); ; {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		require.NoError(t, err)
	}
}

// An invalid description is refused, and an error of the writer is returned.
func TestPicturesRefuse(t *testing.T) {
	d := decider.MustInitializeTreeData(mind()).Describe()
	read, write := io.Pipe()
	require.NoError(t, read.CloseWithError(io.ErrNoProgress))
	for _, draw := range kinds {
		require.ErrorIs(t, draw(write, d, picture.Options{}), io.ErrNoProgress)
		require.ErrorIs(t, draw(io.Discard, nil, picture.Options{}), description.Err)
		require.NoError(t, draw(io.Discard, d, picture.Options{States: []state.Decider{{Place: -1}, {Place: 9999}, {}}, Marked: []int{-1, 9999}}))
	}
	d.Places[1].Parent = 7
	_, err := picture.Arrange(d, picture.Options{})
	require.ErrorIs(t, err, description.Err)
}

// Boxes do not overlap, rows lie in their boxes one under the other in the order of the declaration, children stand
// right of their group.
func TestArrange(t *testing.T) {
	for seed := range uint64(60) {
		tree, err := decider.InitializeTreeData(randomtree.RandomTree(randomtree.RandomSource(seed)))
		if err != nil {
			continue
		}
		d := tree.Describe()
		l, err := picture.Arrange(d, picture.Options{NamesOnly: seed%2 == 0})
		require.NoError(t, err)
		checkLayout(t, d, l)
		again, err := picture.Arrange(d, picture.Options{NamesOnly: seed%2 == 0})
		require.NoError(t, err)
		require.Equal(t, l, again)
		for kind := range kinds {
			require.Equal(t, drawn(t, kind, d, picture.Options{}), drawn(t, kind, tree.Describe(), picture.Options{}))
		}
		wellFormed(t, drawn(t, "svg", d, picture.Options{}))
	}
}

func checkLayout(t *testing.T, d *description.Tree, l *picture.Layout) {
	t.Helper()
	require.Len(t, l.Places, len(d.Places))
	rows := 0
	for i, g := range l.Groups {
		require.True(t, g.X >= 0 && g.Y >= 0 && g.X+g.W <= l.Width && g.Y+g.H <= l.Height, "box %d of %d", i, len(l.Groups))
		for _, o := range l.Groups[:i] {
			apart := g.X+g.W < o.X || o.X+o.W < g.X || g.Y+g.H < o.Y || o.Y+o.H < g.Y
			require.True(t, apart, "the boxes of %d and %d overlap", g.Place, o.Place)
		}
		places := []int{0}
		if g.Place >= 0 {
			places = d.Places[g.Place].Children
			require.Greater(t, g.X, l.Places[g.Place].X+l.Places[g.Place].W)
		}
		y := g.Y
		for _, p := range places {
			row := l.Places[p]
			require.GreaterOrEqual(t, row.Y, y)
			require.True(t, row.X == g.X && row.W == g.W)
			y = row.Y + row.H
			rows++
		}
		require.Equal(t, g.Y+g.H, y)
	}
	require.Equal(t, len(d.Places), rows)
}

// A large tree has a compact layout, not a line.
func TestArrangeLargeTree(t *testing.T) {
	d := decider.MustInitializeTreeData(large(300)).Describe()
	require.Greater(t, len(d.Places), 300)
	l, err := picture.Arrange(d, picture.Options{})
	require.NoError(t, err)
	checkLayout(t, d, l)
	assert.Less(t, l.Height, 12_000)
	assert.Less(t, l.Width, 2400)
}

// large is a tree of about so many deciders, 4 to a group.
func large(deciders int) *node {
	act := &ball.Children[0].Behavior
	open := []*node{{Name: "ROOT"}}
	root := open[0]
	for n := 1; n < deciders; n += 4 {
		g := open[0]
		open = open[1:]
		g.Behavior = nil
		for i := range 4 {
			c := &node{Name: g.Name + string(rune('A'+i)), Decide: afraid, Behavior: *act}
			g.Children = append(g.Children, c)
			open = append(open, c)
		}
	}
	return root
}
