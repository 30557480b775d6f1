package history

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/world"
)

// ForkOptions say where a fork leaves the past and how far it runs.
type ForkOptions struct {
	After  uint64          // the frame after which the change is made; the next is the first to see it
	Frames int             // to run; 0 is 300
	Record Options         // of the fork's recordings; NameOf is called in Fork's goroutine, nil answers from original
	Agents []world.AgentID // to record; nil for all
	// Seed is the chance of the run with the change from After on: that of its world, and of the game if its Run is a
	// [Reseeder]. 0 leaves both as they were. With a Seed, recordings begin at After.
	Seed uint64
	// Each is called after each frame from After on, and at After itself once the change is made, in both runs: first in all
	// frames of the one without the change. It must not change anything. Nil for none.
	Each func(b *Branch, changed bool)
}

// Fork is the result of a change to the past.
type Fork struct {
	Save      uint64     // the frame of the save it started from
	After     uint64     // the frame after which the change was made
	Last      uint64     // the last frame
	Unchanged *Recording // from the save on, without the change
	Changed   *Recording // from the save on, with the change
}

// Differences yields the differences between the two, as [Compare] does.
func (f *Fork) Differences() iter.Seq[Difference] { return Compare(f.Unchanged, f.Changed) }

// Fork returns to a frame, makes a change, and runs on from there in a game of its own. The running game is not
// affected and may go on meanwhile. Fork may be called in any goroutine. It takes as long as the game needs for those
// frames, twice: it also runs them without the change, for comparison even beyond the game's present. If original, a
// recording of the running game, is not nil, the run without the change must be equal to it, as far as that has the
// agents and frames; else the error wraps [ErrNotDeterministic] and says where they differ. A nil change changes nothing:
// use it to test whether the game is deterministic.
//
// Without a [Game] the error is [ErrNoAgentState]. Others wrap [ErrNoSave] or [ErrGame], or are that of ctx.
func (c *Checkpoints) Fork(ctx context.Context, original *Recording, o ForkOptions, change func(*Branch) error) (*Fork, error) {
	if c == nil || c.game == nil || c.world == nil {
		return nil, ErrNoAgentState
	}
	if o.Frames <= 0 {
		o.Frames = 300
	}
	if original != nil && o.Record.Names.NameOf == nil {
		o.Record.Names.NameOf = original.Names().NameOf
	}
	way, err := c.way(original, o.After, o.Frames)
	if err != nil {
		return nil, err
	}
	defer c.release(way.from)
	way.record, way.agents, way.late = &o.Record, o.Agents, o.Seed != 0
	f := &Fork{Save: way.from.frame, After: way.after, Last: way.last}
	changed := false
	if o.Each != nil {
		way.each = func(b *Branch) bool { o.Each(b, changed); return false }
	}
	if f.Unchanged, err = way.run(ctx, nil); err != nil {
		return nil, err
	}
	if err := sameTakes(original, f.Unchanged, f.Save, f.Last); err != nil {
		return nil, err
	}
	way.seed, changed = o.Seed, true
	if f.Changed, err = way.run(ctx, change); err != nil {
		return nil, err
	}
	upTo := o.After
	if change == nil && o.Seed == 0 {
		upTo = f.Last
	}
	if err := sameTakes(f.Unchanged, f.Changed, f.Save, upTo); err != nil {
		err.Again = true
		return nil, err
	}
	return f, nil
}

// way runs a fork from a save to the last frame.
type way struct {
	checkpoints *Checkpoints
	from        save
	saved       []byte
	notes       []note
	record      *Options        // nil to record nothing
	agents      []world.AgentID // to record; nil for all
	after, last uint64          // frames
	seed        uint64          // chance from after on; 0 leaves it
	late        bool            // record from after on alone
	each        func(*Branch) (stop bool)
}

// way is the way from the last save at or before a frame to some frames after it. The save is given back with release.
func (c *Checkpoints) way(original *Recording, after uint64, frames int) (w way, err error) {
	var now uint64
	if original != nil {
		_, now, _ = original.Frames()
	}
	w = way{checkpoints: c, after: after, last: after + uint64(frames)}
	if w.from, w.notes, err = c.before(after, now); err != nil {
		return w, err
	}
	if w.saved, err = w.from.write(); err != nil {
		c.release(w.from)
	}
	return w, err
}

