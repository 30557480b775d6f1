package migrate

import (
	"fmt"
	"unsafe"

	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/snapshot"
	"github.com/decidertree/decidertree/internal/usercode"
	"github.com/decidertree/decidertree/world"
)

// This file handles values with pointers. Package internal/snapshot describes their format.

// typeAt returns the type of a box as the shape describes it.
func (s *shape) typeAt(id program.BoxID) shapeType {
	switch id.Kind {
	case program.BlockBox:
		return s.places[id.Index].of
	case program.KeptBox:
		return s.places[id.Index].handed
	default:
		return s.values[id.Index].of
	}
}

// marshalBoxes marshals the live boxes of an image and of the trees plugged in there.
func (m *image) marshalBoxes(above string) error {
	for id, b := range m.boxes {
		data, err := snapshot.Marshal(b.of, b.value)
		if err != nil {
			e := &world.NotMarshalableError{Type: b.of.String(), Err: err}
			if err == snapshot.ErrNoMarshaler {
				e.Err = nil
			}
			if id.Kind == program.ValueBox {
				v := &m.shape.values[id.Index]
				e.Path, e.Key = above+m.shape.Path(v.place), v.key
			} else {
				e.Path = above + m.shape.Path(program.Place(id.Index))
			}
			return e
		}
		b.data = data
		m.boxes[id] = b
	}
	for _, pl := range m.plugs {
		if err := pl.marshalBoxes(above + m.shape.slotPath(pl.slot) + " > "); err != nil {
			return err
		}
	}
	return nil
}

// slotPath returns the path of a slot's place.
func (s *shape) slotPath(slot int) string {
	return s.Path(s.slotAt[slot])
}

// copyBox copies the old box, if there is one, to the new one. If it cannot, whyBox tells why.
func (c *treeMigrator) copyBox(from, to program.BoxID) bool {
	b, ok := c.old.boxes[from]
	if !ok {
		return true
	}
	block := c.tree.BlockAt(to)
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

// sound reports whether the old bytes are a valid value of a type without pointers: not every byte is a bool.
func (c *treeMigrator) sound(block *usercode.Block, at uint32) bool {
	if snapshot.Bools(block.Type, unsafe.Add(c.old.Base, at)) {
		return true
	}
	c.broken = "a " + block.Type.String() + " has a bool that is neither true nor false"
	return false
}
