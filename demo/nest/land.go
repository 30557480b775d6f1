package nest

import (
	"iter"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/world"
)

// Nest is where creatures come home to; a hunter's den is one, without eggs. Between ticks the simulation
// keeps it up to date; ticks only read it.
type Nest struct {
	Pos      Vec
	Eggs     int     // lying in it now
	Warmth   float64 // of the eggs, 0 to 1; cold ones do not grow
	Larder   float64 // food stored in it, in stomachs
	Guards   int     // creatures on guard here
	Homes    int     // creatures that live here
	Intruder bool    // an enemy is close to it

	// Asked is the one creature that may volunteer as a guard in this frame, another in each: when guards are
	// wanted, not all come running at once.
	Asked world.AgentID
}

// MaxEggs is how many eggs a nest has room for.
const MaxEggs = 5

// Bush is food that grows again.
type Bush struct {
	Pos   Vec
	Fruit float64 // 0 to 1
}

// FullLarder is how much food a nest has room for, in stomachs.
const FullLarder = 1.5

// Toy is a smart object: it lies in the field, and whoever takes it up is told by it how it is played with.
type Toy struct {
	Pos   Vec
	HowTo *decider.Tree[*Creature] // of [Ball] or [Mushroom]
}

// Land is what a mind may ask of the world beyond what its senses have put into [Sight]. Whatever it returns
// stays as it is while minds tick.
type Land interface {
	// Footing is the nearest place to another where one can stand: in the field, not in a pond nor on a rock.
	Footing(Vec) Vec
	// Find returns who has this ID, dead or alive; nil if nobody is left of that name.
	Find(world.AgentID) *Creature
	// Earshot yields everybody alive within so many metres of a creature, itself not, in a fixed order.
	Earshot(of *Creature, metres float64) iter.Seq[*Creature]
	// Bush returns a bush by its number.
	Bush(int32) *Bush
	// Nest returns a nest by its number.
	Nest(int32) *Nest
	// Toy returns a toy by its number, the first of which is 1; nil if there is none of that number.
	Toy(int32) *Toy
}
