// Package nest is the demo's game code: the creatures with their senses, intents and minds. A mind is the tree [Root]
// in tree.go; deciders.go has its Decide functions, behaviors_*.go its behaviors. Some parts of the tree have files of
// their own, with the behaviors that only they use: play.go, playtoy.go, stockup.go, investigate.go, mob.go, way.go.
// [Hunter] is the predator's mind. [Ball] and [Mushroom] come with toys. Package sim is the simulation around them; it
// keeps all creatures in two crowds, one for each mind.
//
// All package-level variables are data that the compiler lays out: the package has no initialization code, which a
// test ensures. Maps, error values and other variables that need initialization belong elsewhere.
//
// # Features and their uses
//
// Choosing what to do, in groups that decide first:
//
//   - PrioritizedList: ROOT, GUARD_NEST, HELP: danger before duty before needs.
//   - Sequential: FLEE (cry, then run), EAT (find, then graze), SLEEP (go home, then lie down).
//   - SequentialLooping: GUARD_WATCH walks around the nest and looks out, again and again. With CallDecideOnRedecide
//     its Decide is called after each part: does the nest still need her?
//   - OneOff: CHORES: the most urgent first, none twice in one visit to the nest. Every: it is enough to look for
//     chores once in a while.
//   - Scored: LIVE: hunger, sleepiness, fun and idling compete. Margin: she finishes an activity
//     unless another is clearly more urgent.
//   - Random: PLAY: some game, an invitation far more likely than playing alone (Weight, and Decide's value).
//     FinishWithChild: it ends after one game, so that the others compete again.
//   - Shuffle: IDLE: no idle behavior repeats before all others have run.
//   - DelegateDecide: GUARD_DEFEND was pulled out of the list to keep it short, and has no Decide of its own. FLEE
//     and HELP may have to wait until a sleeper has woken up: the results of their Decide are kept meanwhile.
//   - DelegateDecideToChildren: the value of PLAY is boredom times the value of the best game.
//   - Jump: STARVING leads to EAT at a higher priority: starvation takes a guard off her eggs, which mere hunger
//     does not.
//   - A shared decider: WARN_OFF, in two places with one Cooldown: a creature that has growled at home does not
//     growl again on her way to help. LOOK_OUT, simply for reuse.
//   - A group behavior: NOTIFY_NEST registers the guard with her nest for as long as GUARD_NEST is active. HAUL drops
//     the food and TAKE_UP the toy, however the errand or the game ends.
//   - BehaviorFlags: FIGHT is to the death for the cornered and for guards, not for helpers.
//   - DBlock: the enemy, the food or the inviter that Decide found is handed to the behavior, which need not search again.
//   - Blocks: PATROL keeps its route in a block with a slice, whose memory its Reset keeps.
//   - DecisionFlags: the body's states. StimuliFlags: All for CORNERED (bitten and out of breath), Any for HELP
//     (a cry or a growl), None for notes to herself, such as Played.
//
// Doing it, in groups that run first:
//
//   - Selector with a Monitor: GUARD_DUTY and ROAM. At a noise she goes there, looks around, and resumes the watch
//     or the prowl. A noise fires once, even if it was out of reach; a new one fires again.
//   - Sequence: STOCK_UP: find food, take it, carry it home, store it. With food in her mouth she does not
//     start over because no bush is in sight. INVESTIGATE, PLAY_TOY and the toys' trees are Sequences, too.
//   - A condition leaf: BALL_KICKED tests whether there is reason to cheer, and has nothing to run.
//   - Concurrent: EAT_MEAL grazes and looks up at the same time; SucceedAt 1: it ends when she is full. The young only eat.
//   - Slot: TOY_PLAY. The toy she has reached plugs in its own tree for playing with it; TAKE_UP unplugs it. No mind
//     contains code for particular toys.
//   - Leave: a sleeper must wake up before she flees, and a bouncing creature must land first.
//   - Repeat: a number of bounces or of rounds with the ball; GUARD_DUTY repeats forever, until neither a noise nor
//     the nest needs her. Timeout: limits the time for a noise, for food and for a ball. Outcome: BALL_ROUNDS
//     succeeds even if the ball was lost.
//   - Blackboard keys (keys.go): fleeing, searching, strolling and sleeping share how often and where she was
//     frightened; the mind and the toy's tree share the toy; the count of kicks belongs to the ball's tree.
//
// Together:
//
//   - Gate: HAULERS (stockup.go) lets one creature of each nest fetch food at a time. GateKey: the nest. Cooldown and
//     AgentCooldown: a pause between two, and a longer one for the same. However it ends, the place becomes free again.
//   - Squad: RING (mob.go): three of a nest surround a hunter. SquadKey: the hunter and the nest. CanPlay: only a sound
//     creature stands in front of it. Role: LEFT, RIGHT and FRONT go to different places. Barrier: MOB_READY waits until all have arrived, then all charge in one frame.
//     If one is frightened away or dies, the others are reset.
//   - Deferred: FIND_WAY (way.go) asks the system PATHS for a path around ponds, and is Running until it has one.
//
// A tick writes its own creature only, and reads only fields of others that no tick writes ([Creature]). Acts on other
// creatures (bites, meals, eggs) are stated in Intent and Deed and carried out by the simulation when all have ticked.
// So the number of goroutines that tick them does not matter.
//
// A running game can be saved. Memories hold plain data (blocks, blackboard values and DBlocks refer to creatures by
// ID), except for PATROL's route, which therefore marshals itself.
//
// Reactive groups are not used: here, a condition that must hold while a behavior runs is a decider above it that
// interrupts.
package nest
