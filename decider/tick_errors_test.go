package decider_test

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/see"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// pawn is an agent whose functions log their calls and run the function that a test has set for their name.
type pawn struct {
	do  map[string]func(*pawnContext)
	log []string
}

type (
	pawnContext  = behavior.Context[*pawn]
	pawnDecider  = decider.Decider[*pawn]
	pawnChildren = decider.Children[*pawn]
	pawnMemory   = decider.Memory[*pawn]
	pawnBlock    struct{ Ticks int64 }
)

func (p *pawn) call(c *pawnContext, function string) {
	name := c.DeciderName() + "." + function
	p.log = append(p.log, name)
	if do := p.do[name]; do != nil {
		do(c)
	}
}

// pawnBehavior counts its ticks in a block.
func pawnBehavior(name string) *behavior.WithBlock[*pawn, pawnBlock] {
	return &behavior.WithBlock[*pawn, pawnBlock]{
		Name: name,
		Activate: func(c *pawnContext, _ *pawnBlock) behavior.Status {
			c.Agent.call(c, "activate")
			return behavior.Running
		},
		Tick: func(c *pawnContext, b *pawnBlock) behavior.Status {
			b.Ticks++
			c.Agent.call(c, "tick")
			return behavior.Running
		},
		Deactivate: func(c *pawnContext, _ *pawnBlock) { c.Agent.call(c, "deactivate") },
	}
}

// pawnTree is ROOT > GUARD > PATROL, above which ALARM waits for a flag and asks its Decide.
func pawnTree(t testing.TB) *decider.Tree[*pawn] {
	tree, err := decider.InitializeTreeData(&pawnDecider{Name: "ROOT", Behavior: pawnBehavior("LIVE"), Children: pawnChildren{
		{Name: "ALARM", DecisionFlags: decider.Check{All: 1}, Every: 0.25, Cooldown: 1, Behavior: pawnBehavior("SHOUT"), Decide: func(c *pawnContext) float64 {
			c.Agent.call(c, "decide")
			return 1
		}},
		{Name: "GUARD", Policy: decider.Shuffle, Behavior: pawnBehavior("STAND"), Children: pawnChildren{{Name: "PATROL", Behavior: pawnBehavior("WALK")}}},
	}})
	require.NoError(t, err)
	return tree
}

// pawnAt makes an agent that has ticked twice and patrols.
func pawnAt(t testing.TB, w *world.World) (*pawnMemory, *pawn) {
	id := world.AgentID(7)
	if w != nil {
		id = w.NewAgent()
	}
	memory, p := pawnTree(t).NewMemory(w, id), &pawn{do: map[string]func(*pawnContext){}}
	for i := range 2 {
		require.NoError(t, decider.TickBehaviorTree(memory, p, decider.Input{Time: 1 + float64(i), DT: 1}))
	}
	p.log = nil
	return memory, p
}

// stateOf is memoryText of a pawn.
func stateOf(m *pawnMemory) string { return memoryText(m) }

// memoryText is everything a memory holds, as text.
func memoryText[A any](m *decider.Memory[A]) string {
	text := fmt.Sprintf("%v %+v", m.Status(), see.Inspect(m.Plain(engine.Key{})))
	for s, next := m.StateAt(0, false); next >= 0; s, next = m.StateAt(next, false) {
		text += fmt.Sprintf("\n%+v", s)
	}
	return text
}

// A tick with bad input is refused before anything is called or changed, and the next good tick goes on.
func TestRefusedTicks(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for name, in := range map[string]decider.Input{
		"DT negative":    {Time: 3, DT: -0.1},
		"DT NaN":         {Time: 3, DT: nan},
		"DT +Inf":        {Time: 3, DT: inf},
		"DT -Inf":        {Time: 3, DT: -inf},
		"Time NaN":       {Time: nan, DT: 1},
		"Time +Inf":      {Time: inf, DT: 1},
		"Time -Inf":      {Time: -inf, DT: 1},
		"Time backwards": {Time: 1.999, DT: 1},
	} {
		t.Run(name, func(t *testing.T) {
			memory, p := pawnAt(t, nil)
			before := stateOf(memory)
			require.ErrorIs(t, decider.TickBehaviorTree(memory, p, in), decider.ErrTime)
			assert.Equal(t, before, stateOf(memory))
			assert.Empty(t, p.log)
			require.NoError(t, decider.TickBehaviorTree(memory, p, decider.Input{Time: 2}), "the same time again is fine")
			assert.Equal(t, []string{"ROOT.tick", "GUARD.tick", "PATROL.tick"}, p.log)
		})
	}
}

