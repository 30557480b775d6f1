package randomtree

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/stimuli"
)

// told is the kind of stimuli, of the four kinds in random trees, that carries data.
const told = stimuli.Kind[uint64](1 << 1)

// script is what the user code of one decider or behavior does beside deciding and acting: it sometimes draws, sends, fails
// and panics.
type script struct {
	salt    uint64
	busy    uint64 // one in this many calls has a side effect; 0 for none
	keyed   uint64 // one in this many calls uses a blackboard key; 0 for none
	trouble uint64 // one in this many calls goes wrong; 0 for none
}

// errSubject is wrapped by the errors that scripts give to Fail.
var errSubject = errors.New("subject failed")

// onTheSide has side effects that are allowed in all user code.
func (k *script) onTheSide(c *context, at int, d *dice) {
	s := c.Agent
	if d.once(k.keyed) {
		s.useKey(c, at, d)
	}
	if !d.once(k.busy) {
		return
	}
	did := func(what string, err error) { s.Calls[at].Did += fmt.Sprintf(" %s(%s)", what, short(err)) }
	kind := stimuli.StimuliFlags(1) << d.roll(4)
	switch d.roll(12) {
	case 0:
		if c.Stimuli != nil {
			did("add", c.Stimuli.Add(stimuli.Note(kind, float64(d.roll(8))/8)))
		}
	case 1:
		if c.Stimuli != nil {
			c.Stimuli.Remove(kind)
			did("remove", nil)
		}
	case 2:
		if len(s.Others) > 0 {
			s.send(c, s.Others[d.roll(uint64(len(s.Others)))], told.New(d.roll(100), 0.5))
			did("send", nil)
		}
	case 3: // 0 except in a group's Decide
		if c.Stimuli != nil && d.once(2) { // the children see it
			_ = c.Stimuli.Add(stimuli.Note(kind, 1))
		}
		worth := c.DelegateDecideToChildren() // which adds to Calls
		s.Calls[at].Did += fmt.Sprintf(" delegate(%g)", worth)
	case 4, 5:
		s.plug(c, d, did)
	case 6:
		if len(s.Names) > 0 && d.once(2) {
			name := s.Names[d.roll(uint64(len(s.Names)))]
			did("resetBelow:"+name, decider.ResetBelow(c, name))
		}
	case 7:
		if names := s.squad(c); len(names) > 0 {
			s.Calls[at].Did += fmt.Sprintf(" squad(%s)", strings.Join(names, ","))
		}
	default:
		s.Calls[at].Drawn = c.Rand().Uint64()
	}
}

// short names the kind of an error, in which engine and reference must agree.
func short(err error) string {
	if err == nil {
		return "ok"
	}
	for _, kind := range []error{
		decider.ErrNilTree, decider.ErrSlotOverflow, decider.ErrSlotCycle, decider.ErrNoSlot, decider.ErrNotPlugged, decider.ErrNoDecider,
		decider.ErrKey, decider.ErrClosed, decider.ErrReentrant, stimuli.ErrFull,
	} {
		if errors.Is(err, kind) {
			return strings.ReplaceAll(kind.Error(), " ", "_")
		}
	}
	return strings.ReplaceAll(err.Error(), " ", "_")
}

// goesWrong sometimes does what user code should not do. It reports whether it called Fail.
func (k *script) goesWrong(c *context, at int, d *dice) bool {
	if !d.once(k.trouble) {
		return false
	}
	s := c.Agent
	switch n := d.roll(16); {
	case n < 4:
		err := fmt.Errorf("%w: %d", errSubject, len(s.Fails))
		s.Fails = append(s.Fails, err)
		s.Calls[at].Did += " Fail"
		c.Fail(err)
		return true
	case n < 8:
		s.Calls[at].Did += " panic"
		panic(fmt.Sprintf("subject panics: %d", d.roll(100)))
	case s.Inside == nil:
	case n < 10:
		s.Calls[at].Did += fmt.Sprintf(" Reset(%s)", short(s.Inside.Reset()))
	case n < 11 && d.once(4):
		s.Calls[at].Did += fmt.Sprintf(" Close(%s)", short(s.Inside.Close()))
	case n < 13:
		s.Calls[at].Did += fmt.Sprintf(" TickAgain(%s)", short(s.Inside.TickAgain()))
	}
	return false
}

// decideStyle determines how a Decide computes its value.
type decideStyle int

const (
	byFact decideStyle = iota
	byFactOnce
	byTime
	byChance
	byRand
	byStimulus
	always
	byChildren       // the value of DelegateDecideToChildren
	byChildrenAndAll // asks the children and accepts anyway, with a value of its own
)

// decideScript is a Decide.
type decideScript struct {
	script
	style decideStyle
	fact  uint
	value float64
}

func (k *decideScript) decide(c *context) float64 {
	value, _ := k.find(c)
	return value
}

