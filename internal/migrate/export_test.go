package migrate

import (
	"bytes"

	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/snapshot"
)

// ForgedPlace is the part of a place in a snapshot that Forge can change: the offsets of its parts, 0 for none.
type ForgedPlace struct {
	Frame, LeaveDue, Ticked, Every, Cooldown *uint32
	All                                      [13]*uint32
}

// Forge returns the snapshot of an agent with changed shapes of its trees, correct in all else.
func Forge(data []byte, change func(places []ForgedPlace)) ([]byte, error) {
	in, err := snapshot.NewReader(bytes.NewReader(data), snapshot.Agent)
	if err != nil {
		return nil, err
	}
	clock := readClock(in)
	var read, written shapeTable
	root, own := read.read(in, 0)
	if err := in.End(); err != nil {
		return nil, err
	}
	var places []ForgedPlace
	for _, s := range read.known {
		for i := range s.Spots {
			n, o := &s.Spots[i], s.PartsOf(program.Place(i))
			places = append(places, ForgedPlace{&n.Frame, &o.LeaveDue, &o.Ticked, &o.Every, &n.Cooldown, offsets(n, o)})
		}
	}
	change(places)
	var forged bytes.Buffer
	out := snapshot.NewWriter(&forged, snapshot.Agent)
	clock.write(out)
	written.write(out, root, own)
	err = out.End()
	return forged.Bytes(), err
}
