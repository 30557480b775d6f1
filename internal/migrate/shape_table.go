package migrate

import (
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/snapshot"
)

// shapeTable holds the shapes in a snapshot. Each is written before the first image that uses it.
type shapeTable struct{ known []*shape }

// write writes an agent's image of one tree and of those plugged in there.
func (t *shapeTable) write(w *snapshot.Writer, root string, m *image) {
	w.String(root)
	at := 0
	for at < len(t.known) && t.known[at] != m.shape {
		at++
	}
	w.Uint(uint64(at))
	if at == len(t.known) {
		t.known = append(t.known, m.shape)
		m.shape.write(w)
	}
	w.Raw(m.All())
	ids := m.sortedBoxes()
	w.Uint(uint64(len(ids)))
	for _, id := range ids {
		w.Uint(uint64(id.Kind))
		w.Uint(uint64(id.Index))
		w.Bytes(m.boxes[id].data)
	}
	w.Uint(uint64(len(m.plugs)))
	for _, pl := range m.plugs {
		w.Uint(uint64(pl.slot))
		t.write(w, pl.root, pl.image)
	}
}

// maxNested is how deep trees can be plugged into each other in a snapshot.
const maxNested = 1 << 10

// read is the inverse of write. It checks the shape, but not the bytes of the image.
func (t *shapeTable) read(r *snapshot.Reader, depth int) (root string, m *image) {
	root = r.String()
	at := int(r.Below(uint64(len(t.known))+1, "a shape"))
	if at == len(t.known) && r.Err() == nil {
		t.known = append(t.known, readShape(r))
	}
	if depth > maxNested {
		r.Fail("trees are plugged into each other %d deep", depth)
	}
	if r.Err() != nil {
		return root, nil
	}
	s := t.known[at]
	bytes := r.Raw(int(s.Size))
	if r.Err() != nil {
		return root, nil
	}
	m = newImage(s)
	copy(m.All(), bytes)
	for left := r.Uint(); left > 0 && r.Err() == nil; left-- {
		id := program.BoxID{Kind: program.BoxKind(r.Below(uint64(program.BoxKinds), "a kind of box"))}
		n := len(s.places)
		if id.Kind == program.ValueBox {
			n = len(s.values)
		}
		if id.Index = int(r.Below(uint64(n), "a box")); r.Err() != nil {
			break
		}
		if _, twice := m.boxes[id]; twice || !s.typeAt(id).boxed {
			r.Fail("a value with pointers does not belong to its place")
		}
		m.boxes[id] = box{data: r.Bytes(1<<30, "a box")}
	}
	last := -1
	for left := r.Uint(); left > 0 && r.Err() == nil; left-- {
		slot := int(r.Below(uint64(len(s.slots)), "a slot"))
		if slot <= last {
			r.Fail("a slot comes twice")
			break
		}
		last = slot
		name, plugged := t.read(r, depth+1)
		m.plugs = append(m.plugs, imagePlug{slot: slot, root: name, image: plugged})
	}
	return root, m
}
