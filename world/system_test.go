package world_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/world"
)

// walker asks for paths and notes the results.
type walker struct {
	goal     int
	goesOn   bool // Done returns Running
	fails    bool // Launch fails
	launched int
	notes    []string
}

func (a *walker) note(format string, args ...any) {
	a.notes = append(a.notes, fmt.Sprintf(format, args...))
}

type (
	walkerContext  = behavior.Context[*walker]
	walkerDecider  = decider.Decider[*walker]
	walkerChildren = decider.Children[*walker]
	walkBlock      struct{ Goal int }
	paths          = world.System[int, string]
	findPath       = behavior.Deferred[*walker, walkBlock, int, string]
)

var errNoWay = errors.New("no way")

const alarm decider.DecisionFlags = 1 << iota

// running runs as long as the alarm lasts.
var running = behavior.Behavior[*walker]{Name: "RUN", Tick: func(c *walkerContext) behavior.Status {
	if c.DecisionFlags&alarm == 0 {
		return behavior.Success
	}
	return behavior.Running
}}

// walking is a tree that asks the system for a path, unless there is an alarm.
func walking(t *testing.T, system *paths) *decider.Tree[*walker] {
	t.Helper()
	tree, err := decider.InitializeTreeData(&walkerDecider{Name: "ROOT", Children: walkerChildren{
		{Name: "FLEE", DecisionFlags: decider.Check{All: alarm}, Behavior: &running},
		{Name: "WALK", Behavior: finding(system)},
	}})
	require.NoError(t, err)
	return tree
}

func finding(system *paths) *findPath {
	return &findPath{
		Name: "FIND_PATH", System: system,
		Launch: func(c *walkerContext, b *walkBlock) int {
			c.Agent.launched++
			if *b != (walkBlock{}) {
				c.Agent.note("the block is not zero")
			}
			if c.Agent.fails {
				c.Fail(errNoWay)
			}
			b.Goal = c.Agent.goal
			return c.Agent.goal
		},
		Done: func(c *walkerContext, b *walkBlock, path string) behavior.Status {
			c.Agent.note("%d: %s", b.Goal, path)
			if c.Agent.goesOn {
				return behavior.Running
			}
			return behavior.Success
		},
		Deactivate: func(c *walkerContext, b *walkBlock) { c.Agent.note("%d: %v", b.Goal, c.Reason()) },
	}
}

// stage is a world with walkers outside of crowds.
type stage struct {
	t        *testing.T
	world    *world.World
	system   *paths
	walkers  []*walker
	memories []*decider.Memory[*walker]
}

func newStage(t *testing.T, walkers int) *stage {
	t.Helper()
	s := &stage{t: t, world: world.New(world.Options{}), system: &paths{Name: "PATHS"}}
	tree := walking(t, s.system)
	for i := range walkers {
		s.walkers = append(s.walkers, &walker{goal: 10 + i})
		s.memories = append(s.memories, tree.NewMemory(s.world, s.world.NewAgent()))
	}
	return s
}

func (s *stage) tick(i int, flags decider.DecisionFlags) error {
	return decider.TickBehaviorTree(s.memories[i], s.walkers[i], decider.Input{Time: s.world.Time(), DT: s.world.DT(), DecisionFlags: flags})
}

// frame advances the world and ticks all walkers.
func (s *stage) frame(flags decider.DecisionFlags) {
	s.t.Helper()
	require.NoError(s.t, s.world.Advance(1))
	for i := range s.memories {
		require.NoError(s.t, s.tick(i, flags))
	}
}

func (s *stage) launched(max int) (tokens []world.Token, goals []int) {
	for t, goal := range s.system.Launched(s.world, max) {
		tokens, goals = append(tokens, t), append(goals, goal)
	}
	return tokens, goals
}

func (s *stage) cancelled() []world.Token { return slices.Collect(s.system.Cancelled(s.world)) }

// notes returns the notes of a walker since the last call.
func (s *stage) notes(i int) []string {
	notes := s.walkers[i].notes
	s.walkers[i].notes = nil
	return notes
}

