package history

import (
	"bytes"
	"slices"
	"sync"
	"time"

	"github.com/decidertree/decidertree/world"
)

// CheckpointOptions are how often a game is saved, and how many saves are held. The zero value is fit for most games.
type CheckpointOptions struct {
	Every     int     // frames from one save to the next, at least; 0 for 30
	Most      int     // saves that are held, the oldest given up first; 0 for 64
	MostBytes int     // that they take; 0 for 64 MiB. One save is held however large it is
	Share     float64 // of the time that saving may take, a save being put off until then; 0 for 0.01, 1 or more for no limit
}

// Checkpoints are saves of a running game, to fork it from. Make them with [NewCheckpoints]; Keep and Note belong to the
// goroutine that ticks, the other methods to any.
type Checkpoints struct {
	world   *world.World
	game    Game
	options CheckpointOptions
	due     uint64    // frame of the next save
	rested  time.Time // when a save may be made again

	mu    sync.Mutex
	saves []save // the oldest first
	notes []note // in the order they came
	size  int    // bytes of the saves
	order int    // how many saves and notes there have been
	now   uint64 // the world's frame when it was asked for last
}

// save is the game after a frame.
type save struct {
	frame uint64
	order int
	bytes []byte // never changed
}

// note is something that was done to the game from outside after a frame.
type note struct {
	frame uint64
	order int
	holds bool // saves do not have it
	act   func(*Branch) error
}

// NewCheckpoints makes the checkpoints of a game with this world. None is kept before Keep is called.
func NewCheckpoints(w *world.World, g Game, o CheckpointOptions) *Checkpoints {
	or := func(n *int, otherwise int) {
		if *n <= 0 {
			*n = otherwise
		}
	}
	or(&o.Every, 30)
	or(&o.Most, 64)
	or(&o.MostBytes, 64<<20)
	if !(o.Share > 0) {
		o.Share = 0.01
	}
	return &Checkpoints{world: w, game: g, options: o}
}

// Keep saves the game if it is time to. Call it between frames, in the goroutine that ticks, best every frame: it takes a few
// nanoseconds when it is not time. The error wraps [ErrGame] and is the game's; it is tried again in time.
func (c *Checkpoints) Keep() error {
	if c == nil || c.game == nil || c.world == nil {
		return ErrNoAgentState
	}
	frame := c.world.Frame()
	c.mu.Lock()
	c.now = frame
	c.mu.Unlock()
	if frame < c.due {
		return nil
	}
	began := time.Now()
	if began.Before(c.rested) {
		return nil
	}
	c.due = frame + uint64(c.options.Every)
	var to bytes.Buffer
	if n := len(c.saves); n > 0 { // only this goroutine changes them
		last := len(c.saves[n-1].bytes)
		to.Grow(last + last/16)
	}
	err := guarded("Game.Save", func() error { return c.game.Save(&to) })
	took := time.Since(began)
	c.rested = time.Now().Add(time.Duration(float64(took) * (1/c.options.Share - 1)))
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.order++
	c.saves = append(c.saves, save{frame, c.order, to.Bytes()})
	c.size += to.Len()
	c.giveUp()
	return nil
}

// giveUp drops the oldest saves where there are too many, and the notes that no save needs.
func (c *Checkpoints) giveUp() {
	n := 0
	for len(c.saves)-n > 1 && (len(c.saves)-n > c.options.Most || c.size > c.options.MostBytes) {
		c.size -= len(c.saves[n].bytes)
		n++
	}
	if n == 0 {
		return
	}
	c.saves = slices.Delete(slices.Clone(c.saves), 0, n) // a copy: the array does not keep what is dropped
	oldest := c.saves[0].order
	c.notes = slices.DeleteFunc(c.notes, func(n note) bool { return !n.holds && n.order < oldest })
}

// Note takes down what was done to the game from outside just now, between two frames, so that forks do it again: what a
// player has pressed, say. act does it to the branch, through [Branch.Run] mostly. Without that, a fork from a save before it
// would come to something else than the game did.
func (c *Checkpoints) Note(act func(*Branch) error) { c.note(act, false) }

// NoteHold is Note for what is not part of the game's saves, and so is done again in every fork that begins later: decision
// flags and overrides that a tool holds agents to, with [Branch.SetFlags] and [Branch.Override].
func (c *Checkpoints) NoteHold(act func(*Branch) error) { c.note(act, true) }

func (c *Checkpoints) note(act func(*Branch) error, holds bool) {
	if c == nil || c.world == nil || act == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.saves) == 0 && !holds {
		return // no fork begins before it
	}
	c.order++
	c.notes = append(c.notes, note{c.world.Frame(), c.order, holds, act})
}

// Saves returns the frames after which the game is saved, the oldest first. A fork can begin after the first of them.
func (c *Checkpoints) Saves() []uint64 {
	if c == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	frames := make([]uint64, len(c.saves))
	for i := range c.saves {
		frames[i] = c.saves[i].frame
	}
	return frames
}

// Size returns how many bytes the saves take.
func (c *Checkpoints) Size() int {
	if c == nil {
		return 0
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.size
}

// before returns the last save at or before a frame, and what was done from outside that it does not have: at once, and
// later by its frame. The game is known to have come to frame now, if not farther.
func (c *Checkpoints) before(frame, now uint64) (s save, notes []note, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now = max(now, c.now)
	at := len(c.saves) - 1
	for at >= 0 && c.saves[at].frame > frame {
		at--
	}
	if at < 0 || frame > now {
		e := &NoSaveError{Frame: frame, Now: now}
		for i := range c.saves {
			e.Saves = append(e.Saves, c.saves[i].frame)
		}
		return s, nil, e
	}
	s = c.saves[at]
	for _, n := range c.notes {
		if n.order > s.order || n.holds {
			notes = append(notes, n)
		}
	}
	return s, notes, nil
}
