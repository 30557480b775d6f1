// Package scenefile writes the scenes of the inspector's map for recordings, and reads them back: wire.SceneView as compressed
// JSON, each complete. What agents do is left out, since their recordings tell it. What it reads may be forged.
package scenefile

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/decidertree/decidertree/internal/wire"
)

// MaxCreatures is the number of creatures that a scene may have.
const MaxCreatures = 65536

const (
	maxBytes   = 32 << 20 // of one scene when it is read
	maxShapes  = 100_000  // of one scene
	maxColumns = 1 << 14  // and rows of a grid: browsers draw no larger image
	maxAgent   = 1<<53 - 1
)

// ErrScene is wrapped by the error for a scene that cannot be read.
var ErrScene = errors.New("inspect: a scene of the recording cannot be read")

// Write returns a scene in the form of files; nil if JSON cannot hold it.
func Write(scene wire.SceneView) []byte {
	scene.What = ""
	text, err := json.Marshal(&scene)
	if err != nil {
		return nil
	}
	var to bytes.Buffer
	out, _ := gzip.NewWriterLevel(&to, gzip.BestSpeed) // the level is a valid one
	if _, err := out.Write(text); err != nil || out.Close() != nil {
		return nil
	}
	return to.Bytes()
}

// Read reads the scene of a frame. agents and xy, two for each, are its columns.
func Read(frame uint64, data []byte) (s wire.SceneView, agents []uint64, xy []float32, err error) {
	fail := func(format string, a ...any) (wire.SceneView, []uint64, []float32, error) {
		return wire.SceneView{}, nil, nil, fmt.Errorf("%w: %w", ErrScene, fmt.Errorf(format, a...))
	}
	in, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return fail("%w", err)
	}
	text, err := io.ReadAll(io.LimitReader(in, maxBytes+1))
	switch {
	case err != nil:
		return fail("%w", err)
	case len(text) > maxBytes:
		return fail("it has more than %d bytes", maxBytes)
	}
	if err := json.Unmarshal(text, &s); err != nil {
		return fail("%w", err)
	}
	ids, err1 := base64.StdEncoding.DecodeString(s.IDs)
	at, err2 := base64.StdEncoding.DecodeString(s.XY)
	sizes, err3 := base64.StdEncoding.DecodeString(s.Sizes)
	groups, err4 := base64.StdEncoding.DecodeString(s.Groups)
	switch {
	case err1 != nil || err2 != nil || err3 != nil || err4 != nil,
		s.Frame != frame, s.Count < 0 || s.Count > MaxCreatures, len(ids) != 8*s.Count || len(at) != 8*s.Count,
		len(sizes) != 0 && len(sizes) != 4*s.Count, len(groups) != 0 && len(groups) != s.Count:
		return fail("its columns do not fit together")
	case len(s.Shapes)+len(s.Behind) > maxShapes:
		return fail("it has more than %d shapes", maxShapes)
	}
	for _, shapes := range [][]wire.Shape{s.Behind, s.Shapes} {
		for i := range shapes {
			if !drawable(&shapes[i]) {
				return fail("one of its shapes cannot be drawn")
			}
		}
	}
	agents, xy = make([]uint64, s.Count), make([]float32, 2*s.Count)
	for i := range agents {
		id := math.Float64frombits(binary.LittleEndian.Uint64(ids[8*i:]))
		if !(id >= 0 && id <= maxAgent) {
			return fail("%v is no agent", id)
		}
		agents[i] = uint64(id)
	}
	for i := range xy {
		if xy[i] = math.Float32frombits(binary.LittleEndian.Uint32(at[4*i:])); !(math.Abs(float64(xy[i])) <= math.MaxFloat32) {
			return fail("a creature is nowhere")
		}
	}
	return s, agents, xy, nil
}

// drawable reports whether the page can draw a shape. It adds empty lists where there are none.
func drawable(s *wire.Shape) bool {
	if s.Points == nil {
		s.Points = []float64{}
	}
	if s.Colours == nil {
		s.Colours = []string{}
	}
	cells, err := base64.StdEncoding.DecodeString(s.Cells)
	return err == nil && s.R >= 0 && s.Columns >= 0 && s.Columns <= min(len(cells), maxColumns) && len(cells) <= max(1, s.Columns)*maxColumns
}
