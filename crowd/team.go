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

// unitWords is the number of words of awake rows that a member takes at a time: enough to make taking cheap, few enough
// to keep the wait for the last member short.
const unitWords = 4

// team holds the workers of a crowd and their goroutines.
type team struct {
	workers  []*agent.Worker
	members  []*member
	run      []func() // one for each member, made once so that starting it allocates nothing
	words    []int32  // indexes of the words with awake rows
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
	unit     []int32 // the words that are left of its unit
	word     int     // the current word
	place    int     // index of the word's chunk
	chunk    *chunk
	first    int    // index in the chunk of the word's first row
	words    int    // in an agent's memory
	left     uint64 // rows of the word that are still to be ticked
	ticked   int
	entered  int
	now, dt  float64
	failures []failure
	alarms   []alarm
	sampler
	_ [64]byte // members are written all the time: no two share a cache line
}

// newTeam makes n workers and their members. run does one goroutine's part of a Tick.
func newTeam(c *core, tree *program.Tree, n int, run func(*member, *usercode.Context)) (*team, error) {
	t := &team{}
	for range n {
		context := c.context()
		w, err := agent.NewWorker(tree, c.world, context)
		if err != nil {
			return nil, err
		}
		w.BeStrict(c.strict)
		m := &member{core: c, worker: w, words: int(tree.Size) / 8}
		t.workers, t.members = append(t.workers, w), append(t.members, m)
		t.run = append(t.run, func() {
			m.label()
			run(m, context)
		})
	}
	return t, nil
}

// tickAll ticks all agents that are awake.
func (c *core) tickAll(now float64, frame uint64) {
	t := c.team
	t.words = c.awake.collect(t.words[:0])
	t.next.Store(0)
	n := min(len(t.members), (len(t.words)+unitWords-1)/unitWords)
	for _, m := range t.members[:n] {
		m.now, m.dt = now, c.world.DT()
		m.worker.Begin(now, frame)
		m.beginSampling(frame)
	}
	t.done.Add(n)
	if n == 1 && !t.members[0].labels() {
		t.run[0]()
	} else {
		for i := range n {
			go t.run[i]()
		}
	}
	t.done.Wait()
}

// advance moves to the next word that has rows to be ticked; false if there is none.
func (m *member) advance() bool {
	t := m.core.team
	for m.left == 0 {
		if m.every > 0 && m.goOn() {
			return true
		}
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
		if m.every > 0 {
			m.split()
		}
	}
	return true
}

// take removes the next row of the word and returns its index in the chunk. The word must have a row left.
func (m *member) take() int {
	i := bits.TrailingZeros64(m.left)
	m.left &= m.left - 1
	return m.first + i
}

// tick ticks the agent at an index of the chunk. The worker's Context has the agent.
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

// broken ends the tick of an agent whose code panicked with a value. If the value is nil, the code ended the goroutine,
// as a failed assertion in a test does; a Deactivate may do so here, too. Then another goroutine continues with run.
func (m *member) broken(value any, run func()) {
	if m.worker.Phase != tick.Ticking {
		panic(value)
	}
	ends := true
	defer func() {
		m.note()
		if ends {
			go run()
		}
	}()
	m.worker.Broken(value)
	ends = value == nil
}

// note adds the outcome of a tick to the counts for the report.
func (m *member) note() {
	m.ticked++
	m.entered += m.worker.Entries
	if err := m.worker.Err; err != nil {
		m.failures = append(m.failures, failure{m.row.ID, err})
	}
}

// sleepUntil makes an agent sleep until a time, unless the time has come already.
func (m *member) sleepUntil(i int, wake float64) {
	if wake <= m.now {
		return
	}
	if wake <= math.MaxFloat64 {
		m.alarms = append(m.alarms, alarm{wake, uint32(m.word<<6 + i - m.first)})
	}
	m.core.awake.words[m.word] &^= 1 << (i - m.first)
}

// turn returns the DT in seconds of an agent with a rate in this frame, 0 if it is not the agent's turn, and the
// approximate time of its next turn. Both depend on the clock alone, so sleeping through turns does not shift the next
// one.
func turn(id world.AgentID, period, now, dt float64) (seconds, next float64) {
	shift := float64(period * engine.Fraction(uint64(id)*0x9e3779b97f4a7c15))
	k := math.Floor((now + shift) / period)
	before := math.Floor((now - dt + shift) / period)
	return (k - before) * period, float64((k+1)*period) - shift
}
