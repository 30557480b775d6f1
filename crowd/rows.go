package crowd

import (
	"cmp"
	"math"
	"slices"
	"unsafe"

	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/internal/agent"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/memory"
	"github.com/decidertree/decidertree/internal/tick"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// chunkRows is the number of agents that are allocated together, and of IDs that a crowd reserves together.
const chunkRows = world.PageSize

// rows holds the agents of a crowd: consecutive rows in chunks that never move, with separate columns. The row of a
// removed agent is reused, its ID never.
type rows struct {
	agents   column
	chunks   []*chunk
	free     []uint32 // rows without an agent; the last one is used next
	living   int
	template []uint64 // the memory of a new agent
	maker    *agent.Worker
	stimuli  int                     // the most stimuli of an agent; 0 for none
	pages    map[world.AgentID]*page // by ID / world.PageSize
	next     world.AgentID           // the ID of the next agent
	left     int                     // unused IDs in its page
}

// chunk holds the columns of chunkRows agents.
type chunk struct {
	memory []uint64
	extras []*memory.Extras // beside the bytes; nil for a tree whose agents have bytes alone
	ids    []world.AgentID  // 0 in a free row
	flags  []declaration.DecisionFlags
	sets   []stimuli.Set   // nil in a crowd without stimuli
	alarms []float64       // the earliest alarm of each; nil until one is set
	rates  []float64       // seconds between ticks; nil until a rate is set
	holds  []*engine.Holds // overrides by tools; nil until one is set
}

// page holds the rows of world.PageSize agent IDs.
type page struct {
	rows   [chunkRows]uint32 // row + 1; 0 without an agent
	living int
}

func (r *rows) init(maker *agent.Worker, stimuliEach int, agents column) {
	r.stimuli, r.agents = stimuliEach, agents
	r.pages = map[world.AgentID]*page{}
	r.fit(maker)
}

// fit sets the worker for whose tree rows makes memories from now on.
func (r *rows) fit(maker *agent.Worker) {
	r.maker = maker
	r.template = make([]uint64, maker.Tree.Size/8)
	maker.Clear(&tick.Row{Base: unsafe.Pointer(unsafe.SliceData(r.template)), Extras: maker.NewExtras()})
}

// memories makes the memories of a chunk.
func (r *rows) memories() ([]uint64, []*memory.Extras) {
	words := make([]uint64, chunkRows*len(r.template))
	if r.maker.Tree.PlainBytes() {
		return words, nil
	}
	return words, make([]*memory.Extras, chunkRows)
}

// grow adds a chunk.
func (r *rows) grow() {
	first := len(r.chunks) * chunkRows
	ch := &chunk{ids: make([]world.AgentID, chunkRows), flags: make([]declaration.DecisionFlags, chunkRows)}
	ch.memory, ch.extras = r.memories()
	if r.stimuli > 0 {
		ch.sets = make([]stimuli.Set, chunkRows)
		if r.stimuli > 4 { // a zero Set has room for 4
			for i := range ch.sets {
				ch.sets[i] = *stimuli.NewSet(r.stimuli)
			}
		}
	}
	r.chunks = append(r.chunks, ch)
	r.agents.grow()
	for i := chunkRows - 1; i >= 0; i-- {
		r.free = append(r.free, uint32(first+i))
	}
}

// take gives an agent a row.
func (r *rows) take(id world.AgentID) (row int) {
	if len(r.free) == 0 {
		r.grow()
	}
	row = int(r.free[len(r.free)-1])
	r.free = r.free[:len(r.free)-1]
	ch, i := r.at(row)
	ch.ids[i], ch.flags[i] = id, 0
	r.renew(ch, i)
	if ch.rates != nil {
		ch.rates[i] = 0
	}
	p := r.pages[id/world.PageSize]
	p.rows[id%world.PageSize] = uint32(row + 1)
	p.living++
	r.living++
	return row
}

// renew resets an agent's memory to that of a new agent.
func (r *rows) renew(ch *chunk, i int) {
	copy(ch.memory[i*len(r.template):], r.template)
	if ch.extras != nil && ch.extras[i] == nil {
		ch.extras[i] = r.maker.NewExtras()
	}
}

// drop frees an agent's row.
func (r *rows) drop(row int) {
	ch, i := r.at(row)
	id := ch.ids[i]
	p := r.pages[id/world.PageSize]
	p.rows[id%world.PageSize] = 0
	if p.living--; p.living == 0 && id/world.PageSize != r.next/world.PageSize {
		delete(r.pages, id/world.PageSize)
	}
	r.agents.clear(row)
	ch.ids[i] = 0
	if ch.sets != nil {
		ch.sets[i].Remove(math.MaxUint64)
	}
	if ch.holds != nil {
		ch.holds[i] = nil
	}
	if ch.alarms != nil {
		ch.alarms[i] = math.Inf(1) // an alarm left in the heap has no effect
	}
	r.living--
	r.free = append(r.free, uint32(row))
}

// at returns the chunk of a row, and the index in it.
func (r *rows) at(row int) (ch *chunk, i int) { return r.chunks[row/chunkRows], row % chunkRows }

// find returns the row of an agent; ok is false if there is no such agent.
func (r *rows) find(id world.AgentID) (row int, ok bool) {
	p := r.pages[id/world.PageSize]
	if p == nil {
		return 0, false
	}
	row = int(p.rows[id%world.PageSize]) - 1
	return row, row >= 0
}

// each calls f for the row of every agent, in the order of rows.
func (r *rows) each(f func(row int)) {
	for c, ch := range r.chunks {
		for i, id := range ch.ids {
			if id != 0 {
				f(c*chunkRows + i)
			}
		}
	}
}

// byID returns the rows of all agents in the order of their IDs.
func (r *rows) byID() (all []int) {
	r.each(func(row int) { all = append(all, row) })
	slices.SortFunc(all, func(a, b int) int { return cmp.Compare(r.id(a), r.id(b)) })
	return all
}

func (r *rows) id(row int) world.AgentID {
	ch, i := r.at(row)
	return ch.ids[i]
}

// fill sets the fields of a tick.Row for the agent at an index, whose memory has so many words. Either all agents of a
// crowd have Extras or none has; the same holds for a Set.
func (ch *chunk) fill(to *tick.Row, i, words int) {
	to.Base = unsafe.Pointer(&ch.memory[i*words])
	to.ID, to.Flags = ch.ids[i], ch.flags[i]
	if ch.extras != nil {
		to.Extras = ch.extras[i]
	}
	to.Holds = ch.held(i)
	if ch.sets != nil {
		to.Set = &ch.sets[i]
	}
}

// held returns the overrides of an agent; nil without any.
func (ch *chunk) held(i int) *engine.Holds {
	if ch.holds == nil {
		return nil
	}
	return ch.holds[i]
}

// hold replaces the overrides of an agent.
func (ch *chunk) hold(i int, holds *engine.Holds) {
	if ch.holds == nil {
		ch.holds = make([]*engine.Holds, chunkRows)
	}
	ch.holds[i] = holds
}

// setRate sets the period of an agent's ticks in seconds; 0 is every frame.
func (ch *chunk) setRate(i int, period float64) {
	if ch.rates == nil {
		ch.rates = make([]float64, chunkRows)
	}
	ch.rates[i] = period
}

// fill is chunk.fill by row.
func (r *rows) fill(to *tick.Row, row int) {
	ch, i := r.at(row)
	ch.fill(to, i, len(r.template))
}

// set returns the stimuli of a row; nil in a crowd without stimuli.
func (r *rows) set(row int) *stimuli.Set {
	if ch, i := r.at(row); ch.sets != nil {
		return &ch.sets[i]
	}
	return nil
}
