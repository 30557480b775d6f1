package snapshot

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"math"
)

// Error describes a fault in a snapshot. It wraps [Err] and, if reading failed, the reader's error.
type Error struct {
	Offset int64  // bytes read when the fault was found
	Detail string // what is wrong
	Err    error  // the reader's error; nil for none
}

func (e *Error) Error() string {
	text := fmt.Sprintf("%v: %s (at byte %d)", Err, e.Detail, e.Offset)
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

func (e *Error) Unwrap() []error {
	if e.Err != nil {
		return []error{Err, e.Err}
	}
	return []error{Err}
}

// Reader reads a snapshot. After an error every number read is 0 and every string empty; Err returns the error.
type Reader struct {
	r     io.Reader
	chunk []byte // its unread bytes
	room  []byte
	read  int64
	crc   uint32
	err   error
}

// NewReader begins to read a snapshot and checks that it is of the kind.
func NewReader(r io.Reader, k Kind) (*Reader, error) {
	s := &Reader{r: r}
	head := make([]byte, len(magic)+4)
	s.get(head)
	version := binary.LittleEndian.Uint16(head[len(magic):])
	kind, by := Kind(head[len(magic)+2]), head[len(magic)+3]
	switch {
	case s.err != nil:
	case string(head[:len(magic)]) != magic:
		s.Fail("it does not begin as one")
	case version == 0 || version > Version:
		s.Fail("it is of version %d; this program reads versions up to %d", version, Version)
	case kind == 0 || int(kind) >= len(kinds):
		s.Fail("it is of the unknown kind %d", kind)
	case kind != k:
		s.Fail("it is of %s, not of %s", kinds[kind], kinds[k])
	case by != order():
		s.Fail("it was made on a machine with another order of bytes")
	}
	return s, s.err
}

// Fail records a fault, unless there was an error before.
func (s *Reader) Fail(format string, args ...any) {
	if s.err == nil {
		s.err = &Error{Offset: s.read - int64(len(s.chunk)), Detail: fmt.Sprintf(format, args...)}
	}
}

// Err returns the first error so far.
func (s *Reader) Err() error { return s.err }

// get fills b from the stream.
func (s *Reader) get(b []byte) {
	if s.err != nil {
		return
	}
	n, err := io.ReadFull(s.r, b)
	s.read += int64(n)
	s.crc = crc32.Update(s.crc, castagnoli, b[:n])
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		s.err = &Error{Offset: s.read, Detail: "it ends too early", Err: err}
	}
}

// next reads the next chunk and reports whether there is one.
func (s *Reader) next() bool {
	var length [4]byte
	s.get(length[:])
	n := binary.LittleEndian.Uint32(length[:])
	switch {
	case s.err != nil || n == 0:
		return false
	case n > chunkSize:
		s.Fail("a chunk is %d bytes long", n)
		return false
	}
	if s.room == nil {
		s.room = make([]byte, chunkSize)
	}
	s.get(s.room[:n])
	s.chunk = s.room[:n]
	return s.err == nil
}

// some returns the next bytes, at least one and at most n; nil at the end.
func (s *Reader) some(n int) []byte {
	if s.err == nil && len(s.chunk) == 0 && !s.next() {
		s.Fail("its data ends too early")
	}
	if s.err != nil {
		return nil
	}
	b := s.chunk[:min(n, len(s.chunk))]
	s.chunk = s.chunk[len(b):]
	return b
}

// Raw reads n bytes. It allocates memory for them as they arrive.
func (s *Reader) Raw(n int) []byte {
	var all []byte
	for len(all) < n && s.err == nil {
		all = append(all, s.some(n-len(all))...)
	}
	if s.err != nil {
		return nil
	}
	return all
}

// Uint reads a varint.
func (s *Reader) Uint() (x uint64) {
	for shift := 0; ; shift += 7 {
		b := s.some(1)
		if b == nil {
			return 0
		}
		if shift == 63 && b[0] > 1 {
			s.Fail("a number is too large")
			return 0
		}
		x |= uint64(b[0]&0x7f) << shift
		if b[0] < 0x80 {
			return x
		}
	}
}

// Below reads a number that must be less than a limit. what names the number in the error.
func (s *Reader) Below(limit uint64, what string) uint64 {
	x := s.Uint()
	if x >= limit && s.err == nil {
		s.Fail("%s is %d; it must be less than %d", what, x, limit)
	}
	if s.err != nil {
		return 0
	}
	return x
}

// Index reads an index that must be -1 or more and less than a limit. It is -1 after an error.
func (s *Reader) Index(limit int, what string) int { return int(s.Below(uint64(limit)+1, what)) - 1 }

// Bool reads a bool.
func (s *Reader) Bool() bool { return s.Below(2, "a bool") == 1 }

// Word reads 64 bits.
func (s *Reader) Word() uint64 {
	if b := s.Raw(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

// Float reads any float64.
func (s *Reader) Float() float64 { return math.Float64frombits(s.Word()) }

// Bytes reads a length, which must be at most a limit, and that many bytes.
func (s *Reader) Bytes(limit uint64, what string) []byte {
	return s.Raw(int(s.Below(limit+1, "the length of "+what)))
}

// String reads a string of at most 1 MiB.
func (s *Reader) String() string { return string(s.Bytes(1<<20, "a string")) }

// End checks that nothing is left and that the checksum is correct.
func (s *Reader) End() error {
	if s.err == nil && (len(s.chunk) > 0 || s.next()) {
		s.Fail("there is more than belongs in it")
	}
	want := s.crc
	var sum [4]byte
	s.get(sum[:])
	if s.err == nil && binary.LittleEndian.Uint32(sum[:]) != want {
		s.Fail("its checksum is wrong: bytes have changed since it was written")
	}
	return s.err
}
