package main

import (
	"errors"
	"testing"

	"github.com/mlange-42/ark/ecs"

	"github.com/decidertree/decidertree/crowd"
)

// all are the components of every rabbit.
func all(t *testing.T, f *Field) (rabbits map[ecs.Entity][2]any) {
	t.Helper()
	rabbits = map[ecs.Entity][2]any{}
	query := f.rabbits.Query()
	for query.Next() {
		p, e, m := query.Get()
		rabbits[query.Entity()] = [2]any{*p, *e}
		r, err := f.Minds.Agent(m.Agent)
		if err != nil || r.Entity != query.Entity() {
			t.Fatalf("the agent of %v is of %v, %v", query.Entity(), r.Entity, err)
		}
	}
	if len(rabbits) != f.Minds.Len() {
		t.Fatalf("%d rabbits and %d minds", len(rabbits), f.Minds.Len())
	}
	return rabbits
}

func fieldAfter(t *testing.T, seconds, workers int) *Field {
	t.Helper()
	f, err := NewField(20_000, workers)
	if err != nil {
		t.Fatal(err)
	}
	for range seconds * framesPerSecond {
		if err := f.Frame(); err != nil {
			t.Fatal(err)
		}
	}
	return f
}

// Each entity with a Mind has an agent, also after some were caught; most of them sleep.
func TestEveryMindIsAnAgent(t *testing.T) {
	f := fieldAfter(t, 12, 2)
	all(t, f)
	if r := f.Report; r.Caught == 0 || r.Rabbits+r.Caught != 20_000 || r.Ticked == 0 || r.Ticked > r.Rabbits/2 {
		t.Error(r)
	}
}

// Any number of workers gives the same field.
func TestWorkersChangeNothing(t *testing.T) {
	one, three := all(t, fieldAfter(t, 5, 1)), all(t, fieldAfter(t, 5, 3))
	if len(one) != len(three) {
		t.Fatalf("%d rabbits and %d", len(one), len(three))
	}
	for e, want := range one {
		if three[e] != want {
			t.Fatalf("%v: %v, want %v", e, three[e], want)
		}
	}
}

// A hungry rabbit eats every two seconds until it is no longer hungry.
func TestAHungryRabbitEats(t *testing.T) {
	f, err := NewField(0, 1)
	if err != nil {
		t.Fatal(err)
	}
	e := f.born.NewEntity(&Position{1, 1}, &Energy{4}, &Mind{})
	most := 0.0
	for range 60 * framesPerSecond {
		if err := f.Frame(); err != nil {
			t.Fatal(err)
		}
		most = max(most, f.energies.Get(e).Left)
	}
	if most < 15 || most > 17 {
		t.Errorf("it ate up to %v", most)
	}
}

// Without its Mind an entity has no agent, and it can get another one.
func TestAMindComesAndGoes(t *testing.T) {
	f, err := NewField(3, 1)
	if err != nil {
		t.Fatal(err)
	}
	minds := ecs.NewMap[Mind](f.Entities)
	e := f.born.NewEntity(&Position{}, &Energy{20}, &Mind{})
	first := *minds.Get(e)
	minds.Remove(e)
	if _, err := f.Minds.Agent(first.Agent); f.Minds.Len() != 3 || err == nil {
		t.Errorf("%d minds, %v", f.Minds.Len(), err)
	}
	minds.Add(e, &Mind{})
	if second := *minds.Get(e); f.Minds.Len() != 4 || second == first {
		t.Errorf("%d minds, %v after %v", f.Minds.Len(), second, first)
	}
	f.Entities.RemoveEntity(e)
	if err := f.Frame(); err != nil || f.Minds.Len() != 3 {
		t.Errorf("%d minds, %v", f.Minds.Len(), err)
	}
	if _, err := f.Minds.Agent(first.Agent); !errors.Is(err, crowd.ErrNoAgent) {
		t.Error(err)
	}
}

// The command runs.
func TestRun(t *testing.T) {
	if err := run(500, 2, 2); err != nil {
		t.Fatal(err)
	}
}
