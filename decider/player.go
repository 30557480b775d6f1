package decider

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"unsafe"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/tape"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// ErrDiverged is wrapped by the error of executing a recorded tick again that does not come to what was recorded: the
// recording is damaged, or of another version of this module.
var ErrDiverged = errors.New("decider: executed again, the tick comes to something else")

// Player executes recorded ticks of agents of one tree again (RULES R32). It is for package history; others see it as
// what [Memory.StateAt] and DebugPrintState work on. It belongs to one goroutine at a time.
type Player struct {
	memory Memory[nobody]
	block  []uint64
	trees  map[uint64]*Tree[nobody] // by fingerprint, those that were needed so far
	plugs  map[uint64]*Description  // what may be plugged in
	shared *commons                 // of the trees
	set    []byte                   // scratch
	tape   playback
}

// NewPlayer is for package history: makes a Player out of a tree's Description. plugs are those of the trees that may be
// plugged in, by fingerprint.
func NewPlayer(_ engine.Key, d *Description, plugs map[uint64]*Description) (*Player, error) {
	shared := newCommons()
	t, err := d.replica(shared)
	if err != nil {
		return nil, err
	}
	p := &Player{shared: shared, trees: map[uint64]*Tree[nobody]{d.Fingerprint: t}, plugs: plugs, block: make([]uint64, t.layout.size/wordSize)}
	m := &p.memory
	m.runner.init(t, nil)
	m.viewing = true
	m.notices = &[]notice{}
	m.instance = newInstance(t, unsafe.Pointer(unsafe.SliceData(p.block)))
	p.tape.player = p
	m.playing = &p.tape
	m.context.Stimuli = &p.tape.stimuli
	m.clearMemory()
	return p, nil
}

// tree is the replica of a tree.
func (p *Player) tree(fingerprint uint64) (*Tree[nobody], error) {
	if t := p.trees[fingerprint]; t != nil {
		return t, nil
	}
	d := p.plugs[fingerprint]
	if d == nil {
		return nil, fmt.Errorf("%w: a tree of fingerprint %#x is plugged in that the recording does not describe", ErrReplica, fingerprint)
	}
	t, err := d.replica(p.shared)
	if err != nil {
		return nil, err
	}
	p.trees[fingerprint] = t
	return t, nil
}

// Set is for package history: makes the agent what it was, by its bytes and what was plugged in.
func (p *Player) Set(_ engine.Key, image, plugged []byte, time float64) error {
	r := &p.memory.runner
	if len(image) != int(r.tree.layout.size) {
		return fmt.Errorf("%w: an image of %d bytes for a tree of %d", ErrReplica, len(image), r.tree.layout.size)
	}
	r.time, r.dt = time, 0
	rest, err := p.plug(&r.instance, nil, plugged, 0)
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return fmt.Errorf("%w: it tells of more slots than there are", ErrReplica)
	}
	copy(r.bytes(), image)
	return nil
}

// maxDepth is how deep trees may be plugged into each other in what a recording tells.
const maxDepth = 64

// plug has an instance's slots hold what was plugged into them.
func (p *Player) plug(in *instance[nobody], at *plug[nobody], plugged []byte, depth int) (rest []byte, err error) {
	r := &p.memory.runner
	if depth == 0 {
		r.limit, r.planned = activationLimit(len(in.tree.nodes)), 0
	}
	for i := range in.plugs {
		if len(plugged) == 0 && depth == 0 {
			in.plugs[i], in.plans[i] = nil, nil
			continue
		}
		if len(plugged) == 0 || depth > maxDepth || plugged[0] == 1 && len(plugged) < 9 {
			return nil, fmt.Errorf("%w: what is plugged in is cut short", ErrReplica)
		}
		if plugged[0] != 1 {
			in.plugs[i], in.plans[i] = nil, nil
			plugged = plugged[1:]
			continue
		}
		tree, err := p.tree(binary.LittleEndian.Uint64(plugged[1:]))
		switch {
		case err != nil:
			return nil, err
		case int(tree.layout.size) > in.tree.slots[i].Reserve:
			return nil, fmt.Errorf("%w: a tree of %d bytes in a slot of %d", ErrReplica, tree.layout.size, in.tree.slots[i].Reserve)
		}
		pl := in.plugs[i]
		if pl == nil || pl.tree != tree {
			pl = r.newPlug(in, i, tree)
		}
		in.plugs[i], in.plans[i] = pl, pl
		r.limit += 2 * len(tree.nodes)
		if plugged, err = p.plug(&pl.instance, pl, plugged[9:], depth+1); err != nil {
			return nil, err
		}
	}
	return plugged, nil
}

