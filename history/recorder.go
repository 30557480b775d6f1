package history

import (
	"errors"
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

// Options are how much a [Recorder] keeps. The zero value is fit for most games.
type Options struct {
	BytesEach int // of memory for each agent; 0 for 4096. Agents whose trees need much memory may need more: see RoomError
	Agents    int // the most agents that are recorded; those beyond are counted as missed. 0 for no limit
	Frames    int // how many frames' times are remembered, 1024 or more: what is older cannot be looked at. 0 for 65536

	Title string           // of recordings, for people
	Names debugprint.Names // of the game's flags, kept in recordings
}

// Recorder records agents of one world, or agents without one, whose IDs must differ. Make it with [New] and give it to
// Crowd.Record and Memory.Record.
//
// An agent gets its memory, Options.BytesEach, when it is recorded first, and nothing is allocated for it afterwards. When
// that is full, the oldest quarter or so is overwritten. An agent that is gone from its world is kept for a sixteenth of
// Options.Frames, and one that does not tick until all its frames are forgotten; then their memory is given to others.
//
// The history of an agent without a world begins anew when its clock does, as Reset has it: its frames are counted from
// 1 again.
type Recorder struct {
	options  Options
	now      frameTime // of the world; not written to while agents tick
	choosing bool      // only those that were chosen are recorded; not written to while agents tick

	full   atomic.Bool // there are as many agents as may be
	missed atomic.Int64
	turns  uint32 // counts the pages that were let go; not written to while agents tick

	mu       sync.Mutex // guards what follows
	world    *world.World
	lone     bool // agents without a world are recorded
	pages    map[uint64]*page
	trees    map[uint64]*tree
	order    []*tree // as they were told first
	sessions uint32
	latest   map[source]*session
	forms    map[int]*form // by size
	spare    map[*form][]*track
	tracks   []*track // all that are in use
	hand     int      // the next of them to look at, for who is gone
	bytes    int

	frames frameTable
	state  stateLog
}

// source tells crowds apart.
type source struct {
	crowd       string
	fingerprint uint64
	size        int
}

// session is a time for which a crowd or an agent is recorded without a gap.
type session struct {
	number uint32
	crowd  string
	world  *world.World
	tree   *tree
	form   *form
	used   atomic.Bool // it has had a take
}

// tree is a tree of which agents are recorded, or which is plugged in. Recordings share it.
type tree struct {
	fingerprint uint64
	size        int    // of an agent's memory; 0 for one that was only plugged in
	base        []byte // an image that keyframes are told against: that of the first agent; nil for none
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
	return r
}

var errNotDescribed = errors.New("history: the tree was not described")

// tree is what is known of a tree; describe is called when somebody asks for it. The lock is held.
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

// Sink is for package decider: where the takes of one goroutine's agents go. It returns [ErrOtherWorld], or a [*RoomError].
func (r *Recorder) Sink(_ engine.Key, from tape.Source) (tape.Sink, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if from.World != nil && r.world != nil && from.World != r.world || from.World == nil && r.world != nil || from.World != nil && r.lone {
		return nil, ErrOtherWorld
	}
	f := r.forms[from.Size]
	if f == nil {
		made, needed := formOf(from.Size, r.options.BytesEach)
		if made == nil {
			return nil, &RoomError{Crowd: from.Crowd, BytesEach: r.options.BytesEach, Needed: needed}
		}
		f = made
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

// join has the world tell its frames, its gates and its squads.
func (r *Recorder) join(w *world.World) {
	r.world = w
	r.clock()
	w.Watch(key, &watcher{of: weak.Make(r)})
}

// clock notes the world's frame, unless it is noted.
func (r *Recorder) clock() {
	if now := (frameTime{r.world.Frame(), r.world.Time(), r.world.DT()}); now.frame > r.now.frame || len(r.frames.chunks) == 0 {
		r.now = now
		r.frames.add(now)
	}
}

// watcher is how a world knows a recorder: as long as somebody else does.
type watcher struct{ of weak.Pointer[Recorder] }

func (x *watcher) Began(engine.Key, *world.World) bool {
	r := x.of.Value()
	if r == nil {
		return false
	}
	r.clock()
	r.sweep()
	return true
}

func (x *watcher) Changed(_ engine.Key, n *world.Notes) {
	if r := x.of.Value(); r != nil {
		r.state.add(n, func() *world.Notes { return r.world.Listing(key) })
	}
}

// Choose has these agents recorded and no others; without any, all, which is so at first. Those that were chosen
// before are held as they are. What an agent that is chosen was like is known from its next tick on. Call it between frames,
// in the goroutine that ticks.
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
}

// Size returns how many bytes the recorder holds, without what trees are described by. Call it between frames.
func (r *Recorder) Size() int {
	return r.bytes + len(r.pages)*int(unsafe.Sizeof(page{})) + r.frames.bytes() + r.state.bytes()
}

// Missed returns how many agents were turned away so far, as Options.Agents were recorded already. One of them may have been
// recorded later, when another was gone.
func (r *Recorder) Missed() int { return int(r.missed.Load()) }
