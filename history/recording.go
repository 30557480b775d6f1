package history

import (
	"cmp"
	"iter"
	"math"
	"slices"

	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/description"
	"github.com/decidertree/decidertree/internal/tape"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// Recording is what was recorded of agents. It never changes and may be used by several goroutines at once. Get it from
// [Recorder.Recording] or [Load].
type Recording struct {
	title  string
	names  debugprint.Names
	seed   uint64 // of the world
	lone   bool   // the agents have no world
	trees  []*tree
	agents []*rows // by ID
	frames frameList
	state  stateList
}

// rows is what is held of an agent.
type rows struct {
	agent uint64
	crowd string
	tree  *tree
	last  int      // as form.last
	parts [][]byte // the segments of its ring in their order, each as it was written
}

// Recording returns a copy of what is held, of these agents or without any of all: cheap for a few, a few kilobytes for
// each. Call it between frames, in the goroutine that ticks.
func (r *Recorder) Recording(agents ...world.AgentID) *Recording {
	r.mu.Lock()
	defer r.mu.Unlock()
	rec := &Recording{title: r.options.Title, names: r.options.Names, lone: r.world == nil, trees: slices.Clone(r.order)}
	if r.world != nil {
		rec.seed = r.world.Seed()
		r.world.Told(key)
		rec.frames = r.frames.share()
		rec.state = r.state.share()
	}
	if len(agents) == 0 {
		rec.agents = make([]*rows, 0, len(r.tracks))
		for _, k := range r.tracks {
			rec.agents = append(rec.agents, k.copy())
		}
	}
	for _, id := range agents {
		if p := r.pages[uint64(id)/pageAgents]; p != nil {
			if k := p.tracks[id%pageAgents]; k != nil && k != &nobody {
				rec.agents = append(rec.agents, k.copy())
			}
		}
	}
	slices.SortFunc(rec.agents, func(a, b *rows) int { return cmp.Compare(a.agent, b.agent) })
	rec.agents = slices.CompactFunc(rec.agents, func(a, b *rows) bool { return a.agent == b.agent })
	return rec
}

// copy is what the track holds now.
func (k *track) copy() *rows {
	to := &rows{agent: k.agent, crowd: k.session.crowd, tree: k.session.tree, last: k.form.last}
	k.parts[k.segment].end = uint32(k.at)
	size := runBytes
	for i := range k.parts {
		size += int(k.parts[i].end)
	}
	all := make([]byte, 0, size)
	for i := range k.form.segments {
		at := (int(k.segment) + 1 + i) % k.form.segments // the oldest first
		p := &k.parts[at]
		if p.number == 0 {
			continue
		}
		from := len(all)
		all = append(all, k.ring[at*k.form.segment:][:p.end]...)
		if at == int(k.segment) {
			all = appendRun(all, k.run)
		}
		to.parts = append(to.parts, all[from:len(all):len(all)])
	}
	return to
}

// Title returns Options.Title.
func (rec *Recording) Title() string { return rec.title }

// Names returns the names of the game's flags, Options.Names. They are not to be changed.
func (rec *Recording) Names() debugprint.Names { return rec.names }

// Trees returns the trees of the agents and those that were plugged in, in the order in which they were recorded first.
// They are not to be changed.
func (rec *Recording) Trees() []*description.Tree {
	var all []*description.Tree
	for _, t := range rec.trees {
		if d, err := t.told(); err == nil {
			all = append(all, d)
		}
	}
	return all
}

// Agents returns whom the recording has, by ID.
func (rec *Recording) Agents() []world.AgentID {
	all := make([]world.AgentID, len(rec.agents))
	for i, r := range rec.agents {
		all[i] = world.AgentID(r.agent)
	}
	return all
}

// rows is what there is of an agent; nil for nothing.
func (rec *Recording) rows(agent world.AgentID) *rows {
	i, found := slices.BinarySearchFunc(rec.agents, uint64(agent), func(r *rows, id uint64) int { return cmp.Compare(r.agent, id) })
	if !found {
		return nil
	}
	return rec.agents[i]
}

// Tree returns the agent's own tree; nil for an agent that it does not have. It is not to be changed.
func (rec *Recording) Tree(agent world.AgentID) *description.Tree {
	r := rec.rows(agent)
	if r == nil {
		return nil
	}
	d, _ := r.tree.told()
	return d
}

// Crowd returns the name of the agent's crowd; "" for an agent that is in none.
func (rec *Recording) Crowd(agent world.AgentID) string {
	if r := rec.rows(agent); r != nil {
		return r.crowd
	}
	return ""
}

// Frames returns the first and last frame of the world of which the time is known; ok is false for none. Agents without a
// world have frames of their own: see Span.
func (rec *Recording) Frames() (first, last uint64, ok bool) {
	n := rec.frames.len()
	if n == 0 {
		return 0, 0, false
	}
	return rec.frames.at(0).frame, rec.frames.at(n - 1).frame, true
}

// Time returns when a frame of the world was, and how long after the one before, in seconds; ok is false where that is not
// known, and for agents without a world: see [Tick].
func (rec *Recording) Time(frame uint64) (seconds, dt float64, ok bool) {
	i, ok := rec.frames.of(frame)
	return i.time, i.dt, ok
}

// Span returns the first and last frame of the agent that can be executed again; ok is false for none. It need not have
// ticked in each between them: agents of crowds sleep.
func (rec *Recording) Span(agent world.AgentID) (first, last uint64, ok bool) {
	r := rec.rows(agent)
	if r == nil {
		return 0, 0, false
	}
	for c := rec.cursor(r, 0); c.next(); {
		if c.plays() {
			first, ok = c.Frame, true
			break
		}
	}
	if !ok {
		return 0, 0, false
	}
	for c := rec.cursor(r, math.MaxUint64); c.next(); {
		if c.plays() {
			last = c.Frame
		}
	}
	return first, max(first, last), true
}

// Tick is one tick of an agent, or an operation: something done with it between ticks, such as Reset or Plug.
type Tick struct {
	Agent         world.AgentID
	Frame         uint64  // the world's; of an agent without a world its own count. Of an operation the one after which it was done
	Time          float64 // seconds
	DT            float64 // seconds since its last tick
	DecisionFlags decider.DecisionFlags
	Stimuli       stimuli.Flags // when it began
	Operation     bool
	Restored      bool // no tick: recording of it began here, or its memory was replaced from a snapshot or by a migration
	Same          bool // its inputs and all that user functions answered were as in the tick before, and its memory stayed as it was
	Lost          bool // its answers were too many to be kept: it cannot be executed again
}

func (t *take) tick() Tick {
	return Tick{
		Agent: world.AgentID(t.Agent), Frame: t.Frame, Time: t.Time, DT: t.DT, DecisionFlags: decider.DecisionFlags(t.Flags),
		Stimuli: stimuli.Flags(t.Stimuli), Operation: t.Marks&(tape.Operation|tape.Restored) != 0, Restored: t.Marks&tape.Restored != 0,
		Same: t.same, Lost: t.lost,
	}
}

// Ticks yields the agent's ticks and operations in their order.
func (rec *Recording) Ticks(agent world.AgentID) iter.Seq[Tick] {
	return func(yield func(Tick) bool) {
		for t := range rec.takes(agent, 0, math.MaxUint64) {
			if !yield(t.tick()) {
				return
			}
		}
	}
}

// takes yields the agent's takes of frames from one to another, both included, of which the time is known. A take is good
// until the next.
func (rec *Recording) takes(agent world.AgentID, from, to uint64) iter.Seq[*take] {
	return func(yield func(*take) bool) {
		r := rec.rows(agent)
		if r == nil {
			return
		}
		for c := rec.cursor(r, from); c.next() && c.Frame <= to; {
			if c.timed && c.Frame >= from && !yield(&c.take) {
				return
			}
		}
	}
}

// Bytes returns how many bytes the recording holds of an agent.
func (rec *Recording) Bytes(agent world.AgentID) (n int) {
	if r := rec.rows(agent); r != nil {
		for _, part := range r.parts {
			n += len(part)
		}
	}
	return n
}