// find decides and fills in a DBlock.
func (k *decideScript) find(c *context) (value float64, what uint64) {
	s := c.Agent
	at, bits := s.begin(c, "Decide", "")
	d := dice(bits ^ k.salt)
	k.onTheSide(c, at, &d)
	if d.once(2) {
		k.goesWrong(c, at, &d)
	}
	value = k.consider(c, at, &d)
	if call := s.Calls[at]; c.DeciderName() != call.Decider || c.BehaviorFlags != call.Flags || c.Duration() != call.Duration {
		s.Calls[at].Did += fmt.Sprintf(" became(%s %x %g)", c.DeciderName(), uint64(c.BehaviorFlags), c.Duration())
	}
	k.goesWrong(c, at, &d)
	if d.once(k.trouble * 2) {
		value = []float64{math.NaN(), math.Inf(1), math.Inf(-1)}[d.roll(3)]
	}
	s.Calls[at].Result = math.Float64bits(value)
	return value, d.roll(1 << 32)
}

func (k *decideScript) consider(c *context, at int, d *dice) float64 {
	s := c.Agent
	switch k.style {
	case byFactOnce: // rejects while it runs, when only Scored groups ask
		return k.value * behavior.If(s.Facts>>k.fact&1 == 1 && c.Duration() == 0)
	case byTime:
		return k.value * math.Sin(c.Time+float64(k.salt%8))
	case byChance:
		return k.value * float64(d.roll(4))
	case byRand:
		s.Calls[at].Drawn = c.Rand().Uint64()
		return k.value * (float64(s.Calls[at].Drawn%5) - 2)
	case byStimulus:
		data, ok := told.Get(c.Stimuli)
		return k.value * behavior.If(ok) * float64(data%3)
	case always:
		return k.value
	case byChildren:
		return c.DelegateDecideToChildren()
	case byChildrenAndAll:
		return k.value + max(0, c.DelegateDecideToChildren())
	}
	return k.value * behavior.If(s.Facts>>k.fact&1 == 1)
}

// tickStyle determines when a behavior ends by itself.
type tickStyle int

const (
	never tickStyle = iota
	afterTime
	byDice
	atOnce
	byFactToo
	ifFact    // a condition: Success while the fact holds, else Failure
	whileFact // Running while the fact holds
	tickStyles
)

// actScript is a behavior.
type actScript struct {
	script
	name   string
	style  tickStyle
	fact   uint
	time   float64
	status behavior.Status // with which it ends
	fussy  uint64          // one in this many Activates does not return Running; 0 for none

	whole  bool    // it has an Activate and a Deactivate
	given  bool    // it may have a parameter
	period float64 // seconds between Ticks, if it has one; 0 for every frame

	leaveStyle   leaveStyle
	leaveTimeout float64 // 0 for no Leave
}

// periodOf returns the Period of a behavior with the given functions.
func (k *actScript) periodOf(p parts) float64 {
	if p.tick {
		return k.period
	}
	return 0
}

// leaveStyle determines when a Leave is done.
type leaveStyle int

const (
	leaveByDice leaveStyle = iota
	leaveByFact
	leaveByTime
	leaveNever
	leaveAtOnce
	leaveStyles
)

func (k *actScript) activate(c *context, block, dblock uint64) behavior.Status {
	return k.call(c, "Activate", block, dblock, func(d *dice) behavior.Status {
		if d.once(k.fussy) {
			return behavior.Success + behavior.Status(d.roll(2))
		}
		return behavior.Running
	})
}

func (k *actScript) tick(c *context, block uint64) behavior.Status {
	return k.call(c, "Tick", block, 0, func(d *dice) behavior.Status {
		ends := false
		switch k.style {
		case afterTime:
			ends = c.Duration() >= k.time
		case byDice:
			ends = d.once(4)
		case atOnce:
			ends = true
		case byFactToo:
			ends = c.Agent.Facts>>k.fact&1 == 1
		case ifFact:
			return behavior.Success + behavior.Status(^c.Agent.Facts>>k.fact&1)
		case whileFact:
			ends = c.Agent.Facts>>k.fact&1 == 0
		}
		if ends {
			return k.status
		}
		return behavior.Running
	})
}

func (k *actScript) leave(c *context, block uint64) behavior.Status {
	return k.call(c, "Leave", block, 0, func(d *dice) behavior.Status {
		done := false
		switch k.leaveStyle {
		case leaveByDice:
			done = d.once(5)
		case leaveByFact:
			done = c.Agent.Facts>>k.fact&1 == 1
		case leaveByTime:
			done = math.Mod(c.Time, 1) < 0.3
		case leaveAtOnce:
			done = true
		}
		if done {
			return behavior.Success + behavior.Status(d.roll(2))
		}
		return behavior.Running
	})
}

func (k *actScript) deactivate(c *context, block uint64) {
	k.call(c, "Deactivate", block, 0, func(*dice) behavior.Status { return behavior.Running })
}

func (k *actScript) call(c *context, function string, block, dblock uint64, act func(*dice) behavior.Status) behavior.Status {
	s := c.Agent
	at, bits := s.begin(c, function, k.name)
	s.Calls[at].Block, s.Calls[at].DBlock = block, dblock
	d := dice(bits ^ k.salt)
	k.onTheSide(c, at, &d)
	status := act(&d)
	if k.goesWrong(c, at, &d) {
		status = behavior.Failure
	}
	if d.once(k.trouble * 2) {
		status = []behavior.Status{0, 4, 0xfe, 0xff}[d.roll(4)]
	}
	s.Calls[at].Result = uint64(status)
	return status
}