// A request is launched with the activation; its result reaches the tick after the next Advance, once.
func TestDeferredSucceeds(t *testing.T) {
	s := newStage(t, 1)
	s.frame(0)
	tokens, goals := s.launched(0)
	assert.Equal(t, []int{10}, goals)
	s.frame(0)
	again, _ := s.launched(0)
	assert.Empty(t, again, "handed over once")

	require.NoError(t, s.system.Complete(s.world, tokens[0], "north"))
	require.NoError(t, s.tick(0, 0))
	assert.Empty(t, s.notes(0), "not before the Advance")
	s.frame(0)
	assert.Equal(t, []string{"10: north", "10: Succeeded"}, s.notes(0))
	assert.Equal(t, behavior.Success, s.memories[0].Status())
	assert.Empty(t, s.cancelled())
	assert.Equal(t, 1, s.walkers[0].launched)

	s.frame(0)
	next, _ := s.launched(0)
	require.Len(t, next, 1)
	assert.NotEqual(t, tokens[0], next[0], "a token is not used twice")
	assert.Zero(t, s.world.Stats().Stale)
}

func TestDeferredFails(t *testing.T) {
	s := newStage(t, 1)
	s.frame(0)
	tokens, _ := s.launched(0)
	require.NoError(t, s.system.Fail(s.world, tokens[0], errNoWay))
	require.NoError(t, s.world.Advance(1))
	err := s.tick(0, 0)
	require.ErrorIs(t, err, errNoWay)
	var where *decider.TickError
	require.ErrorAs(t, err, &where)
	assert.Equal(t, "ROOT > WALK", where.Path)
	assert.Equal(t, []string{"10: Failed"}, s.notes(0), "Done is not called")

	s.frame(0)
	tokens, _ = s.launched(0)
	require.NoError(t, s.system.Fail(s.world, tokens[0], nil))
	s.frame(0)
	assert.Equal(t, []string{"10: Failed"}, s.notes(0), "without an error too")
}

func TestDeferredWithoutDone(t *testing.T) {
	w, system := world.New(world.Options{}), &paths{Name: "PATHS"}
	tree := decider.MustInitializeTreeData(&walkerDecider{Name: "ROOT", Behavior: &findPath{
		Name: "FIND_PATH", System: system, Launch: func(*walkerContext, *walkBlock) int { return 1 },
	}})
	m := tree.NewMemory(w, w.NewAgent())
	for range 2 {
		require.NoError(t, w.Advance(1))
		require.NoError(t, decider.TickBehaviorTree(m, &walker{}, decider.Input{Time: w.Time()}))
		for token := range system.Launched(w, 0) {
			assert.Equal(t, behavior.Running, m.Status())
			require.NoError(t, system.Complete(w, token, "north"))
		}
	}
	assert.Equal(t, behavior.Success, m.Status())
}

// Done may return Running; the request is over then.
func TestDeferredGoesOn(t *testing.T) {
	s := newStage(t, 1)
	s.walkers[0].goesOn = true
	s.frame(0)
	tokens, _ := s.launched(0)
	require.NoError(t, s.system.Complete(s.world, tokens[0], "north"))
	for range 3 {
		s.frame(0)
	}
	assert.Equal(t, []string{"10: north"}, s.notes(0))
	assert.Equal(t, behavior.Running, s.memories[0].Status())
	s.frame(alarm)
	assert.Equal(t, []string{"10: Interrupted"}, s.notes(0))
	assert.Empty(t, s.cancelled())
	require.ErrorIs(t, s.system.Complete(s.world, tokens[0], "south"), world.ErrCompleted)
}

// A Launch that calls Fail launches nothing.
func TestLaunchFails(t *testing.T) {
	s := newStage(t, 1)
	s.walkers[0].fails = true
	require.NoError(t, s.world.Advance(1))
	require.ErrorIs(t, s.tick(0, 0), errNoWay)
	assert.Equal(t, []string{"10: Failed"}, s.notes(0))
	tokens, _ := s.launched(0)
	assert.Empty(t, tokens)
	s.walkers[0].fails = false
	s.frame(0)
	tokens, _ = s.launched(0)
	assert.Len(t, tokens, 1)
}

