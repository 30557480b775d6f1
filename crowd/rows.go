package crowd

import (
	"cmp"
	"math"
	"slices"
	"unsafe"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// chunkRows is how many agents are allocated at once, and how many IDs a crowd takes from its world at once.
const chunkRows = world.PageSize

// rows is where the crowd keeps its agents: one after the other in chunks, which stay where they are, each column by
// itself. A removed agent's row is used again, its ID never.
type rows[A any] struct {
	chunks   []*chunk[A]
	free     []uint32 // rows without agent, the one used next last
	living   int
	template []uint64 // an agent's memory as new
	crew     engine.Crew[A]
	stimuli  int
	pages    map[world.AgentID]*page // by ID / world.PageSize
	next     world.AgentID           // the ID the next agent gets
	left     int                     // how many there are of the page it is from
}

// chunk is the columns of chunkRows agents.
type chunk[A any] struct {
	memory []uint64
	agents []A
	ids    []world.AgentID // 0 where nobody is
	flags  []decider.DecisionFlags
	sets   []stimuli.Set   // nil where agents have none
	rests  []any           // what the tree's agents have beside their bytes; nil where they have nothing
	alarms []float64       // the earliest alarm of each; nil until somebody has one
	rates  []float64       // seconds between ticks; nil until somebody has a rate
	holds  []*engine.Holds // what tools hold agents to; nil until they do
}

// page tells where the agents of world.PageSize IDs are.
type page struct {
	rows   [chunkRows]uint32 // row + 1; 0 for nobody
	living int
}

func (r *rows[A]) init(crew engine.Crew[A], stimuliEach int) {
	r.crew, r.stimuli = crew, stimuliEach
	r.pages = map[world.AgentID]*page{}
	r.template = make([]uint64, crew.Bytes()/8)
	crew.Clear(&engine.Row[A]{Base: unsafe.Pointer(unsafe.SliceData(r.template)), Rest: crew.NewRest()})
}

// grow adds a chunk.
func (r *rows[A]) grow() {
	first := len(r.chunks) * chunkRows
	ch := &chunk[A]{
		memory: make([]uint64, chunkRows*len(r.template)), agents: make([]A, chunkRows),
		ids: make([]world.AgentID, chunkRows), flags: make([]decider.DecisionFlags, chunkRows),
	}
	if r.stimuli > 0 {
		ch.sets = make([]stimuli.Set, chunkRows)
		if r.stimuli > 4 { // a Set has room for 4 in itself
			for i := range ch.sets {
				ch.sets[i] = *stimuli.NewSet(r.stimuli)
			}
		}
	}
	if r.crew.NewRest() != nil {
		ch.rests = make([]any, chunkRows)
	}
	r.chunks = append(r.chunks, ch)
	for i := chunkRows - 1; i >= 0; i-- {
		r.free = append(r.free, uint32(first+i))
	}
}

// take gives an agent a row.
func (r *rows[A]) take(id world.AgentID, agent A) (row int) {
	if len(r.free) == 0 {
		r.grow()
	}
	row = int(r.free[len(r.free)-1])
	r.free = r.free[:len(r.free)-1]
	ch, i := r.at(row)
	copy(ch.memory[i*len(r.template):], r.template)
	ch.agents[i], ch.ids[i], ch.flags[i] = agent, id, 0
	if ch.rests != nil && ch.rests[i] == nil {
		ch.rests[i] = r.crew.NewRest()
	}
	if ch.rates != nil {
		ch.rates[i] = 0
	}
	p := r.pages[id/world.PageSize]
	p.rows[id%world.PageSize] = uint32(row + 1)
	p.living++
	r.living++
	return row
}

// drop frees an agent's row.
func (r *rows[A]) drop(row int) {
	ch, i := r.at(row)
	id := ch.ids[i]
	p := r.pages[id/world.PageSize]
	p.rows[id%world.PageSize] = 0
	if p.living--; p.living == 0 && id/world.PageSize != r.next/world.PageSize {
		delete(r.pages, id/world.PageSize)
	}
	var none A
	ch.agents[i], ch.ids[i] = none, 0
	if ch.sets != nil {
		ch.sets[i].Remove(math.MaxUint64)
	}
	if ch.holds != nil {
		ch.holds[i] = nil
	}
	if ch.alarms != nil {
		ch.alarms[i] = math.Inf(1) // one that is still to ring wakes nobody
	}
	r.living--
	r.free = append(r.free, uint32(row))
}

// at is the chunk of a row, and its index there.
func (r *rows[A]) at(row int) (ch *chunk[A], i int) {
	return r.chunks[row/chunkRows], row % chunkRows
}

// find is the row of an agent; ok is false where there is none.
func (r *rows[A]) find(id world.AgentID) (row int, ok bool) {
	p := r.pages[id/world.PageSize]
	if p == nil {
		return 0, false
	}
	row = int(p.rows[id%world.PageSize]) - 1
	return row, row >= 0
}

// each calls f for the row of every agent, in the order of rows.
func (r *rows[A]) each(f func(row int)) {
	for c, ch := range r.chunks {
		for i, id := range ch.ids {
			if id != 0 {
				f(c*chunkRows + i)
			}
		}
	}
}

// byID are the rows of all agents in the order of their IDs.
func (r *rows[A]) byID() (all []int) {
	r.each(func(row int) { all = append(all, row) })
	slices.SortFunc(all, func(a, b int) int { return cmp.Compare(r.id(a), r.id(b)) })
	return all
}

func (r *rows[A]) id(row int) world.AgentID {
	ch, i := r.at(row)
	return ch.ids[i]
}

// fill fills in what a crew needs of the agent at an index, whose memory has so many words. All rows of a crowd have a
// Rest, or none has; so with a Set.
func (ch *chunk[A]) fill(to *engine.Row[A], i, words int) {
	to.Base = unsafe.Pointer(&ch.memory[i*words])
	to.ID, to.Agent, to.Flags = uint64(ch.ids[i]), ch.agents[i], uint64(ch.flags[i])
	if ch.rests != nil {
		to.Rest = ch.rests[i]
	}
	to.Holds = ch.held(i)
	if ch.sets != nil {
		to.Set = unsafe.Pointer(&ch.sets[i])
	}
}

// held is what an agent is held to; nil for nothing.
func (ch *chunk[A]) held(i int) *engine.Holds {
	if ch.holds == nil {
		return nil
	}
	return ch.holds[i]
}

// hold holds an agent to something else.
func (ch *chunk[A]) hold(i int, holds *engine.Holds) {
	if ch.holds == nil {
		ch.holds = make([]*engine.Holds, chunkRows)
	}
	ch.holds[i] = holds
}

// setRate has an agent ticked once in so many seconds; 0 is every frame.
func (ch *chunk[A]) setRate(i int, period float64) {
	if ch.rates == nil {
		ch.rates = make([]float64, chunkRows)
	}
	ch.rates[i] = period
}

// fill is chunk.fill by row.
func (r *rows[A]) fill(to *engine.Row[A], row int) {
	ch, i := r.at(row)
	ch.fill(to, i, len(r.template))
}

// set is the stimuli of a row; nil where agents have none.
func (r *rows[A]) set(row int) *stimuli.Set {
	if ch, i := r.at(row); ch.sets != nil {
		return &ch.sets[i]
	}
	return nil
}
