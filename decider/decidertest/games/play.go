package games

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// ErrRefused is wrapped by Play's error for a game whose trees are refused, which most games of few cuts are not.
var ErrRefused = errors.New("games: a tree is refused")

// Failure is Play's error for a game in which something did not hold.
type Failure struct {
	After int // the operation after which it was found
	What  string
}

func (f *Failure) Error() string { return f.What }

// Play plays a game in two ways and returns what it did, and an error if something did not hold.
func Play(g *Game) (Stats, error) {
	plain := play(g, way{workers: 1, upTo: -1}, nil)
	if plain.err != nil {
		return plain.Stats, plain.err
	}
	moving := play(g, way{workers: 2 + int(g.Seed%3), moves: true, upTo: -1}, nil)
	s := plain.Stats
	s.Add(moving.Stats)
	s.Games = 1
	if moving.err != nil {
		return s, moving.err
	}
	if at := differ(plain.sums, moving.sums); at >= 0 {
		return s, difference(g, at)
	}
	return s, nil
}

// Add adds other counts.
func (s *Stats) Add(o Stats) {
	s.Games, s.Ops, s.Calls, s.Traps = s.Games+o.Games, s.Ops+o.Ops, s.Calls+o.Calls, s.Traps+o.Traps
	s.Restored, s.Children, s.Forks, s.Takes = s.Restored+o.Restored, s.Children+o.Children, s.Forks+o.Forks, s.Takes+o.Takes
}

// differ returns the first operation after which two ways of playing differ; -1 for none.
func differ(a, b []uint64) int {
	for i := range a {
		if i >= len(b) || a[i] != b[i] {
			return i
		}
	}
	return -1
}

// difference plays a game up to an operation and tells how its ways differ.
func difference(g *Game, at int) error {
	end := at + 1
	if at >= len(g.Ops) {
		end = -1
	}
	one := play(g, way{workers: 1, upTo: end, text: true}, nil)
	other := play(g, way{workers: 2 + int(g.Seed%3), moves: true, upTo: end, text: true}, nil)
	var text strings.Builder
	fmt.Fprintf(&text, "with several workers, or moved to another world, it comes to something else at operation %d", at)
	for i := range one.text {
		if i >= len(other.text) || one.text[i] != other.text[i] {
			for _, line := range one.text[max(0, i-4):i] {
				fmt.Fprintf(&text, "\n  both    %s", line)
			}
			fmt.Fprintf(&text, "\n  plainly %s", one.text[i])
			if i < len(other.text) {
				fmt.Fprintf(&text, "\n  moved   %s", other.text[i])
			}
			break
		}
	}
	return &Failure{at, text.String()}
}

// played is what a game came to.
type played struct {
	Stats
	sums []uint64 // after each operation
	text []string
	err  error
}

// play plays a game in one way. start is nil, or what a child process continues from.
func play(g *Game, w way, start *handover) (p played) {
	f, err := newForest(g)
	if err != nil {
		p.err = fmt.Errorf("%w: %w", ErrRefused, err)
		return p
	}
	r := &report{}
	var matches [worlds]*match
	for i := range matches {
		matches[i] = newMatch(f, g.Seed*31+uint64(i), w, r)
	}
	for i, o := range g.Ops {
		if i == w.upTo || r.failed != "" {
			break
		}
		if start != nil && start.At == i {
			m := matches[start.Match]
			m.become(m.revive(start.Kept, w.workers))
		}
		m := matches[o.World%worlds]
		m.ahead = nil
		for _, next := range g.Ops[i+1:] {
			if next.World%worlds == o.World%worlds {
				m.ahead = append(m.ahead, next)
			}
		}
		m.hand, m.game = handover{At: i, Match: o.World % worlds}, g
		kindOf(o.Kind).do(m, o)
		m.seen()
		m.sums(fmt.Sprintf("operation %d, %v", i, o))
		r.Ops++
		p.sums = append(p.sums, m.sum)
	}
	if w.upTo < 0 && r.failed == "" {
		for _, m := range matches {
			m.replay()
			m.close()
			m.seen()
			m.sums("the end")
			p.sums = append(p.sums, m.sum)
			m.awaitChildren(p.sums)
		}
	}
	for _, m := range matches {
		p.text = append(p.text, m.text...)
	}
	if p.Stats = r.Stats; r.failed != "" {
		p.err = &Failure{len(p.sums) - 1, r.failed}
	}
	return p
}

// handover is what a child process gets: it plays the game up to an operation, goes on from the snapshots, and writes the
// sums of its operations.
type handover struct {
	Game  string
	At    int
	Match int
	Kept  *kept
}

// child is a process that plays on.
type child struct {
	at   int
	done chan struct{}
	sums []uint64
	err  error
}

const childVariable = "DECIDERTREE_GAMES_CHILD"

// Child plays on what another process has begun, and exits, if this process was started for that. A program that plays
// games calls it first.
func Child() {
	if os.Getenv(childVariable) == "" {
		return
	}
	var h handover
	err := gob.NewDecoder(os.Stdin).Decode(&h)
	if err == nil {
		var g *Game
		if g, err = Parse(h.Game); err == nil {
			p := play(g, way{workers: 1, upTo: -1}, &h)
			if err = p.err; err == nil {
				err = gob.NewEncoder(os.Stdout).Encode(p.sums)
			}
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// sendToChild has a new process play on from snapshots.
func (m *match) sendToChild() {
	if !m.way.moves || m.forked {
		return
	}
	h := m.hand
	h.Game = m.game.String()
	if h.Kept = m.keep(); h.Kept == nil || m.way.text {
		return
	}
	program, err := os.Executable()
	if err != nil {
		return
	}
	m.report.Children++
	c := &child{at: h.At, done: make(chan struct{})}
	m.children = append(m.children, c)
	go func() {
		defer close(c.done)
		var in, out, errs bytes.Buffer
		if c.err = gob.NewEncoder(&in).Encode(h); c.err != nil {
			return
		}
		run := exec.Command(program)
		run.Env = append(os.Environ(), childVariable+"=1")
		run.Stdin, run.Stdout, run.Stderr = &in, &out, &errs
		if c.err = run.Run(); c.err != nil {
			text, _ := io.ReadAll(&errs)
			c.err = fmt.Errorf("%w: %s", c.err, text)
			return
		}
		c.err = gob.NewDecoder(&out).Decode(&c.sums)
	}()
}

// awaitChildren compares what the processes came to with the sums of this one.
func (m *match) awaitChildren(sums []uint64) {
	for _, c := range m.children {
		<-c.done
		switch {
		case c.err != nil:
			m.report.fail("a process that plays on from operation %d: %v", c.at, c.err)
		case len(c.sums) < len(sums) || !slices.Equal(c.sums[:len(sums)], sums):
			m.report.fail("a process that plays on from operation %d comes to something else at operation %d", c.at, differ(sums, c.sums))
		}
	}
	m.children = nil
}
