package world

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/snapshot"
	"github.com/decidertree/decidertree/stimuli"
)

// Restore continues from a snapshot in a new world: one that has not advanced, with the same crowds, empty, each
// with Options.Agent. Crowds, gates, squads and systems are matched by name, their agents' trees by the name of the
// root. If a tree has changed since, state is carried over by name, as by Memory.Restore, and the Migration lists
// what was lost.
//
// Agents outside of crowds are restored afterwards, by Memory.Restore; their memories may be made before or after.
// Their places in gates and squads are kept until the next Advance, and then given back if they were not restored.
//
// Requests to a system that nothing in the world uses are cancelled, those of single agents at the next Advance, unless a
// memory that uses the system is made before. The system is told of those that it had, and their tokens are not used again.
//
// The error wraps [ErrSnapshot] for bad data or a crowd that the world lacks, or [ErrNotNew]; then nothing has
// changed. Other errors are those of the Deactivates of what could not stay active; the world is restored all the
// same.
func (w *World) Restore(from io.Reader) (Migration, error) {
	if w == nil {
		return Migration{}, &NoWorldError{What: "Restore"}
	}
	if err := w.idle("be restored"); err != nil {
		return Migration{}, err
	}
	if w.frame > 0 {
		return Migration{}, fmt.Errorf("%w: it has advanced %d times; restore into one that New has just made", ErrNotNew, w.frame)
	}
	in, err := snapshot.NewReader(from, snapshot.World)
	if err != nil {
		return Migration{}, err
	}
	l := &restoring{world: w, in: in}
	if err := l.read(); err != nil {
		return Migration{}, err
	}
	if err := l.conflict(); err != nil {
		return Migration{}, err
	}
	l.commit()
	err = l.claim()
	return l.migration, err
}

// restoring is a world that is being restored. The world itself does not change before commit.
type restoring struct {
	world     *World
	in        *snapshot.Reader
	migration Migration

	seed                           uint64
	now, dt                        float64
	frame                          uint64
	undelivered, overflowed, stale uint64
	outbox                         []message
	last, nextPage                 AgentID
	used                           idSet
	living                         idSet // singles
	gates                          []*savedGate
	squads                         *savedSquads
	owners                         []owner
	crowds                         []Loading
	desks                          []func()
	unknown                        []*savedDesk // of systems that the world does not have yet
}

func (l *restoring) read() error {
	in := l.in
	l.seed, l.now, l.dt, l.frame = in.Word(), in.Float(), in.Float(), in.Uint()
	l.undelivered, l.overflowed, l.stale = in.Uint(), in.Uint(), in.Uint()
	if !(math.Abs(l.now) <= math.MaxFloat64) || !(l.dt >= 0 && l.dt <= math.MaxFloat64) {
		in.Fail("its clock is wrong: %v, %v", l.now, l.dt)
	}
	for left := in.Uint(); left > 0 && in.Err() == nil; left-- {
		m := message{from: AgentID(in.Uint()), to: AgentID(in.Uint())}
		m.stimulus = stimuli.LoadStimulus(engine.Key{}, in)
		l.outbox = append(l.outbox, m)
	}
	l.last, l.nextPage = AgentID(in.Uint()), AgentID(in.Uint())
	l.used.load(in)
	l.living.load(in)
	for left := in.Uint(); left > 0 && in.Err() == nil; left-- {
		l.gates = append(l.gates, loadGate(in, l.frame))
	}
	l.squads = loadSquads(in, l.frame)
	if err := l.readCrowds(); err != nil {
		return err
	}
	last := ""
	var desk *savedDesk
	for n := 0; in.Err() == nil; {
		part := in.Uint()
		if desk != nil && part != pendingFollows && in.Err() == nil {
			l.openDesk(desk)
			desk = nil
		}
		switch part {
		case nothingFollows:
			return in.End()
		case systemFollows:
			name := in.String()
			if n > 0 && name <= last {
				in.Fail("system %q comes after %q", name, last)
			}
			last = name
			desk = loadDesk(in, name)
			n++
		case pendingFollows:
			if desk == nil || len(desk.notes)+len(desk.late) > 0 {
				in.Fail("there is no system that notes are about")
			} else {
				desk.loadPending(in)
			}
		case renewingFollows:
			l.readRenewing()
		case leftFollows:
			l.squads.loadLeft(in)
		case linesFollow:
			l.readLines()
		default:
			in.Fail("it has a part of an unknown kind")
		}
	}
	return in.Err()
}

// readRenewing reads which messages renew.
func (l *restoring) readRenewing() {
	in := l.in
	for left := in.Uint(); left > 0 && in.Err() == nil; left-- {
		i := in.Uint()
		if in.Err() == nil && i >= uint64(len(l.outbox)) {
			in.Fail("message %d renews, of %d", i, len(l.outbox))
		}
		if in.Err() == nil {
			l.outbox[i].renew = true
		}
	}
}

