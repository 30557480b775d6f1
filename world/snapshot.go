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

// ErrSnapshot is wrapped by the error for bytes that are no sound snapshot. It is decider.ErrSnapshot.
var ErrSnapshot = snapshot.Err

// ErrNotNew is wrapped by the error for restoring into a world that has advanced, or a crowd that has had agents.
var ErrNotNew = errors.New("world: it is not new")

// Moment is where a world is in time. It is for the packages of this module.
type Moment struct {
	Time  float64
	Frame uint64
}

// Saved is an [Owner] that is part of snapshots. It is for the packages of this module.
type Saved interface {
	Owner
	// SaveOwner writes the crowd.
	SaveOwner(engine.Key, *snapshot.Writer) error
	// LoadOwner reads it, and changes nothing yet. What it cannot keep it adds to the Migration.
	LoadOwner(engine.Key, *snapshot.Reader, Moment, *Migration) (Loading, error)
}

// Loading is a crowd that was read. It is for the packages of this module.
type Loading interface {
	Pages(engine.Key) []AgentID // by ID / PageSize
	Gone(engine.Key) []AgentID  // agents that are not there any more
	Commit(engine.Key)          // makes the crowd what was read
	Claim(engine.Key) error     // has its agents take their gates and squads again
}

// Snapshot writes the whole world: its seed and clock, what is on its way between agents, gates, squads, the requests
// and results of its systems, and its crowds with all their agents. The error wraps [ErrClosed], or [ErrTicking] from
// inside a crowd's tick, or is the writer's, or tells of something with pointers that cannot be written.
//
// Agents that live on their own are not in it, as the world does not know what they are: write each with
// Memory.Snapshot, and restore it after the world. Nor are the crowds' own agents, which are the game's.
//
// Call it between frames: after the ticks, or after Advance.
func (w *World) Snapshot(to io.Writer) error {
	if w == nil {
		return &NoWorldError{What: "Snapshot"}
	}
	if err := w.idle("be saved"); err != nil {
		return err
	}
	w.Settle(engine.Key{})
	out := snapshot.NewWriter(to, snapshot.World)
	w.saveState(out)
	w.mu.RLock()
	owners := slices.Clone(w.owners)
	w.mu.RUnlock()
	out.Uint(uint64(len(owners)))
	for _, o := range owners {
		s, ok := o.(Saved)
		if !ok {
			return fmt.Errorf("world: crowd %q cannot be saved", o.OwnerName(engine.Key{}))
		}
		out.String(o.OwnerName(engine.Key{}))
		if err := s.SaveOwner(engine.Key{}, out); err != nil {
			return err
		}
	}
	for _, o := range w.systems.all() {
		out.Bool(true)
		out.String(o.name)
		if err := o.desk.save(out); err != nil {
			return fmt.Errorf("world: system %q: %w", o.name, err)
		}
	}
	out.Bool(false)
	if err := out.End(); err != nil {
		return fmt.Errorf("world: writing a snapshot: %w", err)
	}
	return nil
}

// saveState writes what is not a crowd's or a system's.
func (w *World) saveState(out *snapshot.Writer) {
	out.Word(w.seed)
	out.Float(w.now)
	out.Float(w.dt)
	out.Uint(w.frame)
	out.Uint(w.counts.undelivered.Load())
	out.Uint(w.counts.overflowed.Load())
	out.Uint(w.counts.stale.Load())
	w.mail.Lock()
	sortMail(w.outbox)
	out.Uint(uint64(len(w.outbox)))
	for i := range w.outbox {
		m := &w.outbox[i]
		out.Uint(uint64(m.from))
		out.Uint(uint64(m.to))
		m.stimulus.Save(engine.Key{}, out)
	}
	w.mail.Unlock()
	w.mu.RLock()
	defer w.mu.RUnlock()
	out.Uint(uint64(w.last))
	out.Uint(uint64(w.nextPage))
	w.used.save(out)
	var living idSet
	for id := range w.singles {
		living.add(id)
	}
	living.save(out)
	out.Uint(uint64(len(w.gates.order)))
	for _, g := range w.gates.order {
		g.save(out)
	}
	w.squads.save(out)
}

