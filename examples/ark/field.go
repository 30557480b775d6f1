package main

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/mlange-42/ark/ecs"

	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/world"
)

const (
	framesPerSecond = 8
	dt              = 1.0 / framesPerSecond // seconds
	side            = 1000                  // metres of the field
)

// Components.
type (
	// Position is in metres.
	Position struct{ X, Y float64 }
	// Energy decreases with time.
	Energy struct{ Left float64 }
	// Mind holds the ID of an entity's agent. Each entity with this component has one.
	Mind struct{ Agent world.AgentID }
)

// Field is the game: the entities and the crowd of their minds.
type Field struct {
	Entities *ecs.World
	World    *world.World
	Minds    *crowd.Crowd[Rabbit]
	Fox      Position // where it is in this frame; written between ticks only
	Report   Report

	positions *ecs.Map[Position]
	energies  *ecs.Map[Energy]
	born      *ecs.Map3[Position, Energy, Mind]
	rabbits   *ecs.Filter3[Position, Energy, Mind]
	caught    []ecs.Entity
	errs      []error // of observers, which return none
	frame     int
}

// Report is a second of the field.
type Report struct {
	Second, Rabbits, Ticked, Caught int
}

func (r Report) String() string {
	return fmt.Sprintf("%3d s: %d rabbits, %d minds ticked in a frame, %d caught so far", r.Second, r.Rabbits, r.Ticked, r.Caught)
}

// NewField makes a field with rabbits at random places.
func NewField(rabbits, workers int) (*Field, error) {
	tree, err := decider.InitializeTreeData(&rabbitMind)
	if err != nil {
		return nil, err
	}
	f := &Field{Entities: ecs.NewWorld(), World: world.New(world.Options{Seed: 1})}
	f.Minds, err = crowd.New(f.World, tree, crowd.Options[Rabbit]{Name: "RABBITS", Workers: workers})
	if err != nil {
		return nil, err
	}
	f.positions, f.energies = ecs.NewMap[Position](f.Entities), ecs.NewMap[Energy](f.Entities)
	f.born = ecs.NewMap3[Position, Energy, Mind](f.Entities)
	f.rabbits = ecs.NewFilter3[Position, Energy, Mind](f.Entities)
	f.keepMinds()
	rng := rand.New(rand.NewPCG(1, 2))
	for range rabbits {
		f.born.NewEntity(&Position{side * rng.Float64(), side * rng.Float64()}, &Energy{20 * rng.Float64()}, &Mind{})
	}
	return f, errors.Join(f.errs...)
}

// keepMinds adds and removes an agent with each Mind, whether the whole entity comes and goes or the component alone.
func (f *Field) keepMinds() {
	for _, event := range []ecs.EventType{ecs.OnCreateEntity, ecs.OnAddComponents} {
		ecs.Observe1[Mind](event).Do(func(e ecs.Entity, m *Mind) {
			var err error
			m.Agent, err = f.Minds.Add(Rabbit{f, e})
			f.note(err)
		}).Register(f.Entities)
	}
	for _, event := range []ecs.EventType{ecs.OnRemoveEntity, ecs.OnRemoveComponents} {
		ecs.Observe1[Mind](event).Do(func(_ ecs.Entity, m *Mind) {
			f.note(f.Minds.Remove(m.Agent)) // deactivates its behaviors now, while its components still exist
		}).Register(f.Entities)
	}
}

func (f *Field) note(err error) {
	if err != nil {
		f.errs = append(f.errs, err)
	}
}

// Frame runs a frame of the game: systems, then the world's clock, then the minds.
func (f *Field) Frame() error {
	f.frame++
	f.moveFox()
	f.live()
	if err := f.World.Advance(dt); err != nil {
		return err
	}
	r, err := f.Minds.Tick()
	if err != nil {
		return err
	}
	f.Report.Second, f.Report.Rabbits, f.Report.Ticked = f.frame/framesPerSecond, r.Agents, r.Ticked
	err = errors.Join(append(f.errs, r.Errors...)...)
	f.errs = f.errs[:0]
	return err
}

// moveFox moves the fox through the field in a wide curve.
func (f *Field) moveFox() {
	t := float64(f.frame) * dt / 10
	f.Fox = Position{side / 2 * (1 + 0.9*math.Sin(t)), side / 2 * (1 + 0.9*math.Sin(1.7*t))}
}

// live is the system for the rabbits' senses: it sets flags in the crowd, where only changes wake an agent.
func (f *Field) live() {
	query := f.rabbits.Query()
	for query.Next() {
		p, e, m := query.Get()
		e.Left -= dt / 10
		var set, clear decider.DecisionFlags
		switch far := distance(*p, f.Fox); {
		case far < 1:
			f.caught = append(f.caught, query.Entity()) // removed later: the query locks the entities
		case far < 20:
			set |= FoxNear
		default:
			clear |= FoxNear
		}
		if e.Left < 5 {
			set |= Hungry
		} else if e.Left > 15 {
			clear |= Hungry
		}
		f.note(f.Minds.SetFlags(m.Agent, set, clear))
	}
	for _, e := range f.caught {
		f.Entities.RemoveEntity(e)
	}
	f.Report.Caught += len(f.caught)
	f.caught = f.caught[:0]
}

func distance(a, b Position) float64 { return math.Hypot(a.X-b.X, a.Y-b.Y) }
