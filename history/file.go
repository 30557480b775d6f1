package history

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"unicode/utf8"

	"github.com/decidertree/decidertree/description"
	"github.com/decidertree/decidertree/internal/snapshot"
)

// This file saves and loads recordings: a stream in the format of snapshots (package internal/snapshot) with, in this
// order, title and names, the trees with their descriptions as JSON, notes, scenes, crowds, frames, gates and squads, and the
// agents. Takes are written as they lie in memory.

// fileVersion is the one version of a file that is written and read. The layout sums of version 1 are computed differently: its
// ticks could not be executed again. Version 2 calls the options of deciders flags and has no names of agents.
// Version 3 does not say in which frames an agent was not chosen, nor how many agents there were, and has no notes.
const fileVersion = 4

// Limits on what a file may claim. Memory is allocated only as bytes arrive.
const (
	maxText  = 1 << 26 // bytes of a description, a tree's image, a segment, or a part of the log
	maxTakes = 1 << 26 // of an agent: 12 days of 60 frames a second
	maxFrame = 1 << 62
)

// Save writes the recording with a version and a check sum. It includes the trees' descriptions, so Load needs no
// game.
func (rec *Recording) Save(w io.Writer) error {
	out := snapshot.NewWriter(w, snapshot.Recording)
	out.Uint(fileVersion)
	out.String(rec.title)
	names, err := json.Marshal(rec.names)
	if err != nil {
		return err
	}
	out.Bytes(names)
	out.Word(rec.seed)
	out.Bool(rec.lone)
	at := map[*tree]int{}
	out.Uint(uint64(len(rec.trees)))
	for i, t := range rec.trees {
		at[t] = i
		if err := t.save(out); err != nil {
			return err
		}
	}
	if err := rec.saveNotes(out); err != nil {
		return err
	}
	rec.saveScenes(out)
	rec.frames.save(out)
	rec.state.save(out)
	crowds, crowdAt := []string{}, map[string]int{}
	for _, r := range rec.agents {
		if _, found := crowdAt[r.crowd]; !found {
			crowdAt[r.crowd] = len(crowds)
			crowds = append(crowds, r.crowd)
		}
	}
	out.Uint(uint64(len(crowds)))
	for _, name := range crowds {
		out.String(name)
	}
	out.Uint(uint64(len(rec.agents)))
	for _, r := range rec.agents {
		out.Uint(r.agent)
		out.String(r.name)
		out.Uint(uint64(crowdAt[r.crowd]))
		out.Uint(uint64(at[r.tree]))
		out.Uint(uint64(r.last))
		out.Uint(r.ended)
		out.Uint(uint64(len(r.parts)))
		for _, part := range r.parts {
			out.Bytes(part)
		}
	}
	return out.End()
}

func (t *tree) save(out *snapshot.Writer) error {
	d, err := t.told()
	if err != nil {
		return err
	}
	text, err := json.Marshal(d)
	if err != nil {
		return fmt.Errorf("history: the description of tree %s: %w", d.Name, err)
	}
	out.Word(t.fingerprint)
	out.Bytes(text)
	out.Bytes(t.base)
	return nil
}

// A frame takes one byte if it follows the one before.
const (
	frameGap = 1 << iota // frames since the one before, if that is not 1
	frameDT              // DT, if it has changed
	frameAt
	frameLiving // agents at its beginning, if that has changed
	frameEnd
)

func (l *frameList) save(out *snapshot.Writer) {
	out.Uint(uint64(l.len()))
	var before frameTime
	for i := range l.len() {
		now := l.at(i)
		head := byte(0)
		if now.frame != before.frame+1 {
			head |= frameGap
		}
		if !is(now.dt, before.dt) {
			head |= frameDT
		}
		if !is(now.time, before.time+now.dt) {
			head |= frameAt
		}
		if now.before != before.before {
			head |= frameLiving
		}
		out.Raw([]byte{head})
		if head&frameGap != 0 {
			out.Uint(now.frame - before.frame)
		}
		if head&frameDT != 0 {
			out.Float(now.dt)
		}
		if head&frameAt != 0 {
			out.Float(now.time)
		}
		if head&frameLiving != 0 {
			out.Uint(uint64(now.before))
		}
		before = *now
	}
	out.Uint(uint64(l.living))
}

func (l *stateList) save(out *snapshot.Writer) {
	out.Uint(uint64(len(l.named)))
	for _, n := range l.named {
		out.Bool(n.Squad)
		out.String(n.Name)
		out.Uint(uint64(n.Count))
	}
	out.Uint(uint64(len(l.parts)))
	for i := range l.parts {
		out.Uint(l.parts[i].first)
		out.Bytes(l.parts[i].bytes)
	}
}

// Load reads a recording that Save wrote, and nothing beyond its end. It validates everything: an error wraps
// [ErrFormat], and [ErrVersion] (a [*VersionError]) or [ErrChecksum] if that is the cause.
func Load(from io.Reader) (*Recording, error) {
	in, err := snapshot.NewReader(from, snapshot.Recording)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	switch v := in.Uint(); {
	case in.Err() != nil, v == fileVersion:
	case v == 0:
		in.Fail("it is of version 0")
	default:
		return nil, &VersionError{Version: v, Known: fileVersion}
	}
	rec := &Recording{title: in.String()}
	names := in.Bytes(maxText, "its names")
	rec.seed, rec.lone = in.Word(), in.Bool()
	if in.Err() == nil {
		if err := json.Unmarshal(names, &rec.names); err != nil {
			in.Fail("its names: %v", err)
		}
	}
	rec.loadTrees(in)
	rec.loadNotes(in)
	rec.loadScenes(in)
	rec.frames.load(in)
	rec.state.load(in)
	rec.loadAgents(in)
	if in.Err() != nil {
		return nil, fmt.Errorf("%w: %w", ErrFormat, in.Err())
	}
	if err := in.End(); err != nil {
		return nil, fmt.Errorf("%w: %w: %w", ErrFormat, ErrChecksum, err)
	}
	rec.setNames()
	return rec, nil
}

