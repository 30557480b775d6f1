package inspect

import (
	"iter"

	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/world"
)

// Frame is for the game's loop: it yields once for each frame the game should make now. That is one most of the time,
// none while the world is paused, and more, or now and then none, as the page has chosen the speed. A breakpoint that is
// hit ends it, so that the world stands still right after that frame.
//
//	for running {
//		for range ins.Frame() {
//			step()
//		}
//		draw()
//	}
//
// Before that it does what pages have asked for and hands them copies of what they look at. It never waits for a page, and
// takes at most 5 % of the game's time: what it cannot afford, pages see later. Call it between frames in the goroutine
// that ticks. A nil Inspector, and one that serves a recording or is closed, yields once.
func (i *Inspector) Frame() iter.Seq[int] {
	return func(yield func(int) bool) {
		if i == nil || i.game == nil || i.game.closed {
			yield(0)
			return
		}
		g := i.game
		for n := range g.between() {
			more := yield(n)
			g.stepped()
			if !more || g.control.Paused && g.steps == 0 {
				return
			}
		}
	}
}

// Pause stops the world, or has it go on, as the page's button does. It is called like [Inspector.Frame].
func (i *Inspector) Pause(paused bool) {
	if i != nil && i.game != nil {
		i.game.pause(paused)
	}
}

// Paused reports whether Frame yields nothing as somebody has paused the world, or a breakpoint was hit. It is called like
// Frame.
func (i *Inspector) Paused() bool { return i != nil && i.game != nil && i.game.control.Paused }

// LookAt has the inspector look at another world from now on, such as one that was loaded. Breakpoints stay; what was
// recorded of the world before does not. It is called like Frame. A nil world changes nothing.
func (i *Inspector) LookAt(w *world.World) {
	if i != nil && i.game != nil && w != nil {
		i.game.lookAt(w)
	}
}

// Recording is what is recorded just now of these agents, or without any of all; nil where no game is running. It is called
// like Frame.
func (i *Inspector) Recording(agents ...world.AgentID) *history.Recording {
	if i == nil || i.game == nil {
		return nil
	}
	return i.game.recorder.Recording(agents...)
}

// Close ends the server with all its goroutines and streams, and takes what it has put into the world out of it: agents
// are not recorded any more. What they are forced to stays, as it is part of the game by then. It is called like Frame;
// a second call does nothing.
func (i *Inspector) Close() error {
	if i == nil {
		return nil
	}
	err := i.hall.close()
	if i.game != nil {
		i.game.close()
	}
	return err
}

// Note has forks do again what was done to the game from outside just now: what the player has pressed, say. What pages do
// is noted without it. See [history.Checkpoints.Note]. It is called like Frame; without Options.Game it does nothing.
func (i *Inspector) Note(act func(*history.Branch) error) {
	if i != nil && i.game != nil {
		i.game.checkpoints.Note(act)
	}
}
