package crowd

import (
	"math"
	"math/bits"
	"sync"
	"sync/atomic"

	"github.com/decidertree/decidertree/internal/agent"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/tick"
	"github.com/decidertree/decidertree/internal/usercode"
	"github.com/decidertree/decidertree/world"
)

// unitWords is how many words of awake rows a member takes at a time: enough to be worth taking, few enough that the
// last ones are not waited for long.
const unitWords = 4

// team is the goroutines that tick.
type team struct {
	workers  []*agent.Worker
	members  []*member
	run      []func() // of each, made once so that starting it allocates nothing
	words    []int32  // of rows that are awake
	next     atomic.Int64
	done     sync.WaitGroup
	failures []failure
}

// failure is an error of one agent.
type failure struct {
	agent world.AgentID
	err   error
}

// member is one goroutine's part of a Tick.
type member struct {
	core     *core
	worker   *agent.Worker
	row      tick.Row
	unit     []int32 // the words it has still to look at
	word     int     // the one it is at
	place    int     // index of the word's chunk
	chunk    *chunk
	first    int    // index in the chunk of the word's first row
	words    int    // of an agent's memory
	left     uint64 // its rows there that are still to be ticked
	ticked   int
	entered  int
	now, dt  float64
	failures []failure
	alarms   []alarm
	_        [64]byte // members are written to all the time: none shares a cache line with the next
}

// newTeam makes so many workers, and what each ticks with. run is one goroutine's part of a Tick.
func newTeam(c *core, tree *program.Tree, n int, run func(*member, *usercode.Context)) (*team, error) {
	t := &team{}
	for range n {
		context := c.context()
		w, err := agent.NewWorker(tree, c.world, context)
		if err != nil {
			return nil, err
		}
		m := &member{core: c, worker: w, words: int(tree.Size) / 8}
		t.workers, t.members = append(t.workers, w), append(t.members, m)
		t.run = append(t.run, func() { run(m, context) })
	}
	return t, nil
}

// tick ticks all that are awake.
func (c *core) tickAll(now float64, frame uint64) {
	t := c.team
	t.words = c.awake.collect(t.words[:0])
	t.next.Store(0)
	n := min(len(t.members), (len(t.words)+unitWords-1)/unitWords)
	for _, m := range t.members[:n] {
		m.now, m.dt = now, c.world.DT()
		m.worker.Begin(now, frame)
	}
	t.done.Add(n)
	if n == 1 {
		t.run[0]()
	} else {
		for i := range n {
			go t.run[i]()
		}
	}
	t.done.Wait()
}

// advance goes to the next word that has rows to be ticked; false if there is none.
func (m *member) advance() bool {
	t := m.core.team
	for m.left == 0 {
		if len(m.unit) == 0 {
			first := int(t.next.Add(unitWords)) - unitWords
			if first >= len(t.words) {
				return false
			}
			m.unit = t.words[first:min(first+unitWords, len(t.words))]
		}
		m.word = int(m.unit[0])
		m.chunk, m.first = m.core.at(m.word << 6)
		m.place = m.word << 6 / chunkRows
		m.left, m.unit = m.core.awake.words[m.word], m.unit[1:]
	}
	return true
}

// take is the index in its chunk of the next row of the word, of which there is one.
func (m *member) take() int {
	i := bits.TrailingZeros64(m.left)
	m.left &= m.left - 1
	return m.first + i
}

// tick ticks the agent at an index of the chunk, which is in the worker's Context.
func (m *member) tick(i int) {
	ch := m.chunk
	m.row.DT = m.dt
	if ch.rates != nil && ch.rates[i] > 0 {
		dt, next := turn(ch.ids[i], ch.rates[i], m.now, m.dt)
		if dt == 0 {
			m.sleepUntil(i, next-float64(2*m.dt))
			return
		}
		m.row.DT = dt
	}
	ch.fill(&m.row, i, m.words)
	if ch.sets != nil {
		ch.sets[i].Clock(key, m.now)
	}
	m.worker.Tick(&m.row)
	m.note()
	if !m.worker.Idle() {
		return
	}
	wake := m.worker.Wake
	if ch.sets != nil {
		wake = min(wake, ch.sets[i].Next(key))
	}
	m.sleepUntil(i, wake)
}

// done reports that the member has no rows left.
func (m *member) done() { m.core.team.done.Done() }

// broken ends the tick of an agent whose code has panicked with a value. Where that is nil it has ended the goroutine (a
// failed assertion in a test does): then it returns true, and another goroutine has to go on.
func (m *member) broken(value any) (ended bool) {
	if m.worker.Phase != tick.Ticking {
		panic(value)
	}
	m.worker.Broken(value)
	m.note()
	return value == nil
}

// note adds an outcome to what the report will tell.
func (m *member) note() {
	m.ticked++
	m.entered += m.worker.Entries
	if err := m.worker.Err; err != nil {
		m.failures = append(m.failures, failure{m.row.ID, err})
	}
}

// sleepUntil has an agent sleep until a time, unless that has come already.
func (m *member) sleepUntil(i int, wake float64) {
	if wake <= m.now {
		return
	}
	if wake <= math.MaxFloat64 {
		m.alarms = append(m.alarms, alarm{wake, uint32(m.word<<6 + i - m.first)})
	}
	m.core.awake.words[m.word] &^= 1 << (i - m.first)
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
