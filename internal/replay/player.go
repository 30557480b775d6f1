package replay

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/description"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/agent"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/memory"
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/see"
	"github.com/decidertree/decidertree/internal/shared"
	"github.com/decidertree/decidertree/internal/tape"
	"github.com/decidertree/decidertree/internal/tick"
	"github.com/decidertree/decidertree/internal/usercode"
	"github.com/decidertree/decidertree/state"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// ErrDiverged is wrapped by the error for a tick whose replay differs from the recording: the recording is damaged, or was
// made by another version of this module.
var ErrDiverged = errors.New("decider: the replayed tick differs from the recording")

// Player executes recorded ticks of agents of one tree again (RULES R32). Package history uses it; DebugPrintState reads its
// states. It belongs to one goroutine at a time.
type Player struct {
	memory   agent.Agent
	trees    map[uint64]*program.Tree     // by fingerprint; those needed so far
	plugs    map[uint64]*description.Tree // those that may be plugged in
	replicas *replicas
	set      []byte // scratch
	tape     playback
}

// NewPlayer makes a Player from a tree's Description. plugs are the Descriptions of the trees that may be plugged in, by
// fingerprint.
func NewPlayer(d *description.Tree, plugs map[uint64]*description.Tree) (*Player, error) {
	p := &Player{trees: map[uint64]*program.Tree{}, plugs: plugs}
	p.replicas = newReplicas(&p.tape)
	t, err := p.replicas.of(d)
	if err != nil {
		return nil, err
	}
	p.trees[d.Fingerprint] = t
	m := &p.memory
	m.Serve(t, nil, &usercode.Context{}) // stand-ins for user code need no agent
	m.Busy, m.Guarded = &atomic.Bool{}, true
	m.Notices = &[]shared.Notice{}
	m.Allocate(t)
	p.tape.runner, p.tape.tree = &m.Runner, p.tree
	m.Env = &p.tape
	m.Context.Stimuli = &p.tape.stimuli
	m.ClearMemory()
	return p, nil
}

// tree returns the replica of a tree.
func (p *Player) tree(fingerprint uint64) (*program.Tree, error) {
	if t := p.trees[fingerprint]; t != nil {
		return t, nil
	}
	d := p.plugs[fingerprint]
	if d == nil {
		return nil, fmt.Errorf("%w: the recording does not describe the plugged tree with fingerprint %#x", errReplica, fingerprint)
	}
	t, err := p.replicas.of(d)
	if err != nil {
		return nil, err
	}
	p.trees[fingerprint] = t
	return t, nil
}

// Set restores the agent from its recorded bytes and plugs.
func (p *Player) Set(image, plugged []byte, time float64) error {
	r := &p.memory.Runner
	if len(image) != int(r.Tree.Size) {
		return fmt.Errorf("%w: an image of %d bytes for a tree of %d", errReplica, len(image), r.Tree.Size)
	}
	r.Time, r.Dt = time, 0
	rest, err := p.plug(&r.Instance, nil, plugged, 0)
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return fmt.Errorf("%w: it lists more slots than the tree has", errReplica)
	}
	copy(r.All(), image)
	return nil
}

// maxDepth limits how deep trees may be plugged into each other in a recording.
const maxDepth = 64

// plug fills an instance's slots with the recorded plugs.
func (p *Player) plug(in *memory.Instance, at *memory.Plug, plugged []byte, depth int) (rest []byte, err error) {
	r := &p.memory.Runner
	if depth == 0 && len(in.Plugs) > 0 { // agents without slots share their Extras
		r.MoreEntries, r.PlugCount = 0, 0
	}
	for i := range in.Plugs {
		if len(plugged) == 0 && depth == 0 {
			in.Plugs[i], in.Plans[i] = nil, nil
			continue
		}
		if len(plugged) == 0 || depth > maxDepth || plugged[0] == 1 && len(plugged) < 9 {
			return nil, fmt.Errorf("%w: the list of plugged trees is cut short", errReplica)
		}
		if plugged[0] != 1 {
			in.Plugs[i], in.Plans[i] = nil, nil
			plugged = plugged[1:]
			continue
		}
		tree, err := p.tree(binary.LittleEndian.Uint64(plugged[1:]))
		switch {
		case err != nil:
			return nil, err
		case int(tree.Size) > in.Tree.Slots[i].Reserve:
			return nil, fmt.Errorf("%w: a tree of %d bytes in a slot of %d", errReplica, tree.Size, in.Tree.Slots[i].Reserve)
		}
		pl := in.Plugs[i]
		if pl == nil || pl.Tree != tree {
			pl = r.NewPlug(in, i, tree)
		}
		in.Plugs[i], in.Plans[i] = pl, pl
		r.AllowEntries(tree)
		if plugged, err = p.plug(&pl.Instance, pl, plugged[9:], depth+1); err != nil {
			return nil, err
		}
	}
	return plugged, nil
}

