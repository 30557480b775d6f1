// Package nest is the demo's game code: what a creature is, what it can sense and want, and its mind. The mind
// is the tree [Root] in tree.go; deciders.go answers its questions and behaviors_*.go act. [Hunter] is the
// predator's mind. The simulation around it is package sim.
//
// Everything at package level here is data that the compiler lays down: the package's init does nothing, and a
// test keeps it so. What needs initialization, such as a map or an error value, belongs elsewhere.
//
// # What is used for what
//
//   - PrioritizedList: ROOT, GUARD_NEST, HELP: danger before duty before needs.
//   - Sequential: FLEE (cry, then run), EAT (find, then graze), SLEEP (go home, then lie down).
//   - SequentialLooping: GUARD_WATCH goes round and looks out, round and round. With CallDecideOnRedecide she is
//     asked after each part whether the nest still needs her.
//   - OneOff: CHORES: the most pressing first, none twice in one visit to the nest. Every: looking for chores
//     once in a while is enough.
//   - Scored: LIVE: hunger, sleepiness, fun and idling compete. Margin: she finishes what she does before
//     something hardly more pressing.
//   - Random: PLAY: some game, an invitation far more likely than playing alone (Weight, and Decide's value).
//     FinishWithChild: one game, then see what else there is.
//   - Shuffle: IDLE: no fidgeting twice before all the other ways had their turn.
//   - DelegateDecide: GUARD_DEFEND was pulled out of the list to keep it short, and decides nothing itself.
//   - DelegateDecideToChildren: PLAY is worth boredom times the game to be had.
//   - Jump: STARVING is EAT once more, at a higher priority: what takes a guard off her eggs, as hunger alone
//     does not.
//   - A shared decider: WARN_OFF, in two places with one Cooldown: who has growled at home does not growl again
//     on her way to help. LOOK_OUT, just because it is the same thing.
//   - A group behavior: NOTIFY_NEST tells the nest of its guard for as long as anything of GUARD_NEST runs.
//   - BehaviorFlags: FIGHT is to the death for the cornered and for guards, not for helpers.
//   - DBlock: whom to flee, where the food is, who invites: found while deciding, not looked for again.
//   - Blocks: PATROL keeps its route in one with a slice, whose room its Reset keeps.
//   - DecisionFlags: the body's states. StimuliFlags: All for CORNERED (bitten and out of breath), Any for HELP
//     (a cry or a growl), None for notes to herself, such as Played.
package nest
