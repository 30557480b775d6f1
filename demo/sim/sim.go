package sim

import (
	"errors"
	"iter"
	"math/rand/v2"
	"runtime"

	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/demo/nest"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/world"
)

// DT is the length of a frame, in seconds.
const DT = 1.0 / 30

// MaxAgents is how many grazers a simulation may start with.
const MaxAgents = 100_000

// Options configure a simulation.
type Options struct {
	Seed    uint64
	Agents  int            // grazers at first; hunters come beside them
	Workers int            // goroutines that tick minds; 0 is one for each processor. The run is the same
	Watch   event.Observer // of every mind, those born later included; nil for none
}

// Being is a creature with the simulation's own record of it. Its mind lives in a crowd.
type Being struct {
	*nest.Creature

	flags  decider.DecisionFlags // as its mind was told
	rate   float64               // ticks a second of its mind; 0 is every frame
	looked bool                  // around, at least once
	alarm  bool                  // sees an enemy close to its home
	hush   float64               // seconds until a hunter may be heard again
	dead   float64               // seconds since it died
}

// Sim is a simulation. Make it with [New].
type Sim struct {
	World *world.World
	Day   Day
	Stats Stats
	News  []News // the newest last, the oldest dropped
	Minds Minds  // of the last Step
	Paths Paths

	options  Options
	crowds   [2]*crowd.Crowd[*nest.Creature] // by species
	random   *rand.PCG                       // behind rand
	rand     *rand.Rand                      // of the places things begin at; minds have their own
	size     nest.Vec
	beings   []*Being
	byID     []*Being
	terrain  terrain
	finder   finder
	nests    []nest.Nest // creatures' first, then one den for each hunter there can be
	homes    int         // how many of them are creatures'
	clutches []clutch    // beside nests
	bushes   []nest.Bush
	toys     []Toy
	howTo    [toyKinds]*decider.Tree[*nest.Creature]
	marks    []Mark
	bangs    []nest.Vec // to sound in this frame
	hunters  int        // how many there should be

	people, shrubs, playthings grid

	grazersLeft int
	huntersLeft int
	quiet       [2]float64 // seconds since the last newcomer, by species
}

// New makes a field and populates it.
func New(o Options) (*Sim, error) {
	s, err := empty(o)
	if err != nil {
		return nil, err
	}
	return s, s.populate()
}

// empty makes a field without creatures. The same seed makes the same field.
func empty(o Options) (*Sim, error) {
	source := rand.NewPCG(o.Seed, 0x6e657374)
	s := &Sim{
		World:   world.New(world.Options{Seed: o.Seed}),
		Day:     dayAt(0),
		options: o,
		random:  source,
		rand:    rand.New(source),
	}
	if o.Workers == 0 {
		s.options.Workers = runtime.NumCPU()
	}
	if err := errors.Join(s.learnToys(), s.makeCrowds()); err != nil {
		return nil, err
	}
	s.layOut()
	s.makeToys()
	return s, nil
}

// Reseed makes all that chance decides from now on depend on a seed.
func (s *Sim) Reseed(seed uint64) error {
	s.random.Seed(seed, 0x6e657374)
	return nil
}

// Step simulates one frame of [DT] seconds. It returns the errors of minds, which name the agent; the simulation can
// continue.
func (s *Sim) Step() error {
	err := s.advance()
	s.Day = dayAt(s.World.Time())
	s.liveOn()
	s.lookAround()
	err = errors.Join(err, s.think(), s.findPaths())
	s.carryOut()
	s.bang()
	s.roll()
	s.fade()
	return errors.Join(err, s.bury(), s.hatch(), s.welcome())
}

// Beings returns all creatures in the order in which they came, including carcasses. The slice is valid until
// the next Step.
func (s *Sim) Beings() []*Being { return s.beings }

// Bushes returns the bushes.
func (s *Sim) Bushes() []nest.Bush { return s.bushes }

// Homes returns the creatures' nests.
func (s *Sim) Homes() []nest.Nest { return s.nests[:s.homes] }

// Dens returns the hunters' dens.
func (s *Sim) Dens() []nest.Nest { return s.nests[s.homes:] }

// Living returns the numbers of living grazers and hunters.
func (s *Sim) Living() (grazers, hunters int) { return s.grazersLeft, s.huntersLeft }

// land is the view of the simulation for minds.
type land struct{ *Sim }

var _ nest.Land = land{}

func (l land) Footing(p nest.Vec) nest.Vec { return l.terrain.footing(p) }
func (l land) Bush(i int32) *nest.Bush     { return &l.bushes[i] }
func (l land) Nest(i int32) *nest.Nest     { return &l.nests[i] }

func (l land) Toy(number int32) *nest.Toy {
	if number < 1 || int(number) > len(l.toys) {
		return nil
	}
	return &l.toys[number-1].Toy
}

func (l land) Find(id world.AgentID) *nest.Creature {
	if b, ok := l.Being(id); ok {
		return b.Creature
	}
	return nil
}

func (l land) Earshot(of *nest.Creature, metres float64) iter.Seq[*nest.Creature] {
	return func(yield func(*nest.Creature) bool) {
		for b := range l.listeners(of.Body.Pos, metres) {
			if b.Creature != of && !yield(b.Creature) {
				return
			}
		}
	}
}

// Size returns the far corner of the field, in metres.
func (s *Sim) Size() nest.Vec { return s.size }
