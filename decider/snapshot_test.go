package decider_test

import (
	"bytes"
	"errors"
	"io"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/decider/decidertest"
	"github.com/decidertree/decidertree/state"
	"github.com/decidertree/decidertree/world"
)

// A guard walks its rounds, and fights where the flag is up. Its walk is a block with pointers.
type (
	walk struct {
		Way  []byte
		Step int
	}
	bareWalk struct{ Way []byte }
)

func (w *walk) MarshalBinary() ([]byte, error) { return append([]byte{byte(w.Step)}, w.Way...), nil }
func (w *walk) UnmarshalBinary(data []byte) error {
	if len(data) == 0 || data[0] == 99 {
		return errors.New("no walk")
	}
	w.Step, w.Way = int(data[0]), data[1:]
	return nil
}

type guardContext = behavior.Context[*[]string]

func said(c *guardContext, what string) { *c.Agent = append(*c.Agent, what) }

const intruder decider.DecisionFlags = 1

// guardTree is a Sequence of three walks, below a fight.
func guardTree(change func(root *decider.Decider[*[]string])) *decider.Tree[*[]string] {
	step := func(name string) *decider.Decider[*[]string] {
		return &decider.Decider[*[]string]{Name: name, Behavior: &behavior.WithBlock[*[]string, walk]{
			Name: "WALK",
			Activate: func(c *guardContext, w *walk) behavior.Status {
				said(c, "begin "+name)
				w.Way = []byte(name)
				return behavior.Running
			},
			Tick: func(c *guardContext, w *walk) behavior.Status {
				if w.Step++; w.Step > 2 {
					return behavior.Success
				}
				return behavior.Running
			},
			Deactivate: func(c *guardContext, w *walk) { said(c, "end "+string(w.Way)+" "+c.Reason().String()) },
		}}
	}
	root := &decider.Decider[*[]string]{Name: "ROOT", Children: decider.Children[*[]string]{
		{Name: "FIGHT", DecisionFlags: decider.Check{All: intruder}, Cooldown: 5, Behavior: &behavior.Behavior[*[]string]{Name: "FIGHT"}},
		{Name: "ROUND", Policy: decider.Sequence, Children: decider.Children[*[]string]{step("A"), step("B"), step("C")}},
	}}
	if change != nil {
		change(root)
	}
	return decider.MustInitializeTreeData(root)
}

// onItsRound is a guard in the middle of its second walk, at time 3.
func onItsRound(t *testing.T, said *[]string) (*decider.Memory[*[]string], []byte) {
	t.Helper()
	m := guardTree(nil).NewMemory(nil, 3)
	for i := range 4 {
		require.NoError(t, decider.TickBehaviorTree(m, said, decider.Input{Time: float64(i), DT: 1}))
	}
	*said = nil
	return m, taken(t, m)
}

func taken(t *testing.T, m *decider.Memory[*[]string]) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, m.Snapshot(&b))
	return b.Bytes()
}

func path(m *decider.Memory[*[]string]) (names []string) {
	for next := 0; next >= 0; {
		var s state.Decider
		if s, next = m.StateAt(next, true); s.Active {
			names = append(names, s.Decider.Name)
		}
	}
	return names
}

func restored(t *testing.T, tree *decider.Tree[*[]string], data []byte, said *[]string) (*decider.Memory[*[]string], world.Migration) {
	t.Helper()
	m := tree.NewMemory(nil, 3)
	lost, err := m.Restore(bytes.NewReader(data), said, decider.Restoring[*[]string]{})
	require.NoError(t, err)
	return m, lost
}

func TestRestoredCallsNoActivateAndOwesADeactivate(t *testing.T) {
	var said []string
	_, data := onItsRound(t, &said)
	m, lost := restored(t, guardTree(nil), data, &said)
	assert.Empty(t, said)
	assert.Zero(t, lost)
	assert.Equal(t, []string{"ROOT", "ROUND", "B"}, path(m))
	require.NoError(t, decider.TickBehaviorTree(m, &said, decider.Input{Time: 4, DT: 1}))
	require.NoError(t, m.Close())
	assert.Equal(t, []string{"end B Succeeded", "begin C", "end C Closed"}, said)
}

func TestRestoreReadsNoFurther(t *testing.T) {
	var said []string
	_, data := onItsRound(t, &said)
	in := bytes.NewReader(append(bytes.Clone(data), data...))
	for range 2 {
		_, err := guardTree(nil).NewMemory(nil, 3).Restore(iotest.OneByteReader(in), &said, decider.Restoring[*[]string]{})
		require.NoError(t, err)
	}
	assert.Zero(t, in.Len())
}

