package nest

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

type ( // declared once per game, so that no other code names the agent's type parameter
	Decider              = decider.Decider[*Creature]
	Children             = decider.Children[*Creature]
	DBlock[D any]        = decider.DBlock[*Creature, D]
	Behavior             = behavior.Behavior[*Creature]
	WithBlock[M any]     = behavior.WithBlock[*Creature, M]
	WithDBlock[D, M any] = behavior.WithDBlock[*Creature, D, M]
	Context              = behavior.Context[*Creature]
	Check                = decider.Check
	StimuliCheck         = stimuli.Check
)

// DecisionFlags: the state of the creature's body and the time of day, set by the simulation in every tick.
const (
	Dead     behavior.DecisionFlags = 1 << iota
	Young                           // not grown up
	Hungry                          // wants to eat
	Starving                        // must eat
	Sated                           // cannot eat more
	Tired                           // wants to sleep
	Hurt                            // badly
	Night
	AtHome    // at its nest
	EnemySeen // for grazers: a hunter is in sight
)

// Kinds of stimuli.
const (
	HitTaken      stimuli.StimuliFlags = 1 << iota // bitten
	HelpWanted                                     // a cry for help; carries a Call
	GrowlHeard                                     // a growl at an enemy; carries a Call
	NoiseHeard                                     // a noise; carries a Call
	InvitedToPlay                                  // an invitation to play or its acceptance; carries an Invitation
	Winded                                         // own note: out of breath
	Enraged                                        // own note: fighting, so not fleeing
	Cried                                          // own note: has just called for help
	Laid                                           // own note: has laid an egg recently
	Played                                         // own note: has played enough for now
	Mobbing                                        // own note: one of three, so brave
	Mobbed                                         // attacked by three at once
)

// The data of the kinds.
const (
	helpWanted    = stimuli.Kind[Call](HelpWanted)
	growlHeard    = stimuli.Kind[Call](GrowlHeard)
	noiseHeard    = stimuli.Kind[Call](NoiseHeard)
	invitedToPlay = stimuli.Kind[Invitation](InvitedToPlay)
)

// BehaviorFlags: variants of a behavior for different places in the tree.
const (
	ToTheDeath behavior.BehaviorFlags = 1 << iota // fight: never give up
	Nocturnal                                     // sleep: by day, not by night
	ToFood                                        // findWay: to where there was food, not home
	Flip                                          // frolic: the way to do it
	Roll
	Dance
)

// Call holds the position of an enemy or of a noise.
type Call struct{ At Vec }

// Noise returns the stimulus for the listeners of a noise.
func Noise(at Vec) stimuli.Stimulus { return noiseHeard.New(Call{At: at}, 4) }

// Invitation holds the sender of an invitation to play.
type Invitation struct{ From world.AgentID }

// Species is a creature's species.
type Species uint8

const (
	Grazer   Species = iota // its mind is [Root]
	Predator                // its mind is [Hunter]
)

// Creature is an agent of both trees: a body, its senses and its intent. A tick writes only Intent, Deed, Voice, OnGuard,
// Hauling and Facing of its own creature, and reads only fields of others that no tick writes: their positions and
// bodies, not their intents. The simulation writes all other fields. So any number of goroutines can tick creatures
// (RULES R25).
type Creature struct {
	ID      world.AgentID
	Species Species
	Land    Land
	Home    int32 // the number of its nest
	Body    Body
	Sight   Sight

	Intent   Intent  // lasts until the next
	Deed     Doing   // a single act in this frame; the simulation clears it after carrying it out
	Voice    Voice   // its present utterance
	VoiceFor float64 // seconds that the utterance still lasts
	OnGuard  bool    // it stands guard at its nest
	Hauling  bool    // it is fetching food for its nest; it drops its load when this ends
}

// Body is a creature's physical state. Shares are from 0 to 1.
type Body struct {
	Pos, Facing Vec     // Facing is one metre long
	Age         float64 // seconds
	Lifespan    float64 // seconds
	Health      float64 // 0 is death
	Fullness    float64 // 0 is an empty stomach, which costs Health
	Energy      float64 // 0 is exhaustion
	Breath      float64 // 0: it cannot run
	Boredom     float64 // grows by itself, reduced by play
	Meat        float64 // left on its carcass, for hunters
	Laden       bool    // it has food in its mouth, for its nest
}

