package randomtree

import (
	"fmt"
	"math"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// Subject is the agent that the deciders and behaviors of a [RandomTree] act on. What they do is a function of
// the Subject and the Context alone, so two interpreters, each with a Subject of its own, see the same. Every
// call of user code goes into its log.
type Subject struct {
	Seed   uint64   // of what its code does
	Facts  uint64   // what its Decides look at; a test changes them between ticks
	Inside Controls // what its code may call on itself; nil for nothing
	Others []world.AgentID
	Slots  []*decider.Slot[*Subject] // what its code plugs and unplugs; nil for nothing
	Trees  []*decider.Tree[*Subject] // what it plugs in
	Names  []string                  // deciders it resets; nil for none
	Among  Company                   // what it does with others; nil for what its Context offers
	Calls  []Call                    // every user call since the log was cleared, in order
	Fails  []error                   // what it has given to Fail

	made uint64 // calls so far, of the whole life: no two calls make the same choices
}

// Controls are what a Subject's code does to itself from inside a tick (RULES R21).
type Controls interface {
	Reset() error
	Close() error
	TickAgain() error
}

// Company is what a Subject's code does with others where its Context cannot: in a [ReferenceWorld].
type Company interface {
	Send(to world.AgentID, s stimuli.Stimulus) error
	Squad() []string // those of the squad its code stands in, as "agent/role"
}

func (s *Subject) send(c *context, to world.AgentID, st stimuli.Stimulus) {
	if s.Among == nil {
		c.Send(to, st)
		return
	}
	if err := s.Among.Send(to, st); err != nil {
		c.Fail(err)
	}
}

func (s *Subject) squad(c *context) (names []string) {
	if s.Among != nil {
		return s.Among.Squad()
	}
	for role, agent := range c.Squad() {
		names = append(names, fmt.Sprintf("%d/%d", agent, role))
	}
	return names
}

// Call is one call of user code as it saw the world. It is comparable.
type Call struct {
	Func     string // "Decide", "Activate", "Tick", "Leave", "Deactivate", "GateKey", "SquadKey"
	Decider  string
	Behavior string
	Time, DT float64
	Duration float64
	Decision behavior.DecisionFlags
	Flags    behavior.Flags
	Stimuli  stimuli.Flags
	Reason   behavior.Reason
	Role     world.Role
	Block    uint64 // what it found in its block
	DBlock   uint64 // what it was handed
	Drawn    uint64 // what it drew from Rand
	Did      string // what else it did
	Result   uint64 // the bits of Decide's value, the status, or the key
}

// String is a line for reports.
func (c Call) String() string {
	var result any = behavior.Status(c.Result)
	switch c.Func {
	case "Decide":
		result = math.Float64frombits(c.Result)
	case "GateKey", "SquadKey":
		result = c.Result
	}
	return fmt.Sprintf("%s of %s (%s) @%g dt %g duration %g flags %x/%x stimuli %x reason %d role %d block %x dblock %x drawn %x: %v%s",
		c.Func, c.Decider, c.Behavior, c.Time, c.DT, c.Duration, uint64(c.Decision), uint64(c.Flags), uint64(c.Stimuli), c.Reason, c.Role,
		c.Block, c.DBlock, c.Drawn, result, c.Did)
}

// ClearLog forgets the calls and errors so far.
func (s *Subject) ClearLog() { s.Calls, s.Fails = s.Calls[:0], s.Fails[:0] }

// context is what random trees' user code gets.
type context = behavior.Context[*Subject]

// begin logs a call and returns where, and 64 bits that are its own.
func (s *Subject) begin(c *context, function, name string) (at int, bits uint64) {
	s.Calls = append(s.Calls, Call{
		Func: function, Decider: c.DeciderName(), Behavior: name, Time: c.Time, DT: c.DT, Duration: c.Duration(),
		Decision: c.DecisionFlags, Flags: c.BehaviorFlags, Stimuli: c.Stimuli.Flags(), Reason: c.Reason(), Role: c.Role(),
	})
	s.made++
	return len(s.Calls) - 1, scramble(s.Seed ^ scramble(s.made))
}

// scramble is SplitMix64's finalizer: a cheap hash.
func scramble(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// dice are the bits of one call, taken a few at a time.
type dice uint64

// roll returns a number in [0, n).
func (d *dice) roll(n uint64) uint64 {
	*d = dice(scramble(uint64(*d) + 0x9e3779b97f4a7c15))
	return uint64(*d) % n
}

// once is true once in n, never for 0.
func (d *dice) once(n uint64) bool { return n > 0 && d.roll(n) == 0 }