// Tokens ascend with (agent, sequence), whatever the order of ticks and of the slots that are reused.
func TestLaunchedOrder(t *testing.T) {
	s := newStage(t, 5)
	completed := 0
	for frame := range 20 {
		require.NoError(t, s.world.Advance(1))
		for i := range s.memories {
			require.NoError(t, s.tick((i*3+frame)%5, 0))
		}
		tokens, goals := s.launched(0)
		assert.True(t, slices.IsSorted(tokens), "%x", tokens)
		assert.True(t, slices.IsSorted(goals), "%v", goals)
		for i, token := range tokens {
			if (frame+i)%3 != 0 {
				completed++
				require.NoError(t, s.system.Complete(s.world, token, "north"))
			}
		}
		if frame%7 == 6 {
			for i := range s.memories {
				require.NoError(t, s.tick(i, alarm))
			}
			s.cancelled()
		}
	}
	assert.Greater(t, completed, 20)
}

// Requests that a loop does not reach stay in the queue, in order; later launches come after them.
func TestLaunchedInParts(t *testing.T) {
	s := newStage(t, 6)
	s.frame(0)
	_, goals := s.launched(2)
	assert.Equal(t, []int{10, 11}, goals)
	for _, goal := range s.system.Launched(s.world, 0) {
		assert.Equal(t, 12, goal)
		break
	}
	s.frame(alarm)
	s.walkers[0].goal = 20
	require.NoError(t, s.tick(0, 0))
	_, goals = s.launched(1)
	assert.Equal(t, []int{20}, goals, "the others have cancelled")
	_, goals = s.launched(-1)
	assert.Empty(t, goals)
}

func TestLaunchedKeepsTheRest(t *testing.T) {
	s := newStage(t, 3)
	s.frame(0)
	_, goals := s.launched(1)
	assert.Equal(t, []int{10}, goals)
	require.NoError(t, s.memories[1].Reset())
	s.walkers[1].goal = 21
	s.frame(0)
	_, goals = s.launched(5)
	assert.Equal(t, []int{12, 21}, goals)
}

// A request that is launched and cancelled before all agents have ticked is never visible, also within one tick.
func TestLaunchedAndCancelledIsInvisible(t *testing.T) {
	s := newStage(t, 2)
	require.NoError(t, s.world.Advance(1))
	require.NoError(t, s.tick(1, 0))
	require.NoError(t, s.tick(1, alarm))
	require.NoError(t, s.tick(1, 0))
	require.NoError(t, s.tick(0, 0))
	require.NoError(t, s.memories[0].Reset())
	assert.Equal(t, 2, s.walkers[1].launched)
	assert.Empty(t, s.cancelled())
	tokens, goals := s.launched(0)
	assert.Equal(t, []int{11}, goals)
	require.NoError(t, s.system.Complete(s.world, tokens[0], "north"))
	s.frame(0)
	assert.Contains(t, s.notes(1), "11: north")
	assert.Equal(t, []string{"10: Reset"}, s.notes(0))
}

// A Concurrent group that fails takes this tick's launches back (Knafla, rolling back).
func TestConcurrentRollsBack(t *testing.T) {
	w, system := world.New(world.Options{}), &paths{Name: "PATHS"}
	fails := behavior.Behavior[*walker]{Name: "FAILS", Tick: func(c *walkerContext) behavior.Status { return behavior.Failure }}
	tree := decider.MustInitializeTreeData(&walkerDecider{Name: "ROOT", Children: walkerChildren{
		{Name: "BOTH", Cooldown: 100, Policy: decider.Concurrent, Children: walkerChildren{
			{Name: "WALK", Behavior: finding(system)},
			{Name: "CARRY", Behavior: &fails},
		}},
		{Name: "ALONE", Behavior: finding(system)},
	}})
	m, a := tree.NewMemory(w, w.NewAgent()), &walker{goal: 7}
	require.NoError(t, decider.TickBehaviorTree(m, a, decider.Input{}))
	assert.Equal(t, 2, a.launched)
	assert.Equal(t, []string{"7: Cancelled"}, a.notes)
	count := 0
	for token := range system.Launched(w, 0) {
		count++
		require.NoError(t, system.Complete(w, token, "north"))
	}
	assert.Equal(t, 1, count)
	assert.Empty(t, slices.Collect(system.Cancelled(w)))
	require.NoError(t, w.Advance(1))
	require.NoError(t, decider.TickBehaviorTree(m, a, decider.Input{Time: 1}))
	assert.Contains(t, a.notes, "7: north")
}

