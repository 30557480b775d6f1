package crowd_test

import (
	"bytes"
	"io"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/state"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// A miner asks for a way to the ore, walks there, and digs; three may dig at a time.
type miner struct{ said []string }

type (
	mine       struct{ Depth int32 }
	minerCtx   = behavior.Context[*miner]
	oreRequest struct{ Ore int32 }
	wayToOre   struct{ Steps []byte } // has pointers
)

func (w wayToOre) MarshalBinary() ([]byte, error)     { return w.Steps, nil }
func (w *wayToOre) UnmarshalBinary(data []byte) error { w.Steps = bytes.Clone(data); return nil }

var (
	ways  = world.System[oreRequest, wayToOre]{Name: "WAYS"}
	shaft = world.Gate{Name: "SHAFT", Max: 3, Cooldown: 1}
)

const bell stimuli.StimuliFlags = 1

var rung = stimuli.Kind[mine](bell)

func minerTree(change func(root *decider.Decider[*miner])) *decider.Tree[*miner] {
	root := &decider.Decider[*miner]{Name: "MINER", Children: decider.Children[*miner]{
		{Name: "GO_HOME", StimuliFlags: stimuli.Check{Any: bell}, Behavior: &behavior.Behavior[*miner]{Name: "GO_HOME",
			Tick: func(c *minerCtx) behavior.Status {
				if at, ok := rung.Get(c.Stimuli); !ok || at.Depth != 7 {
					c.Agent.said = append(c.Agent.said, "a strange bell")
				}
				return behavior.Running
			}}},
		{Name: "DIG", Gate: &shaft, Behavior: &behavior.WithBlock[*miner, mine]{Name: "DIG",
			Tick:       func(_ *minerCtx, m *mine) behavior.Status { m.Depth++; return behavior.Running },
			Deactivate: func(c *minerCtx, m *mine) { c.Agent.said = append(c.Agent.said, "dug "+c.Reason().String()) }}},
		{Name: "WALK", Behavior: &behavior.Deferred[*miner, wayToOre, oreRequest, wayToOre]{Name: "WALK", System: &ways,
			Launch: func(c *minerCtx, _ *wayToOre) oreRequest { return oreRequest{Ore: int32(c.ID)} },
			Done: func(c *minerCtx, w *wayToOre, found wayToOre) behavior.Status {
				*w = found
				c.Agent.said = append(c.Agent.said, "walks "+string(found.Steps))
				return behavior.Running
			}}},
	}}
	if change != nil {
		change(root)
	}
	return decider.MustInitializeTreeData(root)
}

type minerWorld struct {
	t      *testing.T
	world  *world.World
	crowd  *crowd.Crowd[*miner]
	miners map[world.AgentID]*miner
}

func newMine(t *testing.T, tree *decider.Tree[*miner]) *minerWorld {
	m := &minerWorld{t: t, world: world.New(world.Options{Seed: 5}), miners: map[world.AgentID]*miner{}}
	var err error
	m.crowd, err = crowd.New(m.world, tree, crowd.Options[*miner]{Name: "MINERS", Workers: 2, StimuliEach: 4,
		Agent: func(id world.AgentID) (*miner, bool) { a, ok := m.miners[id]; return a, ok }})
	require.NoError(t, err)
	return m
}

func (m *minerWorld) frame() {
	m.t.Helper()
	require.NoError(m.t, m.world.Advance(0.25))
	report, err := m.crowd.Tick()
	require.NoError(m.t, err)
	require.Empty(m.t, report.Errors)
}

// busy makes a mine with six miners: three dig, one has its way, and the system works on the request of one while the
// request of another waits.
func busy(t *testing.T) (m *minerWorld, tokens []world.Token) {
	m = newMine(t, minerTree(nil))
	for range 6 {
		a := &miner{}
		id, err := m.crowd.Add(a)
		require.NoError(t, err)
		m.miners[id] = a
	}
	m.frame()
	m.frame()
	for token, request := range ways.Launched(m.world, 2) {
		tokens = append(tokens, token)
		require.NotZero(t, request.Ore)
	}
	require.NoError(t, ways.Complete(m.world, tokens[0], wayToOre{[]byte("east")}))
	m.frame()
	return m, tokens
}

func (m *minerWorld) doing() (all []string) {
	for id := range m.miners {
		v, err := m.crowd.View(id)
		require.NoError(m.t, err)
		for next := 0; next >= 0; {
			var s state.Decider
			if s, next = v.StateAt(next, true); s.Active && s.Depth == 1 {
				all = append(all, s.Decider.Name)
			}
		}
	}
	slices.Sort(all)
	return all
}

func (m *minerWorld) saved() []byte {
	var b bytes.Buffer
	require.NoError(m.t, m.world.Snapshot(&b))
	return b.Bytes()
}

func (m *minerWorld) heard() (all []string) {
	for _, a := range m.miners {
		all = append(all, a.said...)
		a.said = nil
	}
	slices.Sort(all)
	return all
}

func TestRequestsAndStimuliAreRestored(t *testing.T) {
	old, tokens := busy(t)
	assert.Equal(t, []string{"DIG", "DIG", "DIG", "WALK", "WALK", "WALK"}, old.doing())
	assert.Equal(t, []string{"walks east"}, old.heard())
	for id := range old.miners {
		require.NoError(t, old.world.Send(id, rung.New(mine{Depth: 7}, 10)))
	}
	m := newMine(t, minerTree(nil))
	m.miners = old.miners
	lost, err := m.world.Restore(bytes.NewReader(old.saved()))
	require.NoError(t, err)
	assert.Zero(t, lost)
	assert.Equal(t, old.world.Time(), m.world.Time())
	assert.Len(t, slices.Collect(m.world.Holders(&shaft, 0)), 3)
	assert.Equal(t, old.doing(), m.doing())
	require.NoError(t, ways.Complete(m.world, tokens[1], wayToOre{[]byte("west")}))
	assert.ErrorIs(t, ways.Complete(m.world, tokens[0], wayToOre{}), world.ErrCompleted)
	for token := range ways.Launched(m.world, 0) {
		require.NoError(t, ways.Complete(m.world, token, wayToOre{[]byte("north")}))
	}
	m.frame()
	assert.Equal(t, []string{"GO_HOME", "GO_HOME", "GO_HOME", "GO_HOME", "GO_HOME", "GO_HOME"}, m.doing())
	assert.Equal(t, []string{"dug Interrupted", "dug Interrupted", "dug Interrupted"}, m.heard(), "the bell is the one that was rung")
	assert.EqualValues(t, 0, m.world.Stats().Stale, "what arrived is not stale")
}

func TestAgentsThatAreGone(t *testing.T) {
	old, _ := busy(t)
	m := newMine(t, minerTree(nil))
	for id, a := range old.miners {
		m.miners[id] = a
	}
	digs := slices.Collect(old.world.Holders(&shaft, 0))
	delete(m.miners, digs[0])
	lost, err := m.world.Restore(bytes.NewReader(old.saved()))
	require.NoError(t, err)
	require.Len(t, lost.Lost, 1)
	assert.Equal(t, world.Loss{Part: world.LostAgent, Path: "its crowd", Name: "MINERS", Why: "the game does not know it any more", Agent: digs[0], Agents: 1}, lost.Lost[0])
	assert.Equal(t, 5, m.crowd.Len())
	assert.Equal(t, digs[1:], slices.Collect(m.world.Holders(&shaft, 0)), "what it held is free")
	_, err = m.crowd.View(digs[0])
	assert.ErrorIs(t, err, crowd.ErrNoAgent)
}

func TestWorldOfAChangedTree(t *testing.T) {
	old, _ := busy(t)
	change := func(root *decider.Decider[*miner]) { root.Children[1].Name = "BORE" }
	m := newMine(t, minerTree(change))
	m.miners = old.miners
	lost, err := m.world.Restore(bytes.NewReader(old.saved()))
	require.NoError(t, err)
	digs := slices.Collect(old.world.Holders(&shaft, 0))
	want := world.Migration{Changed: true, Lost: []world.Loss{{
		Part: world.LostDecider, Path: "MINER > DIG", Why: "the tree has no such decider", Agent: digs[0], Agents: 3,
	}}}
	assert.Equal(t, want, lost)
	assert.Equal(t, "not kept:\n\tactivity of MINER > DIG: the tree has no such decider (3 agents, the first 1024)", lost.String())
	assert.Empty(t, slices.Collect(m.world.Holders(&shaft, 0)), "nobody is in it any more")

	lost, err = old.crowd.Migrate(minerTree(change))
	require.NoError(t, err)
	assert.Equal(t, want, lost, "live it is the same")
	assert.Equal(t, []string{"dug Restored", "dug Restored", "dug Restored", "walks east"}, old.heard())
	assert.Empty(t, slices.Collect(old.world.Holders(&shaft, 0)))
	for range 8 {
		old.frame()
		m.frame()
	}
	assert.Equal(t, []string{"BORE", "BORE", "BORE", "WALK", "WALK", "WALK"}, old.doing())
	assert.Equal(t, old.doing(), m.doing())
}

func TestWorldsThatCannotBeRestored(t *testing.T) {
	old, _ := busy(t)
	data := old.saved()
	m := newMine(t, minerTree(nil))
	m.miners = old.miners
	fresh := m.saved()
	for at := 0; at < len(data); at += 1 + len(data)/700 {
		_, err := m.world.Restore(bytes.NewReader(data[:at]))
		require.ErrorIs(t, err, world.ErrSnapshot, "cut off at %d", at)
		flipped := bytes.Clone(data)
		flipped[at] ^= 4
		_, err = m.world.Restore(bytes.NewReader(flipped))
		require.ErrorIs(t, err, world.ErrSnapshot, "changed at %d", at)
	}
	assert.Equal(t, fresh, m.saved(), "nothing has changed")

	_, err := world.New(world.Options{}).Restore(bytes.NewReader(data))
	assert.ErrorIs(t, err, world.ErrSnapshot, "it has no such crowd")
	_, err = old.world.Restore(bytes.NewReader(data))
	assert.ErrorIs(t, err, world.ErrNotNew)
	m.frame()
	_, err = m.world.Restore(bytes.NewReader(data))
	assert.ErrorIs(t, err, world.ErrNotNew)

	m = newMine(t, minerTree(nil))
	_, err = m.crowd.Add(&miner{})
	require.NoError(t, err)
	_, err = m.world.Restore(bytes.NewReader(data))
	assert.ErrorIs(t, err, world.ErrNotNew)
	other := newMine(t, minerTree(func(root *decider.Decider[*miner]) { root.Name = "OTHER" }))
	_, err = other.world.Restore(bytes.NewReader(data))
	assert.ErrorIs(t, err, world.ErrSnapshot)
	_, err = other.crowd.Migrate(minerTree(nil))
	assert.ErrorIs(t, err, decider.ErrOtherTree)
	_, err = other.crowd.Migrate(nil)
	assert.ErrorIs(t, err, decider.ErrNilTree)

	require.NoError(t, old.world.Close())
	assert.ErrorIs(t, old.world.Snapshot(io.Discard), world.ErrClosed)
	_, err = old.world.Restore(bytes.NewReader(data))
	assert.ErrorIs(t, err, world.ErrClosed)
	assert.ErrorIs(t, (*world.World)(nil).Snapshot(io.Discard), world.ErrNoWorld)
}

// A single agent is restored after its world and takes its gate again; one that is not restored by the next Advance has
// lost the gate.
func TestSinglesAfterTheirWorld(t *testing.T) {
	tree := minerTree(nil)
	old := world.New(world.Options{})
	a := &miner{}
	var memories [2]*decider.Memory[*miner]
	var saved [2]bytes.Buffer
	for i := range memories {
		memories[i] = tree.NewMemory(old, old.NewAgent())
		require.NoError(t, decider.TickBehaviorTree(memories[i], a, decider.Input{}))
		require.NoError(t, memories[i].Snapshot(&saved[i]))
	}
	var all bytes.Buffer
	require.NoError(t, old.Snapshot(&all))

	w := world.New(world.Options{})
	first := tree.NewMemory(w, 1)
	_, err := w.Restore(&all)
	require.NoError(t, err)
	assert.Equal(t, []world.AgentID{1, 2}, slices.Collect(w.Holders(&shaft, 0)))
	lost, err := first.Restore(&saved[0], a, decider.Restoring[*miner]{})
	require.NoError(t, err)
	assert.Zero(t, lost)
	require.NoError(t, w.Advance(1))
	assert.Equal(t, []world.AgentID{1}, slices.Collect(w.Holders(&shaft, 0)), "the other one did not come back")
	second := tree.NewMemory(w, 2)
	_, err = second.Restore(&saved[1], a, decider.Restoring[*miner]{})
	assert.Error(t, err, "its ID is used up")

	alone := tree.NewMemory(world.New(world.Options{}), 2)
	_, err = alone.Restore(bytes.NewReader(nil), a, decider.Restoring[*miner]{})
	assert.ErrorIs(t, err, decider.ErrSnapshot)
}

// In another world, a restored agent takes its gate again only if the gate has a free place.
func TestSinglesInAnotherWorld(t *testing.T) {
	tree := minerTree(nil)
	old := world.New(world.Options{})
	digger := tree.NewMemory(old, 1)
	a := &miner{}
	require.NoError(t, decider.TickBehaviorTree(digger, a, decider.Input{}))
	var saved bytes.Buffer
	require.NoError(t, digger.Snapshot(&saved))

	w := world.New(world.Options{})
	for id := range world.AgentID(2) {
		require.NoError(t, decider.TickBehaviorTree(tree.NewMemory(w, 10+id), &miner{}, decider.Input{}))
	}
	for i, want := range []string{"everything was kept", `not kept:
	place in a gate "SHAFT" of MINER > DIG: others have taken it, or it is shut`} {
		m := tree.NewMemory(w, world.AgentID(20+i))
		lost, err := m.Restore(bytes.NewReader(saved.Bytes()), a, decider.Restoring[*miner]{})
		require.NoError(t, err)
		assert.Equal(t, want, lost.String())
	}
	assert.Equal(t, []string{"dug Restored"}, a.said)
	assert.Equal(t, []world.AgentID{10, 11, 20}, slices.Collect(w.Holders(&shaft, 0)))
}
