package nest

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

type ( // written once per game: after this, no agent type parameter is seen again
	Decider              = decider.Decider[*Creature]
	Children             = decider.Children[*Creature]
	DBlock[D any]        = decider.DBlock[*Creature, D]
	Behavior             = behavior.Behavior[*Creature]
	WithBlock[M any]     = behavior.WithBlock[*Creature, M]
	WithDBlock[D, M any] = behavior.WithDBlock[*Creature, D, M]
	Context              = behavior.Context[*Creature]
	Flags                = decider.Check
	Stimuli              = stimuli.Check
)

// DecisionFlags: what the simulation tells a mind of its own body and of the hour, every tick.
const (
	Dead     behavior.DecisionFlags = 1 << iota
	Young                           // not grown up
	Hungry                          // would rather eat
	Starving                        // must eat
	Sated                           // cannot eat more
	Tired                           // would rather sleep
	Hurt                            // badly
	Night
	AtHome    // at its nest
	EnemySeen // a grazer's: a hunter is in sight
)

// Kinds of stimuli.
const (
	HitTaken      stimuli.Flags = 1 << iota // somebody bit me
	HelpWanted                              // somebody cried for help; carries a Call
	GrowlHeard                              // somebody growled at an enemy; carries a Call
	NoiseHeard                              // something made a noise; carries a Call
	InvitedToPlay                           // somebody wants to play, or plays along; carries an Invitation
	Winded                                  // note to myself: out of breath
	Enraged                                 // note to myself: fighting, I do not flee
	Cried                                   // note to myself: I have called for help just now
	Laid                                    // note to myself: I have laid an egg not long ago
	Played                                  // note to myself: played enough for now
	Mobbing                                 // note to myself: we are three, I am brave
	Mobbed                                  // three of them come for me at once
)

// What the kinds carry.
const (
	helpWanted    = stimuli.Kind[Call](HelpWanted)
	growlHeard    = stimuli.Kind[Call](GrowlHeard)
	noiseHeard    = stimuli.Kind[Call](NoiseHeard)
	invitedToPlay = stimuli.Kind[Invitation](InvitedToPlay)
)

// BehaviorFlags: how one behavior differs by where it stands in the tree.
const (
	ToTheDeath behavior.Flags = 1 << iota // fight: never give up
	Nocturnal                             // sleep: by day, not by night
	ToFood                                // findWay: to where there was food, not home
	Flip                                  // frolic: this is how
	Roll
	Dance
)

// Call says where an enemy is, or where a noise came from.
type Call struct{ At Vec }

// Noise is what a noise at a place leaves in the minds of those who hear it, for a while.
func Noise(at Vec) stimuli.Stimulus { return noiseHeard.New(Call{At: at}, 4) }

// Invitation says who wants to play.
type Invitation struct{ From world.AgentID }

// Species is what a creature was born as.
type Species uint8

const (
	Grazer   Species = iota // minds [Root]
	Predator                // minds [Hunter]
)

// Creature is an agent of both trees: a body, what it senses and what it wants. A tick writes its own creature's
// Intent, Deed, Voice, OnGuard, Hauling and Facing and nothing else, and reads of others what no tick writes: where they
// are and how they are, not what they want. All the rest is the simulation's. So creatures can be ticked by any
// number of goroutines (RULES R25).
type Creature struct {
	ID      world.AgentID
	Species Species
	Land    Land
	Home    int32 // the number of its nest
	Body    Body
	Sight   Sight

	Intent   Intent  // what it wants
	Deed     Doing   // what it does once, in this frame; the simulation forgets it when it has carried it out
	Voice    Voice   // what it is uttering
	VoiceFor float64 // seconds it goes on uttering it
	OnGuard  bool    // it stands guard at its nest
	Hauling  bool    // it is fetching food for its nest; no longer so, it drops what it carries
}

// Body is a creature's physical state. Shares are from 0 to 1.
type Body struct {
	Pos, Facing Vec     // Facing is one metre long
	Age         float64 // seconds
	Lifespan    float64 // seconds
	Health      float64 // 0 is death
	Fullness    float64 // 0 is an empty stomach: Health goes
	Energy      float64 // 0 is exhaustion
	Breath      float64 // 0: it cannot run
	Boredom     float64 // grows by itself, play takes it away
	Meat        float64 // on its bones, for hunters, once it is dead
	Laden       bool    // it has food in its mouth, for its nest
}

// AdultAge is when a creature is grown up, in seconds.
const AdultAge = 45

// Sight is what a creature sees around it, kept for the fifth of a second or so until it looks again. What it
// cannot see is nil or zero.
type Sight struct {
	Enemy      *Creature // a grazer's nearest hunter
	Prey       *Creature // a hunter's nearest grazer
	Carrion    *Creature // a hunter's nearest carcass
	Playmate   *Creature // the nearest grazer that is not busy
	Friends    int       // a grazer's fellows close by; to a hunter, those that could gang up on it
	Food       int32     // number of the nearest bush with fruit, if FoodSeen
	FoodSeen   bool
	Toy        int32 // number of a grazer's nearest toy; 0 for none
	Clutch     int32 // number of a hunter's nearest nest with eggs and hardly a guard, if ClutchSeen
	ClutchSeen bool
	Shove      Vec // away from whoever stands too close
}

// Gait is how fast it goes.
type Gait uint8

const (
	Still Gait = iota
	Walk
	Run
)

// Act is what it does with its mouth and body beyond going and standing. The simulation carries it out if it
// is possible, in the same frame, after all minds have ticked.
type Act uint8

const (
	NoAct    Act = iota
	Strike       // bites Who
	Browse       // eats of bush What
	Feed         // eats of carcass Who
	Steal        // eats an egg of nest What
	Rest         // recovers
	Warm         // sits on the eggs of nest What
	TurnEggs     // which warms them a little
	LayEgg       // into nest What
	Pick         // takes fruit of bush What into its mouth
	Store        // puts it into nest What
	Nibble       // eats of what is stored in nest What
	Kick         // toy What
)

// Doing is an act and to whom or what.
type Doing struct {
	Act  Act
	Who  world.AgentID
	What int32
}

// Intent is what a creature wants of its body. It is kept until she wants something else, since not everybody is
// ticked in every frame.
type Intent struct {
	Pose  Pose // how it looks
	Gait  Gait
	Goal  Vec   // where it goes
	Doing Doing // all the time
}

// home returns the creature's nest.
func (c *Creature) home() *Nest { return c.Land.Nest(c.Home) }

// do is a new intent: standing still and looking like this.
func (c *Creature) do(p Pose) { c.Intent = Intent{Pose: p} }

// keep adds to the intent what she does all the time meanwhile.
func (c *Creature) keep(a Act, what int32) { c.Intent.Doing = Doing{Act: a, What: what} }

// act does something once.
func (c *Creature) act(a Act, what int32) { c.Deed = Doing{Act: a, What: what} }

// bite bites somebody once.
func (c *Creature) bite(who *Creature) { c.Deed = Doing{Act: Strike, Who: who.ID} }

// walk and run are a new intent, to go to a place; they report whether she is there, which is within an arm's length.
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

// say utters something for so many seconds.
func (c *Creature) say(v Voice, seconds float64) { c.Voice, c.VoiceFor = v, seconds }

// dist is how far away another creature is, in metres.
func (c *Creature) dist(other *Creature) float64 { return c.Body.Pos.Dist(other.Body.Pos) }

// Alive reports whether it lives.
func (c *Creature) Alive() bool { return c.Body.Health > 0 }