func TestRestoreIntoChangedTree(t *testing.T) {
	type tree = decider.Decider[*[]string]
	round := func(root *tree) *tree { return root.Children[1] }
	for _, c := range []struct {
		name   string
		change func(root *tree)
		path   []string
		lost   string
		then   []string // what the next tick says
	}{
		{"another order", func(root *tree) { r := round(root); r.Children[0], r.Children[1] = r.Children[1], r.Children[0] },
			[]string{"ROOT", "ROUND", "B"}, "everything was kept", []string{"end B Succeeded", "begin A"}},
		{"one more", func(root *tree) {
			root.Children = append(decider.Children[*[]string]{{Name: "FLEE", DecisionFlags: decider.Check{All: 2}, Behavior: root.Children[0].Behavior}}, root.Children...)
		}, []string{"ROOT", "ROUND", "B"}, "everything was kept", []string{"end B Succeeded", "begin C"}},
		{"one less", func(root *tree) { r := round(root); r.Children = r.Children[:1] },
			[]string{"ROOT", "ROUND"}, "not kept:\n\tactivity of ROOT > ROUND > B: the tree has no such decider", nil},
		{"the one that runs is gone", func(root *tree) {
			r := round(root)
			r.Children = decider.Children[*[]string]{r.Children[0], r.Children[2]}
		},
			[]string{"ROOT", "ROUND"}, "not kept:\n\tactivity of ROOT > ROUND > B: the tree has no such decider", []string{"begin C"}},
		{"another behavior", func(root *tree) { round(root).Children[1].Behavior = root.Children[0].Behavior },
			[]string{"ROOT", "ROUND"}, "not kept:\n\tactivity of ROOT > ROUND > B: its behavior was WALK and is FIGHT", nil},
		{"another block", func(root *tree) {
			round(root).Children[1].Behavior = &behavior.WithBlock[*[]string, bareWalk]{Name: "WALK"}
		}, []string{"ROOT", "ROUND"}, "not kept:\n\tactivity of ROOT > ROUND > B: its behavior's block was decider_test.walk and is decider_test.bareWalk", nil},
		{"another policy", func(root *tree) { round(root).Policy = decider.Sequential },
			[]string{"ROOT", "ROUND", "B"}, "not kept:\n\tprogress of ROOT > ROUND: its policy was Sequence and is Sequential", []string{"end B Succeeded", "begin C"}},
		{"concurrent", func(root *tree) { round(root).Policy = decider.Concurrent },
			[]string{"ROOT"}, "not kept:\n\tactivity of ROOT > ROUND: its policy was Sequence and is Concurrent", []string{"begin A", "begin B", "begin C"}},
		{"moved", func(root *tree) {
			root.Children[1] = &tree{Name: "DAY", Children: decider.Children[*[]string]{round(root)}}
		}, []string{"ROOT"}, "not kept:\n\tactivity of ROOT > ROUND: it stands elsewhere now, at ROOT > DAY > ROUND", []string{"begin A"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var said []string
			live, data := onItsRound(t, &said)
			m, lost := restored(t, guardTree(c.change), data, &said)
			assert.Equal(t, c.path, path(m))
			assert.Equal(t, c.lost, lost.String())
			assert.True(t, lost.Changed)
			assert.Empty(t, said)
			require.NoError(t, decider.TickBehaviorTree(m, &said, decider.Input{Time: 4, DT: 1}))
			assert.Equal(t, c.then, said)

			said = nil
			moved, err := live.Migrate(guardTree(c.change))
			require.NoError(t, err)
			assert.Equal(t, lost, moved, "live it is the same")
			assert.Equal(t, c.path, path(live))
			if len(c.path) < 3 {
				assert.Equal(t, []string{"end B Restored"}, said)
			}
			said = nil
			require.NoError(t, decider.TickBehaviorTree(live, &said, decider.Input{Time: 4, DT: 1}))
			assert.Equal(t, c.then, said)
		})
	}
}

func TestTimersMoveByName(t *testing.T) {
	var said []string
	m := guardTree(nil).NewMemory(nil, 3)
	for i, flags := range []decider.DecisionFlags{intruder, 0} {
		require.NoError(t, decider.TickBehaviorTree(m, &said, decider.Input{Time: float64(i), DT: 1, DecisionFlags: flags}))
	}
	require.NoError(t, m.ResetBelow("ROUND"))
	_, err := m.Migrate(guardTree(nil))
	require.NoError(t, err)
	require.NoError(t, decider.TickBehaviorTree(m, &said, decider.Input{Time: 2, DT: 1, DecisionFlags: intruder}))
	assert.Equal(t, []string{"ROOT", "FIGHT"}, path(m), "it never ended, so it does not cool down")
}

func TestSnapshotsThatAreNone(t *testing.T) {
	var said []string
	_, data := onItsRound(t, &said)
	m := guardTree(nil).NewMemory(nil, 3)
	fresh := taken(t, m)
	refused := func(what string, at int, data []byte) {
		_, err := m.Restore(bytes.NewReader(data), &said, decider.Restoring[*[]string]{})
		require.ErrorIs(t, err, decider.ErrSnapshot, "%s at %d", what, at)
	}
	for at := range data {
		refused("cut off", at, data[:at])
		flipped := bytes.Clone(data)
		flipped[at] ^= 0x10
		refused("a bit changed", at, flipped)
	}
	_, err := m.Restore(iotest.ErrReader(io.ErrNoProgress), &said, decider.Restoring[*[]string]{})
	assert.ErrorIs(t, err, decider.ErrSnapshot)
	assert.ErrorIs(t, err, io.ErrNoProgress)
	assert.Equal(t, fresh, taken(t, m), "nothing has changed")
	later := bytes.Clone(data)
	later[8] = 2
	_, err = m.Restore(bytes.NewReader(later), &said, decider.Restoring[*[]string]{})
	assert.EqualError(t, err, "not a sound snapshot: it is of version 2; this program reads versions up to 1 (at byte 12)")
}

