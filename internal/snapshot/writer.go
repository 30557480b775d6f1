package snapshot

import (
	"encoding/binary"
	"hash/crc32"
	"io"
	"math"
)

// Writer writes a snapshot. After an error it writes nothing more; End returns it.
type Writer struct {
	w     io.Writer
	chunk []byte // begins with space for its length; all of a part
	part  bool
	crc   uint32
	err   error
}

// NewWriter begins a snapshot.
func NewWriter(w io.Writer, k Kind) *Writer {
	s := &Writer{w: w, chunk: make([]byte, 4, 4+chunkSize)}
	head := append([]byte(magic), 0, 0, byte(k), order())
	binary.LittleEndian.PutUint16(head[len(magic):], Version)
	s.put(head)
	return s
}

// NewPart begins a part of a snapshot that stays in memory. Raw adds its Part to a snapshot. room is memory to use; nil for
// none.
func NewPart(room []byte) *Writer { return &Writer{part: true, chunk: room[:0]} }

// Part returns the bytes of a part so far.
func (s *Writer) Part() []byte { return s.chunk }

func (s *Writer) put(b []byte) {
	if s.err != nil {
		return
	}
	s.crc = crc32.Update(s.crc, castagnoli, b)
	_, s.err = s.w.Write(b)
}

func (s *Writer) flush() {
	if n := len(s.chunk) - 4; n > 0 {
		binary.LittleEndian.PutUint32(s.chunk, uint32(n))
		s.put(s.chunk)
		s.chunk = s.chunk[:4]
	}
}

// Raw writes bytes without their length.
func (s *Writer) Raw(b []byte) {
	if s.part {
		s.chunk = append(s.chunk, b...)
		return
	}
	for len(b) > 0 {
		if len(s.chunk) == cap(s.chunk) {
			s.flush()
		}
		n := copy(s.chunk[len(s.chunk):cap(s.chunk)], b)
		s.chunk, b = s.chunk[:len(s.chunk)+n], b[n:]
	}
}

// Uint writes a varint.
func (s *Writer) Uint(x uint64) {
	var b [binary.MaxVarintLen64]byte
	s.Raw(b[:binary.PutUvarint(b[:], x)])
}

// Int writes a varint that may be -1.
func (s *Writer) Int(x int) { s.Uint(uint64(x + 1)) }

// Bool writes a bool.
func (s *Writer) Bool(x bool) {
	if x {
		s.Uint(1)
	} else {
		s.Uint(0)
	}
}

// Word writes 64 bits.
func (s *Writer) Word(x uint64) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], x)
	s.Raw(b[:])
}

// Float writes a float64.
func (s *Writer) Float(x float64) { s.Word(math.Float64bits(x)) }

// Bytes writes a length and the bytes.
func (s *Writer) Bytes(b []byte) {
	s.Uint(uint64(len(b)))
	s.Raw(b)
}

// String writes a string.
func (s *Writer) String(text string) { s.Bytes([]byte(text)) }

// End ends the snapshot and returns the first error.
func (s *Writer) End() error {
	s.flush()
	s.put(make([]byte, 4))
	s.put(binary.LittleEndian.AppendUint32(nil, s.crc))
	return s.err
}
