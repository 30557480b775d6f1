package crowd

import (
	"math"
	"math/bits"
	"sync"
	"sync/atomic"

	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/world"
)

// unitWords is how many words of awake rows a member takes at a time: enough to be worth taking, few enough that the
// last ones are not waited for long.
const unitWords = 4

// team is the goroutines that tick.
type team[A any] struct {
	members  []member[A]
	run      []func() // of each, made once so that starting it allocates nothing
	words    []int32  // of rows that are awake
	next     atomic.Int64
	done     sync.WaitGroup
	failures []failure
}

// failure is an error of one agent.
type failure struct {
	agent uint64
	err   error
}

// member is one goroutine's part of a Tick.
type member[A any] struct {
	crowd   *Crowd[A]
	crew    engine.Crew[A]
	row     engine.Row[A]
	out     engine.Outcome
	unit    []int32 // the words it has still to look at
	word    int     // the one it is at
	chunk   *chunk[A]
	first   int    // index in the chunk of the word's first row
	words   int    // of an agent's memory
	left    uint64 // its rows there that are still to be ticked
	ticked  int
	entered int
	now, dt float64

	failures []failure
	alarms   []alarm
	_        [64]byte // members are written to all the time: none shares a cache line with the next
}

// init makes a team.
func (t *team[A]) init(c *Crowd[A], workers int) {
	t.members = make([]member[A], workers)
	for i := range t.members {
		m := &t.members[i]
		m.crowd, m.crew, m.words = c, c.crews[i], len(c.template)
		t.run = append(t.run, m.run)
	}
}

// tick ticks all that are awake.
func (t *team[A]) tick(c *Crowd[A], now float64, frame uint64) {
	t.words = c.awake.collect(t.words[:0])
	t.next.Store(0)
	workers := min(len(t.members), (len(t.words)+unitWords-1)/unitWords)
	for i := range workers {
		m := &t.members[i]
		m.now, m.dt = now, c.world.DT()
		m.crew.Begin(now, frame)
	}
	t.done.Add(workers)
	if workers == 1 {
		t.members[0].run()
	} else {
		for i := range workers {
			go t.run[i]()
		}
	}
	t.done.Wait()
}

// run is a goroutine's part. Agents' code may end the goroutine (a failed assertion in a test does): then another one
// goes on where it was.
func (m *member[A]) run() {
	finished := false
	defer func() {
		if finished {
			m.crowd.team.done.Done()
			return
		}
		m.note()
		go m.run()
	}()
	t := &m.crowd.team
	for {
		m.visit()
		first := int(t.next.Add(unitWords)) - unitWords
		if first >= len(t.words) {
			break
		}
		m.unit = t.words[first:min(first+unitWords, len(t.words))]
	}
	finished = true
}

// visit ticks what is left of a unit.
func (m *member[A]) visit() {
	a := &m.crowd.awake
	for {
		for m.left != 0 {
			bit := m.left & -m.left
			m.left &^= bit
			if m.tick(m.first + bits.TrailingZeros64(bit)) {
				a.words[m.word] &^= bit
			}
		}
		if len(m.unit) == 0 {
			return
		}
		m.word = int(m.unit[0])
		m.chunk, m.first = m.crowd.at(m.word << 6)
		m.left, m.unit = a.words[m.word], m.unit[1:]
	}
}

// tick ticks one agent, by its index in the chunk, and reports whether it can sleep from now on.
func (m *member[A]) tick(i int) (sleeps bool) {
	ch := m.chunk
	m.row.DT = m.dt
	if ch.rates != nil && ch.rates[i] > 0 {
		dt, next := turn(ch.ids[i], ch.rates[i], m.now, m.dt)
		if dt == 0 {
			return m.sleepUntil(i, next-float64(2*m.dt))
		}
		m.row.DT = dt
	}
	ch.fill(&m.row, i, m.words)
	if ch.sets != nil {
		ch.sets[i].Clock(key, m.now)
	}
	m.crew.Tick(&m.row, &m.out)
	m.note()
	if !m.out.Idle {
		return false
	}
	wake := m.out.Wake
	if ch.sets != nil {
		wake = min(wake, ch.sets[i].Next(key))
	}
	return m.sleepUntil(i, wake)
}

// note adds an outcome to what the report will tell.
func (m *member[A]) note() {
	m.ticked++
	m.entered += m.out.Entered
	if m.out.Err != nil {
		m.failures = append(m.failures, failure{m.row.ID, m.out.Err})
	}
}

// sleepUntil sets an agent's alarm; false where it is due already.
func (m *member[A]) sleepUntil(i int, wake float64) bool {
	switch {
	case wake <= m.now:
		return false
	case wake <= math.MaxFloat64:
		m.alarms = append(m.alarms, alarm{wake, uint32(m.word<<6 + i - m.first)})
	}
	return true
}

// turn is how many seconds an agent with a rate is ticked for in this frame, 0 if it is not its turn; and about when its
// next turn is. It depends on the clock alone, so that an agent that slept through its turns has the next one when it
// would have had it.
func turn(id world.AgentID, period, now, dt float64) (seconds, next float64) {
	shift := float64(period * engine.Fraction(uint64(id)*0x9e3779b97f4a7c15))
	k := math.Floor((now + shift) / period)
	before := math.Floor((now - dt + shift) / period)
	return (k - before) * period, float64((k+1)*period) - shift
}
