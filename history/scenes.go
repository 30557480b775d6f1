package history

import (
	"fmt"
	"slices"
	"sort"

	"github.com/decidertree/decidertree/internal/snapshot"
)

// Limits of the scenes in a recording.
const (
	MaxScenes     = 4096
	MaxSceneBytes = 4 << 20 // of Scene.Data
)

// Scene is a picture of the game's world at the end of a frame, for a map. Data has the form of the tool that drew it: package
// inspect writes and reads it. A recorder makes none.
type Scene struct {
	Frame uint64
	Data  []byte // do not change it
}

// Scenes returns the frames of which the recording has scenes, in order.
func (rec *Recording) Scenes() []uint64 {
	frames := make([]uint64, len(rec.scenes))
	for i := range rec.scenes {
		frames[i] = rec.scenes[i].Frame
	}
	return frames
}

// Scene returns the scene of a frame, or the last one before it. ok is false if there is none.
func (rec *Recording) Scene(frame uint64) (s Scene, ok bool) {
	at := sort.Search(len(rec.scenes), func(i int) bool { return rec.scenes[i].Frame > frame })
	if at == 0 {
		return Scene{}, false
	}
	return rec.scenes[at-1], true
}

// WithScenes returns the same recording with these scenes, whose frames ascend, in place of its own. Save writes them. The error
// says which limit they exceed.
func (rec *Recording) WithScenes(scenes []Scene) (*Recording, error) {
	if len(scenes) > MaxScenes {
		return nil, fmt.Errorf("history: a recording has at most %d scenes, not %d; leave some out", MaxScenes, len(scenes))
	}
	for i := range scenes {
		switch s := &scenes[i]; {
		case len(s.Data) > MaxSceneBytes:
			return nil, fmt.Errorf("history: a scene has at most %d bytes, not %d", MaxSceneBytes, len(s.Data))
		case s.Frame > maxFrame || i > 0 && s.Frame <= scenes[i-1].Frame:
			return nil, fmt.Errorf("history: the frames of scenes ascend, up to %d; there is %d", uint64(maxFrame), s.Frame)
		}
	}
	next := *rec
	next.scenes = slices.Clone(scenes)
	next.setNames() // they answered from the other one
	return &next, nil
}

func (rec *Recording) saveScenes(out *snapshot.Writer) {
	out.Uint(uint64(len(rec.scenes)))
	before := uint64(0)
	for i := range rec.scenes {
		s := &rec.scenes[i]
		out.Uint(s.Frame - before)
		out.Bytes(s.Data)
		before = s.Frame
	}
}

func (rec *Recording) loadScenes(in *snapshot.Reader) {
	frame := uint64(0)
	for left := in.Below(MaxScenes+1, "the number of its scenes"); left > 0 && in.Err() == nil; left-- {
		gap := in.Below(maxFrame, "a scene's frame")
		if frame += gap; frame > maxFrame || gap == 0 && len(rec.scenes) > 0 {
			in.Fail("its scenes do not follow each other")
			return
		}
		rec.scenes = append(rec.scenes, Scene{frame, in.Bytes(MaxSceneBytes, "a scene")})
	}
}