// run runs all frames, or to the first after which each says to stop.
func (w *way) run(ctx context.Context, change func(*Branch) error) (rec *Recording, err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	game, err := w.load()
	if game != nil {
		if closer, ok := game.(io.Closer); ok {
			defer func() { err = errors.Join(err, guarded("Run.Close", closer.Close)) }()
		}
	}
	if err != nil {
		return nil, err
	}
	branch, notes := &Branch{run: game}, w.notes
	var again []note
	for _, n := range notes {
		if n.order < w.from.order { // it held when the game was saved
			_ = guarded("a note", func() error { return n.act(branch) }) // its agent may be gone
		} else {
			again = append(again, n)
		}
	}
	var recorder *Recorder
	watch := func() error { return nil }
	begin := func() (err error) {
		if w.record == nil {
			return nil
		}
		recorder = New(*w.record)
		if len(w.agents) > 0 {
			recorder.Choose(w.agents...)
		}
		watch, err = record(game.World(), recorder)
		return err
	}
	end := func() *Recording {
		if recorder == nil {
			return nil
		}
		return recorder.Recording(w.agents...)
	}
	if !w.late {
		if err := begin(); err != nil {
			return nil, err
		}
	}
	for frame := w.from.frame; ; {
		for ; len(again) > 0 && again[0].frame <= frame; again = again[1:] {
			_ = guarded("a note", func() error { return again[0].act(branch) }) // the same: the change may have removed its agent
		}
		if frame == w.after {
			if err := w.turn(branch, begin, change); err != nil {
				return nil, err
			}
		}
		if frame >= w.after && w.each != nil {
			stop := false
			if err := guarded("a look at the fork", func() error { stop = w.each(branch); return nil }); err != nil || stop {
				return end(), err
			}
		}
		if frame == w.last {
			return end(), nil
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := step(game, frame); err != nil {
			return nil, err
		}
		frame++
		if err := watch(); err != nil {
			return nil, err
		}
	}
}

// turn makes the change, and what else is different from here on.
func (w *way) turn(b *Branch, record func() error, change func(*Branch) error) error {
	if w.seed != 0 {
		b.World().Reseed(key, w.seed)
		if game, ok := b.run.(Reseeder); ok {
			if err := guarded("Run.Reseed", func() error { return game.Reseed(w.seed) }); err != nil {
				return err
			}
		}
	}
	if w.late {
		if err := record(); err != nil {
			return err
		}
		if err := still(b.World(), w.agents); err != nil {
			return err
		}
	}
	if change == nil {
		return nil
	}
	return guarded("the change", func() error { return change(b) })
}

// still records what agents are like now, so that their next tick can be executed again.
func still(w *world.World, agents []world.AgentID) error {
	chosen := make(map[uint64]bool, len(agents))
	for _, id := range agents {
		chosen[uint64(id)] = true
	}
	for _, m := range w.Tools(key) {
		for id := range m.Agents() {
			if len(agents) > 0 && !chosen[id] {
				continue
			}
			if err := m.Still(id); err != nil {
				return err
			}
		}
	}
	return nil
}

// load loads the save.
func (w *way) load() (game Run, err error) {
	err = guarded("Game.Load", func() (err error) {
		game, err = w.checkpoints.game.Load(bytes.NewReader(w.saved))
		return err
	})
	if err != nil {
		return nil, err
	}
	if game == nil {
		return nil, fmt.Errorf("%w: Game.Load returned nil and no error", ErrGame)
	}
	var its *world.World
	var frame uint64
	err = guarded("Run.World", func() error {
		if its = game.World(); its != nil {
			frame = its.Frame()
		}
		return nil
	})
	switch {
	case err != nil:
	case its == nil:
		err = fmt.Errorf("%w: Run.World returned nil; agents of a fork live in a world", ErrGame)
	case its == w.checkpoints.world:
		err = fmt.Errorf("%w: Game.Load returned the world of the running game; make another one with world.New and World.Restore", ErrGame)
	case frame != w.from.frame:
		err = fmt.Errorf("%w: Game.Load made a world at frame %d of what was saved at frame %d; does Save call World.Snapshot, and Load World.Restore?",
			ErrGame, frame, w.from.frame)
	}
	return game, err
}

// step makes a frame. Errors of agents do not end the run.
func step(game Run, frame uint64) error {
	err := guarded("Run.Step", game.Step)
	switch now := game.World().Frame(); {
	case now == frame+1:
		return nil
	case err != nil:
		return err
	default:
		return fmt.Errorf("%w: Run.Step took the world from frame %d to %d; a Step is one frame", ErrGame, frame, now)
	}
}

// record records all agents of a world. Call watch after each frame, for new ones.
func record(w *world.World, to *Recorder) (watch func() error, err error) {
	type life struct {
		engine.Member
		id uint64 // of a single agent: its memory may be reused
	}
	known := map[life]bool{}
	watch = func() error {
		for _, m := range w.Tools(key) {
			of := life{Member: m}
			if m.Name() == "" {
				for id := range m.Agents() {
					of.id = id
				}
			}
			if known[of] {
				continue
			}
			known[of] = true
			if err := m.Record(to); err != nil {
				return err
			}
		}
		return nil
	}
	return watch, watch()
}
