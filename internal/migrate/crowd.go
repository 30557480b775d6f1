package migrate

import (
	"errors"
	"unsafe"

	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/agent"
	"github.com/decidertree/decidertree/internal/memory"
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/snapshot"
	"github.com/decidertree/decidertree/internal/tick"
	"github.com/decidertree/decidertree/internal/usercode"
	"github.com/decidertree/decidertree/world"
)

// Archive writes and reads a crowd's agents, whose memories lie in the crowd.
type Archive struct {
	m       *agent.Agent // a view
	plain   bool         // agents of the tree have no boxes and no slots
	shape   *shape       // of the agents
	written shapeTable
	known   shapes
	read    shapeTable
	g       *agentMigrator
	time    float64
	frame   uint64
	ledger  ledger
	poorer  map[world.AgentID]bool // agents that have lost some state
}

// NewArchive makes an Archive. trees are those that may be plugged in; losses are added to into. time and frame are those of
// the world that is saved, or that will have been restored.
func NewArchive(t *program.Tree, w *world.World, c *usercode.Context, trees []*program.Tree, time float64, frame uint64, into *world.Migration) *Archive {
	h := &Archive{m: agent.NewView(t, w, c), time: time, frame: frame, ledger: ledger{into, map[world.Loss]int{}}, poorer: map[world.AgentID]bool{}}
	h.plain = t.PlainBytes()
	h.shape = h.known.of(t)
	h.g = newAgentMigrator(t, w)
	h.g.find = findIn(trees)
	return h
}

// findIn returns a function that finds the tree of a plug by its root's name.
func findIn(trees []*program.Tree) func(*imagePlug) *program.Tree {
	return func(pl *imagePlug) *program.Tree {
		for _, t := range trees {
			if t != nil && t.Facts[0].Label.Name == pl.root {
				return t
			}
		}
		return nil
	}
}

// HasMore reports whether an agent has more than its bytes at present: boxes in use, plugs, or values on a board. It may be
// called in several goroutines at once.
func (h *Archive) HasMore(base unsafe.Pointer, x *memory.Extras) bool {
	switch {
	case h.plain || x == nil:
		return false
	case x.Plugged() || x.Boarded():
		return true
	case len(x.Boxes) == 0:
		return false
	}
	live := image{shape: h.shape, Records: memory.Records{Layout: &h.m.Tree.Layout, Base: base}}
	return len(live.needs(false)) > 0
}

// Image is the bytes of an agent with what it has beside them. It is not changed any more.
type Image struct{ of *image }

// Image returns the image of an agent. It returns an error if a value cannot be marshalled.
func (h *Archive) Image(row *tick.Row) (*Image, error) {
	h.m.TakeRow(row)
	m := imageOf(&h.m.Runner, &h.known)
	clear(h.known.images)
	return &Image{m}, m.marshalBoxes("")
}

// Begin begins a snapshot: the first agent of each tree has its shape before it.
func (h *Archive) Begin() { h.written = shapeTable{} }

// Save writes an agent: its image, or the bytes of its row if it has no more.
func (h *Archive) Save(w *snapshot.Writer, row *tick.Row, has *Image) {
	name := h.m.Tree.Facts[0].Label.Name
	switch {
	case has != nil:
		h.written.write(w, name, has.of)
	case h.plain:
		h.written.write(w, name, imageAt(h.known.of(h.m.Tree), row.Base))
	default:
		h.m.TakeRow(row)
		h.written.write(w, name, bytesOf(&h.m.Runner, &h.known))
	}
}

// Load reads an agent into a row, whose memory must be fresh.
func (h *Archive) Load(r *snapshot.Reader, row *tick.Row) {
	root, old := h.read.read(r, 0)
	if r.Err() == nil && root != h.m.Tree.Facts[0].Label.Name {
		r.Fail("an agent's tree is %q, the crowd's %q", root, h.m.Tree.Facts[0].Label.Name)
	}
	if r.Err() == nil {
		old.check(r, h.time, false)
	}
	if r.Err() != nil {
		return
	}
	h.g.agent, h.g.broken, h.g.poorer = row.ID, "", false
	c := h.g.survey(old, h.m.Tree)
	c.copyTree()
	if h.g.broken != "" {
		r.Fail("%s", h.g.broken)
		return
	}
	h.m.Look(row, h.time, h.frame)
	install(&h.m.Runner, &h.m.Instance, c)
	if h.note(); h.g.poorer {
		h.poorer[row.ID] = true
	}
}

// Claim takes the gates and squads of a loaded agent again.
func (h *Archive) Claim(row *tick.Row) error {
	h.g.agent, h.g.poorer = row.ID, h.poorer[row.ID]
	h.m.Look(row, h.time, h.frame)
	defer h.note()
	return reclaim(&h.m.Runner, h.g)
}

// ledger counts the losses of all agents.
type ledger struct {
	into *world.Migration
	at   map[world.Loss]int // the index of each loss there, keyed without its agents
}

// enter adds one agent's losses.
func (l *ledger) enter(changed bool, lost []world.Loss) {
	l.into.Changed = l.into.Changed || changed
	for _, one := range lost {
		same := one
		same.Agent, same.Agents = 0, 0
		i, known := l.at[same]
		if !known {
			i = len(l.into.Lost)
			l.at[same] = i
			one.Agents = 0
			l.into.Lost = append(l.into.Lost, one)
		}
		l.into.Lost[i].Agents++
	}
}

func (h *Archive) note() {
	h.ledger.enter(h.g.changed, h.g.lost)
	h.g.lost = h.g.lost[:0]
}

// Migrator moves agents of a crowd to a changed tree.
type Migrator struct {
	from, to *agent.Agent // views
	g        *agentMigrator
	ledger   ledger
}

// NewMigrator makes a Migrator. The observer, if not nil, is told which places are deactivated.
func NewMigrator(from, to *program.Tree, w *world.World, before, after *usercode.Context, o event.Observer, into *world.Migration) *Migrator {
	v := &Migrator{from: agent.NewView(from, w, before), to: agent.NewView(to, w, after), g: newLiveMigrator(to, w), ledger: ledger{into, map[world.Loss]int{}}}
	v.from.Observe(o)
	v.to.Observe(o)
	return v
}

// Move moves an agent from its row to a row of the new tree, whose memory must be fresh. It returns the errors of the
// Deactivates it called.
func (v *Migrator) Move(from, to *tick.Row) (err error) {
	w := v.from.Context.World
	v.g.agent, v.g.poorer = from.ID, false
	v.from.Look(from, w.Time(), w.Frame())
	defer func() {
		v.ledger.enter(v.g.changed, v.g.lost)
		v.g.lost = v.g.lost[:0]
	}()
	defer func() { // also if a Deactivate calls runtime.Goexit
		c := surveyLive(&v.from.Runner, v.g)
		c.copyTree()
		v.to.Look(to, w.Time(), w.Frame())
		install(&v.to.Runner, &v.to.Instance, c)
		err = errors.Join(err, reclaim(&v.to.Runner, v.g))
	}()
	v.from.AskLevel()
	return clearWay(v.from, v.g)
}

// imageAt returns an image that reads an agent's own bytes.
func imageAt(s *shape, base unsafe.Pointer) *image {
	return &image{shape: s, Records: memory.Records{Layout: &s.Layout, Base: base}}
}
