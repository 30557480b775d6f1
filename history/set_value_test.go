package history_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/blackboard"
	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/description"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/world"
)

type spot struct {
	At    struct{ X, Y float32 }
	Seen  [3]int8
	Angry bool
}

// memo has pointers.
type memo struct{ words []string }

func (m memo) MarshalBinary() ([]byte, error) { return []byte(strings.Join(m.words, " ")), nil }

func (m *memo) UnmarshalBinary(b []byte) error {
	m.words = strings.Fields(string(b))
	return nil
}

var (
	moleHunger = blackboard.Key[float64]{Name: "hunger"}
	moleSpot   = blackboard.Key[spot]{Name: "spot", Scope: blackboard.Tree}
	moleNotes  = blackboard.Key[memo]{Name: "notes"}
	moleDepth  = blackboard.Key[uint16]{Name: "depth", Scope: blackboard.Decider}
)

// moles is a game whose agents decide by their blackboards alone.
type moles struct {
	world *world.World
	crowd *crowd.Crowd[int]
}

func moleMind() *decider.Decider[int] {
	idle := func(*behavior.Context[int]) behavior.Status { return behavior.Running }
	return &decider.Decider[int]{
		Name: "MOLE", Keys: decider.Keys{&moleHunger, &moleSpot, &moleNotes},
		Children: []*decider.Decider[int]{
			{Name: "EAT", Decide: func(c *behavior.Context[int]) float64 { return behavior.If(*moleHunger.Of(c) > 5) }, Behavior: &behavior.Behavior[int]{Name: "EAT", Tick: idle}},
			{Name: "BITE", Decide: func(c *behavior.Context[int]) float64 { return behavior.If(moleSpot.Of(c).Angry) }, Behavior: &behavior.Behavior[int]{Name: "BITE", Tick: idle}},
			{Name: "DIG", Decide: func(c *behavior.Context[int]) float64 { return behavior.If(*moleHunger.Of(c) >= 0) }, Keys: decider.Keys{&moleDepth}, Behavior: &behavior.Behavior[int]{Name: "DIG", Tick: idle}},
			{Name: "REST", Keys: decider.Keys{&moleDepth}, Behavior: &behavior.Behavior[int]{Name: "REST", Tick: idle}},
		},
	}
}

func newMoles(t testing.TB) *moles {
	t.Helper()
	m := &moles{world: world.New(world.Options{Seed: 5})}
	tree := decider.MustInitializeTreeData(moleMind())
	var err error
	m.crowd, err = crowd.New(m.world, tree, crowd.Options[int]{Name: "MOLES", Workers: 1, Agent: func(world.AgentID) (int, bool) { return 0, true }})
	require.NoError(t, err)
	return m
}

func (m *moles) World() *world.World { return m.world }

func (m *moles) Step() error {
	if err := m.world.Advance(0.1); err != nil {
		return err
	}
	_, err := m.crowd.Tick()
	return err
}

// molesGame saves and loads moles.
type molesGame struct {
	*moles
	t testing.TB
}

func (g molesGame) Save(to io.Writer) error { return g.world.Snapshot(to) }

func (g molesGame) Load(from io.Reader) (history.Run, error) {
	other := newMoles(g.t)
	_, err := other.world.Restore(from)
	return other, err
}

