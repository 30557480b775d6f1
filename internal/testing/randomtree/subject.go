package randomtree

import (
	"fmt"
	"math"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// Subject is the agent of a [RandomTree]. The actions of its user code depend on the Subject and the Context alone, so two
// interpreters, each with a Subject of its own, see the same. The Subject logs every call of user code.
type Subject struct {
	Seed   uint64   // seed of the actions of its code
	Facts  uint64   // inputs of its Decides; a test changes them between ticks
	Inside Controls // calls that its code may make on the agent itself; nil for none
	Others []world.AgentID
	Slots  []*decider.Slot[*Subject]                            // slots that its code plugs and unplugs; nil for none
	Trees  []*decider.Tree[*Subject]                            // trees that it plugs in
	Names  []string                                             // names of deciders that it resets; nil for none
	Peers  Peers                                                // its access to other agents; nil uses the Context
	Before func(c *behavior.Context[*Subject], function string) // called at the start of every call of user code; nil for nothing
	Calls  []Call                                               // every call of user code since the log was cleared, in order
	Fails  []error                                              // errors given to Fail

	made uint64 // calls so far, so that no two calls make the same choices
}

// Controls are calls that a Subject's code makes on its own agent inside a tick (RULES R21).
type Controls interface {
	Reset() error
	Close() error
	TickAgain() error
}

// Peers gives a Subject's code access to other agents where its Context does not: in a reference.ReferenceWorld.
type Peers interface {
	Send(to world.AgentID, s stimuli.Stimulus) error
	Squad() []string // members of the squad that its code stands in, as "agent/role"
}

func (s *Subject) send(c *context, to world.AgentID, st stimuli.Stimulus) {
	if s.Peers == nil {
		c.Send(to, st)
		return
	}
	if err := s.Peers.Send(to, st); err != nil {
		c.Fail(err)
	}
}

func (s *Subject) squad(c *context) (names []string) {
	if s.Peers != nil {
		return s.Peers.Squad()
	}
	for role, agent := range c.Squad() {
		names = append(names, fmt.Sprintf("%d/%d", agent, role))
	}
	return names
}

// Call is one call of user code and the values that it saw. It is comparable.
type Call struct {
	Func     string // "Decide", "Activate", "Tick", "Leave", "Deactivate", "GateKey", "SquadKey", "CanPlay"
	Decider  string
	Behavior string
	Time, DT float64
	Duration float64
	Decision behavior.DecisionFlags
	Flags    behavior.BehaviorFlags
	Stimuli  stimuli.StimuliFlags
	Reason   behavior.Reason
	Role     world.Role
	Block    uint64 // digest of the block's contents
	DBlock   uint64 // digest of the DBlock
	Drawn    uint64 // the number drawn from Rand
	Did      string // other side effects
	Result   uint64 // bits of Decide's value, the status, or the key
}

// String returns a line for reports.
func (c Call) String() string {
	var result any = behavior.Status(c.Result)
	switch c.Func {
	case "Decide":
		result = math.Float64frombits(c.Result)
	case "GateKey", "SquadKey", "CanPlay":
		result = c.Result
	}
	return fmt.Sprintf("%s of %s (%s) @%g dt %g duration %g flags %x/%x stimuli %x reason %d role %d block %x dblock %x drawn %x: %v%s",
		c.Func, c.Decider, c.Behavior, c.Time, c.DT, c.Duration, uint64(c.Decision), uint64(c.Flags), uint64(c.Stimuli), c.Reason, c.Role,
		c.Block, c.DBlock, c.Drawn, result, c.Did)
}

// ClearLog clears the calls and errors.
func (s *Subject) ClearLog() { s.Calls, s.Fails = s.Calls[:0], s.Fails[:0] }

// context is the Context of random trees.
type context = behavior.Context[*Subject]

// begin logs a call and returns its entry and 64 bits for its choices.
func (s *Subject) begin(c *context, function, name string) (at int, bits uint64) {
	s.Calls = append(s.Calls, Call{
		Func: function, Decider: c.DeciderName(), Behavior: name, Time: c.Time, DT: c.DT, Duration: c.Duration(),
		Decision: c.DecisionFlags, Flags: c.BehaviorFlags, Stimuli: c.Stimuli.Flags(), Reason: c.Reason(), Role: c.Role(),
	})
	s.made++
	at, bits = len(s.Calls)-1, scramble(s.Seed^scramble(s.made))
	if s.Before != nil {
		s.Before(c, function)
	}
	return at, bits
}

// Turn makes the choices of the following calls depend on n, not on the calls before.
func (s *Subject) Turn(n uint64) { s.made = n << 32 }

// scramble is the finalizer of SplitMix64.
func scramble(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// dice are the bits of one call, used a few at a time.
type dice uint64

// roll returns a number in [0, n).
func (d *dice) roll(n uint64) uint64 {
	*d = dice(scramble(uint64(*d) + 0x9e3779b97f4a7c15))
	return uint64(*d) % n
}

// once returns true with probability 1/n, and false if n is 0.
func (d *dice) once(n uint64) bool { return n > 0 && d.roll(n) == 0 }
