package history

import (
	"cmp"
	"iter"
	"math"
	"slices"

	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/description"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/tape"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// Recording is an immutable copy of what a Recorder holds. Several goroutines may use it at once. Get it from
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
	notes  []Note
	scenes []Scene // in the order of frames
}

// rows is the recording of one agent.
type rows struct {
	agent uint64
	name  string // "" for none
	crowd string
	tree  *tree
	last  int      // as form.last
	ended uint64   // as track.ended
	parts [][]byte // the segments of its ring, in order
}

// Recording returns a copy of what is recorded of these agents, or of all without arguments. A copy of a few agents
// is cheap: a few kilobytes each. Call it between frames, in the goroutine that ticks.
func (r *Recorder) Recording(agents ...world.AgentID) *Recording {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(agents) == 0 {
		return r.copy(r.tracks)
	}
	var tracks []*track
	for _, id := range agents {
		if p := r.pages[uint64(id)/pageAgents]; p != nil {
			if k := p.tracks[id%pageAgents]; k != nil && k != &nobody {
				tracks = append(tracks, k)
			}
		}
	}
	return r.copy(tracks)
}

// Part is for the packages of this module: a copy of what is recorded of some agents, for tools that copy all in several
// steps. They begin with before as large as possible, and go on with from until it is 0. An agent may be in two parts;
// those recorded since the first step are in none.
func (r *Recorder) Part(_ engine.Key, before, most int) (part *Recording, from int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	before = min(before, len(r.tracks)) // from the end: a track that is given up is replaced by the last one
	from = max(0, before-most)
	return r.copy(r.tracks[from:before]), from
}

// Join is for the packages of this module: it makes a recording of the parts of one, up to the frame of the first of them.
func Join(_ engine.Key, parts []*Recording) *Recording {
	if len(parts) == 0 {
		return &Recording{}
	}
	rec := *parts[0]
	rec.agents, rec.trees = nil, parts[len(parts)-1].trees // the list of trees only grows
	for _, part := range parts {
		rec.agents = append(rec.agents, part.agents...)
	}
	rec.sort()
	rec.setNames()
	return &rec
}

// sort puts the agents into the order of their IDs. Of several recordings of one agent it keeps the first.
func (rec *Recording) sort() {
	slices.SortStableFunc(rec.agents, func(a, b *rows) int { return cmp.Compare(a.agent, b.agent) })
	rec.agents = slices.CompactFunc(rec.agents, func(a, b *rows) bool { return a.agent == b.agent })
}

// copy returns a copy of these tracks. The lock must be held.
func (r *Recorder) copy(tracks []*track) *Recording {
	rec := &Recording{title: r.options.Title, names: r.options.Names, lone: r.world == nil, trees: slices.Clone(r.order)}
	if r.world != nil {
		rec.seed = r.world.Seed()
		r.world.Told(key)
		rec.frames = r.frames.share()
		rec.frames.living = living(r.world)
		rec.state = r.state.share()
	}
	rec.agents = make([]*rows, 0, len(tracks))
	for _, k := range tracks {
		rec.agents = append(rec.agents, k.copy())
	}
	rec.sort()
	for _, k := range rec.agents {
		k.name = r.called.name(k.agent)
	}
	rec.setNames()
	return rec
}

