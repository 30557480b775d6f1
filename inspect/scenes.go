package inspect

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"math"
	"slices"
	"sync"

	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/internal/scenefile"
	"github.com/decidertree/decidertree/internal/wire"
)

const (
	maxCreatures = scenefile.MaxCreatures
	scenesBytes  = 64 << 20 // of past scenes, about
)

// picture is a scene ready to be sent, with or without the parts that a page has already. It is immutable, except for
// the cached texts.
type picture struct {
	scene wire.SceneView // complete
	where *placed
	size  int // in bytes, about

	mu    sync.Mutex
	texts [4][]byte // as JSON, by omitted parts; made on demand
}

// text is the scene as JSON for a page that has this roster and backdrop.
func (p *picture) text(roster, backdrop int) []byte {
	variant := 0
	if roster == p.scene.Roster {
		variant |= 1
	}
	if backdrop == p.scene.Backdrop {
		variant |= 2
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.texts[variant] == nil {
		s := p.scene
		if variant&1 != 0 {
			s.IDs = ""
		}
		if variant&2 != 0 {
			s.Behind = nil
		}
		p.texts[variant], _ = json.Marshal(s) // its numbers were checked
	}
	return p.texts[variant]
}

// forgetTexts drops the JSON of an old scene.
func (p *picture) forgetTexts() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.texts = [4][]byte{}
}

// scenes makes pictures of maps and keeps past ones. The broadcaster makes them; requests read them.
type scenes struct {
	roster   int
	ids      []uint64
	idText   string
	backdrop int
	behind   []wire.Shape
	version  int // of the map's backdrop
	in       int // world
	last     *picture
	bytes    []byte

	mu   sync.RWMutex
	past []*picture
	size int
}

// of makes a picture of a map.
func (s *scenes) of(m *Map, r *roster) *picture {
	p := &picture{scene: wire.SceneView{
		Frame: m.frame, Time: m.time, MinX: m.bounds[0], MinY: m.bounds[1], MaxX: m.bounds[2], MaxY: m.bounds[3], YDown: m.yDown,
		Shapes: finite(slices.Clone(m.shapes)), Palette: slices.Clone(m.palette),
	}}
	for _, bound := range m.bounds {
		if math.IsNaN(bound) || math.IsInf(bound, 0) {
			p.scene.MinX, p.scene.MinY, p.scene.MaxX, p.scene.MaxY = 0, 0, 0, 0
		}
	}
	if m.known && (s.backdrop == 0 || m.version != s.version || m.in != s.in) {
		s.backdrop++
		s.version, s.in, s.behind = m.version, m.in, finite(slices.Clone(m.behind))
	}
	if m.known {
		p.scene.Backdrop, p.scene.Behind = s.backdrop, s.behind
	}
	s.creatures(p, m, r)
	p.size = len(p.scene.XY) + len(p.scene.What) + len(p.scene.Sizes) + len(p.scene.Groups) + 12*len(p.where.agents) + 64*len(p.scene.Shapes) + 512
	s.last = p
	return p
}

// creatures writes the columns.
func (s *scenes) creatures(p *picture, m *Map, r *roster) {
	all := m.creatures
	all = slices.DeleteFunc(all, func(c creature) bool {
		return c.agent > maxAgentID || !isFinite(float64(c.x)) || !isFinite(float64(c.y)) || !isFinite(float64(c.size))
	})
	p.scene.Of = len(all)
	all = all[:min(len(all), maxCreatures)]
	p.scene.Count = len(all)
	same := len(all) == len(s.ids)
	for i := 0; same && i < len(all); i++ {
		same = s.ids[i] == uint64(all[i].agent)
	}
	if !same || s.roster == 0 {
		s.roster++
		s.ids = make([]uint64, len(all)) // pictures keep the old ones
		b := s.bytes[:0]
		for i := range all {
			s.ids[i] = uint64(all[i].agent)
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(float64(all[i].agent)))
		}
		s.idText, s.bytes = base64.StdEncoding.EncodeToString(b), b
	}
	p.scene.Roster, p.scene.IDs = s.roster, s.idText
	p.where = &placed{bounds: m.bounds, agents: s.ids, xy: make([]float32, 0, 2*len(all))}
	b := s.bytes[:0]
	for i := range all {
		p.where.xy = append(p.where.xy, all[i].x, all[i].y)
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(all[i].x))
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(all[i].y))
	}
	p.scene.XY = base64.StdEncoding.EncodeToString(b)
	b = b[:0]
	sizes, groups := false, false
	for i := range all {
		sizes = sizes || all[i].size != all[0].size
		groups = groups || all[i].group != 0
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(all[i].size))
	}
	if len(all) > 0 {
		p.scene.Size = float64(all[0].size)
	}
	if sizes {
		p.scene.Sizes = base64.StdEncoding.EncodeToString(b)
	}
	if groups {
		b = b[:0]
		for i := range all {
			b = append(b, all[i].group)
		}
		p.scene.Groups = base64.StdEncoding.EncodeToString(b)
	}
	s.bytes = b
	p.scene.What = s.what(r)
}