// bytes are the agent's.
func (r *runner[A]) bytes() []byte { return unsafe.Slice((*byte)(r.base), r.tree.layout.size) }

// Play is for package history: executes a take again from what Set, or the Play before, has left, and has watch told at a
// level. What it comes to must be what was recorded, but for the bytes that belong to user code, which are taken from
// there.
func (p *Player) Play(_ engine.Key, t *tape.Take, seed uint64, watch Observer) error {
	m := &p.memory
	if len(t.Image) != len(m.runner.bytes()) {
		return fmt.Errorf("%w: an image of %d bytes for a tree of %d", ErrReplica, len(t.Image), len(m.runner.bytes()))
	}
	if t.Marks&tape.Restored != 0 {
		return p.Set(engine.Key{}, t.Image, t.Plugged, t.Time)
	}
	p.begin(t, seed)
	m.Observe(watch)
	if bytes.IndexByte(t.Answers, byte(tape.Exited)) >= 0 { // what plays it may end its goroutine
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
	m.runner.surface()
	*m.notices = (*m.notices)[:0]
	m.phase, m.heldTo, m.aside = idle, nil, 0
	switch in := p.tape.in; {
	case in.Err != nil:
		return fmt.Errorf("%w: %w", ErrDiverged, in.Err)
	case in.Left() > 0:
		return fmt.Errorf("%w: %d bytes of answers are left", ErrDiverged, in.Left())
	}
	if !bytes.Equal(m.runner.instance.plugsNow(p.set[:0]), t.Plugged) {
		return fmt.Errorf("%w: other trees are plugged in", ErrDiverged)
	}
	if at := p.differs(t.Image); at >= 0 {
		return fmt.Errorf("%w: byte %d of its memory is another", ErrDiverged, at)
	}
	copy(m.runner.bytes(), t.Image)
	return nil
}

// begin makes ready for a take.
func (p *Player) begin(t *tape.Take, seed uint64) {
	r := &p.memory.runner
	r.time, r.dt = t.Time, t.DT
	p.tape.in, p.tape.frame, p.tape.seed = tape.NewReader(t.Answers), t.Frame, seed
	p.tape.alone = t.Marks&tape.Alone != 0
	p.tape.stimuli.Pretend(engine.Key{}, stimuli.Flags(t.Stimuli))
	r.tickCount = uint32(t.Frame)
	var holds engine.Holds
	for {
		switch op, _ := p.tape.in.Peek(); {
		case op == tape.Behind && p.tape.in.Left() > 0:
			p.tape.in.Op()
			r.tickCount -= uint32(p.tape.in.Number())
			continue
		case op == tape.Hold:
			p.tape.in.Op()
			h := engine.Hold{Override: uint8(min(p.tape.in.Number(), uint64(Forbidden)+1))}
			h.Name = p.tape.in.Text()
			h.ID = engine.Hash(h.Name)
			holds.Deciders = append(holds.Deciders, h)
			continue
		}
		break
	}
	if len(holds.Deciders) > 0 {
		r.hold(&holds)
	}
	r.drawnIn, r.draws = r.tickCount, 0
	r.entries, r.stirred = 0, false
	r.flags = DecisionFlags(t.Flags)
	c := &r.context
	c.ID, c.Time, c.DT, c.DecisionFlags = world.AgentID(t.Agent), t.Time, t.DT, r.flags
	r.crowd, r.broken, r.letPanics = t.Marks&tape.Crowd != 0, t.Marks&tape.Broken != 0, t.Marks&tape.LetPanics != 0
	r.recording, r.tape = nil, nil
}

// play executes the take.
func (p *Player) play(t *tape.Take) {
	m := &p.memory
	defer func() { // stand-ins panic where the originals did
		if m.letPanics {
			_ = recover()
		}
	}()
	if t.Marks&tape.Operation != 0 {
		p.operate()
		return
	}
	m.phase = ticking
	defer func() {
		if m.phase == ticking {
			if m.letPanics {
				m.leaveBroken()
			} else {
				_ = m.contain(recover())
			}
		}
	}()
	m.askLevel()
	m.tickWhole(m.header())
	if m.wants != 0 {
		_ = m.finish()
	}
	m.phase = idle
}

// operate does again what was done between ticks.
func (p *Player) operate() {
	m := &p.memory
	if p.tape.in.Op() != tape.Request {
		p.tape.in.Fail()
		return
	}
	o, ok := p.tape.op(&m.runner)
	if !ok {
		p.tape.in.Fail()
		return
	}
	m.phase = idle
	_ = m.carry(o)
}

// plugsNow tells what is plugged in as a take has it.
func (in *instance[A]) plugsNow(b []byte) []byte {
	if !in.plugged() {
		return b
	}
	return in.appendPlugs(b, nil)
}

// differs is where the agent's bytes differ from an image in what belongs to the engine; -1 for nowhere.
func (p *Player) differs(image []byte) int {
	r := &p.memory.runner
	all, base := r.bytes(), uintptr(r.base)
	if bytes.Equal(all, image) {
		return -1
	}
	at := -1
	r.each(func() {
		mine := r.owned()
		from := uintptr(r.base) - base
		for i, is := range mine {
			o := int(from) + i*wordSize
			if is && at < 0 && !bytes.Equal(all[o:o+wordSize], image[o:o+wordSize]) {
				at = o
			}
		}
	})
	return at
}

// owned tells which words of an agent's memory are the engine's and count: not those of blocks, DBlocks and blackboard
// values, nor what lies where nothing is active. Reserves are those of the trees plugged in there.
func (r *runner[A]) owned() []bool {
	t := r.tree
	mine := make([]bool, t.layout.size/wordSize)
	mark := func(is bool, at, size uint32) {
		for i := at / wordSize; i < (at+size+wordSize-1)/wordSize; i++ {
			mine[i] = is
		}
	}
	mark(true, 0, t.nodes[0].frame) // what is kept whatever is active
	for _, p := range t.layout.handed {
		if o := t.infos[p].handedOn.offset; o != 0 {
			mark(false, o, uint32(t.infos[p].dblock.Size))
		}
	}
	for _, reserve := range t.layout.reserves {
		mark(false, reserve.offset, reserve.bytes)
	}
	for i := range t.board.values {
		if v := &t.board.values[i]; !v.boxed {
			mark(false, v.at, uint32(t.board.keys[v.key].Block.Size))
		}
	}
	for i := range t.nodes {
		p, n := place(i), &t.nodes[i]
		if !r.isActive(p) {
			continue
		}
		mark(true, n.frame, t.frameSize(n))
		for _, piece := range t.behind(p) {
			pending := piece.at == t.infos[p].pending
			mark(!pending || r.frame(p).state&waits != 0, piece.at, uint32(piece.size))
		}
	}
	return mine
}

// StateAt is [Memory.StateAt] of the agent as it was.
func (p *Player) StateAt(cursor int, activeOnly bool) (State, int) {
	return p.memory.StateAt(cursor, activeOnly)
}

// Status is [Memory.Status] of the agent as it was.
func (p *Player) Status() behavior.Status { return p.memory.Status() }
