// Package snapshot writes and reads the stream of a snapshot: its header, its chunks and its checksum. The packages that use
// it own the contents.
//
//	magic | version | kind | order | chunk … | 0 | checksum
//
// Numbers are little endian, or varints of encoding/binary. A chunk is a length of 32 bits and that many bytes, at most
// 64 KiB. A reader reads nothing after the checksum, so snapshots can follow each other in one stream. It holds one chunk at
// a time and trusts nothing: it allocates memory for a claimed length only as the bytes arrive.
package snapshot

import (
	"errors"
	"hash/crc32"
	"unsafe"
)

const (
	magic = "DTREE\x00\r\n" // like PNG's: a transfer in text mode damages it
	// Version is the version of snapshots that this package writes, and the latest that it can read.
	Version   = 1
	chunkSize = 1 << 16 // bytes at most
)

// Kind tells what a snapshot contains.
type Kind uint8

const (
	Agent Kind = 1 + iota // one agent's memory
	Crowd
	World
	Stimuli
	Recording
)

var kinds = [...]string{Agent: "one agent", Crowd: "a crowd", World: "a world", Stimuli: "a set of stimuli", Recording: "a recording"}

// Err is wrapped by the error for anything that is not a valid snapshot.
var Err = errors.New("not a sound snapshot")

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// The byte order of the machine, in which the blocks of behaviors are written.
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
