package games

import (
	"bytes"
	stdcontext "context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/world"
)

// This file records worlds and plays them again from recordings and in forks.

// ringBytes is room for the recording of each agent. Trees with large slots do not fit and are not recorded.
const ringBytes = 1 << 18

// record begins or ends recording everything.
func (m *match) record() {
	if !m.way.moves || m.world.Closed() {
		return
	}
	if m.recorder != nil {
		m.replay()
		m.recorder = nil
	} else {
		m.recorder = history.New(history.Options{BytesEach: ringBytes})
	}
	m.recordAll()
}

func (m *match) recordAll() {
	recorder := decider.Recorder(m.recorder)
	if m.recorder == nil {
		recorder = nil
	}
	for _, h := range m.herds {
		m.quietly("Crowd.Record", func() error { return h.crowd.Record(recorder) })
	}
	for _, a := range m.singles() {
		m.quietly("Memory.Record", func() error { return a.memory.Record(recorder) })
	}
}

// quietly makes a call that other ways of playing do not make.
func (m *match) quietly(what string, f func() error) error {
	sum, text := m.sum, m.text
	err := m.call(what, f)
	m.sum, m.text = sum, text
	return err
}

// replay saves and loads the recording and executes all its ticks again.
func (m *match) replay() {
	if m.recorder == nil {
		return
	}
	m.quietly("replay", func() error {
		var file bytes.Buffer
		if err := m.recorder.Recording().Save(&file); err != nil {
			return err
		}
		rec, err := history.Load(&file)
		if err != nil {
			return err
		}
		for _, id := range rec.Agents() {
			for _, err := range rec.Events(id, 0, math.MaxUint64, 5) {
				m.report.Takes++
				if err != nil && !errors.Is(err, history.ErrNotRecorded) {
					return err
				}
			}
		}
		return nil
	})
}

// forkable is a match as the game of checkpoints.
type forkable struct {
	of   *match
	kept *kept
	ops  []Op
}

func (f *forkable) Save(to io.Writer) error {
	if f.kept = f.of.keep(); f.kept == nil {
		return history.ErrNoSave
	}
	return binary.Write(to, binary.LittleEndian, f.of.world.Frame())
}

func (f *forkable) Load(io.Reader) (history.Run, error) {
	n := f.of.revive(f.kept, f.of.way.workers)
	n.way.moves, n.way.text, n.text, n.forked = false, false, nil, true
	return &fork{n, f.ops}, nil
}

// fork is a fork of a match. A step plays the operations up to the next frame.
type fork struct {
	*match
	ops []Op
}

func (f *fork) World() *world.World { return f.world }

func (f *fork) Step() error {
	frame := f.world.Frame()
	for f.world.Frame() == frame {
		o := Op{Kind: "frame"}
		if len(f.ops) > 0 {
			o, f.ops = f.ops[0], f.ops[1:]
		}
		if o.Kind == "closeWorld" {
			continue
		}
		kindOf(o.Kind).do(f.match, o)
		f.seen()
		f.sums("a fork's " + o.String())
	}
	return nil
}

// fork plays the next frames twice in forks.
func (m *match) fork(frames int) {
	if !m.way.moves || m.world.Closed() {
		return
	}
	game := &forkable{of: m, ops: m.ahead}
	checkpoints := history.NewCheckpoints(m.world, game, history.CheckpointOptions{Every: 1, Share: 1})
	m.quietly("fork", func() error {
		if err := checkpoints.Keep(); err != nil && game.kept == nil {
			return nil
		}
		m.report.Forks++
		var original *history.Recording
		if m.recorder != nil {
			original = m.recorder.Recording()
		}
		_, err := checkpoints.Fork(stdcontext.Background(), original, history.ForkOptions{
			After: m.world.Frame(), Frames: frames, Record: history.Options{BytesEach: ringBytes},
		}, nil)
		if err != nil && !errors.Is(err, history.ErrRoom) {
			return fmt.Errorf("%w: %v", errFork, err)
		}
		return nil
	})
}

var errFork = errors.New("a fork fails")
