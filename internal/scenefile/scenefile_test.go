package scenefile

import (
	"bytes"
	"encoding/base64"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/internal/wire"
)

// TestForgedScenes: a scene of a file that does not fit together, or that no page could draw, is none.
func TestForgedScenes(t *testing.T) {
	sound := wire.SceneView{
		Frame: 7, Count: 1, MaxX: 1, MaxY: 1, IDs: base64.StdEncoding.EncodeToString(make([]byte, 8)), XY: base64.StdEncoding.EncodeToString(make([]byte, 8)),
		Shapes: []wire.Shape{{Kind: "grid", Columns: 2, Cells: base64.StdEncoding.EncodeToString(make([]byte, 4)), Points: []float64{0, 0}, R: 1}},
	}
	of := func(change func(*wire.SceneView)) error {
		scene := sound
		scene.Shapes = append([]wire.Shape{}, sound.Shapes...)
		change(&scene)
		_, _, _, err := Read(7, Write(scene))
		return err
	}
	require.NoError(t, of(func(*wire.SceneView) {}))
	for name, change := range map[string]func(*wire.SceneView){
		"another frame":        func(s *wire.SceneView) { s.Frame++ },
		"more creatures":       func(s *wire.SceneView) { s.Count = 2 },
		"fewer than none":      func(s *wire.SceneView) { s.Count = -1 },
		"no base64":            func(s *wire.SceneView) { s.XY = "!" },
		"sizes of others":      func(s *wire.SceneView) { s.Sizes = "AAAA" },
		"an agent that is NaN": func(s *wire.SceneView) { s.IDs = base64.StdEncoding.EncodeToString(bytes.Repeat([]byte{255}, 8)) },
		"nowhere":              func(s *wire.SceneView) { s.XY = base64.StdEncoding.EncodeToString(bytes.Repeat([]byte{255}, 8)) },
		"a negative radius":    func(s *wire.SceneView) { s.Shapes[0].R = -1 },
		"more columns":         func(s *wire.SceneView) { s.Shapes[0].Columns = 5 },
		"cells of nothing":     func(s *wire.SceneView) { s.Shapes[0].Cells = "*" },
		"too many shapes":      func(s *wire.SceneView) { s.Shapes = make([]wire.Shape, maxShapes+1) },
	} {
		assert.ErrorIs(t, of(change), ErrScene, name)
	}
	for _, data := range [][]byte{nil, []byte("{}"), Write(sound)[:20]} {
		_, _, _, err := Read(7, data)
		assert.ErrorIs(t, err, ErrScene)
	}
}
