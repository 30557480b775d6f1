package debugprint

import (
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/decidertree/decidertree/event"
)

// The functions in this file append and never allocate: a tooltip is rebuilt every frame, and level 5 writes a line
// for every decision.

// appendText appends s and escapes all that is not printable as in Go source, so that a name cannot break its line or
// control a terminal.
func appendText(b []byte, s string) []byte {
	for i, r := range s {
		if r == utf8.RuneError {
			// Undecodable, or U+FFFD itself: the width tells them apart.
			if _, width := utf8.DecodeRuneInString(s[i:]); width == 1 {
				b = append(b, `\x`...)
				b = appendHex(b, uint64(s[i]), 2)
				continue
			}
		}
		if strconv.IsPrint(r) {
			b = utf8.AppendRune(b, r)
			continue
		}
		quoted := len(b)
		b = strconv.AppendQuoteRune(b, r)
		b = append(b[:quoted], b[quoted+1:len(b)-1]...) // without its quotes
	}
	return b
}

// appendLabel appends NAME/0x1a2b3c4d.
func appendLabel(b []byte, l event.Label) []byte {
	b = appendText(b, l.Name)
	b = append(b, "/0x"...)
	return strconv.AppendUint(b, uint64(l.ID), 16)
}

// appendHex appends at least that many hexadecimal digits, without 0x.
func appendHex(b []byte, v uint64, digits int) []byte {
	for v>>(4*(digits-1)) == 0 && digits > 1 {
		b = append(b, '0')
		digits--
	}
	return strconv.AppendUint(b, v, 16)
}

// appendFixed appends x with that many digits after the point; very large numbers in scientific notation, to avoid
// 300 digits.
func appendFixed(b []byte, x float64, digits int) []byte {
	switch {
	case x == 0:
		x = 0 // not -0
	case math.Abs(x) >= 1e15:
		return strconv.AppendFloat(b, x, 'g', -1, 64)
	}
	return strconv.AppendFloat(b, x, 'f', digits, 64)
}

// appendSeconds appends a time with up to two digits after the point: `2.5 s`; more for a very short one.
func appendSeconds(b []byte, x float64) []byte {
	switch {
	case x != 0 && math.Abs(x) < 0.005:
		b = strconv.AppendFloat(b, x, 'g', 1, 64)
	case math.Abs(x) < 1e15:
		b = trimmed(appendFixed(b, x, 2))
	default:
		b = appendFixed(b, x, 2)
	}
	return append(b, " s"...)
}

// appendTime appends a time of a column: `2.5 s`.
func appendTime(b []byte, x float64) []byte { return append(appendFixed(b, x, 1), " s"...) }

// padLeft moves the ASCII text from start to the right, so that it takes that many characters.
func padLeft(b []byte, start, width int) []byte {
	missing := width - (len(b) - start)
	for range missing {
		b = append(b, ' ')
	}
	if missing > 0 {
		copy(b[start+missing:], b[start:])
		for i := range missing {
			b[start+i] = ' '
		}
	}
	return b
}

// appendValue appends Decide's result. Six digits would show a small positive value as 0.
func appendValue(b []byte, x float64) []byte {
	if x != 0 && math.Abs(x) < 5e-7 {
		return strconv.AppendFloat(b, x, 'g', -1, 64)
	}
	return appendFixed(b, x, 6)
}

// appendNumber appends Decide's result with as many digits as it needs, up to six after the point.
func appendNumber(b []byte, x float64) []byte {
	if math.Abs(x) >= 5e-7 && math.Abs(x) < 1e15 || x == 0 {
		return trimmed(appendFixed(b, x, 6))
	}
	return appendValue(b, x)
}

// trimmed removes the zeros that end a number with a point, and the point if nothing follows it.
func trimmed(b []byte) []byte {
	for b[len(b)-1] == '0' {
		b = b[:len(b)-1]
	}
	if b[len(b)-1] == '.' {
		b = b[:len(b)-1]
	}
	return b
}

// appendInt appends a count or an index.
func appendInt(b []byte, n int) []byte { return strconv.AppendInt(b, int64(n), 10) }