// AdultAge is when a creature is grown up, in seconds.
const AdultAge = 45

// Sight holds what a creature sees. It is updated when the creature looks around, about every fifth of a second. Fields
// are nil or zero for things out of sight.
type Sight struct {
	Enemy      *Creature // a grazer's nearest hunter
	Prey       *Creature // a hunter's nearest grazer
	Carrion    *Creature // a hunter's nearest carcass
	Playmate   *Creature // the nearest grazer that is not busy
	Friends    int       // for a grazer, others close by; for a hunter, grazers that could attack it together
	Food       int32     // number of the nearest bush with fruit, if FoodSeen
	FoodSeen   bool
	Toy        int32 // number of a grazer's nearest toy; 0 for none
	Clutch     int32 // number of a hunter's nearest nest with eggs and few guards, if ClutchSeen
	ClutchSeen bool
	Shove      Vec // away from creatures that stand too close
}

// Gait is a way of moving.
type Gait uint8

const (
	Still Gait = iota
	Walk
	Run
)

// Act is an activity beyond moving and standing. The simulation carries it out if possible, in the same frame, after
// all minds have ticked.
type Act uint8

const (
	NoAct    Act = iota
	Strike       // bites Who
	Browse       // eats from bush What
	Feed         // eats from carcass Who
	Steal        // eats an egg of nest What
	Rest         // recovers
	Warm         // sits on the eggs of nest What
	TurnEggs     // which warms them a little
	LayEgg       // into nest What
	Pick         // takes fruit of bush What into its mouth
	Store        // puts its load into nest What
	Nibble       // eats stored food of nest What
	Kick         // toy What
)

// Doing is an act with its target.
type Doing struct {
	Act  Act
	Who  world.AgentID
	What int32
}

// Intent is the command of a mind to its body. It is kept until the next one, since not all creatures are ticked in
// every frame.
type Intent struct {
	Pose  Pose // for drawing
	Gait  Gait
	Goal  Vec   // the place to go to
	Doing Doing // the continuous act
}

// home returns the creature's nest.
func (c *Creature) home() *Nest { return c.Land.Nest(c.Home) }

// do sets a new intent: standing still in a pose.
func (c *Creature) do(p Pose) { c.Intent = Intent{Pose: p} }

// keep adds a continuous act to the intent.
func (c *Creature) keep(a Act, what int32) { c.Intent.Doing = Doing{Act: a, What: what} }

// act requests a single act.
func (c *Creature) act(a Act, what int32) { c.Deed = Doing{Act: a, What: what} }

// bite requests a single bite.
func (c *Creature) bite(who *Creature) { c.Deed = Doing{Act: Strike, Who: who.ID} }

// walk and run set a new intent, to go to a place. They report whether she has arrived, within an arm's length.
func (c *Creature) walk(to Vec, p Pose) bool { return c.goTo(to, Walk, p) }
func (c *Creature) run(to Vec, p Pose) bool  { return c.goTo(to, Run, p) }

func (c *Creature) goTo(to Vec, g Gait, p Pose) bool {
	c.Intent = Intent{Pose: p, Gait: g, Goal: to}
	return c.Body.Pos.Dist(to) < Reach
}

// face turns the creature towards a place.
func (c *Creature) face(to Vec) {
	if d := to.Sub(c.Body.Pos); d != (Vec{}) {
		c.Body.Facing = d.Unit()
	}
}

// say starts an utterance that lasts for a number of seconds.
func (c *Creature) say(v Voice, seconds float64) { c.Voice, c.VoiceFor = v, seconds }

// dist returns the distance to another creature, in metres.
func (c *Creature) dist(other *Creature) float64 { return c.Body.Pos.Dist(other.Body.Pos) }

// Alive reports whether it lives.
func (c *Creature) Alive() bool { return c.Body.Health > 0 }
