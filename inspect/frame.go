package inspect

import (
	"iter"

	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/world"
)

// Frame belongs into the game's loop: it yields once for each frame that the game should make now. That is usually
// one; none while the world is paused; several, or now and then none, at another speed. A breakpoint that is hit ends
// the loop, so the world stands still right after that frame.
//
//	for running {
//		for range ins.Frame() {
//			step()
//		}
//		draw()
//	}
//
// Before it yields, Frame carries out what pages have asked for and hands them copies of what they look at. It never
// waits for a page and takes at most 3 % of the game's time; the rest is done in later frames. Call it between
// frames, in the goroutine that ticks. A nil Inspector, and one that serves a recording or is closed, yields once.
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

// Pause pauses or resumes the world, as the page's button does. Call it where you may call [Inspector.Frame].
func (i *Inspector) Pause(paused bool) {
	if i != nil && i.game != nil {
		i.game.pause(paused)
	}
}

// Paused reports whether the world is paused, by Pause, a page or a breakpoint. Call it where you may call Frame.
func (i *Inspector) Paused() bool { return i != nil && i.game != nil && i.game.control.Paused }

// LookAt makes the inspector look at another world from now on, such as one that was loaded. Breakpoints stay; what
// was recorded of the former world is dropped. A nil world changes nothing. Call it where you may call Frame.
func (i *Inspector) LookAt(w *world.World) {
	if i != nil && i.game != nil && w != nil {
		i.game.lookAt(w)
	}
}

// Recording returns what is recorded of these agents, or of all if none are given; nil if no game is running. Call it
// where you may call Frame.
func (i *Inspector) Recording(agents ...world.AgentID) *history.Recording {
	if i == nil || i.game == nil {
		return nil
	}
	return i.game.recorder.Recording(agents...)
}

// Close ends the server with its goroutines and streams and removes its recorder and observer from the world.
// Overrides and held flags of agents stay, since they are part of the game. Call it where you may call Frame; a
// second call does nothing.
func (i *Inspector) Close() error {
	if i == nil {
		return nil
	}
	err := i.server.close()
	if i.game != nil {
		i.game.close()
	}
	return err
}

// Note tells forks to repeat what was just done to the game from outside, such as the player's input. Acts of pages
// are noted automatically. See [history.Checkpoints.Note]. Without Options.Game it does nothing. Call it where you
// may call Frame.
func (i *Inspector) Note(act func(*history.Branch) error) {
	if i != nil && i.game != nil {
		i.game.checkpoints.Note(act)
	}
}
