package randomtree

import (
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

// The blocks of random trees: of several sizes and alignments, with pointers and without.
type (
	tiny  struct{ N uint8 }
	small struct{ N, Sum uint64 }
	large struct{ Seen [5]uint64 }
	route struct { // with pointers, kept from activation to activation
		Steps []uint64
		Last  *uint64
	}
	empty struct{}

	// The data of DBlocks.
	quarry struct{ Who, Where uint64 }
	track  struct{ Steps []uint64 }
)

// String omits the address in Last, which differs between agents.
func (m *route) String() string { return fmt.Sprint(m.Steps) }

// use returns a digest of a block's contents and writes new contents, for scripts.
type use[M any] func(m *M, bits uint64) uint64

func useTiny(m *tiny, bits uint64) uint64 {
	found := m.N
	m.N += uint8(bits | 1)
	return uint64(found)
}

func useSmall(m *small, bits uint64) uint64 {
	found := scramble(m.N) ^ m.Sum
	m.N++
	m.Sum += bits
	return found
}

func useLarge(m *large, bits uint64) uint64 {
	var found uint64
	for i, x := range m.Seen {
		found = scramble(found ^ x + uint64(i))
	}
	m.Seen[bits%5] += bits
	return found
}

func useRoute(m *route, bits uint64) uint64 {
	found := uint64(len(m.Steps))
	for _, x := range m.Steps {
		found = scramble(found ^ x)
	}
	if m.Last != nil {
		found ^= *m.Last
	}
	m.Steps = append(m.Steps, bits)
	m.Last = &m.Steps[len(m.Steps)-1]
	return found
}

func useEmpty(*empty, uint64) uint64 { return 0 }

// hunt and follow return digests of the data of DBlocks.
func hunt(d quarry) uint64 { return d.Who ^ d.Where<<1 }

func follow(d track) uint64 {
	if len(d.Steps) == 0 {
		return 1
	}
	return d.Steps[0] + uint64(len(d.Steps))
}

// behaviorOf returns a behavior of one of several shapes. Each of its functions may be nil.
func behaviorOf(s Source, k *actScript) behavior.Runner[*Subject] {
	parts := k.parts(s)
	shapes := 7
	if k.given {
		shapes = 9
	}
	switch s.Choose(shapes) {
	case 1:
		return withBlock(k, parts, useSmall, nil)
	case 2:
		return withBlock(k, parts, useTiny, func(m *tiny) { m.N = 7 })
	case 3:
		return withBlock(k, parts, useLarge, nil)
	case 4:
		return withBlock(k, parts, useRoute, func(m *route) { m.Steps, m.Last = m.Steps[:0], nil })
	case 5:
		return withBlock(k, parts, useRoute, nil)
	case 6:
		return withBlock(k, parts, useEmpty, nil)
	case 7:
		return &behavior.Given[*Subject, quarry]{Value: quarry{Who: k.salt, Where: 1}, Behavior: withDBlock(k, parts, hunt, useSmall)}
	case 8:
		return &behavior.Given[*Subject, track]{Value: track{Steps: []uint64{k.salt, 2}}, Behavior: withDBlock(k, parts, follow, useRoute)}
	}
	b := &behavior.Behavior[*Subject]{Name: k.name, LeaveTimeout: k.leaveTimeout, Period: k.periodOf(parts)}
	if parts.activate {
		b.Activate = func(c *context) behavior.Status { return k.activate(c, 0, 0) }
	}
	if parts.tick {
		b.Tick = func(c *context) behavior.Status { return k.tick(c, 0) }
	}
	if parts.deactivate {
		b.Deactivate = func(c *context) { k.deactivate(c, 0) }
	}
	if parts.leave {
		b.Leave = func(c *context) behavior.Status { return k.leave(c, 0) }
	}
	return b
}

// parts are the functions of a behavior.
type parts struct{ activate, tick, deactivate, leave bool }

func (k *actScript) parts(s Source) parts {
	p := parts{activate: !chance(s, 4), tick: !chance(s, 6), deactivate: !chance(s, 6), leave: k.leaveTimeout > 0}
	p.activate, p.deactivate = p.activate || k.whole, p.deactivate || k.whole
	return p
}

func withBlock[M any](k *actScript, p parts, use use[M], reset func(*M)) *behavior.WithBlock[*Subject, M] {
	b := &behavior.WithBlock[*Subject, M]{Name: k.name, Reset: reset, LeaveTimeout: k.leaveTimeout, Period: k.periodOf(p)}
	if p.activate {
		b.Activate = func(c *context, m *M) behavior.Status { return k.activate(c, use(m, c.Agent.made), 0) }
	}
	if p.tick {
		b.Tick = func(c *context, m *M) behavior.Status { return k.tick(c, use(m, c.Agent.made)) }
	}
	if p.deactivate {
		b.Deactivate = func(c *context, m *M) { k.deactivate(c, use(m, c.Agent.made)) }
	}
	if p.leave {
		b.Leave = func(c *context, m *M) behavior.Status { return k.leave(c, use(m, c.Agent.made)) }
	}
	return b
}

// dblockOf returns a DBlock of one of several shapes.
func dblockOf(s Source, decide *decideScript, k *actScript) decider.Handover[*Subject] {
	parts := k.parts(s)
	fill := func(d *quarry, what uint64) uint64 { old := d.Who ^ d.Where; d.Who, d.Where = what, old; return old }
	fillTrack := func(d *track, what uint64) uint64 {
		d.Steps = append(d.Steps, what)
		return uint64(len(d.Steps) - 1)
	}
	switch s.Choose(4) {
	case 1:
		return newDBlock(decide, fill, withDBlock(k, parts, hunt, useRoute))
	case 2:
		return newDBlock(decide, fillTrack, withDBlock(k, parts, follow, useSmall))
	case 3:
		return newDBlock(decide, fillTrack, withDBlock(k, parts, follow, useEmpty))
	}
	return newDBlock(decide, fill, withDBlock(k, parts, hunt, useSmall))
}

func newDBlock[D any](k *decideScript, fill func(*D, uint64) uint64, b behavior.Taker[*Subject, D]) *decider.DBlock[*Subject, D] {
	return &decider.DBlock[*Subject, D]{
		Decide: func(c *context, d *D) float64 {
			at := len(c.Agent.Calls)
			value, what := k.find(c)
			c.Agent.Calls[at].DBlock = fill(d, what)
			return value
		},
		Behavior: b,
	}
}

func withDBlock[D, M any](k *actScript, p parts, read func(D) uint64, use use[M]) *behavior.WithDBlock[*Subject, D, M] {
	b := &behavior.WithDBlock[*Subject, D, M]{Name: k.name, LeaveTimeout: k.leaveTimeout, Period: k.periodOf(p)}
	if p.activate {
		b.Activate = func(c *context, d D, m *M) behavior.Status { return k.activate(c, use(m, c.Agent.made), read(d)) }
	}
	if p.tick {
		b.Tick = func(c *context, m *M) behavior.Status { return k.tick(c, use(m, c.Agent.made)) }
	}
	if p.deactivate {
		b.Deactivate = func(c *context, m *M) { k.deactivate(c, use(m, c.Agent.made)) }
	}
	if p.leave {
		b.Leave = func(c *context, m *M) behavior.Status { return k.leave(c, use(m, c.Agent.made)) }
	}
	return b
}
