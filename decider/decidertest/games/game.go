package games

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/decidertree/decidertree/internal/testing/randomtree"
)

// Game is a random game. Its String is a text that [Parse] reads.
type Game struct {
	Seed    uint64
	without randomtree.Features // what its trees lack
	cut     []string            // deciders that are removed from its trees
	Ops     []Op
}

// Op is one operation in one of the worlds. Its arguments choose agents, names and values: each is taken modulo their
// number, so that every Op is valid in every state of the game.
type Op struct {
	Kind    string
	World   int
	A, B, C int
}

// Random returns the game of a seed.
func Random(seed uint64) *Game {
	r := rand.New(rand.NewPCG(seed, 0x67616d6573))
	g := &Game{Seed: seed}
	if r.IntN(3) > 0 {
		g.without |= randomtree.FeatureTrouble
	}
	total := 0
	for _, k := range kinds {
		total += k.weight
	}
	for at := range worlds {
		g.Ops = append(g.Ops, Op{"crowd", at, 0, 0, 0}, Op{"add", at, 0, 3, r.IntN(960)}, Op{"add", at, 0, 3, r.IntN(960)}, Op{"single", at, r.IntN(96), 0, 0}, Op{"single", at, r.IntN(96), 0, 0})
	}
	for range 10 + r.IntN(20)*r.IntN(12) {
		n := r.IntN(total)
		for _, k := range kinds {
			if n -= k.weight; n < 0 {
				o := Op{k.name, r.IntN(worlds), r.IntN(96), r.IntN(96), r.IntN(960)}
				if o.Kind == "trap" && r.IntN(3) == 0 { // it is sprung at once
					o.B = 0
					ending := []string{"reset", "remove", "resetBelow", "close", "migrate", "unplug", "closeWorld"}[r.IntN(19)%7]
					g.Ops = append(g.Ops, o, Op{ending, o.World, o.A, r.IntN(96), r.IntN(960)}, Op{"add", o.World, r.IntN(96), 0, 0})
				} else {
					g.Ops = append(g.Ops, o)
				}
				break
			}
		}
	}
	return g
}

// String returns an operation as Parse reads it.
func (o Op) String() string {
	text := fmt.Sprintf("%s@%d %d %d %d", o.Kind, o.World, o.A, o.B, o.C)
	for strings.HasSuffix(text, " 0") {
		text = strings.TrimSuffix(text, " 0")
	}
	return text
}

// String returns the game in one line.
func (g *Game) String() string {
	text := fmt.Sprintf("seed=%d without=%d cut=%s", g.Seed, g.without, strings.Join(g.cut, ","))
	for _, o := range g.Ops {
		text += "; " + o.String()
	}
	return text
}

// Parse reads what String returns. A seed alone is the whole random game of that seed.
func Parse(text string) (*Game, error) {
	if seed, err := strconv.ParseUint(strings.TrimPrefix(strings.TrimSpace(text), "seed="), 10, 64); err == nil {
		return Random(seed), nil
	}
	head, ops, _ := strings.Cut(strings.TrimSpace(text), ";")
	g := &Game{}
	for _, field := range strings.Fields(head) {
		name, value, _ := strings.Cut(field, "=")
		n, err := strconv.ParseUint(value, 10, 64)
		switch {
		case name == "cut":
			g.cut = strings.FieldsFunc(value, func(r rune) bool { return r == ',' })
		case err != nil:
			return nil, fmt.Errorf("games: %q: %w", field, err)
		case name == "seed":
			g.Seed = n
		case name == "without":
			g.without = randomtree.Features(n)
		default:
			return nil, fmt.Errorf("games: what is %q?", field)
		}
	}
	for text := range strings.SplitSeq(ops, ";") {
		fields := strings.Fields(text)
		if len(fields) == 0 {
			continue
		}
		kind, at, _ := strings.Cut(fields[0], "@")
		var n [4]int
		for i, field := range append([]string{at}, fields[1:]...) {
			var err error
			if n[min(i, 3)], err = strconv.Atoi(field); err != nil || n[min(i, 3)] < 0 || i > 3 {
				return nil, fmt.Errorf("games: operation %q has a wrong argument %q", text, field)
			}
		}
		if kindOf(kind) == nil {
			return nil, fmt.Errorf("games: no operation is named %q", kind)
		}
		g.Ops = append(g.Ops, Op{kind, n[0], n[1], n[2], n[3]})
	}
	return g, nil
}
