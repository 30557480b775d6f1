package sim

import (
	"errors"
	"fmt"
	"io"
	"unsafe"

	"github.com/decidertree/decidertree/demo/nest"
	"github.com/decidertree/decidertree/world"
)

// farthestID exceeds every creature's ID: each birth takes one, and a long run has some thousands.
const farthestID = 1 << 26

// Save writes the simulation, so that Load can continue it. Call it between Steps.
func (s *Sim) Save(w io.Writer) error {
	f, err := s.Freeze(nil)
	if err != nil {
		return err
	}
	return f.Save(w)
}

// Frozen is a copy of a simulation.
type Frozen struct {
	own   saved
	world *world.Frozen // with both crowds, undelivered messages and pending requests
}

// Freeze copies the simulation, which takes a small part of the time of Save. Call it between Steps. room is a copy that is
// no longer needed, whose memory is used again; nil for none.
func (s *Sim) Freeze(room *Frozen) (*Frozen, error) {
	if room == nil {
		room = &Frozen{}
	}
	var err error
	if room.world, err = s.World.Freeze(room.world); err != nil {
		return nil, err
	}
	return room, s.record(&room.own)
}

// Save writes what Sim.Save would have written when the copy was made. It may be called in any goroutine.
func (f *Frozen) Save(w io.Writer) error {
	if err := f.own.write(w); err != nil {
		return err
	}
	return f.world.Snapshot(w)
}

// Size returns the memory of the copy in bytes, about.
func (f *Frozen) Size() int {
	return f.world.Size() + len(f.own.Beings)*int(unsafe.Sizeof(savedBeing{})) + 64*(len(f.own.Nests)+len(f.own.Clutches)+len(f.own.Bushes)+len(f.own.Toys))
}

// Load makes a simulation that continues a saved one as if it had never stopped. It uses only the options Workers and
// Watch; the others come from the saved simulation. The error wraps [ErrSave] if the data is not a saved simulation, and
// [world.ErrSnapshot] if the fault lies in the world's part.
//
// If the minds have changed since, the simulation keeps what it can, and the Migration lists the losses.
func Load(r io.Reader, o Options) (*Sim, world.Migration, error) {
	var own saved
	none := world.Migration{}
	if err := own.read(r); err != nil {
		return nil, none, err
	}
	if own.Agents < 1 || own.Agents > MaxAgents {
		return nil, none, fmt.Errorf("%w: of %d grazers", ErrSave, own.Agents)
	}
	s, err := empty(Options{Seed: own.Seed, Agents: own.Agents, Workers: o.Workers, Watch: o.Watch})
	if err != nil {
		return nil, none, err
	}
	if err := own.check(s); err != nil {
		return nil, none, err
	}
	if err := s.resume(&own); err != nil {
		return nil, none, err
	}
	lost, err := s.World.Restore(r)
	if err != nil {
		return nil, none, err
	}
	if n := s.crowds[0].Len() + s.crowds[1].Len(); n != len(s.beings) {
		return nil, none, fmt.Errorf("%w: %d bodies have %d minds", ErrSave, len(s.beings), n)
	}
	for _, b := range s.beings {
		if _, err := s.crowds[b.Species].Agent(b.ID); err != nil {
			return nil, none, fmt.Errorf("%w: %w", ErrSave, err)
		}
	}
	s.Day = dayAt(s.World.Time())
	return s, lost, s.Observe(o.Watch)
}

// check reports impossible values in a saved simulation, so that no index is out of range.
func (v *saved) check(s *Sim) error {
	bad := func(what string) error { return fmt.Errorf("%w: its %s cannot be", ErrSave, what) }
	switch {
	case len(v.Nests) != len(s.nests) || len(v.Clutches) != len(s.nests):
		return bad("nests")
	case len(v.Bushes) != len(s.bushes):
		return bad("bushes")
	}
	for i := range v.Nests {
		if n := &v.Nests[i]; n.Eggs < 0 || n.Eggs > nest.MaxEggs || v.Clutches[i].Lived < 0 {
			return bad("eggs")
		}
	}
	for i := range v.Toys {
		if v.Toys[i].Kind >= toyKinds {
			return bad("toys")
		}
	}
	for i := range v.Marks {
		if v.Marks[i].What > Dropped {
			return bad("marks")
		}
	}
	for i := range v.News {
		if v.News[i].What > Arrived {
			return bad("news")
		}
	}
	known := map[world.AgentID]bool{}
	for i := range v.Beings {
		b := &v.Beings[i]
		if err := b.check(v); err != nil || known[b.ID] {
			return errors.Join(bad(fmt.Sprintf("creature #%d", b.ID)), err)
		}
		known[b.ID] = true
	}
	return nil
}

func (b *savedBeing) check(v *saved) error {
	within := func(i int32, n int) bool { return i >= 0 && int(i) < n }
	switch {
	case b.ID == 0 || b.ID >= farthestID, int(b.Species) >= len(species), !within(b.Home, len(v.Nests)):
	case b.Intent.Pose >= nest.Poses, b.Voice > nest.DeathCry:
	case !within(b.Sight.Food, len(v.Bushes)), !within(b.Sight.Clutch, len(v.Nests)), !within(b.Sight.Toy, len(v.Toys)+1):
	case !v.can(b.Intent.Doing), !v.can(b.Deed):
	default:
		return nil
	}
	return ErrSave
}

// can reports whether the target of a creature's act exists.
func (v *saved) can(d nest.Doing) bool {
	if d.What < 0 {
		return false
	}
	switch d.Act {
	case nest.NoAct, nest.Rest, nest.Strike, nest.Feed:
		return true
	case nest.Kick:
		return d.What > 0 && int(d.What) <= len(v.Toys)
	case nest.Browse, nest.Pick:
		return int(d.What) < len(v.Bushes)
	}
	return d.Act <= nest.Kick && int(d.What) < len(v.Nests)
}