func (l *restoring) readCrowds() error {
	in := l.in
	seen := map[string]bool{}
	for left := in.Uint(); left > 0 && in.Err() == nil; left-- {
		name := in.String()
		i := slices.IndexFunc(l.world.owners, func(o owner) bool { return o.OwnerName(engine.Key{}) == name })
		if i < 0 || seen[name] {
			in.Fail("it has a crowd %q and the world has none of that name; make the crowd first", name)
			break
		}
		seen[name] = true
		s, ok := l.world.owners[i].(savedOwner)
		if !ok {
			in.Fail("crowd %q cannot be restored", name)
			break
		}
		crowd, err := s.LoadOwner(engine.Key{}, in, l.now, l.frame, &l.migration)
		if err != nil {
			return err
		}
		l.owners, l.crowds = append(l.owners, s), append(l.crowds, crowd)
	}
	return in.Err()
}

// openDesk puts a system's requests where they belong.
func (l *restoring) openDesk(d *savedDesk) {
	all := l.world.systems.all()
	if i := slices.IndexFunc(all, func(o openedSystem) bool { return o.name == d.name }); i >= 0 {
		commit, lost := all[i].desk.unpack(d)
		l.desks = append(l.desks, commit)
		l.loseRequests(d.name, "requests or results are of another type now; the behavior fails", lost)
		return
	}
	l.unknown = append(l.unknown, d)
	l.loseRequests(d.name, "no agent in a crowd has a behavior of it now", d.giveUp(l.living.has))
}

func (l *restoring) loseRequests(system, why string, of []AgentID) {
	if len(of) > 0 {
		l.migration.Lost = append(l.migration.Lost, Loss{
			Part: LostRequest, Name: system, Path: "its system", Why: why, Agent: of[0], Agents: len(of),
		})
	}
}

// conflict returns an error if an ID belongs to two owners.
func (l *restoring) conflict() error {
	taken := map[AgentID]bool{}
	for _, crowd := range l.crowds {
		for _, page := range crowd.Pages(engine.Key{}) {
			at, found := l.used.page(page * PageSize)
			own, mine := l.world.used.page(page * PageSize)
			if taken[page] || found && l.used.pages[at].count > 0 || mine && l.world.used.pages[own].count > 0 || l.world.pages[page] != nil {
				l.in.Fail("the IDs from %d on belong to two", page*PageSize)
				return l.in.Err()
			}
			taken[page] = true
		}
	}
	return nil
}

// commit replaces the world's contents by the contents that were read.
func (l *restoring) commit() {
	w := l.world
	w.mu.Lock()
	w.seed, w.now, w.dt, w.frame = l.seed, l.now, l.dt, l.frame
	w.counts.undelivered.Store(l.undelivered)
	w.counts.overflowed.Store(l.overflowed)
	w.counts.stale.Store(l.stale)
	w.last, w.nextPage = max(w.last, l.last), max(w.nextPage, l.nextPage)
	w.awaited, w.departed = l.living, true // a single may have gone since the last Advance
	for _, id := range w.used.appendTo(nil) {
		l.used.add(id)
	}
	w.used = l.used
	for i, crowd := range l.crowds {
		for _, page := range crowd.Pages(engine.Key{}) {
			w.pages[page] = l.owners[i]
		}
	}
	l.order()
	w.saved.gates, w.saved.squads = l.gates, l.squads
	w.unpack()
	w.mu.Unlock()
	w.mail.Lock()
	w.outbox = append(l.outbox, w.outbox...)
	w.mail.Unlock()
	for _, crowd := range l.crowds {
		crowd.Commit(engine.Key{})
	}
	for _, commit := range l.desks {
		commit()
	}
	w.systems.mu.Lock()
	w.systems.saved = l.unknown
	w.systems.mu.Unlock()
}

// order sorts gates and squads by the order in which the old world bound them, since Advance handles them in this order.
// Others follow.
func (l *restoring) order() {
	at := map[string]int{}
	for i, g := range l.gates {
		at[g.name] = i - len(l.gates)
	}
	slices.SortStableFunc(l.world.gates.order, func(a, b *gateState) int { return cmp.Compare(at[a.gate.Name], at[b.gate.Name]) })
	clear(at)
	for i := range l.squads.squads {
		at[l.squads.squads[i].name] = i - len(l.squads.squads)
	}
	slices.SortStableFunc(l.world.squads.order, func(a, b *squadState) int { return cmp.Compare(at[a.squad.Name], at[b.squad.Name]) })
}

// claim makes the crowds' agents take their gates and squads again.
func (l *restoring) claim() error {
	w := l.world
	var errs []error
	engine.Each(len(l.crowds), func(i int) {
		crowd := l.crowds[i]
		if gone := crowd.Gone(engine.Key{}); len(gone) > 0 {
			w.mu.Lock()
			for _, id := range gone {
				w.forget(id)
			}
			w.mu.Unlock()
			l.migration.Lost = append(l.migration.Lost, Loss{
				Part: LostAgent, Name: l.owners[i].OwnerName(engine.Key{}), Path: "its crowd", Why: "the game does not know it any more",
				Agent: gone[0], Agents: len(gone),
			})
		}
		errs = append(errs, crowd.Claim(engine.Key{}))
	})
	return errors.Join(errs...)
}
