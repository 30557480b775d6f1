// Package decider holds trees of deciders: declared as data, compiled once, and ticked for any number of agents.
//
// # Once per game
//
// Go does not infer type parameters in composite literals, so a game declares aliases once. Put them beside the
// agent's type, here *Creature; the rest of the game needs no type parameters:
//
//	type (
//		Decider              = decider.Decider[*Creature]
//		Children             = decider.Children[*Creature]
//		DBlock[D any]        = decider.DBlock[*Creature, D]
//		Slot                 = decider.Slot[*Creature]
//		Tree                 = decider.Tree[*Creature]
//		Memory               = decider.Memory[*Creature]
//		Behavior             = behavior.Behavior[*Creature]
//		WithBlock[M any]     = behavior.WithBlock[*Creature, M]
//		WithDBlock[D, M any] = behavior.WithDBlock[*Creature, D, M]
//		Given[D any]         = behavior.Given[*Creature, D]
//		Context              = behavior.Context[*Creature]
//		Check                = decider.Check
//	)
//
// The agent's type is the game's own: a pointer, an entity number, a handle such as struct{ *Match; Row int32 },
// or struct{} if there is none. Then come the tree, the tick and the tooltip:
//
//	var Root = Decider{
//		Name: "ROOT",
//		Children: Children{
//			{Name: "FLEE", Decide: predatorNear, Behavior: &flee},
//			{Name: "EAT", DecisionFlags: Check{All: Hungry}, Behavior: &eat},
//			{Name: "IDLE", Behavior: &idle},
//		},
//	}
//
//	tree, err := decider.InitializeTreeData(&Root) // once
//	memory := tree.NewMemory(nil, 1)               // once per agent
//
//	err = decider.TickBehaviorTree(memory, creature, decider.Input{Time: now, DT: dt, DecisionFlags: flags}) // every frame
//	tooltip := debugprint.DebugPrintState(memory, debugprint.ActivePath)
//
// # How deciders decide
//
// Decide-first groups, [PrioritizedList] to [Scored], answer what to do: children are asked before one of them runs.
// A tick walks the active path from the root down. At each group, the policy selects the children that are asked; in
// a [PrioritizedList], the default, those before the active one. Asking a child tests its conditions in this order,
// and the first that fails rejects it: whether it is masked, whether its slot is empty, DecisionFlags, StimuliFlags,
// Role, Modifiers.Limit, Cooldown, Every, and then Decide (or the Decide of a [DBlock]), which accepts with a value
// above 0. All conditions before Decide are data and call no function. Without a Decide the value is Weight, 1 by
// default, so a decider without conditions always accepts: put it last in a list. Then a group that delegates asks
// its children, and a Jump its target. Squad and Gate, which depend on other agents, come last.
//
// If a child accepts, the old path is deactivated, deepest first, and the new one activated: each group on it decides
// among its own children. If no child accepts, the active child goes on. Its own conditions are not tested again: the
// test to start differs from the test to go on (hysteresis). A behavior ends by returning Success or Failure. Only a
// [Scored] group calls the Decide of its active child again, to compare values.
//
// A child that has ended is masked for the rest of the tick, and its group decides again among the others: a masked
// redecide. If none accepts, the group ends too, and the same happens one level up. With [CallDecideOnRedecide] the
// group's own Decide is called first; with [FinishWithChild] the group ends at once.
//
// A group of any policy may have a Behavior beside its Children: a group behavior. It activates and ticks before
// everything below it and deactivates after it. If it returns Success or Failure the whole group ends.
//
// # Groups that run first
//
// [Sequence], [Selector] and their reactive variants run their children in order and go by the statuses these return:
// they answer how to do something. A child is asked when its turn comes, and a rejection counts as Failure. Sequence
// and Selector remember which children are done until the group is left (stored state), so nothing oscillates. The
// reactive variants begin at their first child every tick. A child of a Selector with the option [Monitor] may
// interrupt those after it.
//
// A [Concurrent] group asks all its children when it is entered and runs all that accept, until enough have
// succeeded or failed.
//
// All groups mix at any depth, since visiting any decider returns Running, Success or Failure. Jumps and delegation
// rely on the choice of a group, so they work in decide-first groups only.
//
// # Repeating, ending in time, child trees, shared values, copies
//
// [Modifiers] repeat a decider, limit its time and entries, and change its status. A Leave function gives a behavior
// time to stop; the decider that interrupts it is pending meanwhile. Another tree can be plugged into a [Slot] per
// agent and at run time. [Keys] declare blackboard values: see package blackboard.
//
// A behavior.Given starts a behavior with a parameter, so that one behavior serves many deciders. A Copy stands for a
// copy of another declaration, with timers, counts and memory of its own; a decider that stands in several groups shares
// its timers and counts instead.
//
// # Several agents
//
// A Gate limits how many agents of a world are in a decider at a time. A Squad makes an exact number of agents enter
// a group together, with a Role for each and a [Barrier] where they meet. See package world. A tree with any of these
// needs memories with a world. Package crowd ticks many agents of one tree.
//
// [Memory.Snapshot] writes everything an agent's memory holds, and [Memory.Restore] continues from there, even in a
// tree that has changed. [Memory.Migrate] moves a live agent to a changed tree.
//
// # The Subset Rule
//
// A decide-first or Concurrent group may accept only if at least one of its children would. If it accepts and all
// children reject, it interrupts the active decider, is entered for nothing and fails; then its siblings are asked,
// and the interrupted decider starts from its beginning. The event event.SubsetRuleBroken names such a group. There
// are three ways to obey the rule:
//
//   - end the group's children with one that has no conditions;
//   - give the children weaker conditions than the group, not stronger ones;
//   - give the group, unless it is Concurrent, the option [DelegateDecide], or call Context.DelegateDecideToChildren
//     in its Decide: then it asks its children itself, which costs as much as asking them.
//
// # Initialization cycles
//
// A tree is a package-level variable that refers to its functions. Go rejects a program in which such a function
// refers back to the variable, even indirectly:
//
//	var Guard = Decider{Name: "GUARD", Decide: nestNeedsGuard, Children: Children{{Name: "PATROL", Behavior: &patrol}}}
//
//	func nestNeedsGuard(c *Context) float64 { return Guard.Children[0].Weight }
//
// The compiler says:
//
//	initialization cycle for Guard
//		Guard refers to nestNeedsGuard
//		nestNeedsGuard refers to Guard
//
// or, for a function literal inside the tree:
//
//	initialization cycle: Guard refers to itself
//
// The message is the same, with more lines, for a tree initialized at package level that a behavior uses to make a new
// creature. The remedies are:
//
//   - use [TreeOf] in a function that needs its compiled tree, for example to make the memory of a hatching creature;
//   - use Context.DelegateDecideToChildren in a group's Decide that asks its children;
//   - use a Jump, which refers to its target by name;
//   - keep the compiled tree in main, or wherever the game loop is, not in the package that declares it.
//
// Since a literal cannot contain itself, trees written as literals have no cycles.
//
// # Types that do not fit
//
// The compiler checks the types of agents, blocks and DBlocks. Its messages end like this:
//
//	(wrong type for method TakingCalls)    a DBlock's Decide fills, or a Given has, another type than the behavior takes
//	(missing method TakingCalls)           a DBlock or Given holds a behavior that takes no data: only a WithDBlock does
//	(missing method Calls)                 a WithDBlock stands in Behavior: hold it in a DBlock or a Given
//	(wrong type for method Calls)          the behavior is one of another agent's type
//	(method Calls has pointer receiver)    the & before the behavior is missing
//	as *decider.Slot[*Creature] value in struct literal
//	                                       the slot is one of another agent's type
//
// # Static data
//
// A tree of composite literals lies in the binary's data section: no code builds it at program start, and a debugger
// shows it whole. This holds as long as the literals contain only constants, function names, function literals that
// capture nothing, and addresses of package-level variables. The compiler emits code that builds the tree at start
// for
//
//   - calls, such as a helper that joins flags: declare flags and kinds of stimuli as 1 << iota constants;
//   - closures over variables and method values: give parameters with behavior.Given or as BehaviorFlags, or make them
//     fields of the agent or a block;
//   - maps.
//
// Such trees work all the same.
package decider