// copy returns the contents of the track.
func (k *track) copy() *rows {
	to := &rows{agent: k.agent, crowd: k.session.crowd, tree: k.session.tree, last: k.form.last, ended: k.ended}
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

// Seed returns the seed of the world; ok is false for agents without one.
func (rec *Recording) Seed() (seed uint64, ok bool) { return rec.seed, !rec.lone }

// Names returns the names of the game's flags, Options.Names, and of the recorded agents: its NameOf answers from the
// recording, and any goroutine may call it. It is nil if no agent has a name. Do not change them.
func (rec *Recording) Names() debugprint.Names { return rec.names }

// Trees returns the trees of the agents and those that were plugged in, in the order of their first use. Do not
// change them.
func (rec *Recording) Trees() []*description.Tree {
	var all []*description.Tree
	for _, t := range rec.trees {
		if d, err := t.told(); err == nil {
			all = append(all, d)
		}
	}
	return all
}

// Agents returns the recorded agents by ID.
func (rec *Recording) Agents() []world.AgentID {
	all := make([]world.AgentID, len(rec.agents))
	for i, r := range rec.agents {
		all[i] = world.AgentID(r.agent)
	}
	return all
}

// rows returns the recording of an agent; nil for none.
func (rec *Recording) rows(agent world.AgentID) *rows {
	i, found := slices.BinarySearchFunc(rec.agents, uint64(agent), func(r *rows, id uint64) int { return cmp.Compare(r.agent, id) })
	if !found {
		return nil
	}
	return rec.agents[i]
}

// Tree returns the agent's own tree; nil for an agent that is not recorded. Do not change it.
func (rec *Recording) Tree(agent world.AgentID) *description.Tree {
	r := rec.rows(agent)
	if r == nil {
		return nil
	}
	d, _ := r.tree.told()
	return d
}

// Crowd returns the name of the agent's crowd; "" for a single agent.
func (rec *Recording) Crowd(agent world.AgentID) string {
	if r := rec.rows(agent); r != nil {
		return r.crowd
	}
	return ""
}

// Frames returns the first and last frame of the world whose time is known; ok is false for none. Agents without a
// world have frames of their own: see Span.
func (rec *Recording) Frames() (first, last uint64, ok bool) {
	n := rec.frames.len()
	if n == 0 {
		return 0, 0, false
	}
	return rec.frames.at(0).frame, rec.frames.at(n - 1).frame, true
}

// Time returns the time of a frame of the world, and the seconds since the frame before. ok is false if they are not
// known, and for agents without a world: see [Tick].
func (rec *Recording) Time(frame uint64) (seconds, dt float64, ok bool) {
	i, ok := rec.frames.of(frame)
	return i.time, i.dt, ok
}

// Span returns the first and last frame of the agent that can be executed again; ok is false for none. The agent need
// not have ticked in each frame between them: agents of crowds sleep.
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

// Tick is one tick of an agent, or an operation between ticks, such as Reset or Plug.
type Tick struct {
	Agent         world.AgentID
	Frame         uint64  // of the world, or of an agent without a world its own count; an operation was done after it
	Time          float64 // seconds
	DT            float64 // seconds since its last tick
	DecisionFlags decider.DecisionFlags
	Stimuli       stimuli.StimuliFlags // at its start
	Operation     bool
	Restored      bool // not a tick: recording began here, or a snapshot or migration replaced the memory
	Same          bool // inputs and answers are those of the tick before, and the memory did not change
	Lost          bool // its answers did not fit: it cannot be executed again
}

func (t *take) tick() Tick {
	return Tick{
		Agent: world.AgentID(t.Agent), Frame: t.Frame, Time: t.Time, DT: t.DT, DecisionFlags: decider.DecisionFlags(t.Flags),
		Stimuli: stimuli.StimuliFlags(t.Stimuli), Operation: t.Marks&(tape.Operation|tape.Restored) != 0, Restored: t.Marks&tape.Restored != 0,
		Same: t.same, Lost: t.lost,
	}
}

// Ticks yields the agent's ticks and operations in order.
func (rec *Recording) Ticks(agent world.AgentID) iter.Seq[Tick] {
	return func(yield func(Tick) bool) {
		for t := range rec.takes(agent, 0, math.MaxUint64) {
			if !yield(t.tick()) {
				return
			}
		}
	}
}

// takes yields the agent's takes of the frames from and to and all between whose time is known. A take is valid until
// the next.
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

// Bytes returns the size of an agent's recording.
func (rec *Recording) Bytes(agent world.AgentID) (n int) {
	if r := rec.rows(agent); r != nil {
		for _, part := range r.parts {
			n += len(part)
		}
	}
	return n
}

// Agents returns the agents of which something is recorded, by ID, including those that have left their world and are not
// overwritten yet. Call it between frames, in the goroutine that ticks.
func (r *Recorder) Agents() []world.AgentID {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := make([]world.AgentID, 0, len(r.tracks))
	for _, k := range r.tracks {
		if k.begun > 0 {
			all = append(all, world.AgentID(k.agent))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
