// Package decidertree is a framework for game AI. A tree of deciders is declared once, as data, and shared by any
// number of agents; each agent owns one memory of a known size. A tick of the tree decides what the agent does, and
// does it.
//
// This package is documentation only. A game imports:
//
//	decider     the tree: deciders, initializing, ticking
//	behavior    what a creature does, and the Context that its functions get
//	stimuli     what a creature has heard of: tokens with data and a time to live
//	world       what agents share: seed, clock, messages, gates, squads, systems that work for them
//	crowd       many agents of one tree, ticked on many processors; agents with nothing to decide sleep
//	blackboard  typed values that the parts of a tree share
//	debugprint  what agents do and why, as text
//	history     recordings, which execute any tick of the past again; forks
//	why         why an agent did something, and why it did not do something else
//	query       recorded ticks found by what happened in them
//	inspect     a page that shows all that, served by the game
//	picture     trees as Mermaid, DOT and SVG
//	treefile    trees as JSON files
//
// These packages have the types of what a tree declares and reports:
//
//	declaration policies, options, modifiers; the faults that initializing reports
//	event       events, verdicts, observers, hooks; the errors of ticks
//	state       deciders, gates, squads and values of an agent as they are
//	description a tree as plain data
//
// Tests import decider/decidertest. All of them need the standard library alone.
//
// # A tree
//
// This is Figure 1 of the Spore text, the first of the systems this framework builds on. Deciders that point at a
// box are groups, the box their children, in order; the others run behaviors. The starred ones are active.
//
//	         ┌───────┐
//	*ROOT ──▶│ FLEE  │    ┌───────────────┐
//	         │ GUARD ├───▶│ YELL_FOR_HELP │
//	         │ FIGHT │    │ FIGHT         │
//	         │*EAT   ├─┐  │ PATROL        │
//	         │ IDLE  ├┐│  │ REST          │
//	         └───────┘││  └───────────────┘
//	                  ││  ┌───────────┐
//	                  │└─▶│ FIND_FOOD │
//	                  │   │*EAT_FOOD  │
//	                  │   └───────────┘
//	                  │   ┌──────┐    ┌───────┐
//	                  └──▶│ PLAY ├───▶│ FLIP  │
//	                      │ REST │    │ ROLL  │
//	                      └──────┘    │ DANCE │
//	                                  └───────┘
//
// FLEE, GUARD and FIGHT stand above EAT, so they are more important: every tick asks each of them, and the first one that
// accepts takes over. Otherwise EAT_FOOD goes on. When there is nothing left to eat it finishes, its siblings get
// their chance, and then EAT's. The Example below is this tree, running.
//
// # Words
//
//   - A decider decides whether it runs, and what. A group has children; its policy says how they come to run.
//     Decide-first groups ask them before one runs, and say what to do. Run-first groups run them in order and go by
//     the status they return: they say how, and have stored state of what is done. A Concurrent group runs several at
//     once.
//   - A behavior acts: Activate, Tick every frame, Deactivate. A behavior that stands beside children is a group
//     behavior: it brackets whatever runs below.
//   - Decide is a decider's own function; above 0 it accepts. Preconditions are checked before it, as data:
//     DecisionFlags (the game's switches), StimuliFlags (what the agent has heard of), Every, Cooldown. A condition leaf
//     has conditions and nothing to run.
//   - The active path leads from the root to the behavior that runs. A decider on it is not asked again while it runs:
//     starting and going on are different questions. That is hysteresis. Its duration is how long it has been active.
//   - A child of a decide-first group that finishes is masked for the rest of the tick, and the group decides among the
//     others: a masked redecide. If none accepts, the group ends too, and its own group redecides.
//   - The Subset Rule: a group may accept only when some child would.
//   - A stimulus is a token of a kind, with data and a time to live: an invitation, a hit taken, a note to oneself.
//   - A block is a behavior's memory while it runs. A DBlock is what a Decide hands to the behavior it starts.
//   - BehaviorFlags are constants that a decider gives to the behavior it runs.
//   - Modifiers repeat a decider, in iterations, end it in time, change its outcome or limit its entries.
//   - A Leave winds a behavior down before something better takes over; the chosen decider is pending meanwhile.
//   - Another tree can be plugged into a slot, per agent and at run time. A key is a blackboard value's name and type;
//     its scope tells where the value is seen.
//   - A world is what agents share; a frame of it is the time between two Advances. A gate limits the agents in a
//     decider at a time. A squad has a group that a fixed number of agents enter together, each in a role; at a barrier
//     they wait for each other. A system carries out deferred behaviors: it takes requests and completes each by its
//     token.
//   - A crowd is many agents of one tree. An agent for which nothing can have changed sleeps: its ticks are skipped.
//
// # Where to look
//
// Start with docs/TUTORIAL.md, a first creature in ten minutes. Package decider explains how deciders decide, what to
// write once per game, and what Go reports when a tree refers to itself. docs/GUIDE.md helps to choose: which group
// when, where to keep what. docs/RECIPES.md solves common tasks and helps to port trees of Unreal, BehaviorTree.CPP,
// behavior3 and LimboAI. docs/CROWDS.md is about many agents, docs/SEEING.md about recordings and the inspector.
// docs/SOURCES.md leads from each section of the Spore text and four others to its place here, with a runnable example.
// docs/SEMANTICS.md has every rule of a tick. demo/nest is a larger tree, one screen long, and `go run ./demo` shows it
// at work. ARCHITECTURE.md is for changes of the engine.
package decidertree
