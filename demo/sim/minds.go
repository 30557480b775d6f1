package sim

import (
	"errors"
	"time"

	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/demo/nest"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// Level of detail: who has no hunter and no prey near is ticked less often, and who sleeps still less. Their bodies go
// on with what they wanted last.
const (
	calmRate   = 10   // ticks a second
	asleepRate = 5    // ticks a second
	exciting   = 12.0 // metres
)

// species are the two crowds: a crowd is of one tree.
var species = [...]struct {
	name string
	root *nest.Decider
}{nest.Grazer: {"GRAZERS", &nest.Root}, nest.Predator: {"HUNTERS", &nest.Hunter}}

// Minds is what minds did in a frame.
type Minds struct {
	Agents, Ticked, Skipped int
	Entered                 int // deciders that became active
	Failed                  int // agents with an error
	Took                    time.Duration
}

// makeCrowds compiles the minds and makes a crowd for each.
func (s *Sim) makeCrowds() error {
	for i, kind := range species {
		tree, err := decider.InitializeTreeData(kind.root)
		if err != nil {
			return err
		}
		c, err := crowd.New(s.World, tree, crowd.Options[*nest.Creature]{
			Name: kind.name, Workers: s.options.Workers, StimuliEach: earsFor, Timed: true,
			Agent: s.creature, Trees: s.howTo[:],
		})
		if err != nil {
			return err
		}
		if s.options.Watch != nil {
			if err := c.Observe(s.options.Watch); err != nil {
				return err
			}
		}
		s.crowds[i] = c
	}
	return nil
}

// creature is how a crowd that is restored finds its agents.
func (s *Sim) creature(id world.AgentID) (*nest.Creature, bool) {
	c := land{s}.Find(id)
	return c, c != nil
}

// advance begins a frame of the world. That nobody can take in more than so many stimuli at once is no error here, nor
// that there are less than three creatures left in the field.
func (s *Sim) advance() error {
	err := s.World.Advance(DT)
	if errors.Is(err, stimuli.ErrFull) || errors.Is(err, world.ErrSquadTooLarge) {
		return nil
	}
	return err
}

// think ticks every mind.
func (s *Sim) think() (err error) {
	s.Minds = Minds{}
	for _, c := range s.crowds {
		r, e := c.Tick()
		if e != nil {
			return e
		}
		s.Minds.Agents += r.Agents
		s.Minds.Ticked += r.Ticked
		s.Minds.Skipped += r.Skipped
		s.Minds.Entered += r.Entered
		s.Minds.Failed += r.Failed
		s.Minds.Took += r.Took
		err = errors.Join(err, errors.Join(r.Errors...))
	}
	return err
}

// inform tells a mind about its body.
func (s *Sim) inform(b *Being, flags decider.DecisionFlags) {
	if flags != b.flags { // which cannot fail: the agent is there, and nobody ticks
		_ = s.crowds[b.Species].SetFlags(b.ID, flags, b.flags)
		b.flags = flags
	}
}

// pace has a mind ticked as often as what it sees is worth.
func (s *Sim) pace(b *Being) {
	rate := float64(calmRate)
	switch {
	case !b.Alive() || excites(b, b.Sight.Enemy) || excites(b, b.Sight.Prey):
		rate = 0 // every frame
	case b.Intent.Pose == nest.Sleeping:
		rate = asleepRate
	}
	if rate != b.rate { // as above
		_ = s.crowds[b.Species].SetRate(b.ID, rate)
		b.rate = rate
	}
}

func excites(b *Being, other *nest.Creature) bool {
	return other != nil && other.Body.Pos.Dist(b.Body.Pos) < exciting
}

// Mind returns a look at somebody's mind, valid until the next Step or the next Mind of that species; nil for a being
// that is gone.
func (s *Sim) Mind(b *Being) *decider.Memory[*nest.Creature] {
	m, err := s.crowds[b.Species].View(b.ID)
	if err != nil {
		return nil
	}
	return m
}

// Observe has an observer watch every mind; nil for nobody. It is called again when who is watched changes.
func (s *Sim) Observe(o event.Observer) error {
	return errors.Join(s.crowds[0].Observe(o), s.crowds[1].Observe(o))
}

// Record has a recorder record every mind, those born later included; nil for no more.
func (s *Sim) Record(r decider.Recorder) error {
	return errors.Join(s.crowds[0].Record(r), s.crowds[1].Record(r))
}

// Heard returns the kinds of stimuli somebody has.
func (s *Sim) Heard(b *Being) stimuli.Flags {
	set, err := s.crowds[b.Species].Stimuli(b.ID)
	if err != nil {
		return 0
	}
	return set.Flags()
}