func TestUnsoundMemories(t *testing.T) {
	p := &pawn{}
	in := decider.Input{Time: 3}
	var none *pawnMemory
	require.ErrorIs(t, decider.TickBehaviorTree(none, p, in), decider.ErrNilMemory)
	require.ErrorIs(t, none.Reset(), decider.ErrNilMemory)
	require.ErrorIs(t, none.Close(), decider.ErrNilMemory)
	assert.Nil(t, none.Tree())
	assert.Zero(t, none.ID())
	assert.Zero(t, none.Status())
	_, next := none.StateAt(0, false)
	assert.Negative(t, next)

	var zero pawnMemory
	require.ErrorIs(t, decider.TickBehaviorTree(&zero, p, in), decider.ErrNoTree)
	require.ErrorIs(t, zero.Reset(), decider.ErrNoTree)
	require.ErrorIs(t, zero.Close(), decider.ErrNoTree)

	memory, p := pawnAt(t, nil)
	before := stateOf(memory)
	copied := new(pawnMemory)
	reflect.ValueOf(copied).Elem().Set(reflect.ValueOf(memory).Elem()) // vet does not see through this
	require.ErrorIs(t, decider.TickBehaviorTree(copied, p, in), decider.ErrNoTree)
	require.ErrorContains(t, copied.Reset(), "copy")
	require.ErrorIs(t, copied.Close(), decider.ErrNoTree)
	assert.Equal(t, before, stateOf(memory))

	var noTree *decider.Tree[*pawn]
	require.ErrorIs(t, noTree.Tick(memory, p, in), decider.ErrNilTree)
	orphan := noTree.NewMemory(nil, 1)
	require.ErrorIs(t, decider.TickBehaviorTree(orphan, p, in), decider.ErrNilTree)
	require.ErrorIs(t, orphan.Reset(), decider.ErrNilTree)
	assert.Equal(t, "(nil tree)\n", noTree.String())
	assert.Zero(t, noTree.MemoryRequirements().Bytes)

	other := pawnTree(t)
	require.ErrorIs(t, other.Tick(memory, p, in), decider.ErrOtherTree)
	require.ErrorIs(t, other.Tick(nil, p, in), decider.ErrNilMemory)
	require.ErrorIs(t, other.Tick(&zero, p, in), decider.ErrNoTree)
	assert.Equal(t, before, stateOf(memory))
	assert.Empty(t, p.log)
	require.NoError(t, memory.Tree().Tick(memory, p, in))
}

func TestClosedMemory(t *testing.T) {
	memory, p := pawnAt(t, nil)
	require.NoError(t, memory.Close())
	assert.Equal(t, []string{"PATROL.deactivate", "GUARD.deactivate", "ROOT.deactivate"}, p.log)
	require.NoError(t, memory.Close(), "closing twice is no error")
	require.ErrorIs(t, memory.Reset(), decider.ErrClosed)
	require.ErrorIs(t, decider.TickBehaviorTree(memory, p, decider.Input{Time: 3}), decider.ErrClosed)
	assert.Len(t, p.log, 3)
}

// A Decide that returns a bad number rejects, and the error names agent, time and path.
func TestBadValues(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		tree := decider.MustInitializeTreeData(under(
			&plain{Name: "A", Decide: func(*plainContext) float64 { return bad }, Behavior: &idle}, &plain{Name: "B", Behavior: &idle}))
		for name, observer := range map[string]event.Observer{"unobserved": nil, "observed": deaf{}} {
			memory := tree.NewMemory(nil, 5)
			memory.Observe(observer)
			for i := range 3 { // the second takes the quick way
				err := decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: float64(i)})
				require.ErrorIs(t, err, decider.ErrNotANumber, "%s %v", name, bad)
				var e *decider.TickError
				require.ErrorAs(t, err, &e)
				e.Err = nil
				assert.Equal(t, decider.TickError{Agent: 5, Time: float64(i), Path: "ROOT > A", Call: "Decide"}, *e)
				assert.Equal(t, behavior.Running, memory.Status())
			}
		}
	}
}

