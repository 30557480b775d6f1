// Package nest is the demo's game code: what a creature is, what it can sense and want, and its mind. The mind
// is the tree [Root] in tree.go; deciders.go answers its questions and behaviors_*.go act. Parts of it that are
// about one thing have a file of their own, with the behaviors only they use: play.go, playtoy.go, stockup.go,
// investigate.go, mob.go, way.go. [Hunter] is the predator's mind. [Ball] and [Mushroom] come with toys. The simulation around it
// is package sim, which keeps all creatures in two crowds, one of each mind.
//
// Everything at package level here is data that the compiler lays down: the package's init does nothing, and a
// test keeps it so. What needs initialization, such as a map or an error value, belongs elsewhere.
//
// # What is used for what
//
// What to do, in groups that decide first:
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
//   - DelegateDecide: GUARD_DEFEND was pulled out of the list to keep it short, and decides nothing itself. FLEE
//     and HELP may have to wait for a sleeper to wake up: what they found while deciding is kept meanwhile.
//   - DelegateDecideToChildren: PLAY is worth boredom times the game to be had.
//   - Jump: STARVING is EAT once more, at a higher priority: what takes a guard off her eggs, as hunger alone
//     does not.
//   - A shared decider: WARN_OFF, in two places with one Cooldown: who has growled at home does not growl again
//     on her way to help. LOOK_OUT, just because it is the same thing.
//   - A group behavior: NOTIFY_NEST tells the nest of its guard for as long as anything of GUARD_NEST runs. HAUL
//     drops the food, and TAKE_UP puts the toy down, whatever ends the errand or the game.
//   - BehaviorFlags: FIGHT is to the death for the cornered and for guards, not for helpers.
//   - DBlock: whom to flee, where the food is, who invites: found while deciding, not looked for again.
//   - Blocks: PATROL keeps its route in one with a slice, whose room its Reset keeps.
//   - DecisionFlags: the body's states. StimuliFlags: All for CORNERED (bitten and out of breath), Any for HELP
//     (a cry or a growl), None for notes to herself, such as Played.
//
// How to do it, in groups that run first:
//
//   - Selector with a Monitor: GUARD_DUTY and ROAM. There is a noise: go there, look around, and go on with the
//     watch or the prowl. A noise that was looked into, or was too far, does not call again; a new one does.
//   - Sequence: STOCK_UP: find food, take it, carry it home, store it. Who has it in her mouth does not begin
//     again because there is no bush in sight. INVESTIGATE, PLAY_TOY and the toys' trees are made so, too.
//   - Concurrent: EAT_MEAL grazes and looks up at once; SucceedAt 1: full is full. The young only eat.
//   - Slot: TOY_PLAY. The toy she has reached plugs in its own tree, which knows how to play with it; TAKE_UP
//     unplugs it. No mind knows what toys there are.
//   - Leave: who sleeps must wake up before she flees, and who bounces must come down.
//   - Repeat: so many bounces, so many rounds with the ball; GUARD_DUTY for ever, until neither a noise nor the
//     nest needs her. Timeout: no noise, no food and no ball is worth all day. Outcome: BALL_ROUNDS was fun even
//     if the ball was lost.
//   - Blackboard keys (keys.go): how often she was frightened, and where, is for whoever flees, seeks, strolls and
//     sleeps; which toy she plays with, for the mind and the toy's tree; how often she kicked it, for that tree.
//
// Together:
//
//   - Gate: HAULERS (stockup.go) lets one of each nest fetch food at a time. GateKey: the nest. Cooldown and
//     AgentCooldown: not one right after the other, and not always the same. However it ends, the place is free again.
//   - Squad: RING (mob.go): three of a nest surround a hunter. SquadKey: which hunter and which nest. Role: LEFT, RIGHT
//     and FRONT each go to their place. Barrier: MOB_READY waits until all have theirs, then all charge in one frame. If
//     one is frightened away or dies, the others are reset.
//   - Deferred: FIND_WAY (way.go) asks the system PATHS for a way round ponds, and is Running until it has one.
//
// A tick writes its own creature only, and reads of others what no tick writes ([Creature]). What creatures do to each
// other (bites, meals, eggs) is said in Intent and Deed and carried out by the simulation when all have ticked. So it
// does not matter how many goroutines tick them.
//
// A running game can be saved. What lies in memories is plain data (blocks, blackboard values, what DBlocks hand over:
// creatures go by ID there), but for PATROL's route, which therefore marshals itself.
//
// The reactive groups are not used: what shall hold on while something runs is a condition here, and interrupts
// from above.
package nest
