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

// Level of detail: creatures without a hunter or prey near are ticked less often, and sleepers still less. Meanwhile
// their bodies carry out their last intent.
const (
	calmRate   = 10   // ticks a second
	asleepRate = 5    // ticks a second
	exciting   = 12.0 // metres
)

// species is one of the two crowds: each crowd has one tree.
var species = [...]struct {
	name string
	root *nest.Decider
}{nest.Grazer: {"GRAZERS", &nest.Root}, nest.Predator: {"HUNTERS", &nest.Hunter}}

// Minds counts the ticks of minds in a frame.
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

// creature finds the agents of a restored crowd.
func (s *Sim) creature(id world.AgentID) (*nest.Creature, bool) {
	c := land{s}.Find(id)
	return c, c != nil
}

// advance begins a frame of the world. It ignores the errors for stimuli that did not fit and for squads that are larger
// than the number of living creatures.
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

// inform passes the state of a body to its mind, as flags.
func (s *Sim) inform(b *Being, flags decider.DecisionFlags) {
	if flags != b.flags { // it cannot fail: the agent exists, and no tick is running
		_ = s.crowds[b.Species].SetFlags(b.ID, flags, b.flags)
		b.flags = flags
	}
}

// pace sets how often a mind is ticked, by what it sees.
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

// Mind returns a view of a creature's mind, valid until the next Step or the next Mind of that species; nil if the
// creature is gone.
func (s *Sim) Mind(b *Being) *decider.Memory[*nest.Creature] {
	m, err := s.crowds[b.Species].View(b.ID)
	if err != nil {
		return nil
	}
	return m
}

// Observe sets the observer of all minds; nil for none. Call it again when the set of watched minds changes.
func (s *Sim) Observe(o event.Observer) error {
	return errors.Join(s.crowds[0].Observe(o), s.crowds[1].Observe(o))
}

// Record sets the recorder of all minds, including those born later; nil stops recording.
func (s *Sim) Record(r decider.Recorder) error {
	return errors.Join(s.crowds[0].Record(r), s.crowds[1].Record(r))
}

// Profile sets what counts and times the ticks of all minds; nil stops that.
func (s *Sim) Profile(p decider.Profiler) error {
	return errors.Join(s.crowds[0].Profile(p), s.crowds[1].Profile(p))
}

// Heard returns the kinds of a creature's stimuli.
func (s *Sim) Heard(b *Being) stimuli.StimuliFlags {
	set, err := s.crowds[b.Species].Stimuli(b.ID)
	if err != nil {
		return 0
	}
	return set.Flags()
}
