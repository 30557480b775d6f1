package decider

import (
	"fmt"
	"unsafe"

	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/snapshot"
)

// This file is things with pointers in snapshots: see package internal/snapshot for how they are written.

// blockAt is the type of what is in a box.
func (t *Tree[A]) blockAt(id boxID) *engine.Block {
	switch id.kind {
	case blockBox:
		return &t.infos[id.index].calls.Block
	case keptBox:
		return &t.infos[id.index].dblock
	default:
		return &t.board.keys[t.board.values[id.index].key].Block
	}
}

// typeAt is the same as a shape has it.
func (s *shape) typeAt(id boxID) shapeType {
	switch id.kind {
	case blockBox:
		return s.places[id.index].block
	case keptBox:
		return s.places[id.index].handed
	default:
		return s.values[id.index].of
	}
}

// marshalBoxes gives the live boxes of an image, and of what is plugged in there, their bytes.
func (m *image) marshalBoxes(above string) error {
	for id, b := range m.boxes {
		data, err := snapshot.Marshal(b.of, b.value)
		if err != nil {
			e := &NotMarshalableError{Type: b.of.String(), Err: err}
			if err == snapshot.ErrNoMarshaler {
				e.Err = nil
			}
			if id.kind == valueBox {
				v := &m.values[id.index]
				e.Path, e.Key = above+m.path(v.place), v.key
			} else {
				e.Path = above + m.path(place(id.index))
			}
			return e
		}
		b.data = data
		m.boxes[id] = b
	}
	for _, pl := range m.plugs {
		if err := pl.marshalBoxes(above + m.slotPath(pl.slot) + " > "); err != nil {
			return err
		}
	}
	return nil
}

// slotPath is the path of a slot's place.
func (s *shape) slotPath(slot int) string {
	for p := range s.places {
		if s.places[p].slot == slot {
			return s.path(place(p))
		}
	}
	return ""
}

// carryBox makes the new box have what is in the old one, if there is one; whyBox tells why it cannot.
func (c *carrier[A]) carryBox(from, to boxID) bool {
	b, ok := c.old.boxes[from]
	if !ok {
		return true
	}
	block := c.tree.blockAt(to)
	if b.value != nil {
		if b.of != block.Type {
			c.whyBox = fmt.Sprintf("it was a %v and is a %v", b.of, block.Type)
			return false
		}
		c.made.boxes[to] = b
		return true
	}
	value := block.New()
	if err := snapshot.Unmarshal(block.Type, value, b.data); err != nil {
		c.whyBox = err.Error()
		return false
	}
	c.made.boxes[to] = box{value: value, of: block.Type}
	return true
}

// sound reports whether a value without pointers in the old bytes is one of its type: some bytes are no bool.
func (c *carrier[A]) sound(block *engine.Block, at uint32) bool {
	if snapshot.Bools(block.Type, unsafe.Add(c.old.base, at)) {
		return true
	}
	c.broken = "a " + block.Type.String() + " has a bool that is neither true nor false"
	return false
}