// Play executes a take again from the state that Set or the Play before has left, and reports events to watch. The result
// must equal the recording, except for the bytes that belong to user code, which it copies from the recording.
func (p *Player) Play(t *tape.Take, seed uint64, watch event.Observer) error {
	m := &p.memory
	if len(t.Image) != len(m.All()) {
		return fmt.Errorf("%w: an image of %d bytes for a tree of %d", errReplica, len(t.Image), len(m.All()))
	}
	if t.Marks&tape.Restored != 0 {
		return p.Set(t.Image, t.Plugged, t.Time)
	}
	p.begin(t, seed)
	m.Observe(watch)
	if bytes.IndexByte(t.Answers, byte(tape.Exited)) >= 0 { // a stand-in will end its goroutine
		done := make(chan struct{})
		go func() {
			defer close(done)
			p.play(t)
		}()
		<-done
	} else {
		p.play(t)
	}
	m.Observe(nil)
	m.Runner.Surface()
	*m.Notices = (*m.Notices)[:0]
	m.Phase = tick.Idle
	m.HoldTo(nil)
	switch in := p.tape.in; {
	case in.Err != nil:
		return fmt.Errorf("%w: %w", ErrDiverged, in.Err)
	case in.Left() > 0:
		return fmt.Errorf("%w: %d bytes of answers are left", ErrDiverged, in.Left())
	}
	if !bytes.Equal(m.Runner.Instance.PlugsNow(p.set[:0]), t.Plugged) {
		return fmt.Errorf("%w: other trees are plugged in", ErrDiverged)
	}
	if at := p.differs(t.Image); at >= 0 {
		return fmt.Errorf("%w: byte %d of the agent's memory differs", ErrDiverged, at)
	}
	copy(m.All(), t.Image)
	return nil
}

// begin sets the agent up for a take.
func (p *Player) begin(t *tape.Take, seed uint64) {
	r := &p.memory.Runner
	r.Time, r.Dt = t.Time, t.DT
	p.tape.in, p.tape.frame, p.tape.seed = tape.NewReader(t.Answers), t.Frame, seed
	p.tape.stimuli.Pretend(engine.Key{}, stimuli.StimuliFlags(t.Stimuli))
	r.Ticks = uint32(t.Frame)
	var holds engine.Holds
	for {
		switch op, _ := p.tape.in.Peek(); {
		case op == tape.Behind && p.tape.in.Left() > 0:
			p.tape.in.Op()
			r.Ticks -= uint32(p.tape.in.Number())
			continue
		case op == tape.Hold:
			p.tape.in.Op()
			h := engine.Hold{Override: uint8(min(p.tape.in.Number(), uint64(event.Forbidden)+1))}
			h.Name = p.tape.in.Text()
			h.ID = engine.Hash(h.Name)
			holds.Deciders = append(holds.Deciders, h)
			continue
		}
		break
	}
	if len(holds.Deciders) > 0 {
		r.HoldTo(&holds)
	}
	r.DrawnIn, r.Draws = r.Ticks, 0
	r.Entries, r.Stirred = 0, false
	r.Flags = declaration.DecisionFlags(t.Flags)
	c := r.Context
	c.ID, c.Time, c.DT, c.DecisionFlags = world.AgentID(t.Agent), t.Time, t.DT, t.Flags
	r.Alone, r.InCrowd = t.Marks&tape.Alone != 0, t.Marks&tape.Crowd != 0
	r.Broken, r.PanicsThrough = t.Marks&tape.Broken != 0, t.Marks&tape.LetPanics != 0
	r.BeStrict(t.Marks&tape.Strict != 0)
}

