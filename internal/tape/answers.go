package tape

import (
	"encoding/binary"
	"errors"
	"math"
)

// Op begins each entry of a take's answers. The actions of a function come before its result.
type Op byte

// The entries of a take's answers.
const (
	Done       Op = iota // a function without a result has returned
	Running              // a function has returned behavior.Running
	Success              // a function has returned behavior.Success
	Failure              // a function has returned behavior.Failure
	Odd                  // a function has returned an invalid status: byte
	Zero                 // a Decide has returned 0
	One                  // a Decide has returned 1
	Value                // a Decide has returned another value: 8 bytes
	No                   // the world, or an Idle function, has answered no
	Yes                  // the world, or an Idle function, has answered yes
	Number               // a key, or a number from the world: uvarint
	Failed               // a function has called Fail: the error's text
	Drew                 // a function has drawn a random number
	Asked                // a Decide has asked its children in its place; their answers follow
	Stimuli              // a function has changed the flags of the stimuli: uvarint
	Panicked             // a function has panicked: the value as text
	Exited               // a function has ended its goroutine
	Request              // a function has made a request for the end of the tick, or a request came from outside
	Hold                 // a decider is forced or forbidden in this tick: kind, name
	Behind               // frames minus ticks so far: uvarint
	PanickedAt           // a function has panicked: its file and line, the value as text
)

// ErrAnswers is the error of answers that do not fit the tree that is played back.
var ErrAnswers = errors.New("tape: the recorded answers do not fit the tree")

// Writer writes answers. The zero Writer is ready; it reuses its bytes.
type Writer struct{ Bytes []byte }

// Op writes an op without an operand.
func (w *Writer) Op(op Op) { w.Bytes = append(w.Bytes, byte(op)) }

// Status writes a status; Running is 1.
func (w *Writer) Status(st uint8) {
	if Op(st) >= Running && Op(st) <= Failure {
		w.Bytes = append(w.Bytes, st)
		return
	}
	w.Bytes = append(w.Bytes, byte(Odd), st)
}

// Value writes the result of a Decide.
func (w *Writer) Value(v float64) {
	switch bits := math.Float64bits(v); bits {
	case 0:
		w.Bytes = append(w.Bytes, byte(Zero))
	case oneBits:
		w.Bytes = append(w.Bytes, byte(One))
	default:
		w.Bytes = append(w.Bytes, byte(Value))
		w.Bytes = binary.LittleEndian.AppendUint64(w.Bytes, bits)
	}
}

var oneBits = math.Float64bits(1)

// Bool writes Yes or No.
func (w *Writer) Bool(yes bool) {
	op := No
	if yes {
		op = Yes
	}
	w.Bytes = append(w.Bytes, byte(op))
}

// Number writes an op with a number.
func (w *Writer) Number(op Op, n uint64) {
	w.Bytes = append(w.Bytes, byte(op))
	w.Bytes = binary.AppendUvarint(w.Bytes, n)
}

// Text writes an op with a text, at most maxText bytes of it.
func (w *Writer) Text(op Op, s string) {
	w.Bytes = append(w.Bytes, byte(op))
	w.RawText(s)
}

// RawText writes a text that belongs to the preceding op.
func (w *Writer) RawText(s string) {
	s = s[:min(len(s), maxText)]
	w.Bytes = binary.AppendUvarint(w.Bytes, uint64(len(s)))
	w.Bytes = append(w.Bytes, s...)
}

// RawWord writes 8 bytes that belong to the preceding op.
func (w *Writer) RawWord(n uint64) { w.Bytes = binary.LittleEndian.AppendUint64(w.Bytes, n) }

// RawNumber writes a number that belongs to the preceding op.
func (w *Writer) RawNumber(n uint64) { w.Bytes = binary.AppendUvarint(w.Bytes, n) }

// maxText limits the bytes of an error's text. Names of deciders are shorter.
const maxText = 512

// Reader reads answers. After the first answer that does not fit, Err is set and everything reads as zero.
type Reader struct {
	rest []byte
	Err  error
}

// NewReader returns a Reader of answers.
func NewReader(answers []byte) *Reader { return &Reader{rest: answers} }

// Left returns how many bytes are left.
func (r *Reader) Left() int { return len(r.rest) }

// Peek returns the next op without reading it; ok is false at the end.
func (r *Reader) Peek() (op Op, ok bool) {
	if len(r.rest) == 0 || r.Err != nil {
		return 0, false
	}
	return Op(r.rest[0]), true
}

// Op reads the next op.
func (r *Reader) Op() Op { return Op(r.byte()) }

// byte reads one byte.
func (r *Reader) byte() byte {
	if len(r.rest) == 0 || r.Err != nil {
		r.Fail()
		return 0
	}
	b := r.rest[0]
	r.rest = r.rest[1:]
	return b
}

// Fail sets Err to ErrAnswers.
func (r *Reader) Fail() {
	if r.Err == nil {
		r.Err = ErrAnswers
	}
	r.rest = nil
}

// Byte reads the operand of Odd.
func (r *Reader) Byte() uint8 { return r.byte() }

// Float reads the operand of Value.
func (r *Reader) Float() float64 { return math.Float64frombits(r.Word()) }

// Number reads a number.
func (r *Reader) Number() uint64 {
	n, size := binary.Uvarint(r.rest)
	if size <= 0 {
		r.Fail()
		return 0
	}
	r.rest = r.rest[size:]
	return n
}

// Text reads a text.
func (r *Reader) Text() string {
	n := r.Number()
	if n > maxText || n > uint64(len(r.rest)) {
		r.Fail()
		return ""
	}
	s := string(r.rest[:n])
	r.rest = r.rest[n:]
	return s
}

// Word reads 8 bytes.
func (r *Reader) Word() uint64 {
	if len(r.rest) < 8 {
		r.Fail()
		return 0
	}
	w := binary.LittleEndian.Uint64(r.rest)
	r.rest = r.rest[8:]
	return w
}
