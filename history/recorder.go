package history

import (
	"errors"
	"math"
	"sync"
	"sync/atomic"
	"unsafe"
	"weak"

	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/description"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/tape"
	"github.com/decidertree/decidertree/world"
)

var key engine.Key

// Options say how much a [Recorder] keeps. The zero value suits most games.
type Options struct {
	BytesEach int // for each agent; 0 is 4096. An agent whose memory needs more gets the least that suffices
	Bytes     int // most bytes for all agents; those beyond are counted as missed. 0 is no limit
	Agents    int // most recorded agents; others are counted as missed. 0 is no limit
	Frames    int // frames whose times are kept, 1024 or more; older ones cannot be inspected. 0 is 65536

	Title string // of recordings, for people
	// Names are the names of the game's flags and agents, kept in recordings. A recording has the names of the agents
	// in it, cut to 64 bytes. NameOf is called in the goroutine that ticks, while no agent does: for an agent of a world
	// when the frame after its first recorded one begins, and for every agent when a Recording is made, so a Recording
	// has the name that an agent has then. An agent for which NameOf returns "", such as one that is gone, keeps its
	// last name.
	Names debugprint.Names
}

// Recorder records agents of one world, or agents without a world, whose IDs must differ. Make it with [New] and pass
// it to Crowd.Record and Memory.Record.
//
// An agent gets Options.BytesEach of memory, or more if it needs it, when it is first recorded; later nothing is
// allocated for it. When that is full, about the oldest quarter is overwritten. The memory of an agent that has left its
// world is reused after a sixteenth of Options.Frames; that of an agent that stops ticking, when all its frames are
// dropped.
//
// The history of an agent without a world starts over when its clock does, after a Reset: its frames are counted from
// 1 again.
type Recorder struct {
	options  Options
	now      frameTime // of the world; not written to while agents tick
	choosing bool      // only chosen agents are recorded; not written to while agents tick

	full   atomic.Bool // a limit is reached: agents that were turned away are not tried again
	missed atomic.Int64
	turns  uint32 // counts dropped pages; not written to while agents tick

	mu       sync.Mutex // guards the fields below
	world    *world.World
	lone     bool // agents without a world are recorded
	pages    map[uint64]*page
	trees    map[uint64]*tree
	order    []*tree // in the order of their first use
	sessions uint32
	latest   map[source]*session
	forms    map[int]*form // by size
	spare    map[*form][]*track
	tracks   []*track // in use
	hand     int      // the next one to sweep
	bytes    int
	refused  *RoomError // the first since something was freed; nil for none

	frames frameTable
	state  stateLog
	called nameTable
}

// source identifies a crowd.
type source struct {
	crowd       string
	fingerprint uint64
	size        int
}

// session is a time in which a crowd or agent is recorded without a gap.
type session struct {
	number uint32
	crowd  string
	world  *world.World
	tree   *tree
	form   *form
	used   atomic.Bool // it has had a take
}

// tree is a recorded or plugged tree. Recordings share it.
type tree struct {
	fingerprint uint64
	size        int    // of an agent's memory; 0 for a tree that was only plugged in
	base        []byte // the image that keyframes are encoded against: that of the first agent; nil for none
	told        func() (*description.Tree, error)
	players     sync.Pool
}

// New makes a recorder.
func New(o Options) *Recorder {
	if o.BytesEach <= 0 {
		o.BytesEach = 4096
	}
	if o.Frames <= 0 {
		o.Frames = 1 << 16
	}
	o.Frames = max(o.Frames, framesEach)
	r := &Recorder{
		options: o, pages: map[uint64]*page{}, trees: map[uint64]*tree{}, latest: map[source]*session{}, forms: map[int]*form{},
		spare: map[*form][]*track{},
	}
	r.frames.init(o.Frames)
	r.state.init(o.Frames)
	r.called = nameTable{ask: o.Names.NameOf, names: map[uint64]string{}}
	return r
}

var errNotDescribed = errors.New("history: the tree was not described")

// tree returns the entry of a tree; describe is called on demand. The lock must be held.
func (r *Recorder) tree(fingerprint uint64, describe func() any) *tree {
	t := r.trees[fingerprint]
	if t == nil {
		t = &tree{fingerprint: fingerprint}
		t.told = sync.OnceValues(func() (*description.Tree, error) {
			d, is := describe().(*description.Tree)
			if !is || d == nil {
				return nil, errNotDescribed
			}
			return d, nil
		})
		r.trees[fingerprint] = t
		r.order = append(r.order, t)
	}
	return t
}

