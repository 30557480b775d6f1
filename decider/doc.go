// Package decider is the tree: a declaration of who decides what, compiled once and ticked for any number of
// agents.
//
// # Once per game
//
// Go does not infer type parameters in composite literals, so a game names its own types once. Put this beside
// the agent's type, *Creature here; after it no type parameter is seen again:
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
//		Context              = behavior.Context[*Creature]
//		Flags                = decider.Check
//		Stimuli              = stimuli.Check
//	)
//
// The agent's type is the game's own: a pointer, an entity number, a handle such as struct{ *Match; Row int32 },
// or struct{} for nothing. Then the tree, the tick and the tooltip:
//
//	var Root = Decider{
//		Name: "ROOT",
//		Children: Children{
//			{Name: "FLEE", Decide: predatorNear, Behavior: &flee},
//			{Name: "EAT", DecisionFlags: Flags{All: Hungry}, Behavior: &eat},
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
// Groups that decide first, [PrioritizedList] to [Scored], answer what to do: children are asked before one of them
// runs. A tick walks the active path from the root down. In a group, its policy says which children are asked; in
// a [PrioritizedList], the default, all those above the active one. A child is asked in this order, and the first
// no ends it: is it masked, is its slot empty, DecisionFlags, StimuliFlags, Role, Modifiers.Limit, Cooldown, Every,
// and then Decide (or a [DBlock]'s Decide), which accepts with a value above 0. All but Decide is data and calls no
// function. Without a Decide the answer is Weight, 1 if not given, so a decider without any condition always
// accepts: the last of a list. A group that delegates then has its children asked, a Jump its target. Last of all come
// Squad and Gate, in which other agents have a say.
//
// If a child accepts, the old path goes down, deepest first, then the new one comes up: each group on the way
// goes on to its own children. If none does, the active child goes on. It is not asked whether it still would:
// the test to start differs from the test to go on (hysteresis). Ending is the behavior's to say, by returning
// Success or Failure. Only in a [Scored] group is the Decide of the active child called again, to see what it is
// worth now.
//
// A child that ended is masked for this tick and its group decides again among the others: a masked redecide.
// If none accepts, the group has ended too, and the same happens one level up. [CallDecideOnRedecide] has the
// group's own Decide asked before; [FinishWithChild] ends the group at once.
//
// A group, of any policy, may have a Behavior beside its Children: a group behavior. It activates before anything
// below it, ticks before it, and deactivates after it; if it returns Success or Failure the whole group ends.
//
// # Groups that run first
//
// [Sequence], [Selector] and their reactive kin run their children in order, and what these return steers: they
// answer how to do something. A child is asked when its turn comes, and a rejection counts as Failure. Sequence and
// Selector remember what is done until they are left (stored state), so nothing oscillates; the reactive ones begin
// at their first child every tick. A child of a Selector with the flag [Monitor] may interrupt those after it.
//
// A [Concurrent] group asks all its children when it is entered and runs all that accept, until enough have
// succeeded or failed.
//
// All groups mix at any depth: visiting any decider comes to Running, Success or Failure. Jumps and delegation,
// which go by a group's choice, are for groups that decide first.
//
// # Repeating, ending in time, child trees, shared values
//
// [Modifiers] repeat a decider, give it a time, change its outcome and limit its entries. A behavior's Leave gives it
// time to stop: what interrupts it is pending meanwhile. A [Slot] is a place in which another tree is plugged in per
// agent and at run time. [Keys] declare blackboard values: see package blackboard.
//
// # Several agents
//
// A Gate lets so many agents of a world into a decider at a time; a Squad has a group entered by exactly so many
// together, with a Role for each and a [Barrier] where they meet: see package world. Trees that have any of these need a
// memory with a world. Package crowd ticks many agents of a tree at once.
//
// [Memory.Snapshot] writes what an agent's memory holds, [Memory.Restore] goes on from there, also in a tree that has
// changed, and [Memory.Migrate] moves a live agent to such a tree.
//
// # The Subset Rule
//
// A group that decides first may accept only in circumstances in which some child of it would, and so a Concurrent
// one. One that accepts where all its children reject takes down what runs, is entered for nothing and fails; then
// its siblings are asked, and what ran before starts from its beginning. The engine tells it by name: the event
// [SubsetRuleBroken]. Three ways to obey:
//
//   - end the group's children with one that has no conditions;
//   - let the children ask less than the group does, not more;
//   - give the group, unless it is Concurrent, the flag [DelegateDecide], or call Context.DelegateDecideToChildren
//     in its Decide: then it asks its children itself. This costs what asking them costs.
//
// # Initialization cycles
//
// A tree is a package-level variable and its functions are referred to in it. Go rejects a program in which such
// a function refers back to the variable, even by a long way:
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
// or, if the function stands in the literal itself:
//
//	initialization cycle: Guard refers to itself
//
// It says the same, with more lines, of a tree initialized at package level that a behavior uses to make a new
// creature. The remedies:
//
//   - a function reaches its compiled tree by [TreeOf], to make the memory of a creature that hatches, say;
//   - a group's Decide asks its children by Context.DelegateDecideToChildren;
//   - a Jump names its target: no pointer leads back up;
//   - the compiled tree is a variable of main, or of whoever owns the loop, not of the package that declares it.
//
// That a literal cannot contain itself is a gift, too: trees written so have no cycles.
//
// # Types that do not fit
//
// Blocks and DBlocks are checked by the compiler. The ends of its messages, and what they mean:
//
//	(wrong type for method TakingCalls)    a DBlock's Decide fills another type than its behavior takes
//	(missing method Calls)                 a WithDBlock stands in Behavior: hold it in a DBlock
//	(method Calls has pointer receiver)    the & before the behavior is missing
//
// # Static data
//
// A tree of composite literals lies in the binary's data section: nothing runs at program start, and a debugger
// shows it whole. It stays so as long as the literals hold constants, function names, function literals that
// capture nothing, and addresses of package-level variables. Code is emitted, and the tree built at start, for
//
//   - calls, such as a helper that joins flags: declare flags and kinds of stimuli as 1 << iota constants;
//   - closures over variables and method values: make parameters fields of the agent, a block or BehaviorFlags;
//   - maps.
//
// Such trees work all the same.
package decider
