package nest

import (
	"iter"

	"github.com/decidertree/decidertree/world"
)

// Nest is where creatures come home to; a hunter's den is one, without eggs. Between ticks the simulation
// keeps it up to date; ticks only read it.
type Nest struct {
	Pos      Vec
	Eggs     int     // lying in it now
	Warmth   float64 // of the eggs, 0 to 1; cold ones do not grow
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

// Land is what a mind may ask of the world beyond what its senses have put into [Sight]. Whatever it returns
// stays as it is while minds tick.
type Land interface {
	// Size is the far corner of the field; the near one is 0, 0.
	Size() Vec
	// Find returns who has this ID, dead or alive; nil if nobody is left of that name.
	Find(world.AgentID) *Creature
	// Earshot yields everybody alive within so many metres of a creature, itself not, in a fixed order.
	Earshot(of *Creature, metres float64) iter.Seq[*Creature]
	// Bush returns a bush by its number.
	Bush(int32) *Bush
	// Nest returns a nest by its number.
	Nest(int32) *Nest
}