func TestSetValue(t *testing.T) {
	g := molesGame{newMoles(t), t}
	var ids []world.AgentID
	for range 1100 {
		id, err := g.crowd.Add(0)
		require.NoError(t, err)
		ids = append(ids, id)
	}
	saves := history.NewCheckpoints(g.world, g, history.CheckpointOptions{Every: 5, Share: 1})
	for range 20 {
		require.NoError(t, g.Step())
		require.NoError(t, saves.Keep())
	}
	mole := ids[700]
	fork := func(key, of, field, text string) (*history.Fork, error) {
		return saves.Fork(t.Context(), nil, history.ForkOptions{After: 12, Frames: 5}, func(b *history.Branch) error { return b.SetValue(mole, key, of, field, text) })
	}
	for _, c := range []struct {
		key, of, field, text string
		leaf, shown          string // what it comes to; the field after a frame
	}{
		{"hunger", "", "", "7.5", "EAT", "7.5"},
		{"hunger", "", "", "2", "DIG", "2"},
		{"spot", "", "Angry", "true", "BITE", "true"},
		{"spot", "", "At.Y", "-3.25", "DIG", "-3.25"},
		{"spot", "", "Seen[2]", "-128", "DIG", "-128"},
		{"depth", "REST", "", "65535", "DIG", "65535"},
	} {
		f, err := fork(c.key, c.of, c.field, c.text)
		require.NoError(t, err, "%+v", c)
		m, err := f.Changed.At(mole, 14)
		require.NoError(t, err)
		leaf := ""
		for i := range m.After {
			if m.After[i].Active {
				leaf = m.After[i].Decider.Name
			}
		}
		assert.Equal(t, c.leaf, leaf, "%+v", c)
		shown := ""
		for _, v := range m.Values {
			for _, x := range v.Fields {
				if v.Key == c.key && x.Name == c.field && (c.of == "" || v.Decider.Name == c.of) {
					shown = x.After
				}
			}
		}
		assert.Equal(t, c.shown, shown, "%+v", c)
		differ := map[world.AgentID]bool{}
		for d := range f.Differences() {
			differ[d.Agent] = true
		}
		assert.Equal(t, map[world.AgentID]bool{mole: true}, differ, "%+v", c)
	}

	var wrong *history.ValueError
	for _, c := range []struct{ key, of, field, text, words string }{
		{"hunger", "", "", "much", `"much" is not of type float64, which needs a number`},
		{"hunger", "", "X", "1", `has no field "X"; it has "", as it has no fields`},
		{"spot", "", "", "1", `has no field ""; it has At.X, At.Y, Seen[0], Seen[1], Seen[2], Angry`},
		{"spot", "", "Seen[3]", "1", `has no field "Seen[3]"`},
		{"spot", "", "Seen[0]", "200", `which needs a whole number from -128 to 127`},
		{"spot", "", "Angry", "perhaps", `which needs true or false`},
		{"depth", "REST", "", "-1", `which needs a whole number from 0 to 65535`},
		{"depth", "", "", "1", `several deciders have it, such as DIG and REST; say which one's`},
		{"depth", "EAT", "", "1", `decider "EAT" does not have it, but DIG, REST`},
		{"thirst", "", "", "1", `no such key; it has depth, hunger, notes, spot`},
		{"notes", "", "", "hello", `has pointers`},
	} {
		_, err := fork(c.key, c.of, c.field, c.text)
		require.ErrorAs(t, err, &wrong, "%+v", c)
		assert.Contains(t, wrong.Error(), c.words)
	}
	_, err := saves.Fork(t.Context(), nil, history.ForkOptions{After: 12, Frames: 5}, func(b *history.Branch) error { return b.SetValue(5, "hunger", "", "", "1") })
	require.ErrorIs(t, err, world.ErrGone)
}

// TestSetValueOfASingleAgent: a memory that no crowd has.
func TestSetValueOfASingleAgent(t *testing.T) {
	w := world.New(world.Options{})
	m := decider.MustInitializeTreeData(moleMind()).NewMemory(w, 9)
	alone := &single{w, m}
	saves := history.NewCheckpoints(w, alone, history.CheckpointOptions{Every: 1, Share: 1})
	for range 5 {
		require.NoError(t, alone.Step())
		require.NoError(t, saves.Keep())
	}
	f, err := saves.Fork(t.Context(), nil, history.ForkOptions{After: 3, Frames: 3}, func(b *history.Branch) error { return b.SetValue(9, "hunger", "", "", "6") })
	require.NoError(t, err)
	m9, err := f.Changed.At(9, 5)
	require.NoError(t, err)
	assert.Contains(t, fmt.Sprint(m9.After), "EAT")
	assert.Zero(t, *moleHunger.Of(m), "the game's own is as it was")
}

// single is a game of one agent without a crowd.
type single struct {
	world  *world.World
	memory *decider.Memory[int]
}

func (s *single) World() *world.World { return s.world }

func (s *single) Step() error {
	if err := s.world.Advance(0.1); err != nil {
		return err
	}
	return decider.TickBehaviorTree(s.memory, 0, decider.Input{})
}

func (s *single) Save(to io.Writer) error {
	var b bytes.Buffer
	if err := s.memory.Snapshot(&b); err != nil {
		return err
	}
	return errors.Join(binary.Write(to, binary.LittleEndian, uint64(b.Len())), write(to, b.Bytes()), s.world.Snapshot(to))
}

func (s *single) Load(from io.Reader) (history.Run, error) {
	var n uint64
	if err := binary.Read(from, binary.LittleEndian, &n); err != nil {
		return nil, err
	}
	own, err := io.ReadAll(io.LimitReader(from, int64(n)))
	if err != nil {
		return nil, err
	}
	w := world.New(world.Options{})
	if _, err := w.Restore(from); err != nil {
		return nil, err
	}
	m := decider.MustInitializeTreeData(moleMind()).NewMemory(w, 9)
	_, err = m.Restore(bytes.NewReader(own), 0, decider.Restoring[int]{})
	return &single{w, m}, err
}

func write(to io.Writer, b []byte) error {
	_, err := to.Write(b)
	return err
}

func TestSetOfHostileTypes(t *testing.T) {
	for _, d := range []description.Type{
		{Name: "a", Kind: "array", Size: 8, Len: 1 << 30, Fields: []description.Field{{Kind: "int8", Size: 1}}},
		{Name: "b", Kind: "struct", Size: 8, Fields: []description.Field{{Name: "X", Kind: "int64", Offset: 1 << 40, Size: 8}}},
		{Name: "c", Kind: "int64", Size: 3},
		{Name: "d", Kind: "complex128", Size: 16},
		{Name: "e", Kind: "string", Size: 16},
	} {
		b := make([]byte, 8)
		for _, field := range []string{"", "X", "[0]", "[1073741823]"} {
			if err := d.Set(b, field, "1"); err != nil {
				require.ErrorIs(t, err, description.ErrValue)
			}
		}
	}
}
