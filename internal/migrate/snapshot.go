package migrate

import (
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/decidertree/decidertree/internal/agent"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/refusal"
	"github.com/decidertree/decidertree/internal/snapshot"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// Restoring is decider.Restoring without the agent's type.
type Restoring struct {
	Trees   []*program.Tree
	Stimuli *stimuli.Set
	Rebase  bool
	Now     float64
	Take    func() // puts the agent into the Context
}

// Snapshot implements Memory.Snapshot.
func Snapshot(m *agent.Agent, w io.Writer) error {
	if err := m.CheckReadable(); err != nil {
		return err
	}
	m.Context.World.Number(engine.Key{})
	var known shapes
	own := imageOf(&m.Runner, &known)
	if err := own.marshalBoxes(""); err != nil {
		return err
	}
	out := snapshot.NewWriter(w, snapshot.Agent)
	clockNow(&m.Runner).write(out)
	written := &shapeTable{}
	written.write(out, m.Tree.Facts[0].Label.Name, own)
	if err := out.End(); err != nil {
		return fmt.Errorf("decider: writing a snapshot: %w", err)
	}
	return nil
}

// Restore implements Memory.Restore.
func Restore(m *agent.Agent, r io.Reader, how Restoring) (into world.Migration, err error) {
	none := world.Migration{}
	if err := m.CheckReadable(); err != nil {
		return none, err
	}
	if m.Viewing() {
		return none, refusal.ErrInCrowd
	}
	if m.Ticks > 0 || m.Time != -math.MaxFloat64 || m.Plugged() || m.Header().Up {
		return none, refusal.ErrNotReset
	}
	in, err := snapshot.NewReader(r, snapshot.Agent)
	if err != nil {
		return none, err
	}
	clock := readClock(in)
	var read shapeTable
	root, own := read.read(in, 0)
	if err := in.End(); err != nil {
		return none, err
	}
	if own.check(in, clock.Time, false); in.Err() != nil {
		return none, in.Err()
	}
	if name := m.Tree.Facts[0].Label.Name; name != root {
		return none, fmt.Errorf("%w: %w: the snapshot's is %q, the memory's %q", snapshot.Err, refusal.ErrOtherTree, root, name)
	}
	if err := clock.fit(m.Context.World, how.Rebase, how.Now); err != nil {
		return none, err
	}
	if clock.shift != 0 {
		own.shift(clock.shift)
		if own.check(in, clock.Time, false); in.Err() != nil { // parts may overlap in a forged shape
			return none, in.Err()
		}
	}
	g := newAgentMigrator(m.Tree, m.Context.World)
	g.agent = m.Context.ID
	g.find = findIn(how.Trees)
	c := g.survey(own, m.Tree)
	c.copyTree()
	if g.broken != "" {
		in.Fail("%s", g.broken)
		return none, in.Err()
	}
	install(&m.Runner, &m.Instance, c)
	m.Publish()
	setClock(&m.Runner, clock)
	how.Take()
	m.Met = true
	m.Listen(how.Stimuli)
	defer func() { // also if a Deactivate calls runtime.Goexit
		if m.Context.World != nil {
			m.Context.World.Returned(engine.Key{}, m.Context.ID)
		}
		if m.Recording() != nil {
			m.TakeStill()
		}
		into = g.migration()
	}()
	return none, reclaim(&m.Runner, g)
}

// shift moves all times of an image, which must have been checked. It finds them all before it moves one: in a forged shape a
// time may lie on the frame of an active group.
func (m *image) shift(by float64) {
	var times []uint32
	for i := range m.Spots {
		times = append(times, m.PartsOf(program.Place(i)).Every, m.Spots[i].Cooldown) // shared by the places of a decider
	}
	if m.Header().Up {
		m.eachActive(0, func(p program.Place) {
			times = append(times, m.Spots[p].Frame, m.PartsOf(p).LeaveDue, m.PartsOf(p).Ticked) // a frame begins with its start time
		})
	}
	slices.Sort(times)
	for _, offset := range slices.Compact(times) {
		if offset == 0 {
			continue
		}
		if due := m.Due(offset); !math.IsInf(*due, 0) {
			*due = max(-math.MaxFloat64, min(*due+by, math.MaxFloat64))
		}
	}
	for _, pl := range m.plugs {
		pl.shift(by)
	}
}
