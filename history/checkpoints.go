package history

import (
	"bytes"
	"errors"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/decidertree/decidertree/world"
)

// CheckpointOptions say how often a game is saved and how many saves are held. The zero value suits most games.
type CheckpointOptions struct {
	Every     int     // least number of frames between saves; 0 is 30
	Most      int     // most saves held; the oldest is dropped first; 0 is 64
	MostBytes int     // most bytes of all saves; 0 is 256 MiB. One save is held whatever its size. Others get sparser with age
	Share     float64 // of the time that saving may take; saves wait for it; 0 is 0.01, 1 or more no limit
}

// Checkpoints are saves of a running game, to fork it from. Make them with [NewCheckpoints]. Call Keep and Note in
// the goroutine that ticks, the other methods in any.
type Checkpoints struct {
	world   *world.World
	game    Game
	options CheckpointOptions
	due     uint64    // frame of the next save
	rested  time.Time // earliest time of the next save

	mu    sync.Mutex
	saves []save // the oldest first
	notes []note // in order
	size  int    // of the saves, in bytes
	room  Frozen // a copy that is no longer needed; nil for none
	order int    // saves and notes so far
	now   uint64 // the last known frame of the world
}

// save is the game after a frame.
type save struct {
	frame uint64
	order int
	size  int
	bytes []byte // immutable; nil if it is a copy
	copy  *copied
}

// copied is a save by a [Freezer].
type copied struct {
	of   Frozen
	uses int // forks that read it
}

// write returns the bytes of the save.
func (s *save) write() ([]byte, error) {
	if s.copy == nil {
		return s.bytes, nil
	}
	var to bytes.Buffer
	err := guarded("Frozen.Save", func() error { return s.copy.of.Save(&to) })
	return to.Bytes(), err
}

// note is an act on the game from outside, after a frame.
type note struct {
	frame uint64
	order int
	holds bool // it is not part of saves
	act   func(*Branch) error
}

// NewCheckpoints makes the checkpoints of a game with this world. The first save is made by Keep.
func NewCheckpoints(w *world.World, g Game, o CheckpointOptions) *Checkpoints {
	or := func(n *int, otherwise int) {
		if *n <= 0 {
			*n = otherwise
		}
	}
	or(&o.Every, 30)
	or(&o.Most, 64)
	or(&o.MostBytes, 256<<20)
	if !(o.Share > 0) {
		o.Share = 0.01
	}
	return &Checkpoints{world: w, game: g, options: o}
}

// Keep saves the game if it is time. Call it between frames, in the goroutine that ticks, preferably every frame:
// when it is not time, it takes a few nanoseconds. The error wraps [ErrGame] and the game's error; a later call tries
// again.
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
	made, err := c.take(frame)
	took := time.Since(began)
	c.rested = time.Now().Add(time.Duration(float64(took) * (1/c.options.Share - 1)))
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.order++
	made.order = c.order
	c.saves = append(c.saves, made)
	c.size += made.size
	c.giveUp()
	return nil
}

// take makes a save.
func (c *Checkpoints) take(frame uint64) (save, error) {
	if f, ok := c.game.(Freezer); ok {
		c.mu.Lock()
		room := c.room
		c.room = nil
		c.mu.Unlock()
		var of Frozen
		err := guarded("Game.Freeze", func() (err error) {
			if of, err = f.Freeze(room); err == nil && of == nil {
				err = errors.New("it returned nil and no error")
			}
			return err
		})
		if err != nil {
			return save{}, err
		}
		return save{frame: frame, size: of.Size(), copy: &copied{of: of}}, nil
	}
	var to bytes.Buffer
	if n := len(c.saves); n > 0 { // only this goroutine changes saves
		last := c.saves[n-1].size
		to.Grow(last + last/16)
	}
	err := guarded("Game.Save", func() error { return c.game.Save(&to) })
	return save{frame: frame, size: to.Len(), bytes: to.Bytes()}, err
}

// giveUp drops saves if there are too many, and notes that no save needs. If their number is too large, that is the oldest.
// If their bytes are, it is one whose neighbours are close: so a few large saves still reach back some time.
func (c *Checkpoints) giveUp() {
	before := len(c.saves)
	for n := before; n > 1 && (n > c.options.Most || c.size > c.options.MostBytes); n-- {
		at := 0
		if reach := c.options.Every * min(4*n, c.options.Most); n <= c.options.Most && c.saves[n-1].frame-c.saves[0].frame <= uint64(reach) {
			at = c.densest()
		}
		c.drop(at)
	}
	if len(c.saves) == before {
		return
	}
	oldest := c.saves[0].order
	c.notes = slices.DeleteFunc(c.notes, func(n note) bool { return !n.holds && n.order < oldest })
}

// densest returns a save between others, in whose place a fork loses least if it begins with the one before: the time between
// its neighbours is shortest, in relation to its age. Of two it is the older one.
func (c *Checkpoints) densest() (at int) {
	now, best := float64(c.saves[len(c.saves)-1].frame), math.Inf(1)
	for i := 1; i < len(c.saves)-1; i++ {
		gap := float64(c.saves[i+1].frame - c.saves[i-1].frame)
		if dense := gap / (now - float64(c.saves[i].frame)); dense < best {
			at, best = i, dense
		}
	}
	return at
}

// drop drops a save and keeps its memory for the next copy, unless a fork reads it.
func (c *Checkpoints) drop(at int) {
	s := c.saves[at]
	c.size -= s.size
	if s.copy != nil && s.copy.uses == 0 {
		c.room = s.copy.of
	}
	c.saves = slices.Delete(slices.Clone(c.saves), at, at+1) // a copy, so that the array does not hold dropped saves
}

// release lets the memory of a save of before be used again once it is dropped.
func (c *Checkpoints) release(s save) {
	if s.copy != nil {
		c.mu.Lock()
		s.copy.uses--
		c.mu.Unlock()
	}
}

// Note notes what was just done to the game from outside, between two frames, so that forks repeat it: the player's
// input, for example. act applies it to the branch, mostly through [Branch.Run]. Without the note, a fork from an
// earlier save would diverge from the game.
func (c *Checkpoints) Note(act func(*Branch) error) { c.note(act, false) }

// NoteHold is Note for what is not part of the game's saves and so is repeated in every later fork: decision flags
// and overrides that a tool holds, with [Branch.SetFlags] and [Branch.Override].
func (c *Checkpoints) NoteHold(act func(*Branch) error) { c.note(act, true) }

func (c *Checkpoints) note(act func(*Branch) error, holds bool) {
	if c == nil || c.world == nil || act == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.saves) == 0 && !holds {
		return // no fork can begin before it
	}
	c.order++
	c.notes = append(c.notes, note{c.world.Frame(), c.order, holds, act})
}

// Saves returns the frames of all saves, the oldest first. Forks can begin after the first of them.
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

// Size returns the size of all saves in bytes.
func (c *Checkpoints) Size() int {
	if c == nil {
		return 0
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.size
}

// before returns the last save at or before a frame, which release gives back, and the notes that the save lacks: those to apply at once, and
// those of later frames. now is the last frame the game is known to have reached.
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
	if s.copy != nil {
		s.copy.uses++
	}
	for _, n := range c.notes {
		if n.order > s.order || n.holds {
			notes = append(notes, n)
		}
	}
	return s, notes, nil
}
