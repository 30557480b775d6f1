//go:build !decider_debug

// The checks of the decider_debug build may allocate.

package decider_test

import (
	"testing"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/testing/workload"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

type (
	allocAgent    struct{ ticks int }
	allocContext  = behavior.Context[*allocAgent]
	allocDecider  = decider.Decider[*allocAgent]
	allocChildren = decider.Children[*allocAgent]
	allocBehavior = behavior.Behavior[*allocAgent]
)

// hit is data that travels in a stimulus; route is a block with pointers, meal a DBlock.
type (
	hit   struct{ From, Damage int32 }
	route struct{ points []int }
	meal  struct{ food *int }
)

const (
	wasHit stimuli.StimuliFlags = 1 << iota
	called
)

const hitTaken = stimuli.Kind[hit](wasHit)

var aMeal = 7

// Behaviors that end in every way and after different times, that read what the
// Context tells, and draw random numbers.
var (
	briefly = allocBehavior{
		Name:     "BRIEFLY",
		Activate: func(c *allocContext) behavior.Status { return behavior.Running },
		Tick: func(c *allocContext) behavior.Status {
			c.Agent.ticks++
			_ = c.Rand().Uint64()
			if c.Duration() > 1 || c.Agent.ticks%3 == 0 {
				return behavior.Success
			}
			return behavior.Running
		},
		Deactivate: func(c *allocContext) { _, _ = c.Reason(), c.DeciderName() },
	}
	failing = allocBehavior{Name: "FAILING", Tick: func(c *allocContext) behavior.Status { return behavior.Failure }}
	forEver = allocBehavior{Name: "FOR_EVER"}
	counted = behavior.WithBlock[*allocAgent, struct{ N int }]{
		Name: "COUNTED",
		Tick: func(c *allocContext, b *struct{ N int }) behavior.Status {
			if b.N++; b.N%4 == 0 {
				return behavior.Success
			}
			return behavior.Running
		},
	}
	routed = behavior.WithBlock[*allocAgent, route]{
		Name: "ROUTED",
		Activate: func(c *allocContext, b *route) behavior.Status {
			b.points = append(b.points, 1, 2, 3)
			return behavior.Running
		},
		Tick: func(c *allocContext, b *route) behavior.Status {
			if b.points = b.points[:len(b.points)-1]; len(b.points) == 0 {
				return behavior.Failure
			}
			return behavior.Running
		},
		Reset: func(b *route) { b.points = b.points[:0] },
	}
	eating = behavior.WithDBlock[*allocAgent, meal, meal]{
		Name: "EATING",
		Activate: func(c *allocContext, d meal, b *meal) behavior.Status {
			*b = d
			return behavior.Running
		},
		Tick: func(c *allocContext, b *meal) behavior.Status {
			if *b.food != 7 {
				return behavior.Failure
			}
			return behavior.Success
		},
	}
)

// odd and even accept by turns, so that whatever they stand before is interrupted all the time.
func odd(c *allocContext) float64  { return behavior.If(c.Agent.ticks%2 == 1) }
func some(c *allocContext) float64 { return float64(c.Agent.ticks%5) - 1 }

// group is a group of the policy and flags, with another below it, under a root that goes on without it.
func group(policy decider.Policy, flags decider.Options) *allocDecider {
	return &allocDecider{Name: "ROOT", Children: allocChildren{
		{Name: "GROUP", Decide: willing, Policy: policy, Options: flags, Children: allocChildren{
			{Name: "A", Decide: some, Behavior: &briefly},
			{Name: "B", Every: 2, Behavior: &failing},
			{Name: "C", Cooldown: 3, Behavior: &counted},
			{Name: "D", Decide: willing, Policy: policy, Children: allocChildren{
				{Name: "D1", Decide: odd, Behavior: &briefly},
				{Name: "D2", Behavior: &counted},
			}},
		}},
		{Name: "REST", Behavior: &briefly},
	}}
}

// counting is an observer that wants everything and keeps nothing.
type counting struct{ events int }

func (*counting) ObserveLevel(world.AgentID) event.Level { return 5 }
func (o *counting) Observe(*event.Event)                 { o.events++ }

// TestTickAllocatesNothing goes through every kind of tick. Each tree runs long enough for every path to have
// been entered before the counting begins.
func TestTickAllocatesNothing(t *testing.T) {
	trees := map[string]*allocDecider{
		"quiet":               {Name: "ROOT", Children: allocChildren{{Name: "A", Decide: never, Behavior: &failing}, {Name: "B", Behavior: &forEver}}},
		"interrupt":           {Name: "ROOT", Children: allocChildren{{Name: "A", Decide: odd, Behavior: &briefly}, {Name: "B", Behavior: &briefly}}},
		"redecide":            {Name: "ROOT", Children: allocChildren{{Name: "A", Decide: willing, Behavior: &failing}, {Name: "B", Decide: willing, Behavior: &failing}, {Name: "C", Behavior: &counted}}},
		"root ends":           {Name: "ROOT", Children: allocChildren{{Name: "A", Decide: willing, Behavior: &failing}, {Name: "B", Behavior: &failing}}},
		"block":               {Name: "ROOT", Children: allocChildren{{Name: "A", Decide: odd, Behavior: &counted}, {Name: "B", Behavior: &briefly}}},
		"block with pointers": {Name: "ROOT", Children: allocChildren{{Name: "A", Decide: willing, Behavior: &routed}, {Name: "B", Behavior: &counted}}},
		"DBlock": {Name: "ROOT", Children: allocChildren{
			{Name: "A", DBlock: &decider.DBlock[*allocAgent, meal]{Behavior: &eating, Decide: func(c *allocContext, d *meal) float64 {
				d.food = &aMeal
				return odd(c)
			}}},
			{Name: "B", Behavior: &briefly},
		}},
		"DBlock of a group": {Name: "ROOT", Children: allocChildren{
			{Name: "A", Children: allocChildren{{Name: "A1", Behavior: &counted}}, DBlock: &decider.DBlock[*allocAgent, meal]{Behavior: &eating, Decide: func(c *allocContext, d *meal) float64 {
				d.food = &aMeal
				return odd(c)
			}}},
			{Name: "B", Behavior: &briefly},
		}},
		"Given": {Name: "ROOT", Children: allocChildren{
			{Name: "A", Decide: odd, Behavior: &behavior.Given[*allocAgent, meal]{Value: meal{&aMeal}, Behavior: &eating}},
			{Name: "B", Behavior: &briefly},
		}},
		"Copy": {Name: "ROOT", Children: allocChildren{
			{Name: "A", Decide: odd, Copy: group(decider.PrioritizedList, 0).Children[0]},
			{Name: "B", Behavior: &briefly},
		}},
		"stimuli": {Name: "ROOT", Children: allocChildren{
			{Name: "A", StimuliFlags: stimuli.Check{Any: wasHit}, Behavior: &allocBehavior{Name: "HIT", Tick: func(c *allocContext) behavior.Status {
				if _, ok := hitTaken.Get(c.Stimuli); !ok {
					return c.Fail(nil)
				}
				c.Stimuli.Remove(wasHit)
				return behavior.Success
			}}},
			{Name: "B", Behavior: &allocBehavior{Name: "ASKING", Tick: func(c *allocContext) behavior.Status {
				if c.Agent.ticks++; c.Agent.ticks%2 == 0 {
					if err := c.Stimuli.Add(hitTaken.New(hit{1, 2}, 1)); err != nil {
						return c.Fail(err)
					}
				}
				return behavior.Running
			}}},
		}},
		"send": {Name: "ROOT", Children: allocChildren{{Name: "A", Behavior: &allocBehavior{Name: "CALLING", Tick: func(c *allocContext) behavior.Status {
			c.Send(c.ID, stimuli.Note(called, 0))
			return behavior.Running
		}}}}},
		"jump": {Name: "ROOT", Children: allocChildren{
			{Name: "A", Decide: odd, Jump: "B2"},
			{Name: "B", Decide: some, Children: allocChildren{{Name: "B1", Decide: some, Behavior: &briefly}, {Name: "B2", Behavior: &briefly}}},
			{Name: "C", Behavior: &briefly},
		}},
		"delegation": {Name: "ROOT", Children: allocChildren{
			{Name: "A", Options: decider.DelegateDecide, Children: allocChildren{{Name: "A1", Decide: odd, Behavior: &briefly}, {Name: "A2", Decide: some, Behavior: &counted}}},
			{Name: "B", Decide: func(c *allocContext) float64 { return c.DelegateDecideToChildren() }, Children: allocChildren{{Name: "B1", Decide: some, Behavior: &briefly}}},
			{Name: "C", Behavior: &briefly},
		}},
		"delegation below Scored": {Name: "ROOT", Policy: decider.Scored, Children: allocChildren{
			{Name: "A", Options: decider.DelegateDecide, Children: allocChildren{{Name: "A1", Decide: some, Behavior: &forEver}}},
			{Name: "B", Decide: some, Behavior: &briefly},
		}},
		"group behavior": {Name: "ROOT", Behavior: &forEver, Children: allocChildren{
			{Name: "A", Decide: odd, Behavior: &briefly, Children: allocChildren{{Name: "A1", Behavior: &counted}}},
			{Name: "B", Behavior: &briefly},
		}},
	}
	for policy := decider.PrioritizedList; policy <= decider.Scored; policy++ {
		trees[policy.String()] = group(policy, 0)
		trees[policy.String()+", FinishWithChild"] = group(policy, decider.FinishWithChild)
		trees[policy.String()+", CallDecideOnRedecide"] = group(policy, decider.CallDecideOnRedecide)
	}
	for name, root := range trees {
		t.Run(name, func(t *testing.T) {
			tree, err := decider.InitializeTreeData(root)
			if err != nil {
				t.Fatal(err)
			}
			for _, observer := range []event.Observer{nil, deaf{}, &counting{}} {
				w := world.New(world.Options{Seed: 1})
				memory := tree.NewMemory(w, w.NewAgent())
				memory.Observe(observer)
				agent, set := &allocAgent{}, stimuli.NewSet(8)
				in := decider.Input{DT: 0.5, Stimuli: set}
				wantNoAllocs(t, func() {
					if err := w.Advance(in.DT); err != nil {
						t.Fatal(err)
					}
					in.Time = w.Time()
					set.Update(in.DT)
					if err := decider.TickBehaviorTree(memory, agent, in); err != nil {
						t.Fatal(err)
					}
				})
			}
		})
	}
}

func never(*allocContext) float64   { return 0 }
func willing(*allocContext) float64 { return 1 }

// Figure 1, quiet and under changing inputs, in both forms; and an observer that does not listen.
func TestFigure1AllocatesNothing(t *testing.T) {
	for name, root := range map[string]workTree{"decide": &workload.Decide, "flags": &workload.Flags, "wide": workload.Wide(1000, workload.Awake)} {
		t.Run(name, func(t *testing.T) {
			for _, observer := range []event.Observer{nil, deaf{}} {
				creature, memory := workload.Hungry(), memoryOf(t, root)
				memory.Observe(observer)
				in := decider.Input{DT: dt}
				n := uint64(0)
				wantNoAllocs(t, func() {
					n += 0x9e3779b97f4a7c15 // a walk through all senses
					creature.Senses = workload.SensesOf(n >> 54)
					in.DecisionFlags = decider.DecisionFlags(n >> 54)
					tick(t, memory, creature, &in)
				})
			}
		})
	}
}

// Taking everything down and starting over allocates nothing either.
func TestResetAllocatesNothing(t *testing.T) {
	creature, memory := workload.Hungry(), memoryOf(t, &workload.Decide)
	in := decider.Input{DT: dt}
	wantNoAllocs(t, func() {
		tick(t, memory, creature, &in)
		if err := memory.Reset(); err != nil {
			t.Fatal(err)
		}
	})
}

func wantNoAllocs(t *testing.T, frame func()) {
	t.Helper()
	for range 200 { // every path once
		frame()
	}
	if got := testing.AllocsPerRun(500, frame); got != 0 {
		t.Errorf("%v allocations a tick", got)
	}
}
