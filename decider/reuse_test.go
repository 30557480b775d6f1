package decider_test

import (
	"bytes"
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/blackboard"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/decider/decidertest"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/see"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// goblin is a creature whose memory another one gets.
type goblin struct {
	calls []string
	quiet bool                 // no calls are kept
	inTip func(*goblinContext) // called in each Tick; nil for nothing
	ends  func()               // called in each Deactivate; nil for nothing
}

type (
	goblinContext  = behavior.Context[*goblin]
	goblinDecider  = decider.Decider[*goblin]
	goblinChildren = decider.Children[*goblin]
	goblinMemory   = decider.Memory[*goblin]
)

const shout = stimuli.Kind[int32](1)

var (
	goblinGold   = blackboard.Key[int]{Name: "gold"}
	goblinFriend = blackboard.Key[*goblin]{Name: "friend"}
	goblinTries  = blackboard.Key[int]{Name: "tries", Scope: blackboard.Decider}
	goblinDoor   = world.Gate{Name: "DOOR", Max: 1, AgentCooldown: 5}
	goblinPair   = world.Squad{Name: "PAIR", Agents: 2}
	goblinRests  = behavior.Behavior[*goblin]{Name: "REST", Tick: goblinTick, Deactivate: goblinEnds}
	goblinHand   = decider.Slot[*goblin]{Name: "HAND", Reserve: 1024}
)

// loot is the block of a behavior, with pointers.
type loot struct{ of *goblin }

func (g *goblin) called(what ...string) {
	if !g.quiet {
		g.calls = append(g.calls, strings.Join(what, ""))
	}
}

func goblinTick(c *goblinContext) behavior.Status {
	c.Agent.called(c.DeciderName())
	*goblinGold.Of(c)++
	*goblinFriend.Of(c) = c.Agent
	if c.Agent.inTip != nil {
		c.Agent.inTip(c)
	}
	if c.DecisionFlags == 0 {
		return behavior.Success
	}
	return behavior.Running
}

func goblinEnds(c *goblinContext) {
	c.Agent.called(c.DeciderName(), " ", c.Reason().String())
	if c.Agent.ends != nil {
		c.Agent.ends()
	}
}

// goblinTree has much of what a memory keeps.
func goblinTree(t testing.TB) *decider.Tree[*goblin] {
	plunder := &behavior.WithBlock[*goblin, loot]{
		Name:     "PLUNDER",
		Activate: func(c *goblinContext, l *loot) behavior.Status { l.of = c.Agent; return behavior.Running },
		Tick:     func(c *goblinContext, _ *loot) behavior.Status { return goblinTick(c) },
		Deactivate: func(c *goblinContext, _ *loot) {
			goblinEnds(c)
		},
	}
	chase := &behavior.WithDBlock[*goblin, loot, struct{}]{Name: "CHASE", Tick: func(c *goblinContext, _ *struct{}) behavior.Status { return goblinTick(c) }}
	find := func(c *goblinContext, l *loot) float64 { l.of = c.Agent; return 1 }
	stay := &behavior.Behavior[*goblin]{Name: "STAY", Tick: goblinTick, Deactivate: goblinEnds}
	tree, err := decider.InitializeTreeData(&goblinDecider{
		Name: "GOBLIN", Keys: decider.Keys{&goblinGold, &goblinFriend}, Children: goblinChildren{
			{Name: "ONCE", DecisionFlags: decider.Check{All: 1}, Modifiers: decider.Modifiers{Limit: 1}, Behavior: stay},
			{Name: "COOLS", DecisionFlags: decider.Check{All: 2}, Cooldown: 100, Behavior: stay},
			{Name: "SELDOM", DecisionFlags: decider.Check{All: 4}, Every: 100, Behavior: stay},
			{Name: "DOOR", DecisionFlags: decider.Check{All: 8}, Gate: &goblinDoor, Behavior: plunder},
			{Name: "PAIR", DecisionFlags: decider.Check{All: 16}, Squad: &goblinPair, Children: goblinChildren{{Name: "MEET", Behavior: stay}}},
			{Name: "HAND", DecisionFlags: decider.Check{All: 32}, Slot: &goblinHand},
			{Name: "SHUFFLE", DecisionFlags: decider.Check{All: 64}, Policy: decider.Shuffle, Keys: decider.Keys{&goblinTries}, Children: goblinChildren{
				{Name: "A", Behavior: stay}, {Name: "B", Behavior: stay}, {Name: "C", Behavior: stay},
			}},
			{Name: "CHASE", DecisionFlags: decider.Check{All: 128}, DBlock: &decider.DBlock[*goblin, loot]{Decide: find, Behavior: chase}},
			{Name: "REST", Behavior: stay},
		},
	})
	require.NoError(t, err)
	return tree
}

// goblinToy is for the slot.
func goblinToy(t testing.TB) *decider.Tree[*goblin] {
	tree, err := decider.InitializeTreeData(&goblinDecider{Name: "TOY", Keys: decider.Keys{&goblinGold}, Behavior: &behavior.Behavior[*goblin]{
		Name: "PLAY", Tick: goblinTick, Deactivate: goblinEnds,
	}})
	require.NoError(t, err)
	return tree
}

func saved(t testing.TB, m *goblinMemory) []byte {
	var to bytes.Buffer
	*goblinFriend.Of(m) = nil // it has no MarshalBinary
	err := m.Snapshot(&to)
	if !errors.Is(err, decider.ErrNotMarshalable) {
		require.NoError(t, err)
	}
	return to.Bytes()
}

// liveThrough makes an agent leave state everywhere.
func liveThrough(t testing.TB, m *goblinMemory, w *world.World, g *goblin, toy *decider.Tree[*goblin]) {
	m.Tree().NewMemory(w, w.NewAgent()) // a squad needs two
	require.NoError(t, m.Plug(&goblinHand, toy))
	for i, flags := range []decider.DecisionFlags{1, 0, 2, 0, 4, 0, 16, 0, 64, 0, 64, 0, 32, 0, 128, 0, 8 | 16} { // at 0 all ends
		require.NoError(t, w.Advance(1))
		require.NoError(t, decider.TickBehaviorTree(m, g, decider.Input{Time: w.Time(), DT: 1, DecisionFlags: flags}), "step %d", i)
	}
}

// A reused memory is as new: state, snapshot, events and random draws are those of a memory that NewMemory makes, and what
// the game had chosen for the old agent is gone.
func TestReuseKeepsNothing(t *testing.T) {
	tree, toy := goblinTree(t), goblinToy(t)
	w := world.New(world.Options{Seed: 9})
	m, old := tree.NewMemory(w, w.NewAgent()), &goblin{}
	var heard decidertest.Recorder
	heard.Level = 5
	m.Observe(&heard)
	m.Strict(true)
	m.LetPanics(true)
	require.NoError(t, m.Override("REST", event.Forced))
	require.NoError(t, m.Record(history.New(history.Options{BytesEach: 1 << 14})))
	liveThrough(t, m, w, old, toy)
	unlisted := blackboard.Key[int]{Name: "unlisted"}
	unlisted.Of(m) // an error for the next tick
	old.calls = nil
	heard.Clear()
	next := w.NewAgent()
	require.ErrorIs(t, m.Reuse(next), decider.ErrKey, "as Close would")
	assert.Equal(t, []string{"DOOR Closed"}, old.calls)
	assert.NotEmpty(t, heard.Events)
	heard.Clear()
	assert.Equal(t, next, m.ID())
	assert.Zero(t, m.Status())
	assert.Zero(t, *goblinGold.Of(m))
	assert.Nil(t, *goblinFriend.Of(m))

	fresh := tree.NewMemory(w, w.NewAgent())
	assert.Equal(t, see.Inspect(fresh.Plain(engine.Key{})), see.Inspect(m.Plain(engine.Key{})))
	assert.Equal(t, saved(t, fresh), saved(t, m))
	broken := &goblin{inTip: func(*goblinContext) { panic("no teeth") }}
	for _, one := range []*goblinMemory{m, fresh} {
		broken.calls = nil
		err := decider.TickBehaviorTree(one, broken, decider.Input{Time: w.Time(), DT: 1})
		require.ErrorIs(t, err, decider.ErrPanic, "it is contained")
		assert.Equal(t, []string{"REST", "REST Panicked"}, broken.calls)
	}
	assert.Empty(t, heard.Events)
	assert.Equal(t, see.Inspect(fresh.Plain(engine.Key{})), see.Inspect(m.Plain(engine.Key{})))
	assert.Nil(t, m.Plain(engine.Key{}).Held())
	assert.Nil(t, m.Plain(engine.Key{}).Recording())
}

// A reused memory is not strict, as a new one is not.
func TestReusedMemoriesAreNotStrict(t *testing.T) {
	tree := decider.MustInitializeTreeData(&plain{Name: "ROOT", Children: plainChildren{{Name: "FIGHT", Children: plainChildren{
		{Name: "STAB", Decide: func(*plainContext) float64 { return 0 }, Behavior: &idle},
	}}}})
	m := tree.NewMemory(nil, 1)
	m.Strict(true)
	require.ErrorIs(t, decider.TickBehaviorTree(m, struct{}{}, decider.Input{}), decider.ErrSubsetRule)
	require.NoError(t, m.Reuse(1))
	require.NoError(t, decider.TickBehaviorTree(m, struct{}{}, decider.Input{}))
}

// A memory that is not in use keeps nothing of its agent alive.
func TestPutFreesTheAgent(t *testing.T) {
	tree, toy := goblinTree(t), goblinToy(t)
	w := world.New(world.Options{})
	pool := tree.NewPool(1)
	freed := make(chan bool, 1)
	func() {
		m, err := pool.Get(w, w.NewAgent())
		require.NoError(t, err)
		g := &goblin{}
		runtime.AddCleanup(g, func(c chan bool) { c <- true }, freed)
		liveThrough(t, m, w, g, toy)
		require.NoError(t, decider.TickBehaviorTree(m, g, decider.Input{Time: w.Time(), DT: 1, DecisionFlags: 8}))
		require.NoError(t, pool.Put(m))
	}()
	for range 100 {
		runtime.GC()
		select {
		case <-freed:
			runtime.KeepAlive(pool)
			return
		default:
			runtime.Gosched()
		}
	}
	t.Error("the goblin is still there")
}

// Mail to an agent that is gone does not reach the one that has its memory and its stimuli set. A Reset alone leaves the
// agent the receiver of its mail.
func TestMailOfTheDead(t *testing.T) {
	tree := goblinTree(t)
	w := world.New(world.Options{})
	set := stimuli.NewSet(4)
	tick := func(m *goblinMemory) {
		require.NoError(t, decider.TickBehaviorTree(m, &goblin{}, decider.Input{Time: w.Time(), Stimuli: set}))
	}
	old := w.NewAgent()
	m := tree.NewMemory(w, old)
	tick(m)
	require.NoError(t, m.Reset())
	require.NoError(t, w.Send(old, shout.New(1, 9)))
	require.NoError(t, w.Advance(1))
	assert.Equal(t, 1, set.Len(), "it is the same agent")
	set.Remove(^stimuli.StimuliFlags(0))

	require.NoError(t, w.Send(old, shout.New(1, 9))) // on its way when the agent dies
	require.NoError(t, m.Reuse(w.NewAgent()))
	tick(m)
	require.NoError(t, w.Advance(1))
	assert.Zero(t, set.Len())
	require.NoError(t, w.Send(old, shout.New(2, 9)))
	require.NoError(t, w.Send(m.ID(), shout.New(3, 9)))
	require.NoError(t, w.Advance(1))
	var got []int32
	for n := range shout.All(set) {
		got = append(got, n)
	}
	assert.Equal(t, []int32{3}, got)
	assert.EqualValues(t, 2, w.Stats().Undelivered)
}

// What the old agent held of gates and squads is free for others.
func TestReuseGivesGatesAndSquadsBack(t *testing.T) {
	tree := goblinTree(t)
	w := world.New(world.Options{})
	m := tree.NewMemory(w, w.NewAgent())
	other := tree.NewMemory(w, w.NewAgent())
	tick := func(m *goblinMemory, flags decider.DecisionFlags) string {
		g := &goblin{}
		require.NoError(t, decider.TickBehaviorTree(m, g, decider.Input{Time: w.Time(), DecisionFlags: flags}))
		return g.calls[len(g.calls)-1]
	}
	require.Equal(t, "DOOR", tick(m, 8))
	require.Equal(t, "REST", tick(other, 8))
	require.NoError(t, m.Reuse(w.NewAgent()))
	assert.Equal(t, "DOOR", tick(other, 8))
	require.NoError(t, other.Reset())
	assert.Equal(t, "DOOR", tick(m, 8), "the cooldown was that of the dead")
	require.NoError(t, m.Reset())

	for range 2 {
		tick(m, 16)
		tick(other, 16)
		require.NoError(t, w.Advance(1))
	}
	require.Equal(t, []string{"MEET", "MEET"}, []string{tick(m, 16), tick(other, 16)})
	require.NoError(t, m.Reuse(w.NewAgent()))
	states := w.States(engine.Key{})
	assert.Equal(t, 1, states.Squads[len(states.Squads)-1].Size)
}

// A refused Reuse changes nothing.
func TestRefusedReuse(t *testing.T) {
	tree := goblinTree(t)
	w := world.New(world.Options{})
	m := tree.NewMemory(w, w.NewAgent())
	g := &goblin{}
	var inside error
	g.inTip = func(*goblinContext) { inside = m.Reuse(77) }
	require.NoError(t, decider.TickBehaviorTree(m, g, decider.Input{DecisionFlags: 8}))
	require.ErrorIs(t, inside, decider.ErrReentrant)
	assert.ErrorContains(t, inside, "reuse the memory of agent 1 after its tick")
	assert.ErrorIs(t, m.Reuse(m.ID()), world.ErrAgentUsed)
	assert.ErrorContains(t, m.Reuse(m.ID()), "1; take one from NewAgent")
	assert.Equal(t, []string{"DOOR"}, g.calls, "it goes on")
	assert.Equal(t, behavior.Running, m.Status())
	assert.Equal(t, world.AgentID(1), m.ID())

	var none *goblinMemory
	assert.ErrorIs(t, none.Reuse(5), decider.ErrNilMemory)
	assert.ErrorIs(t, (&goblinMemory{}).Reuse(5), decider.ErrNoTree)
	copied := *m //nolint:govet // that is the point
	assert.ErrorIs(t, copied.Reuse(5), decider.ErrNoTree)
	var noTree *decider.Tree[*goblin]
	assert.ErrorIs(t, noTree.NewMemory(nil, 5).Reuse(6), decider.ErrNilTree)
	assert.ErrorIs(t, tree.NewMemory(nil, 5).Reuse(6), world.ErrNoWorld, "it has gates")

	require.NoError(t, w.Close())
	assert.ErrorIs(t, m.Reuse(99), world.ErrClosed)
	assert.ErrorContains(t, m.Reuse(99), "make a new one")
}

// Reuse also gives a closed memory, and one that was refused for its ID, to an agent.
func TestReuseAfterClose(t *testing.T) {
	tree := goblinTree(t)
	w := world.New(world.Options{})
	m := tree.NewMemory(w, 7)
	require.NoError(t, m.Close())
	*goblinGold.Of(m) = 5 // through an old pointer
	require.NoError(t, m.Reuse(8))
	assert.Zero(t, *goblinGold.Of(m))
	refused := tree.NewMemory(w, 7)
	require.ErrorIs(t, decider.TickBehaviorTree(refused, &goblin{}, decider.Input{}), world.ErrAgentUsed)
	require.NoError(t, refused.Reuse(9))
	for _, m := range []*goblinMemory{m, refused} {
		require.NoError(t, decider.TickBehaviorTree(m, &goblin{}, decider.Input{}))
	}
}

// Errors and panics of the last Deactivates: the old agent is gone all the same, or, where panics are let through, taken
// down by the next call.
func TestReuseWhereDeactivateBreaks(t *testing.T) {
	tree := goblinTree(t)
	w := world.New(world.Options{})
	m := tree.NewMemory(w, w.NewAgent())
	g := &goblin{ends: func() { panic("too late") }}
	begin := func() { require.NoError(t, decider.TickBehaviorTree(m, g, decider.Input{DecisionFlags: 8})) }
	begin()
	second := w.NewAgent()
	require.ErrorIs(t, m.Reuse(second), decider.ErrPanic)
	assert.Equal(t, second, m.ID())
	begin()
	m.LetPanics(true)
	third := w.NewAgent()
	assert.PanicsWithValue(t, "too late", func() { _ = m.Reuse(third) })
	assert.Equal(t, second, m.ID(), "nothing is half done")
	g.ends = nil
	require.NoError(t, m.Reuse(third))
	assert.Equal(t, third, m.ID())

	g.ends = func() { _ = w.Close() }
	begin()
	err := m.Reuse(w.NewAgent())
	require.ErrorIs(t, err, world.ErrClosed)
	assert.ErrorIs(t, decider.TickBehaviorTree(m, g, decider.Input{}), world.ErrClosed)
	assert.Equal(t, []string{"DOOR", "DOOR Closed"}, g.calls[len(g.calls)-2:])

	g.ends = runtime.Goexit
	w = world.New(world.Options{})
	m = tree.NewMemory(w, w.NewAgent())
	begin()
	done := make(chan bool)
	go func() {
		defer close(done)
		_ = m.Reuse(w.NewAgent())
	}()
	<-done
	require.ErrorIs(t, decider.TickBehaviorTree(m, g, decider.Input{}), decider.ErrClosed)
	assert.NoError(t, m.Reuse(w.NewAgent()))
}

// The scenes of user code, played in a memory that each scene before has used.
func TestScenesInAReusedMemory(t *testing.T) {
	for _, s := range scenes(t) {
		want := s.undisturbed(t, nil)
		used := s.begin()
		for cut := range len(s.steps) {
			for range cut {
				require.NoError(t, used.step())
			}
			require.NoError(t, used.memory.Reuse(7))
			g := &stage{scene: s, memory: used.memory, player: &player{}}
			for i := 0; !g.over(); i++ {
				require.NoError(t, g.step(), "step %d of %s after %d", g.next, s.name, cut)
				require.Equal(t, want.states[i], memoryText(g.memory), "step %d of %s after %d", i, s.name, cut)
			}
			require.Equal(t, want.calls, g.player.calls)
			require.NoError(t, g.memory.Reuse(7))
			used = &stage{scene: s, memory: g.memory, player: &player{}}
		}
	}
}
