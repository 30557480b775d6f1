package tape

import (
	"encoding/binary"
	"errors"
	"math"
)

// Op begins each entry of a take's answers. What a function did comes before what it returned.
type Op byte

const (
	Done     Op = iota // a function without result has returned
	Running            // a function has returned this status
	Success            //
	Failure            //
	Odd                // it has returned no status: a byte
	Zero               // a Decide has returned 0
	One                // it has returned 1
	Value              // it has returned something else: 8 bytes
	No                 // the world, or a function that tells whether to wait, has said no
	Yes                //
	Number             // a key, or a number of the world's: uvarint
	Failed             // a function has called Fail: the error's text
	Drew               // it has drawn a random number
	Asked              // it has asked its children in its place; their answers follow
	Stimuli            // it has changed the stimuli's flags: uvarint
	Panicked           // it has panicked: the text of the value
	Exited             // it has ended its goroutine
	Request            // it has asked for something that waits for the end of the tick; or that is done outside
	Hold               // a decider is forced or forbidden in this tick: kind, name
	Behind             // how many ticks fewer than frames there have been: uvarint
)

// ErrAnswers is the error of answers that do not fit what is played.
var ErrAnswers = errors.New("tape: these answers are not of this tree")

// Writer writes answers. The zero Writer is ready; it reuses its bytes.
type Writer struct{ Bytes []byte }

// Op writes one without operand.
func (w *Writer) Op(op Op) { w.Bytes = append(w.Bytes, byte(op)) }

// Status writes a status; Running is 1.
func (w *Writer) Status(st uint8) {
	if Op(st) >= Running && Op(st) <= Failure {
		w.Bytes = append(w.Bytes, st)
		return
	}
	w.Bytes = append(w.Bytes, byte(Odd), st)
}

// Value writes what a Decide has returned.
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

// Bool writes a yes or no.
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

// RawText writes a text that belongs to the op before.
func (w *Writer) RawText(s string) {
	s = s[:min(len(s), maxText)]
	w.Bytes = binary.AppendUvarint(w.Bytes, uint64(len(s)))
	w.Bytes = append(w.Bytes, s...)
}

// RawWord writes 8 bytes that belong to the op before.
func (w *Writer) RawWord(n uint64) { w.Bytes = binary.LittleEndian.AppendUint64(w.Bytes, n) }

// RawNumber writes a number that belongs to the op before.
func (w *Writer) RawNumber(n uint64) { w.Bytes = binary.AppendUvarint(w.Bytes, n) }

// maxText is how many bytes of an error's text are kept. Names of deciders are shorter.
const maxText = 512

// Reader reads answers. What does not fit is an error that stays; everything reads as zero from then on.
type Reader struct {
	rest []byte
	Err  error
}

// NewReader reads answers.
func NewReader(answers []byte) *Reader { return &Reader{rest: answers} }

// Left is how many bytes are left.
func (r *Reader) Left() int { return len(r.rest) }

// Peek is the next op; ok is false at the end.
func (r *Reader) Peek() (op Op, ok bool) {
	if len(r.rest) == 0 || r.Err != nil {
		return 0, false
	}
	return Op(r.rest[0]), true
}

// Op reads the next op.
func (r *Reader) Op() Op { return Op(r.byte()) }

func (r *Reader) byte() byte {
	if len(r.rest) == 0 || r.Err != nil {
		r.Fail()
		return 0
	}
	b := r.rest[0]
	r.rest = r.rest[1:]
	return b
}

// Fail makes the answers unfit.
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