// A request that is cancelled in the queue disappears; if it was handed over, Cancelled yields it once.
func TestCancelled(t *testing.T) {
	s := newStage(t, 4)
	s.frame(0)
	tokens, _ := s.launched(3)
	s.frame(alarm)
	assert.Equal(t, []string{"10: Interrupted"}, s.notes(0))
	_, goals := s.launched(0)
	assert.Empty(t, goals, "the fourth has disappeared")
	for token := range s.system.Cancelled(s.world) {
		assert.Equal(t, tokens[0], token)
		break
	}
	assert.Equal(t, tokens[1:], s.cancelled())
	assert.Empty(t, s.cancelled())
	for range 3 {
		s.frame(alarm)
	}
	assert.Empty(t, s.cancelled())
}

// A result that arrives in the tick that interrupts is dropped. Its system has completed the request, so there is nothing
// to cancel.
func TestArrivedAndInterrupted(t *testing.T) {
	s := newStage(t, 1)
	s.frame(0)
	tokens, _ := s.launched(0)
	require.NoError(t, s.system.Complete(s.world, tokens[0], "north"))
	s.frame(alarm)
	assert.Equal(t, []string{"10: Interrupted"}, s.notes(0))
	assert.Empty(t, s.cancelled())
	require.ErrorIs(t, s.system.Complete(s.world, tokens[0], "south"), world.ErrCompleted)
	assert.Zero(t, s.world.Stats().Stale)
}

// A block may hold pointers; it then lies outside the agent's bytes.
func TestDeferredBlockWithPointers(t *testing.T) {
	w, system := world.New(world.Options{}), &world.System[[]int, []int]{Name: "SORT"}
	tree := decider.MustInitializeTreeData(&walkerDecider{Name: "ROOT", Behavior: &behavior.Deferred[*walker, []int, []int, []int]{
		Name: "SORT", System: system,
		Launch: func(c *walkerContext, b *[]int) []int { *b = []int{3, 1, 2}; return *b },
		Done: func(c *walkerContext, b *[]int, sorted []int) behavior.Status {
			c.Agent.note("%v %v", *b, sorted)
			return behavior.Success
		},
	}})
	m, a := tree.NewMemory(w, w.NewAgent()), &walker{}
	require.NoError(t, decider.TickBehaviorTree(m, a, decider.Input{}))
	for token, numbers := range system.Launched(w, 0) {
		require.NoError(t, system.Complete(w, token, slices.Sorted(slices.Values(numbers))))
	}
	require.NoError(t, w.Advance(1))
	require.NoError(t, decider.TickBehaviorTree(m, a, decider.Input{}))
	assert.Equal(t, []string{"[3 1 2] [1 2 3]"}, a.notes)
}

// Systems and worlds do not share requests.
func TestSystemsAreApart(t *testing.T) {
	s, other := newStage(t, 1), newStage(t, 1)
	s.frame(0)
	elsewhere := 0
	for range s.system.Launched(other.world, 0) {
		elsewhere++
	}
	for range other.system.Launched(s.world, 0) {
		elsewhere++
	}
	assert.Zero(t, elsewhere)
	tokens, _ := s.launched(0)
	require.ErrorIs(t, s.system.Complete(other.world, tokens[0], ""), world.ErrToken)
	require.ErrorIs(t, other.system.Complete(s.world, tokens[0], ""), world.ErrToken)
}