// play executes the take.
func (p *Player) play(t *tape.Take) {
	m := &p.memory
	defer func() { // stand-ins panic where the originals did
		switch value := recover(); {
		case m.Phase == tick.Ticking && m.PanicsThrough:
			m.LeaveBroken()
		case m.Phase == tick.Ticking:
			m.EndBroken(value, new(error))
		case value != nil && !m.PanicsThrough:
			panic(value)
		}
	}()
	if t.Marks&tape.Operation != 0 {
		p.operate()
		return
	}
	m.Header().Leaf = program.Nowhere // it may be anything in a forged file
	_ = m.Tick(t.Time, t.DT, declaration.DecisionFlags(t.Flags), m.Context.Stimuli)
}

// operate repeats an operation between ticks.
func (p *Player) operate() {
	m := &p.memory
	if p.tape.in.Op() != tape.Request {
		p.tape.in.Fail()
		return
	}
	o, ok := p.tape.op()
	if !ok {
		p.tape.in.Fail()
		return
	}
	m.Phase = tick.Idle
	_ = m.Carry(o)
}

// differs returns the offset at which the engine's own bytes of the agent first differ from an image; -1 if they are equal.
func (p *Player) differs(image []byte) int {
	r := &p.memory.Runner
	all, base := r.All(), uintptr(r.Base)
	if bytes.Equal(all, image) {
		return -1
	}
	at := -1
	r.Each(func() {
		mine := owned(r)
		from := uintptr(r.Base) - base
		for i, is := range mine {
			o := int(from) + i*program.WordSize
			if is && at < 0 && !bytes.Equal(all[o:o+program.WordSize], image[o:o+program.WordSize]) {
				at = o
			}
		}
	})
	return at
}

// owned reports which words of an agent's memory belong to the engine and are in use: not those of blocks, DBlocks and
// blackboard values, nor those of inactive places. Reserves belong to the trees plugged in there.
func owned(r *tick.Runner) []bool {
	t := r.Tree
	mine := make([]bool, t.Size/program.WordSize)
	mark := func(is bool, at, size uint32) {
		for i := at / program.WordSize; i < (at+size+program.WordSize-1)/program.WordSize; i++ {
			mine[i] = is
		}
	}
	mark(true, 0, t.Spots[0].Frame) // kept at inactive places as well
	for i := range t.Dblocks {
		if d := &t.Dblocks[i]; t.PartsOf(d.Place).Kept != 0 {
			mark(false, t.PartsOf(d.Place).Kept, uint32(d.Block.Size))
		}
	}
	for _, reserve := range t.Bounds.Reserves {
		mark(false, reserve.Offset, reserve.Bytes)
	}
	for i := range t.Board.Values {
		if v := &t.Board.Values[i]; !v.Boxed {
			mark(false, v.At, uint32(t.Board.Keys[v.Key].Block.Size))
		}
	}
	for i := range t.Spots {
		p, n := program.Place(i), &t.Spots[i]
		if !r.IsActive(p) {
			continue
		}
		mark(true, n.Frame, n.FrameSize())
		for _, piece := range t.Behind(p) {
			pending := piece.At == t.PartsOf(p).Pending
			mark(!pending || r.Frame(p).State&program.HasPending != 0, piece.At, uint32(piece.Size))
		}
	}
	return mine
}

// StateAt is Memory.StateAt for the recorded agent.
func (p *Player) StateAt(cursor int, activeOnly bool) (state.Decider, int) {
	return see.StateAt(&p.memory, cursor, activeOnly)
}

// Status is Memory.Status for the recorded agent.
func (p *Player) Status() behavior.Status { return p.memory.Status() }

// Glance returns what an agent with these bytes did: the deepest active place of its own tree, the first if there are several,
// or -1, and the status of its last tick. ok is false for bytes that no agent of the tree can have. Before anything else, the
// player has to be Set again.
func (p *Player) Glance(image []byte) (leaf int, status behavior.Status, ok bool) {
	r := &p.memory.Runner
	if len(image) != int(r.Tree.Size) {
		return -1, 0, false
	}
	copy(r.All(), image)
	if r.Header().Up && !soundBelow(r, 0) {
		return -1, 0, false
	}
	g := p.memory.Glance()
	return int(g.Leaf), behavior.Status(g.Status), true
}
