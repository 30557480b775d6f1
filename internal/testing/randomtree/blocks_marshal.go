package randomtree

import (
	"encoding/binary"
	"errors"
)

// This file marshals the blocks with pointers for snapshots.

var errSteps = errors.New("decidertest: no steps")

func appendSteps(data []byte, steps []uint64) []byte {
	for _, step := range steps {
		data = binary.LittleEndian.AppendUint64(data, step)
	}
	return data
}

func readSteps(data []byte) (steps []uint64, err error) {
	if len(data)%8 != 0 {
		return nil, errSteps
	}
	for ; len(data) > 0; data = data[8:] {
		steps = append(steps, binary.LittleEndian.Uint64(data))
	}
	return steps, nil
}

// MarshalBinary stores the target of Last as nil or the last step.
func (m *route) MarshalBinary() ([]byte, error) {
	data := []byte{0}
	if m.Last != nil {
		data[0] = 1
	}
	return appendSteps(data, m.Steps), nil
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (m *route) UnmarshalBinary(data []byte) (err error) {
	if len(data) == 0 {
		return errSteps
	}
	if m.Steps, err = readSteps(data[1:]); err == nil && data[0] == 1 && len(m.Steps) > 0 {
		m.Last = &m.Steps[len(m.Steps)-1]
	}
	return err
}

// MarshalBinary implements encoding.BinaryMarshaler.
func (d track) MarshalBinary() ([]byte, error) { return appendSteps(nil, d.Steps), nil }

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (d *track) UnmarshalBinary(data []byte) (err error) {
	d.Steps, err = readSteps(data)
	return err
}
