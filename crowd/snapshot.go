package crowd

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/migrate"
	"github.com/decidertree/decidertree/internal/snapshot"
	"github.com/decidertree/decidertree/internal/tick"
	"github.com/decidertree/decidertree/internal/usercode"
	"github.com/decidertree/decidertree/world"
)

// This file reads the crowd's part of its world's snapshots.

// loading is a crowd that is being restored. The crowd itself does not change before Commit.
type loading struct {
	crowd   *core
	archive *migrate.Archive
	context *usercode.Context // of the agent being restored
	rows
	saved  []world.AgentID // the numbers of its pages, in order
	pageAt int             // index of the page whose agents are read
	awake  []int           // rows
	alarms []alarm
	ticked bool
	frame  uint64
	gone   []world.AgentID
	into   *world.Migration
}

// LoadOwner reads what frozen.Save wrote.
func (o *owner) LoadOwner(_ engine.Key, r *snapshot.Reader, now float64, frame uint64, into *world.Migration) (world.Loading, error) {
	c := (*core)(o)
	switch {
	case len(c.chunks) > 0 || len(c.pages) > 0 || c.ticked:
		return nil, fmt.Errorf("%w: crowd %q has had agents; restore into one that New has just made", world.ErrNotNew, c.name)
	case !c.agents.recalls():
		return nil, fmt.Errorf("%w: crowd %q: Options.Agent is nil; set it, restoring asks it for the agents", ErrOptions, c.name)
	}
	c.ticking.Store(true) // Options.Agent and the users' UnmarshalBinary must not change the crowd
	defer c.ticking.Store(false)
	l := &loading{crowd: c, context: c.context(), into: into}
	l.archive = migrate.NewArchive(c.tree, c.world, l.context, c.trees, now, frame, into)
	l.rows.init(c.team.workers[0], c.stimuli, c.agents.fresh())
	hadStimuli := r.Bool()
	l.ticked, l.frame = r.Bool(), r.Uint()
	l.next, l.left = world.AgentID(r.Uint()), int(r.Below(world.PageSize+1, "the number of IDs that are left"))
	for left := r.Uint(); left > 0 && r.Err() == nil; left-- {
		number := world.AgentID(r.Below(math.MaxUint64/world.PageSize, "a page"))
		if n := len(l.saved); number == 0 || n > 0 && number <= l.saved[n-1] { // 0 has the ID of nobody
			r.Fail("its pages are wrong")
		}
		l.saved = append(l.saved, number)
	}
	switch _, own := slices.BinarySearch(l.saved, l.next/world.PageSize); {
	case l.left > 0 && (!own || int(l.next%world.PageSize)+l.left != world.PageSize):
		r.Fail("the next agent's ID is wrong")
	case own && r.Err() == nil:
		l.pages[l.next/world.PageSize] = &page{}
	}
	var last world.AgentID
	for left := r.Uint(); left > 0 && r.Err() == nil; left-- {
		last = l.agent(r, last, hadStimuli)
	}
	return l, r.Err()
}

// agent reads one agent.
func (l *loading) agent(r *snapshot.Reader, after world.AgentID, hadStimuli bool) world.AgentID {
	id, flags, awake := world.AgentID(r.Uint()), declaration.DecisionFlags(r.Uint()), r.Bool()
	alarmAt, period := r.Float(), r.Float()
	switch at := id / world.PageSize; {
	case r.Err() != nil:
		return id
	case id <= after && l.living+len(l.gone) > 0, !l.open(at), l.left > 0 && at == l.next/world.PageSize && id >= l.next:
		r.Fail("agent %d cannot be there", id)
		return id
	case math.IsNaN(alarmAt) || !(period >= 0 && period <= math.MaxFloat64):
		r.Fail("agent %d is to be ticked at %v, every %v seconds", id, alarmAt, period)
		return id
	}
	row := l.take(id)
	there := l.agents.recall(row, id)
	ch, i := l.at(row)
	ch.flags[i] = flags
	if hadStimuli {
		l.set(row).Load(key, r)
	}
	var to tick.Row
	l.fill(&to, row)
	l.agents.bind(row, l.context)
	l.archive.Load(r, &to)
	if !there {
		l.drop(row)
		if ch.extras != nil {
			ch.extras[i] = nil // drop the plugs and boxes of the agent that is gone
		}
		l.gone = append(l.gone, id)
		return id
	}
	if period > 0 {
		ch.setRate(i, period)
	}
	if awake {
		l.awake = append(l.awake, row)
	} else if !math.IsInf(alarmAt, 1) {
		l.alarms = append(l.alarms, alarm{alarmAt, uint32(row)})
	}
	return id
}

// open makes the page of the next agent and reports whether the crowd has it. A page takes far more memory than its number
// does in a snapshot, so it is made for an agent that was read.
func (l *loading) open(number world.AgentID) bool {
	for l.pageAt < len(l.saved) && l.saved[l.pageAt] < number {
		l.pageAt++
	}
	if l.pageAt == len(l.saved) || l.saved[l.pageAt] != number {
		return false
	}
	if l.pages[number] == nil {
		l.pages[number] = &page{}
	}
	return true
}

// Pages returns the pages that the crowd has had.
func (l *loading) Pages(engine.Key) []world.AgentID { return l.saved }

// Gone returns the agents that the game no longer knows.
func (l *loading) Gone(engine.Key) []world.AgentID { return l.gone }

// Commit replaces the crowd's contents by the contents that were read.
func (l *loading) Commit(engine.Key) {
	c := l.crowd
	c.rows = l.rows
	c.lookRow = -1
	c.ticked, c.frame = l.ticked, l.frame
	c.awake.grow(len(c.chunks) * chunkRows)
	for _, row := range l.awake {
		c.awake.set(row)
	}
	for _, a := range l.alarms {
		c.setAlarm(a)
	}
}

// Claim makes the agents take their gates and squads again, and returns the errors of Deactivates where this fails.
func (l *loading) Claim(engine.Key) error {
	c := l.crowd
	c.ticking.Store(true) // Deactivates must not change the crowd
	defer func() {
		c.ticking.Store(false)
		if l.into.Changed || len(l.into.Lost) > 0 { // agents that slept may have something to do now
			c.wakeAll()
		}
	}()
	var errs []error
	var to tick.Row
	rows := c.byID()
	engine.Each(len(rows), func(i int) {
		c.fill(&to, rows[i])
		c.agents.bind(rows[i], l.context)
		if err := l.archive.Claim(&to); err != nil {
			errs = append(errs, err)
		}
	})
	return errors.Join(errs...)
}