func TestRestoreRefuses(t *testing.T) {
	var said []string
	live, data := onItsRound(t, &said)
	try := func(m *decider.Memory[*[]string], how decider.Restoring[*[]string]) error {
		_, err := m.Restore(bytes.NewReader(data), &said, how)
		return err
	}
	none := decider.Restoring[*[]string]{}
	assert.ErrorIs(t, try(live, none), decider.ErrNotReset)
	assert.ErrorIs(t, try(nil, none), decider.ErrNilMemory)
	assert.ErrorIs(t, try(&decider.Memory[*[]string]{}, none), decider.ErrNoTree)
	require.NoError(t, live.Reset())
	assert.NoError(t, try(live, none), "Reset will do")
	require.NoError(t, live.Close())
	assert.ErrorIs(t, try(live, none), decider.ErrClosed)
	assert.ErrorIs(t, live.Snapshot(io.Discard), decider.ErrClosed)

	other := guardTree(func(root *decider.Decider[*[]string]) { root.Name = "OTHER" })
	err := try(other.NewMemory(nil, 1), none)
	assert.ErrorIs(t, err, decider.ErrOtherTree)
	assert.ErrorIs(t, err, decider.ErrSnapshot)
	_, err = other.NewMemory(nil, 1).Migrate(guardTree(nil))
	assert.ErrorIs(t, err, decider.ErrOtherTree)
	_, err = other.NewMemory(nil, 1).Migrate(nil)
	assert.ErrorIs(t, err, decider.ErrNilTree)
}

func TestRebase(t *testing.T) {
	var said []string
	_, data := onItsRound(t, &said)
	early, late := world.New(world.Options{Time: 1}), world.New(world.Options{Time: 9})
	restore := func(w *world.World, how decider.Restoring[*[]string]) (state.Decider, error) {
		m := guardTree(nil).NewMemory(w, 3)
		_, err := m.Restore(bytes.NewReader(data), &said, how)
		s, _ := m.StateAt(0, true)
		if err == nil {
			at := how.Now
			if w != nil {
				at = w.Time()
			}
			require.NoError(t, decider.TickBehaviorTree(m, &said, decider.Input{Time: max(3, at), DT: 1}))
			s, _ = m.StateAt(0, true)
		}
		return s, err
	}
	_, err := restore(early, decider.Restoring[*[]string]{})
	assert.ErrorIs(t, err, decider.ErrClock)
	s, err := restore(late, decider.Restoring[*[]string]{})
	require.NoError(t, err)
	assert.Equal(t, 9., s.Duration, "kept verbatim: it began at 0")
	rebased := decider.Restoring[*[]string]{Rebase: true, Now: 100}
	early = world.New(world.Options{Time: 5})
	s, err = restore(early, rebased)
	require.NoError(t, err)
	assert.Equal(t, 3., s.Duration, "a world's time goes before Now")
	s, err = restore(nil, rebased)
	require.NoError(t, err)
	assert.Equal(t, 3., s.Duration)
	rebased.Now *= 1e307
	_, err = restore(nil, rebased)
	assert.ErrorIs(t, err, decider.ErrTime)
}

func TestNotMarshalable(t *testing.T) {
	a := decidertest.New(t, &decider.Decider[struct{}]{Name: "ROOT", Children: decider.Children[struct{}]{
		{Name: "WALK", Behavior: &behavior.WithBlock[struct{}, bareWalk]{Name: "WALK"}},
	}}, struct{}{})
	assert.NoError(t, a.Memory.Snapshot(io.Discard), "it is not active")
	a.Tick(decider.Input{DT: 1})
	err := a.Memory.Snapshot(io.Discard)
	assert.ErrorIs(t, err, decider.ErrNotMarshalable)
	assert.EqualError(t, err, "decider: cannot be put into a snapshot: the block of ROOT > WALK is a decider_test.bareWalk, which has pointers; give it MarshalBinary and UnmarshalBinary")
	assert.Equal(t, []string{"ROOT", "WALK"}, a.Path())
}

func TestSnapshotToABadWriter(t *testing.T) {
	var said []string
	m, data := onItsRound(t, &said)
	for room := range len(data) {
		r, w := io.Pipe()
		go func() {
			_, _ = io.CopyN(io.Discard, r, int64(room))
			_ = r.CloseWithError(io.ErrShortWrite)
		}()
		assert.ErrorIs(t, m.Snapshot(w), io.ErrShortWrite)
	}
}
