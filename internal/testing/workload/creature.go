package workload

// Leaf is an action of the creature of Figure 1: a leaf of the tree.
type Leaf uint8

// The leaves in the order of the figure, in which FIGHT and REST occur twice.
const (
	Nothing Leaf = iota
	Flee
	YellForHelp
	GuardFight
	Patrol
	Fight
	FindFood
	EatFood
	IdleRest
	PlayRest
	Flip
	Roll
	Dance
	leaves
)

// Senses are the inputs of a tick: what the creature knows of the world.
type Senses struct {
	Predator    bool // FLEE
	NestRaided  bool // GUARD
	Outnumbered bool // GUARD > YELL_FOR_HELP
	Enemy       bool // FIGHT, here and below GUARD
	Hungry      bool // EAT
	FoodGone    bool // EAT > FIND_FOOD
	Tired       bool // IDLE > REST
	Dizzy       bool // IDLE > PLAY > REST
	Wild        bool // IDLE > PLAY > FLIP
	Muddy       bool // IDLE > PLAY > ROLL
}

// Counts counts everything observable that a creature did, by leaf. The length of the arrays is a power of two, so that no
// contender pays for bounds checks.
type Counts struct {
	Did   [16]uint32 // ticks
	Begun [16]uint32
	Ended [16]uint32
}

// Creature is the agent of all contenders.
type Creature struct {
	Senses
	Counts
	doing Leaf     // for contenders whose framework does not distinguish starting from going on
	_     [48]byte // 256 bytes in all, so that all creatures are aligned alike to cache lines
}

// Act does a leaf's work for contenders that test every condition in each tick. It detects by itself when the creature
// changes to another leaf.
func (c *Creature) Act(l Leaf) {
	if c.doing != l {
		c.change(l)
	}
	c.Did[l&15]++
}

func (c *Creature) change(l Leaf) {
	if c.doing != Nothing {
		c.Ended[c.doing&15]++
	}
	c.Begun[l&15]++
	c.doing = l
}

// Hungry returns a creature in the state of the figure: eating, with food at hand.
func Hungry() *Creature { return &Creature{Senses: Senses{Hungry: true}} }

// SensesOf converts the low 10 bits of a number to senses, for scripted and random inputs.
func SensesOf(bits uint64) Senses {
	on := func(i int) bool { return bits>>i&1 != 0 }
	return Senses{on(0), on(1), on(2), on(3), on(4), on(5), on(6), on(7), on(8), on(9)}
}

// AllSenses is the number of different inputs.
const AllSenses = 1 << 10
