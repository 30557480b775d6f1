package decidertree_test

import (
	"fmt"
	"os"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
)

type ( // written once per game: after this, no type parameter is seen again
	Decider  = decider.Decider[*Creature]
	Children = decider.Children[*Creature]
	Behavior = behavior.Behavior[*Creature]
	Context  = behavior.Context[*Creature]
	Check    = decider.Check
)

// Creature is whatever the game's creatures are.
type Creature struct {
	Predator bool // one is near
	Raiders  int  // at the nest
	Food     int  // bites in reach
}

// The game's switches, handed in with every tick.
const (
	Hungry decider.DecisionFlags = 1 << iota
	Tired
)

// Root is the creature's tree. A child is more important than those below it.
var Root = Decider{
	Name: "ROOT",
	Children: Children{
		{Name: "FLEE", Decide: predatorNear, Behavior: &flee},
		{Name: "GUARD", Options: decider.CallDecideOnRedecide, Decide: nestRaided, Children: Children{
			{Name: "YELL_FOR_HELP", Every: 10, Decide: outnumbered, Behavior: &yell},
			&fightRaider,
			{Name: "PATROL", DecisionFlags: Check{None: Tired}, Behavior: &patrol},
			&takeRest,
		}},
		&fightRaider, // stands in two groups
		{Name: "EAT", DecisionFlags: Check{All: Hungry}, Children: Children{
			{Name: "FIND_FOOD", Decide: noFoodHere, Behavior: &search},
			{Name: "EAT_FOOD", Decide: foodHere, Behavior: &eat},
		}},
		{Name: "IDLE", Children: Children{
			{Name: "PLAY", DecisionFlags: Check{None: Tired}, Options: decider.CallDecideOnRedecide, Policy: decider.Random, Children: Children{
				{Name: "FLIP", Behavior: &flip},
				{Name: "ROLL", Behavior: &roll},
				{Name: "DANCE", Weight: 2, Behavior: &dance},
			}},
			&takeRest, // always possible, so it stands last
		}},
	},
}

var (
	fightRaider = Decider{Name: "FIGHT", Decide: oneRaider, Behavior: &fight}
	takeRest    = Decider{Name: "REST", Behavior: &rest}
)

// Decide functions say whether to begin. They change nothing.
func predatorNear(c *Context) float64 { return behavior.If(c.Agent.Predator) }
func nestRaided(c *Context) float64   { return behavior.If(c.Agent.Raiders > 0) }
func outnumbered(c *Context) float64  { return behavior.If(c.Agent.Raiders > 1) }
func oneRaider(c *Context) float64    { return behavior.If(c.Agent.Raiders == 1) }
func noFoodHere(c *Context) float64   { return behavior.If(c.Agent.Food == 0) }
func foodHere(c *Context) float64     { return behavior.If(c.Agent.Food > 0) }

// Behaviors act, and say when they are done.
var (
	flee   = Behavior{Name: "FLEE", Tick: func(c *Context) behavior.Status { return while(c.Agent.Predator) }}
	yell   = Behavior{Name: "YELL", Tick: func(c *Context) behavior.Status { return while(c.Duration() < 1) }}
	fight  = Behavior{Name: "FIGHT", Tick: func(c *Context) behavior.Status { return while(c.Agent.Raiders == 1) }}
	patrol = Behavior{Name: "PATROL", Tick: func(c *Context) behavior.Status { return while(c.Agent.Raiders > 0) }}
	search = Behavior{Name: "SEARCH", Tick: func(c *Context) behavior.Status { return while(c.Agent.Food == 0) }}
	eat    = Behavior{Name: "EAT", Tick: chew}
	rest   = Behavior{Name: "REST", Tick: func(c *Context) behavior.Status { return while(c.DecisionFlags&Tired != 0) }}
	flip   = Behavior{Name: "FLIP", Tick: func(c *Context) behavior.Status { return while(c.Duration() < 2) }}
	roll   = Behavior{Name: "ROLL", Tick: func(c *Context) behavior.Status { return while(c.Duration() < 3) }}
	dance  = Behavior{Name: "DANCE", Tick: func(c *Context) behavior.Status { return while(c.Duration() < 5) }}
)

func chew(c *Context) behavior.Status {
	c.Agent.Food--
	return while(c.Agent.Food > 0 && c.DecisionFlags&Hungry != 0)
}

// while is Running as long as there is a reason, then Success.
func while(reason bool) behavior.Status {
	if reason {
		return behavior.Running
	}
	return behavior.Success
}

// Figure 1 of the Spore text: declared, ticked, printed.
func Example() {
	tree, err := decider.InitializeTreeData(&Root) // once: checks everything, compiles
	if err != nil {
		fmt.Println(err)
		return
	}
	creature := &Creature{Food: 9}
	memory := tree.NewMemory(nil, 7) // once per agent
	memory.Observe(&debugprint.Output{W: os.Stdout})

	in := decider.Input{DT: 0.5, DecisionFlags: Hungry}
	tick := func() {
		in.Time += in.DT
		if err := decider.TickBehaviorTree(memory, creature, in); err != nil {
			fmt.Println(err)
		}
	}
	tick()               // hungry, with food in reach: it eats
	creature.Raiders = 1 // more important than eating
	tick()               // so it fights. Neither behavior knows the other
	tick()
	fmt.Println(debugprint.DebugPrintState(memory, debugprint.ActivePath))
	creature.Raiders = 0
	tick() // the fight is over, and with it GUARD: a masked redecide leads back to eating
	in.DecisionFlags = 0
	tick() // it is not hungry any more: the next masked redecide leads to play
	// Output:
	//    0.50 s  #7  ROOT begins
	//    0.50 s  #7    EAT begins
	//    0.50 s  #7      EAT_FOOD begins
	//    0.50 s  #7      EAT_FOOD runs EAT
	//    1.00 s  #7      EAT_FOOD ends EAT after 0.5 s: interrupted
	//    1.00 s  #7    EAT ends after 0.5 s: interrupted
	//    1.00 s  #7    GUARD begins
	//    1.00 s  #7      FIGHT begins
	// ROOT       1.0 s
	//   GUARD    0.5 s
	//     FIGHT  0.5 s
	//    2.00 s  #7      FIGHT ends after 1 s: succeeded
	//    2.00 s  #7    GUARD ends after 1 s: failed
	//    2.00 s  #7    EAT begins
	//    2.00 s  #7      EAT_FOOD begins
	//    2.00 s  #7      EAT_FOOD runs EAT
	//    2.50 s  #7      EAT_FOOD ends EAT after 0.5 s: succeeded
	//    2.50 s  #7    EAT ends after 0.5 s: succeeded
	//    2.50 s  #7    IDLE begins
	//    2.50 s  #7      PLAY begins
	//    2.50 s  #7        DANCE begins
}
