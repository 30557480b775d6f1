package main

import (
	"bytes"
	"os"

	"github.com/decidertree/decidertree/demo/sim"
	"github.com/decidertree/decidertree/world"
)

//go:generate go run . -film ../docs/demo.svg -seed 34 -agent 1039 -skip 1 -seconds 11

// The size and the rate of a film.
const (
	filmWidth   = 112 // cells
	filmHeight  = 34
	filmFrames  = 3  // of the simulation, for a shot
	filmSeconds = 10 // by default
)

// shootFilm simulates cfg.skip seconds and then films the number of seconds that the flags set.
func shootFilm(cfg config) (*film, error) {
	seconds := cfg.seconds
	if seconds < 0 {
		seconds = filmSeconds
	}
	hero := world.AgentID(cfg.agent)
	cfg.seconds, cfg.agent = -1, 0
	a, err := newApp(cfg)
	if err != nil {
		return nil, err
	}
	if hero != 0 {
		a.selectAgent(hero)
	}
	a.canvas.colours = colours24bit
	a.canvas.resize(filmWidth, filmHeight)
	for range int(cfg.skip/sim.DT + 0.5) {
		a.step()
	}
	f := &film{seconds: filmFrames * sim.DT}
	for range int(seconds/f.seconds + 0.5) {
		for range filmFrames {
			a.step()
		}
		a.draw()
		f.shoot(&a.canvas)
	}
	return f, nil
}

// makeFilm writes a film to the file of the flag -film.
func makeFilm(cfg config) error {
	f, err := shootFilm(cfg)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := f.write(&b); err != nil {
		return err
	}
	return os.WriteFile(cfg.film, b.Bytes(), 0o644)
}
