package inspect

import (
	"cmp"
	"errors"
	"io"
	"iter"

	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/profile"
	"github.com/decidertree/decidertree/world"
)

// Options describe the game to the inspector. The zero value is valid.
type Options struct {
	Title string // of the page: the game's name
	// Names are the names of flags and agents on the page. NameOf is called where the game calls [Inspector.Frame], or
	// advances the world, and never while agents tick. It is called for each agent when a page first sees it, and from time
	// to time again, so a changed name appears within a second or so.
	Names debugprint.Names
	Scene Scene // draws the world from above; nil for no map. It is called also while no page is open, once a second

	// Record configures the recording of the world's agents, from Serve on. With Agents 0, worlds of up to 1,000
	// agents are recorded completely, unless that would take more than 2 % of the game's time. In larger worlds the
	// first agents are recorded, and from then on those that pages look at. With Bytes 0, recordings take at most
	// 256 MiB; the page says so where an agent has no room.
	Record history.Options
	// Game saves and loads the game, so that the page can fork from a past frame; nil for no forks. While a page
	// looks, Frame saves the game as Checkpoints says: with the default Share in at most 1 % of the time. If its Run is a
	// Scene, the page's map shows where agents are elsewhere in a fork.
	Game        history.Game
	Checkpoints history.CheckpointOptions

	// Profile is the game's profile, whose counts and times the page shows beside the tree; nil for none. The inspector
	// attaches it to nothing: see crowd.Options.Profile and decider.Memory.Profile.
	Profile *profile.Profile

	// Open allows addresses that other machines can reach. Everybody who has the address with its token can do what
	// the page can: leave it false unless you trust the network.
	Open bool
	// Host is the host, with a port other than 80, by which browsers reach the server through a proxy or tunnel. The
	// server refuses requests that name any other host.
	Host string
	// Log gets a line for each fault of the server that concerns no page; nil drops them.
	Log io.Writer
}

// Inspector serves the inspector's page. Make it with [Serve] or [View].
type Inspector struct {
	game   *game // nil with View
	server *server
}

// Serve serves the page for a world on an address, such as "127.0.0.1:0" for any free port of this machine, and
// begins to record the world's agents. Call it in the goroutine that ticks, before or after agents are made. From
// then on call [Inspector.Frame] between frames. Close ends it.
//
// The error wraps [ErrNotLoopback] or world.ErrNoWorld, or is that of listening.
func Serve(addr string, w *world.World, o Options) (*Inspector, error) {
	if w == nil {
		return nil, &world.NoWorldError{What: "inspect.Serve"}
	}
	i := &Inspector{}
	link := newLink()
	server, err := newServer(addr, o, link)
	if err != nil {
		return nil, err
	}
	i.server, i.game = server, newGame(w, o, link, server.registry)
	server.start()
	return i, nil
}

// View serves the page for a recording, without a running game. Title and names of flags are those of the recording,
// unless the options set them. Names of agents are those of the recording.
func View(addr string, rec *history.Recording, o Options) (*Inspector, error) {
	if rec == nil {
		return nil, errors.New("inspect: there is no recording to view")
	}
	if named(o.Names) == 0 {
		o.Names = rec.Names()
	}
	o.Title = cmp.Or(o.Title, rec.Title(), "a recording")
	server, err := newServer(addr, o, nil)
	if err != nil {
		return nil, err
	}
	server.library.show(o.Title, rec)
	server.start()
	return &Inspector{server: server}, nil
}

// URL returns the page's address. It contains the token, which gives access to everything the page can do.
func (i *Inspector) URL() string {
	if i == nil {
		return ""
	}
	return i.server.url
}

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