// Sink is for package decider: it returns the sink for one goroutine's agents, [ErrOtherWorld], or a [*RoomError] if not
// one of them fits into Options.Bytes.
func (r *Recorder) Sink(_ engine.Key, from tape.Source) (tape.Sink, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if from.World != nil && r.world != nil && from.World != r.world || from.World == nil && r.world != nil || from.World != nil && r.lone {
		return nil, ErrOtherWorld
	}
	f := r.forms[from.Size]
	if f == nil {
		f = formOf(from.Size, r.options.BytesEach)
		if most := r.options.Bytes; most > 0 && f.bytes() > most {
			return nil, r.roomError(from.Crowd, f)
		}
		r.forms[from.Size] = f
	}
	if from.World == nil {
		r.lone = true
	} else if r.world == nil {
		r.join(from.World)
	}
	at := source{from.Crowd, from.Fingerprint, from.Size}
	s := r.latest[at]
	if s == nil || s.used.Load() || from.Crowd == "" {
		t := r.tree(from.Fingerprint, from.Describe)
		t.size = from.Size
		r.sessions++
		s = &session{number: r.sessions, crowd: from.Crowd, world: from.World, tree: t, form: f}
		if from.Crowd != "" {
			r.latest[at] = s
		}
	}
	return &sink{r: r, session: s}, nil
}

// join subscribes to the world's frames, gates and squads.
func (r *Recorder) join(w *world.World) {
	r.world = w
	r.clock()
	w.Watch(key, &watcher{of: weak.Make(r)})
}

// clock notes the world's frame, once.
func (r *Recorder) clock() {
	now := frameTime{frame: r.world.Frame(), time: r.world.Time(), dt: r.world.DT(), before: living(r.world)}
	if now.frame > r.now.frame || len(r.frames.chunks) == 0 {
		r.now = now
		r.frames.add(now)
	}
}

// living is the number of agents in a world.
func living(w *world.World) int32 { return int32(min(w.Living(key), math.MaxInt32)) }

// watcher is how a world knows a recorder: as long as somebody else does.
type watcher struct{ of weak.Pointer[Recorder] }

func (x *watcher) Began(engine.Key, *world.World) bool {
	r := x.of.Value()
	if r == nil {
		return false
	}
	r.clock()
	r.called.update()
	r.sweep()
	return true
}

func (x *watcher) Changed(_ engine.Key, n *world.Notes) {
	if r := x.of.Value(); r != nil {
		r.state.add(n, func() *world.Notes { return r.world.Listing(key) })
	}
}

// Choose selects the agents to record; without arguments it selects all, which is the default. Recorded frames of
// other agents are kept. The state of a newly chosen agent is known from its next tick on. Call it between frames, in
// the goroutine that ticks.
func (r *Recorder) Choose(agents ...world.AgentID) {
	r.choosing = len(agents) > 0
	r.mu.Lock()
	for _, p := range r.pages {
		clear(p.chosen[:])
	}
	r.mu.Unlock()
	for _, id := range agents {
		p := r.page(uint64(id) / pageAgents)
		p.chosen[id%pageAgents/64] |= 1 << (id % 64)
	}
	if r.choosing {
		r.leaveOut()
	}
}

// leaveOut ends the recording of agents that are not chosen. A later choice begins it anew.
func (r *Recorder) leaveOut() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, k := range r.tracks {
		p := r.pages[k.agent/pageAgents]
		if k.ended > 0 || k.marks&tape.Gone != 0 || p.chosen[k.agent%pageAgents/64]>>(k.agent%64)&1 != 0 {
			continue
		}
		now := k.frame // an agent without a world ticks in each of its frames
		if k.session.world != nil {
			now = max(now, r.now.frame)
		}
		k.ended, k.odd = now+1, true
	}
}

// Records reports whether an agent is recorded, or will be from its next tick on: it is chosen, and there is memory for it.
// Call it between frames.
func (r *Recorder) Records(agent world.AgentID) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := r.pages[uint64(agent)/pageAgents]
	switch {
	case p == nil:
		return !r.choosing && !r.full.Load()
	case r.choosing && p.chosen[agent%pageAgents/64]>>(agent%64)&1 == 0:
		return false
	}
	k := p.tracks[agent%pageAgents]
	return k != &nobody && (k != nil || !r.full.Load())
}

// Size returns the size of the recorder in bytes, without the trees' descriptions and the agents' names. Call it between
// frames.
func (r *Recorder) Size() int {
	return r.bytes + len(r.pages)*int(unsafe.Sizeof(page{})) + r.frames.bytes() + r.state.bytes()
}

// Missed returns the number of agents turned away so far because of Options.Agents or Options.Bytes. Some of them may
// have been recorded later, when others had gone.
func (r *Recorder) Missed() int { return int(r.missed.Load()) }

// Full returns a [*RoomError] if an agent was turned away and no memory has been freed since: it says which limit is
// reached, and how much is needed. Otherwise it returns nil. Call it between frames.
func (r *Recorder) Full() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.refused == nil {
		return nil
	}
	now := *r.refused
	now.Missed = r.Missed()
	return &now
}

// roomError is the error for an agent that does not fit. The lock must be held.
func (r *Recorder) roomError(crowd string, f *form) *RoomError {
	return &RoomError{
		Crowd: crowd, Needed: f.bytes(), Bytes: r.options.Bytes, Held: r.bytes, Agents: r.options.Agents, Recorded: len(r.tracks), Missed: r.Missed(),
	}
}
