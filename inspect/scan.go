package inspect

import (
	"time"

	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/world"
)

// slice is the number of agents scanned between two looks at the clock.
const slice = 256

// row is an agent in a scan, for lists, counts and colours.
type row struct {
	engine.Glance
	tree  int32 // in the registry; -1 for none
	crowd int32 // index into the names of its batch; -1 for a single agent
	kept  bool  // it is recorded; in a past frame: it was recorded then, so the rest is known
}

// batch is a part of a scan on its way to the server.
type batch struct {
	frame  uint64
	time   float64 // the world's
	world  int     // its number
	first  bool    // of a scan
	last   bool
	all    int      // agents in the world when the scan began
	names  []string // of the crowds that begin in it, numbered from 0
	rows   []row
	called []called // of some of the agents
}

const batchRows = 4096

// scan looks at all agents, a few in each Frame, again and again.
type scan struct {
	members []*member
	at      int // of members
	cursor  int // in it
	crowd   int32
	batch   *batch // the one being filled; nil for none
	glances [slice]engine.Glance
	frame   uint64 // in which it began
	changes int
	running bool
	turn    uint64 // counts scans
	highest uint64 // ID of the member's agents so far
	whole   bool   // a scan has come to its end, so all agents have been asked for their names
}

// begin starts over.
func (s *scan) begin(members []*member) {
	s.members, s.at, s.cursor, s.crowd, s.running = members, 0, 0, -1, members != nil
	s.turn++
	s.whole = s.whole && members != nil // else it is another world
	if s.batch != nil {
		s.batch.rows, s.batch.names, s.batch.called = s.batch.rows[:0], s.batch.names[:0], s.batch.called[:0]
	}
}

// look continues the scan, as far as there is time and room.
func (g *game) look(began time.Time) {
	s := &g.scan
	frame := g.w.Frame()
	if !s.running {
		if !g.scanJob.due(scanEvery, began, frame, g.changes) {
			return
		}
		s.begin(append([]*member(nil), g.members.all...))
		s.frame, s.changes = frame, g.changes
	}
	for s.running && g.budget.affords(&job{takes: g.scanJob.takes}, began) {
		from := g.budget.now()
		if !g.lookFurther() {
			return
		}
		if took := g.budget.now().Sub(from); took > g.scanJob.takes {
			g.scanJob.takes = took
		} else {
			g.scanJob.takes -= (g.scanJob.takes - took) / 16
		}
	}
	if !s.running {
		g.scanJob.last, g.scanJob.frame, g.scanJob.changes, g.scanJob.again = began, s.frame, s.changes, false
	}
}

// lookFurther scans a slice of agents; false if there is no room for them.
func (g *game) lookFurther() bool {
	s := &g.scan
	if s.batch == nil {
		select {
		case s.batch = <-g.link.empty:
		default:
			return false
		}
		b := s.batch
		b.rows, b.names, b.called, b.first, b.last = b.rows[:0], b.names[:0], b.called[:0], s.at == 0 && s.cursor == 0, false
		b.world, b.all = g.worlds, g.members.agents
	}
	b := s.batch
	for looked := 0; looked < slice; {
		if s.at == len(s.members) {
			b.last, s.running, s.whole = true, false, true
			break
		}
		m := s.members[s.at]
		if s.cursor == 0 && m.single == 0 {
			s.crowd++
			b.names = append(b.names, m.name)
		}
		crowd := s.crowd
		if m.single != 0 {
			crowd = -1
		}
		n, next := m.Glances(s.cursor, s.glances[:slice-looked])
		for i := range n {
			kept := m.recorded && g.recorder.Records(world.AgentID(s.glances[i].Agent))
			b.rows = append(b.rows, row{s.glances[i], int32(m.tree), crowd, kept})
		}
		if g.o.Names.NameOf != nil {
			b.called = s.callNames(b.called, m, b.rows[len(b.rows)-n:], g.nameOf)
		}
		looked += max(n, 1)
		if s.cursor = next; next < 0 {
			m.named = max(m.named, s.highest)
			s.at, s.cursor, s.highest = s.at+1, 0, 0
		}
	}
	if b.last || len(b.rows) >= batchRows-slice {
		b.frame, b.time = g.w.Frame(), g.w.Time()
		s.batch = nil
		select {
		case g.link.batches <- b:
		default: // impossible: there are no more batches than room
		}
	}
	return true
}