// Restore makes a new world go on where the one went on that a snapshot was made of: one that has not advanced, with
// the same crowds, empty, each with Options.Agent. Crowds go by their names, gates, squads and systems too, and
// their agents' trees by that of the root. If a tree has changed since, its agents keep by name what can be kept, as by
// Memory.Restore, and the Migration tells the rest.
//
// Agents that live on their own are restored after it, by Memory.Restore; they may be made before or after. What they
// had of gates and squads is theirs until the next Advance, and then given back where nobody came for it.
//
// Errors wrap [ErrSnapshot] for bytes that are none or have a crowd that is not there, and [ErrNotNew]; then nothing
// has changed. Other errors are those of the Deactivates of what could not go on; the world is restored all the same.
func (w *World) Restore(from io.Reader) (Migration, error) {
	if w == nil {
		return Migration{}, &NoWorldError{What: "Restore"}
	}
	if err := w.idle("be restored"); err != nil {
		return Migration{}, err
	}
	if w.frame > 0 {
		return Migration{}, fmt.Errorf("%w: it has advanced %d times", ErrNotNew, w.frame)
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
	return l.migration, l.claim()
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
	owners                         []Owner
	crowds                         []Loading
	desks                          []func()
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
		l.gates = append(l.gates, loadGate(in, l.now))
	}
	l.squads = loadSquads(in)
	if err := l.readCrowds(); err != nil {
		return err
	}
	for in.Bool() && in.Err() == nil {
		l.readDesk(in.String())
	}
	return in.End()
}

func (l *restoring) readCrowds() error {
	in := l.in
	seen := map[string]bool{}
	for left := in.Uint(); left > 0 && in.Err() == nil; left-- {
		name := in.String()
		i := slices.IndexFunc(l.world.owners, func(o Owner) bool { return o.OwnerName(engine.Key{}) == name })
		if i < 0 || seen[name] {
			in.Fail("it has a crowd %q and the world has none of that name; make it before", name)
			break
		}
		seen[name] = true
		s, ok := l.world.owners[i].(Saved)
		if !ok {
			in.Fail("crowd %q cannot be restored", name)
			break
		}
		crowd, err := s.LoadOwner(engine.Key{}, in, Moment{l.now, l.frame}, &l.migration)
		if err != nil {
			return err
		}
		l.owners, l.crowds = append(l.owners, s), append(l.crowds, crowd)
	}
	return in.Err()
}

func (l *restoring) readDesk(name string) {
	in := l.in
	all := l.world.systems.all()
	i := slices.IndexFunc(all, func(o openedSystem) bool { return o.name == name })
	if in.Err() != nil {
		return
	}
	if i < 0 {
		in.Fail("it has a system %q and the world has none of that name; make what uses it before", name)
		return
	}
	l.desks = append(l.desks, all[i].desk.load(in))
}

// conflict reports IDs that belong to two.
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

// commit makes the world what was read.
func (l *restoring) commit() {
	w := l.world
	w.mu.Lock()
	w.seed, w.now, w.dt, w.frame = l.seed, l.now, l.dt, l.frame
	w.counts.undelivered.Store(l.undelivered)
	w.counts.overflowed.Store(l.overflowed)
	w.counts.stale.Store(l.stale)
	w.last, w.nextPage = max(w.last, l.last), max(w.nextPage, l.nextPage)
	w.awaited = l.living
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
}

// order has gates and squads in the order in which they were first named in the old world: it is that in which Advance
// takes them. Others follow.
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

// claim has the crowds' agents take what is theirs.
func (l *restoring) claim() error {
	w := l.world
	var errs []error
	for i, crowd := range l.crowds {
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
	}
	return errors.Join(errs...)
}
