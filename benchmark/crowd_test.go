package main

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/decidertree/decidertree/internal/testing/crowds"
	"github.com/decidertree/decidertree/internal/testing/workload"
)

// The table of crowds has a row for each contender and each target.
func TestCrowdReport(t *testing.T) {
	r := newCrowds(1000)
	measure(r.subjects(), 1, 100*time.Microsecond)
	got := r.markdown()
	for _, s := range r.subjects() {
		if !strings.Contains(got, "| "+s.name+" |") {
			t.Errorf("no row for %s", s.name)
		}
	}
	for _, target := range r.targets() {
		if !strings.Contains(got, "| "+target.what+" |") {
			t.Errorf("no row for %s", target.what)
		}
	}
}

// The leanest go-behaviortree does for a slice of creatures what the hand-written loop does.
func TestLeanLoopDoesTheSame(t *testing.T) {
	want, got := crowds.NewByHand(50), crowds.NewByHand(50)
	d := newLean().(*lean)
	for frame := range 20 {
		want.Change(10)
		got.Change(10)
		want.Frame()
		for i := range got.Creatures {
			d.agent = &got.Creatures[i]
			d.tick()
		}
		for i := range want.Creatures {
			if want.Creatures[i].Counts != got.Creatures[i].Counts {
				t.Fatalf("frame %d, creature %d: %v, want %v", frame, i, got.Creatures[i].Counts, want.Creatures[i].Counts)
			}
		}
	}
	if want.Creatures[0].Begun[workload.Flee] == 0 {
		t.Error("nobody fled")
	}
}

// The drawing is well-formed and contains every line, and the table has a row for every point.
func TestCurves(t *testing.T) {
	c := measureCurves(smallest, 1, 100*time.Microsecond)
	picture, table := string(c.svg()), c.markdown()
	d := xml.NewDecoder(strings.NewReader(picture))
	for {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, p := range []panel{c.agents, c.shares} {
		for _, l := range p.lines {
			if !strings.Contains(picture, ">"+l.name+"</text>") || !strings.Contains(table, " "+l.name+" |") {
				t.Errorf("%s is missing", l.name)
			}
			if len(l.ns) != len(p.xs) {
				t.Errorf("%s has %d points, want %d", l.name, len(l.ns), len(p.xs))
			}
		}
		for _, x := range p.xs {
			if !strings.Contains(table, "| "+x+" |") {
				t.Errorf("no row for %s", x)
			}
		}
	}
}

func TestFigures(t *testing.T) {
	for x, want := range map[float64]string{1234: "1234", 45.67: "45.7", 4.567: "4.57", 0.01234: "0.012"} {
		if got := figures(x); got != want {
			t.Errorf("figures(%v) = %s, want %s", x, got, want)
		}
	}
	if got := count(1_000_000) + " " + count(30_000) + " " + count(7); got != "1,000,000 30,000 7" {
		t.Error(got)
	}
	if got := decadeName(2) + ", " + decadeName(4) + ", " + decadeName(9); got != "100 ns, 10 µs, 1 s" {
		t.Error(got)
	}
}