// what is the column of what they do, as the roster knows it.
func (s *scenes) what(r *roster) string { return whatOf(r, s.ids, nil) }

// whatIn is the column of what they did in a past frame. Of agents that were not recorded then it has what was known when the
// scene was drawn.
func (p *picture) whatIn(r *roster) string {
	then, _ := base64.StdEncoding.DecodeString(p.scene.What)
	if len(then) != 2*len(p.where.agents) {
		then = nil
	}
	return whatOf(r, p.where.agents, then)
}

// whatOf is the column of what agents do, as the roster knows it; in then is what they did for those of which it does not.
func whatOf(r *roster, ids []uint64, then []byte) string {
	trees, _ := r.registry.all()
	b := make([]byte, 0, 2*len(ids))
	r.mu.RLock()
	for at, i := 0, 0; i < len(ids); i++ {
		// Games mostly draw agents in the order of their IDs: then it is the next row.
		var known *row
		if at < len(r.rows) && r.rows[at].Agent == ids[i] {
			known = &r.rows[at]
			at++
		} else if at = r.at(ids[i]); at < len(r.rows) && r.rows[at].Agent == ids[i] {
			known = &r.rows[at]
			at++
		}
		if then != nil && (known == nil || !known.kept) {
			b = append(b, then[2*i:2*i+2]...)
			continue
		}
		b = binary.LittleEndian.AppendUint16(b, r.leafOf(trees, known))
	}
	r.mu.RUnlock()
	return base64.StdEncoding.EncodeToString(b)
}

// again is the last picture with the agents' current leaves; nil if they are the same.
func (s *scenes) again(r *roster) *picture {
	if s.last == nil {
		return nil
	}
	what := s.what(r)
	if what == s.last.scene.What {
		return nil
	}
	p := &picture{scene: s.last.scene, where: s.last.where, size: s.last.size}
	p.scene.What = what
	s.last = p
	return p
}

// keep keeps a picture. When there is no room, it drops every other picture of the older half, so older ones get
// sparser.
func (s *scenes) keep(p *picture) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := len(s.past)
	if n > 0 {
		s.past[n-1].forgetTexts()
	}
	if n > 0 && s.past[n-1].scene.Frame == p.scene.Frame {
		s.size += p.size - s.past[n-1].size
		s.past[n-1] = p
		return
	}
	for n > 0 && s.past[n-1].scene.Frame > p.scene.Frame { // another world, or one that was restored
		n--
		s.size -= s.past[n].size
	}
	clear(s.past[n:])
	s.past = append(s.past[:n], p)
	s.size += p.size
	if s.size <= scenesBytes || len(s.past) < 8 {
		return
	}
	half := len(s.past) / 2
	kept := s.past[:0]
	for i, old := range s.past {
		if i < half && i%2 == 1 {
			s.size -= old.size
			continue
		}
		kept = append(kept, old)
	}
	clear(s.past[len(kept):])
	s.past = kept
}

// at is the picture of a frame, or the last one before it; nil for none.
func (s *scenes) at(frame uint64) *picture {
	s.mu.RLock()
	defer s.mu.RUnlock()
	i, found := slices.BinarySearchFunc(s.past, frame, func(p *picture, frame uint64) int {
		switch {
		case p.scene.Frame < frame:
			return -1
		case p.scene.Frame > frame:
			return 1
		}
		return 0
	})
	if !found {
		i--
	}
	if i < 0 {
		return nil
	}
	return s.past[i]
}

// where are the positions in the last scene; nil for none.
func (s *scenes) where() *placed {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if n := len(s.past); n > 0 {
		return s.past[n-1].where
	}
	return nil
}

// forget drops all pictures, for another world.
func (s *scenes) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.past, s.size, s.last = nil, 0, nil
}

func isFinite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// finite removes shapes with numbers that JSON cannot hold.
func finite(shapes []wire.Shape) []wire.Shape {
	return slices.DeleteFunc(shapes, func(s wire.Shape) bool {
		return !isFinite(s.R) || slices.ContainsFunc(s.Points, func(v float64) bool { return !isFinite(v) })
	})
}

// filedBytes limits the scenes in a file, before they are compressed, about: of more, only every so many are in it.
const filedBytes = 24 << 20

// filed returns the past scenes within the frames of a recording, for a file.
func (s *scenes) filed(rec *history.Recording) (all []history.Scene) {
	first, last, _ := rec.Frames()
	var held []*picture
	size := 0
	s.mu.RLock()
	for _, p := range s.past {
		if p.scene.Frame >= first && p.scene.Frame <= last {
			held = append(held, p)
			size += p.size + len(p.scene.IDs)
		}
	}
	s.mu.RUnlock()
	every := max(1, (size+filedBytes-1)/filedBytes, (len(held)+history.MaxScenes-1)/history.MaxScenes)
	for i := len(held) - 1; i >= 0; i -= every { // from the last one, which pages show first
		if data := scenefile.Write(held[i].scene); data != nil && len(data) <= history.MaxSceneBytes {
			all = append(all, history.Scene{Frame: held[i].scene.Frame, Data: data})
		}
	}
	slices.Reverse(all)
	return all
}
