// Package snapshot is how the packages of this module write and read snapshots: the stream, its header and its check
// sum. What is in it they know themselves.
//
//	magic | version | kind | order | chunk … | 0 | check sum
//
// Numbers are little endian, or of variable length as encoding/binary has it; a chunk is its length in 32 bits and
// that many bytes, 64 KiB at most. Nothing behind the check sum is read, so snapshots can follow each other in one
// stream. A reader holds one chunk at a time and trusts nothing: a length that is claimed makes no room before its
// bytes are there.
package snapshot

import (
	"errors"
	"hash/crc32"
	"unsafe"
)

const (
	magic = "DTREE\x00\r\n" // as PNG's: a transfer as text spoils it
	// Version is that of the snapshots that are written, and the latest that can be read.
	Version   = 1
	chunkSize = 1 << 16 // bytes, the most
)

// Kind is what a snapshot is of.
type Kind uint8

const (
	Agent Kind = 1 + iota // one agent's memory
	Crowd
	World
	Stimuli
	Recording
)

var kinds = [...]string{Agent: "one agent", Crowd: "a crowd", World: "a world", Stimuli: "a set of stimuli", Recording: "a recording"}

// Err is wrapped by the error for whatever cannot be a snapshot.
var Err = errors.New("not a sound snapshot")

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// The order of bytes in memory, which what a behavior keeps in its block is written in.
const (
	littleEndian = 1
	bigEndian    = 2
)

func order() byte {
	if one := uint16(1); *(*byte)(unsafe.Pointer(&one)) == 1 {
		return littleEndian
	}
	return bigEndian
}
