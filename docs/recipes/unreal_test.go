package recipes_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/blackboard"
	"github.com/decidertree/decidertree/decider"
)

// Bot is a pawn in a shooter.
type Bot struct{ Enemies []int32 }

type (
	BotDecider  = decider.Decider[*Bot]
	BotChildren = decider.Children[*Bot]
	BotBehavior = behavior.Behavior[*Bot]
	BotContext  = behavior.Context[*Bot]
)

const EnemySeen decider.DecisionFlags = 1 << 0

// The four values of Observer Aborts.
func Example_observerAborts() {
	act := BotBehavior{Name: "ACT"}
	shoot := BotChildren{{Name: "SHOOT", Behavior: &act}}
	seen := decider.Check{All: EnemySeen}
	patrol := &BotDecider{Name: "PATROL", Behavior: &act}

	// whileSeen is a group behavior: it ends its branch when no enemy is seen any more.
	whileSeen := BotBehavior{Name: "WHILE_SEEN", Tick: func(c *BotContext) behavior.Status {
		if seen.Passes(c.DecisionFlags) {
			return behavior.Running
		}
		return behavior.Failure
	}}

	none := BotDecider{
		Name: "NONE", Policy: decider.Selector,
		Children: BotChildren{{Name: "FIGHT", DecisionFlags: seen, Children: shoot}, patrol},
	}
	self := BotDecider{
		Name: "SELF", Policy: decider.Selector,
		Children: BotChildren{{Name: "FIGHT", DecisionFlags: seen, Behavior: &whileSeen, Children: shoot}, patrol},
	}
	lowerPriority := BotDecider{
		Name:     "LOWER_PRIORITY", // a PrioritizedList
		Children: BotChildren{{Name: "FIGHT", DecisionFlags: seen, Children: shoot}, patrol},
	}
	both := BotDecider{
		Name:     "BOTH", // a PrioritizedList
		Children: BotChildren{{Name: "FIGHT", DecisionFlags: seen, Behavior: &whileSeen, Children: shoot}, patrol},
	}

	for _, root := range []*BotDecider{&none, &self, &lowerPriority, &both} {
		line := fmt.Sprintf("%-14s", root.Name)
		tree := decider.MustInitializeTreeData(root)
		for _, frames := range [][]decider.DecisionFlags{{0, EnemySeen, 0}, {EnemySeen, 0, EnemySeen}} {
			memory := tree.NewMemory(nil, 1)
			for time, flags := range frames {
				_ = decider.TickBehaviorTree(memory, &Bot{}, decider.Input{Time: float64(time), DT: 1, DecisionFlags: flags})
				line += fmt.Sprintf(" %-6s", leaf(memory))
			}
			line += "   "
		}
		fmt.Println(strings.TrimSpace(line))
	}
	// Output:
	// NONE           PATROL PATROL PATROL    SHOOT  SHOOT  SHOOT
	// SELF           PATROL PATROL PATROL    SHOOT  PATROL PATROL
	// LOWER_PRIORITY PATROL SHOOT  SHOOT     SHOOT  SHOOT  SHOOT
	// BOTH           PATROL SHOOT  PATROL    SHOOT  PATROL SHOOT
}

// target is a blackboard key.
var target = blackboard.Key[int32]{Name: "target", Scope: blackboard.Decider}

// acquire is a service: it looks for a target every half second while its branch runs.
var acquire = BotBehavior{
	Name:   "ACQUIRE",
	Period: 0.5,
	Tick: func(c *BotContext) behavior.Status {
		*target.Of(c) = 0
		if len(c.Agent.Enemies) > 0 {
			*target.Of(c) = c.Agent.Enemies[0]
		}
		return behavior.Running // a service never ends its branch
	},
}

// aim is a task.
var aim = BotBehavior{
	Name: "AIM",
	Tick: func(c *BotContext) behavior.Status {
		fmt.Printf("%.2f aims at %d\n", c.Time, *target.Of(c))
		return behavior.Running
	},
}

// A service is a group behavior with a Period.
func Example_service() {
	root := BotDecider{
		Name: "BOT",
		Children: BotChildren{
			{Name: "FIGHT", DecisionFlags: decider.Check{All: EnemySeen}, Keys: decider.Keys{&target}, Behavior: &acquire, Children: BotChildren{
				{Name: "AIM", Behavior: &aim},
			}},
			{Name: "PATROL", Behavior: &BotBehavior{Name: "PATROL"}},
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	bot := &Bot{Enemies: []int32{7}}
	for frame := range 4 {
		if frame == 1 {
			bot.Enemies = []int32{9}
		}
		_ = decider.TickBehaviorTree(memory, bot, decider.Input{Time: float64(frame) / 4, DT: 0.25, DecisionFlags: EnemySeen})
	}
	// Output:
	// 0.00 aims at 7
	// 0.25 aims at 7
	// 0.50 aims at 9
	// 0.75 aims at 9
}

// A Simple Parallel: the main task decides when both end.
func Example_simpleParallel() {
	move := BotBehavior{Name: "MOVE", Tick: func(c *BotContext) behavior.Status {
		fmt.Println(c.Time, "moves")
		return running(c.Duration() < 2)
	}}
	fire := BotBehavior{
		Name:       "FIRE",
		Tick:       func(c *BotContext) behavior.Status { fmt.Println(c.Time, "fires"); return behavior.Running },
		Deactivate: func(c *BotContext) { fmt.Println(c.Time, "lowers the gun:", c.Reason()) },
	}
	root := BotDecider{
		Name: "STRAFE", Policy: decider.Concurrent, SucceedAt: 1, FailAt: 1,
		Children: BotChildren{
			{Name: "MOVE", Behavior: &move}, // the main task
			{Name: "FIRE", Behavior: &fire}, // the background
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	for time := range 3 {
		_ = decider.TickBehaviorTree(memory, &Bot{}, decider.Input{Time: float64(time), DT: 1})
	}
	fmt.Println(memory.Status())
	// Output:
	// 0 moves
	// 0 fires
	// 1 moves
	// 1 fires
	// 2 moves
	// 2 lowers the gun: Cancelled
	// Success
}

// A Simple Parallel of the finish mode Delayed waits for both, and has the status of the main task.
func TestDelayedParallel(t *testing.T) {
	takes := func(seconds float64, end behavior.Status) *BotBehavior {
		return &BotBehavior{Name: "ACT", Tick: func(c *BotContext) behavior.Status {
			if c.Duration() < seconds {
				return behavior.Running
			}
			return end
		}}
	}
	for _, background := range []*BotBehavior{takes(3, behavior.Success), takes(3, behavior.Failure)} {
		memory := decider.MustInitializeTreeData(&BotDecider{
			Name: "STRAFE", Policy: decider.Concurrent, SucceedAt: 2, FailAt: 1,
			Children: BotChildren{
				{Name: "MOVE", Behavior: takes(1, behavior.Success)},
				{Name: "FIRE", Behavior: background, Modifiers: decider.Modifiers{Outcome: decider.AlwaysSuccess}},
			},
		}).NewMemory(nil, 1)
		for time := range 4 {
			want := behavior.Running
			if time == 3 {
				want = behavior.Success
			}
			require.NoError(t, decider.TickBehaviorTree(memory, &Bot{}, decider.Input{Time: float64(time), DT: 1}))
			assert.Equal(t, want, memory.Status(), time)
		}
	}
}
