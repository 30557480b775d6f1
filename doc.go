// Package decidertree is a framework for the minds of game creatures. A tree of deciders is declared once, as
// data, and shared by any number of agents; each agent owns one memory of a size known beforehand. Ticking the
// tree decides what the agent does, and does it.
//
// This package is documentation only. What a game imports:
//
//	decider     the tree: deciders, policies, initializing, ticking
//	behavior    what a creature does, and the Context its functions get
//	stimuli     what it hears of: tokens with data and a time to live
//	world       what agents share: seed, clock, messages, gates, squads, systems that work for them
//	crowd       many agents of one tree, ticked on many processors; those with nothing to decide sleep
//	blackboard  what the parts of a tree tell each other by: typed values
//	debugprint  what they do and why, as text
//	history     recordings, which are executed again to see any tick of the past; forks
//	why         why something was done in it, and why not something else
//	inspect     a page that shows all that, served by the game
//	picture     trees as Mermaid, DOT and SVG
//
// and in its tests decider/decidertest. All of them need the standard library alone.
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
//	         │ IDLE  ├┐│  └───────────────┘
//	         └───────┘││  ┌───────────┐
//	                  │└─▶│ FIND_FOOD │
//	                  │   │*EAT_FOOD  │
//	                  │   └───────────┘
//	                  │   ┌──────┐    ┌───────┐
//	                  └──▶│ REST │    │ REST  │
//	                      │ PLAY ├───▶│ FLIP  │
//	                      └──────┘    │ ROLL  │
//	                                  │ DANCE │
//	                                  └───────┘
//
// FLEE, GUARD and FIGHT stand above EAT, so they are more important: every tick each is asked, and one that
// accepts takes over. EAT_FOOD goes on otherwise. When there is nothing left to eat it says so, and its
// siblings get their chance, then EAT's. The Example below is this tree, running.
//
// # Words
//
//   - A decider decides whether it runs, and what. A group has children; its policy says how they come to run.
//     Decide-first groups ask them before one runs, and answer what to do. Run-first groups run them in order and
//     go by what they return: they answer how, and have stored state of what is done. A Concurrent group runs
//     several at once.
//   - A behavior acts: Activate, Tick every frame, Deactivate. One that stands beside children is a group
//     behavior: it brackets whatever runs below.
//   - Decide is a decider's own function; above 0 it accepts. Preconditions are what is checked before it, as
//     data: DecisionFlags (the game's switches), StimuliFlags (what the agent has heard of), Every, Cooldown.
//   - The active path leads from the root to the behavior that runs. What is on it is not asked again while it
//     runs: starting and going on are different questions. That is hysteresis. Its duration is how long it has
//     been active.
//   - A child of a decide-first group that finishes is masked for the rest of the tick, and the group decides
//     among the others: a masked redecide. If none accepts, the group ends too, and its own group redecides.
//   - The Subset Rule: a group may accept only when some child would.
//   - A stimulus is a token of a kind, with data and a time to live: an invitation, a hit taken, a note to oneself.
//   - A block is a behavior's memory while it runs. A DBlock is what a Decide hands to the behavior it starts.
//   - BehaviorFlags are constants a decider gives to whatever behavior it runs.
//   - Modifiers repeat a decider, in iterations, end it in time, change its outcome or limit its entries.
//   - A Leave winds a behavior down before something better takes over; what was chosen is pending meanwhile.
//   - A slot is where another tree is plugged in, per agent and at run time. A key is a blackboard value's name and
//     type; its scope tells who sees the value.
//   - A world is what agents share, a frame of it what lies between two Advances. A gate lets so many agents into a
//     decider at a time. A squad has a group entered by exactly so many together, each in a role; at a barrier they
//     wait for each other. A deferred behavior is carried out by a system, which gets a request and answers a token.
//   - A crowd is many agents of one tree. One for whom nothing can have changed sleeps: its ticks are left out.
//
// # Where to look
//
// Start with docs/TUTORIAL.md, a first creature in ten minutes. Package decider tells how deciders decide, what
// to write once per game, and what Go says when a tree refers to itself. docs/GUIDE.md helps to choose: which group
// when, where to keep what; docs/CROWDS.md is for those who want many. docs/SOURCES.md leads from each section of the Spore text and four others to its place
// here, with a runnable example; docs/SEMANTICS.md is every rule of a tick, exactly. demo/nest is a larger mind, one
// screen long, and `go run ./demo` shows it at work. ARCHITECTURE.md is for those who want to change the engine.
package decidertree
