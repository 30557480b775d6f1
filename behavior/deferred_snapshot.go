package behavior

import (
	"encoding/binary"
	"errors"
	"reflect"
	"unsafe"

	"github.com/decidertree/decidertree/internal/snapshot"
	"github.com/decidertree/decidertree/world"
)

// This file is the blocks of deferred behaviors in snapshots, where the user's part has pointers: it writes and reads
// itself.

var errDeferred = errors.New("its block is too short")

func (d *deferred[M]) MarshalBinary() ([]byte, error) {
	data, err := snapshot.Marshal(reflect.TypeFor[M](), unsafe.Pointer(&d.user))
	return append(binary.LittleEndian.AppendUint64(nil, uint64(d.token)), data...), err
}

func (d *deferred[M]) UnmarshalBinary(data []byte) error {
	if len(data) < 8 {
		return errDeferred
	}
	d.token = world.Token(binary.LittleEndian.Uint64(data))
	return snapshot.Unmarshal(reflect.TypeFor[M](), unsafe.Pointer(&d.user), data[8:])
}