func TestInvalidStatus(t *testing.T) {
	for _, st := range []behavior.Status{0, 4, 99, 0xfd, 0xfe, 0xff} { // the engine uses the last two itself
		for call, b := range map[string]*plainBehavior{
			"Activate": {Name: "BAD", Activate: func(*plainContext) behavior.Status { return st }},
			"Tick":     {Name: "BAD", Tick: func(*plainContext) behavior.Status { return st }},
		} {
			tree := decider.MustInitializeTreeData(under(&plain{Name: "A", Decide: yes, Behavior: b}, &plain{Name: "B", Behavior: &idle}))
			memory := tree.NewMemory(nil, 5)
			err := decider.TickBehaviorTree(memory, struct{}{}, decider.Input{})
			require.ErrorIs(t, err, decider.ErrStatus)
			var e *decider.TickError
			require.ErrorAs(t, err, &e)
			assert.Equal(t, call, e.Call)
			s, _ := memory.StateAt(1, true)
			assert.Equal(t, "B", s.Decider.Name)
		}
	}
	// On the quick way, too.
	status := behavior.Running
	tree := decider.MustInitializeTreeData(under(&plain{Name: "A", Behavior: &plainBehavior{Name: "BAD", Tick: func(*plainContext) behavior.Status { return status }}}))
	memory := tree.NewMemory(nil, 5)
	for range 3 {
		require.NoError(t, decider.TickBehaviorTree(memory, struct{}{}, decider.Input{}))
	}
	status = 0xff
	require.ErrorIs(t, decider.TickBehaviorTree(memory, struct{}{}, decider.Input{}), decider.ErrStatus)
	assert.Equal(t, behavior.Failure, memory.Status())
}

// Bad stimuli are refused where they are used. A full set and a Send without a world are errors.
func TestBadStimuli(t *testing.T) {
	memory, p := pawnAt(t, nil)
	set := stimuli.NewSet(0)
	tick := func(do func(*pawnContext)) error {
		p.do["PATROL.tick"] = do
		return decider.TickBehaviorTree(memory, p, decider.Input{Time: 3, Stimuli: set})
	}
	for _, bad := range []stimuli.Stimulus{{}, stimuli.Note(0, 1), stimuli.Note(3, 1)} {
		require.ErrorIs(t, tick(func(c *pawnContext) { c.Send(1, bad) }), stimuli.ErrKind)
		require.ErrorIs(t, tick(func(c *pawnContext) { c.Fail(c.Stimuli.Add(bad)) }), stimuli.ErrKind)
		assert.Zero(t, set.Len())
	}
	require.ErrorIs(t, tick(func(c *pawnContext) { c.Send(1, stimuli.Note(1, 1)) }), world.ErrNoWorld)
	require.ErrorIs(t, tick(func(c *pawnContext) {
		for range 5 {
			c.Fail(c.Stimuli.Add(stimuli.Note(1, 1)))
		}
	}), stimuli.ErrFull)
	assert.Equal(t, 4, set.Len())
	assert.Equal(t, behavior.Running, memory.Status(), "Send's errors do not end the behavior")
}

func TestAgentIDUsedTwice(t *testing.T) {
	w := world.New(world.Options{})
	memory, p := pawnAt(t, w)
	twin := memory.Tree().NewMemory(w, memory.ID())
	require.ErrorIs(t, decider.TickBehaviorTree(twin, p, decider.Input{Time: 3}), world.ErrAgentUsed)
	require.ErrorIs(t, twin.Reset(), world.ErrAgentUsed)
	require.NoError(t, memory.Close())
	late := memory.Tree().NewMemory(w, memory.ID())
	require.ErrorIs(t, decider.TickBehaviorTree(late, p, decider.Input{Time: 3}), world.ErrAgentUsed, "also when its agent is gone")
	assert.NotEqual(t, memory.ID(), w.NewAgent())
}

// Several errors of one tick are joined, in order.
func TestErrorsAreJoined(t *testing.T) {
	memory, p := pawnAt(t, nil)
	first, second := errors.New("first"), errors.New("second")
	p.do["ROOT.tick"] = func(c *pawnContext) { c.Fail(first) }
	p.do["PATROL.tick"] = func(c *pawnContext) { c.Fail(second); c.Fail(nil) }
	err := decider.TickBehaviorTree(memory, p, decider.Input{Time: 3})
	require.ErrorIs(t, err, first)
	require.ErrorIs(t, err, second)
	assert.Equal(t, "agent 7 @ 3.000: Tick of ROOT: first\nagent 7 @ 3.000: Tick of ROOT > GUARD > PATROL: second", err.Error())
	delete(p.do, "ROOT.tick")
	delete(p.do, "PATROL.tick")
	require.NoError(t, decider.TickBehaviorTree(memory, p, decider.Input{Time: 3}), "errors are of their tick alone")
}