func (rec *Recording) loadTrees(in *snapshot.Reader) {
	known := map[uint64]bool{}
	for left := in.Uint(); left > 0 && in.Err() == nil; left-- {
		t := &tree{fingerprint: in.Word()}
		text := in.Bytes(maxText, "a tree's description")
		t.base = in.Bytes(maxText, "a tree's image")
		if in.Err() != nil {
			return
		}
		d := &description.Tree{}
		err := json.Unmarshal(text, d)
		if err == nil {
			err = d.Validate()
		}
		switch {
		case err != nil:
			in.Fail("the description of a tree: %v", err)
			return
		case d.Fingerprint != t.fingerprint || known[t.fingerprint]:
			in.Fail("the description of tree %s is not that of the tree that was recorded", d.Name)
		case len(t.base) != 0 && len(t.base) != d.Size:
			in.Fail("the image of tree %s has %d bytes, not %d", d.Name, len(t.base), d.Size)
		case len(t.base) == 0:
			t.base = nil
		}
		known[t.fingerprint] = true
		t.size = len(t.base)
		t.told = func() (*description.Tree, error) { return d, nil }
		rec.trees = append(rec.trees, t)
	}
}

func (l *frameList) load(in *snapshot.Reader) {
	var table frameTable
	table.most = math.MaxInt
	var now frameTime
	for left := in.Uint(); left > 0 && in.Err() == nil; left-- {
		head := byte(frameEnd)
		if b := in.Raw(1); b != nil {
			head = b[0]
		}
		gap := uint64(1)
		if head&frameGap != 0 {
			gap = in.Uint()
		}
		if head&frameDT != 0 {
			now.dt = in.Float()
		}
		now.time += now.dt
		if head&frameAt != 0 {
			now.time = in.Float()
		}
		if head&frameLiving != 0 {
			now.before = int32(in.Below(math.MaxInt32, "the number of agents"))
		}
		switch {
		case head >= frameEnd, gap > maxFrame, now.frame+gap > maxFrame, gap == 0 && table.len() > 0:
			in.Fail("its frames do not follow each other")
		case !(math.Abs(now.time) <= math.MaxFloat64) || !(now.dt >= 0 && now.dt <= math.MaxFloat64):
			in.Fail("its clock is wrong: %v, %v", now.time, now.dt)
		default:
			now.frame += gap
			table.add(now)
		}
	}
	*l = table.share()
	l.living = int32(in.Below(math.MaxInt32, "the number of agents"))
}

func (l *stateList) load(in *snapshot.Reader) {
	for left := in.Uint(); left > 0 && in.Err() == nil; left-- {
		l.named = append(l.named, named{in.Bool(), in.String(), int(in.Below(math.MaxInt32, "a gate's or squad's size"))})
	}
	for left := in.Below(stateParts+1, "the number of parts of its log"); left > 0 && in.Err() == nil; left-- {
		p := statePart{read: &stateReads{}, first: in.Uint(), bytes: in.Bytes(maxText, "a part of its log")}
		if n := len(l.parts); n > 0 && l.parts[n-1].first > p.first {
			in.Fail("its log does not run forwards")
		}
		first := p.begin()
		if err := l.read(&p, &first, math.MaxUint64); err != nil && in.Err() == nil {
			in.Fail("%v", err)
		}
		l.parts = append(l.parts, p)
	}
}

func (rec *Recording) loadAgents(in *snapshot.Reader) {
	var crowds []string
	for left := in.Uint(); left > 0 && in.Err() == nil; left-- {
		crowds = append(crowds, in.String())
	}
	for left := in.Uint(); left > 0 && in.Err() == nil; left-- {
		r := &rows{agent: in.Uint(), name: string(in.Bytes(maxName, "an agent's name"))}
		crowd, tree := in.Below(uint64(len(crowds)), "a crowd's number"), in.Below(uint64(len(rec.trees)), "a tree's number")
		r.last = int(in.Below(maxLast+1, "the room for answers"))
		r.ended = in.Below(maxFrame, "the frame after its last one")
		for left := in.Below(maxSegments+1, "the number of an agent's segments"); left > 0 && in.Err() == nil; left-- {
			r.parts = append(r.parts, in.Bytes(maxText, "a segment"))
		}
		if in.Err() != nil {
			return
		}
		r.crowd, r.tree = crowds[crowd], rec.trees[tree]
		if n := len(rec.agents); n > 0 && rec.agents[n-1].agent >= r.agent {
			in.Fail("its agents are not in order")
		} else if !utf8.ValidString(r.name) {
			in.Fail("the name of agent %d is not UTF-8", r.agent)
		} else if r.tree.base == nil {
			in.Fail("agent %d has a tree of which nothing was recorded", r.agent)
		} else if err := rec.sound(r); err != nil {
			in.Fail("agent %d: %v", r.agent, err)
		}
		rec.agents = append(rec.agents, r)
	}
}

var errLong = errors.New("it has too many ticks")

// sound reads all takes of an agent.
func (rec *Recording) sound(r *rows) error {
	c := rec.cursor(r, 0)
	c.blind = true
	for c.next() {
		if c.Frame > maxFrame {
			return errTake
		}
		if c.taken > maxTakes {
			return errLong
		}
	}
	return c.err
}
