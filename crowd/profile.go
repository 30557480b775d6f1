package crowd

import (
	"math/bits"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/tick"
)

// This file samples the ticks of a crowd for a profile. Which rows of a word are sampled is decided for the whole word, so
// that a tick which is not sampled costs nothing. They are ticked first, and the others of the word after them.

// setProfile is Crowd.Profile.
func (c *core) setProfile(p decider.Profiler) error {
	if err := c.fit(); err != nil {
		return err
	}
	c.profiler = p
	c.attach()
	return nil
}

// attach gives each worker its meter.
func (c *core) attach() {
	for _, m := range c.team.members {
		m.meter, m.worker.Metering = nil, tick.Metering{}
		if c.profiler != nil {
			m.meter = c.profiler.Attach(key, c.name, c.tree)
			m.worker.Metering.Meter = m.meter
		}
	}
}

// beginSampling begins a frame.
func (m *member) beginSampling(frame uint64) {
	if m.every = 0; m.meter != nil {
		m.every = m.meter.Every(key)
		m.shift = int(engine.Draw(0, 0, frame, 0, 0) % uint64(m.every)) // ticks with a period of their own are sampled as often as others
	}
}

// sampledRows returns the rows of a word that are sampled, as bits.
func sampledRows(word, shift, every int) (set uint64) {
	for i := (every - (word<<6+shift)%every) % every; i < 64; i += every {
		set |= 1 << i
	}
	return set
}

// split puts the rows aside that are not sampled, if any other of the word is to be ticked.
func (m *member) split() {
	sampled := m.left & sampledRows(m.word, m.shift, m.every)
	if sampled == 0 {
		return
	}
	m.left, m.rest, m.sampling = sampled, m.left&^sampled, true
	m.worker.Metering.Sample(&m.worker.Runner, true)
}

// goOn ends what split has begun. It reports whether the word has rows left, which are not sampled.
func (m *member) goOn() bool {
	if m.plain {
		m.plain = false
		m.meter.Plain(key, 0)
	}
	if !m.sampling {
		return false
	}
	m.sampling = false
	m.worker.Metering.Sample(&m.worker.Runner, false)
	if m.rest == 0 {
		return false
	}
	m.left, m.rest, m.plain = m.rest, 0, true
	m.meter.Plain(key, bits.OnesCount64(m.left))
	return true
}

// label labels the goroutine of a member, if the profile wants that.
func (m *member) label() {
	if m.meter != nil {
		m.meter.Label(key)
	}
}

// labels reports whether the profile wants that. Then no member runs in the goroutine of the caller, which has labels of its
// own.
func (m *member) labels() bool { return m.meter != nil && m.meter.Labels(key) }

// sampler is the part of a member that samples ticks.
type sampler struct {
	meter    event.Meter // nil without a profile
	every    int         // ticks to a sampled one; 0 without a profile
	shift    int         // of this frame
	rest     uint64      // rows of the word to be ticked after the sampled ones
	sampling bool        // the rows left are sampled
	plain    bool        // the rows left are those of rest, and are timed
}
