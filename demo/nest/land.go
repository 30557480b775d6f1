package nest

import (
	"iter"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/world"
)

// Nest is a home of creatures; a hunter's den is a nest without eggs. The simulation updates it between ticks; ticks
// only read it.
type Nest struct {
	Pos      Vec
	Eggs     int     // lying in it now
	Warmth   float64 // of the eggs, 0 to 1; cold ones do not grow
	Larder   float64 // food stored in it, in stomachs
	Guards   int     // creatures on guard here
	Homes    int     // creatures that live here
	Intruder bool    // an enemy is near

	// Asked is the one creature that may volunteer as a guard in this frame. It changes from frame to frame, so that
	// not all creatures come at once when guards are needed.
	Asked world.AgentID
}

// MaxEggs is the most eggs in a nest.
const MaxEggs = 5

// Bush is a source of food that regrows.
type Bush struct {
	Pos   Vec
	Fruit float64 // 0 to 1
}

// FullLarder is the most food that a nest can store, in stomachs.
const FullLarder = 1.5

// Toy is a smart object: it lies in the field and brings the tree by which creatures play with it.
type Toy struct {
	Pos   Vec
	HowTo *decider.Tree[*Creature] // of [Ball] or [Mushroom]
}

// Land answers a mind's questions about the world beyond its [Sight]. Its answers do not change while minds
// tick.
type Land interface {
	// Footing returns the nearest walkable place: in the field, neither in a pond nor on a rock.
	Footing(Vec) Vec
	// Find returns the creature with this ID, dead or alive; nil if it is gone.
	Find(world.AgentID) *Creature
	// Earshot yields all living creatures within a radius of a creature, except itself, in a fixed order.
	Earshot(of *Creature, metres float64) iter.Seq[*Creature]
	// Bush returns a bush by its number.
	Bush(int32) *Bush
	// Nest returns a nest by its number.
	Nest(int32) *Nest
	// Toy returns a toy by its number, counted from 1; nil if there is none.
	Toy(int32) *Toy
}
