package inspect

import (
	"cmp"
	"errors"
	"io"

	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/world"
)

// Options are what an inspector knows of the game. The zero value will do.
type Options struct {
	Title string           // of the page: the game's name
	Names debugprint.Names // of flags, on the page
	Scene Scene            // draws the world from above; nil for no map

	// Record is how much is recorded of the world's agents, from Serve on. With Agents 0 it is all of up to 1,000 agents, or
	// of fewer where that would take more than 2 % of the game's time; in a world of more agents those that come first, and
	// beside them those that pages look at, from then on.
	Record history.Options
	// Game saves and loads the game, so that the page can fork from a past frame; nil for no forks. It is saved in Frame,
	// while a page looks, as often as Checkpoints says: with its default Share at most 1 % of the time.
	Game        history.Game
	Checkpoints history.CheckpointOptions

	// Open has the server listen on addresses other than this machine's own. What the page can do, whoever has its
	// address with the token can do: leave it false unless you know the network.
	Open bool
	// Host is the host, with the port if that is not 80, that browsers know the server by where it is not its address:
	// behind a proxy or a tunnel. Requests that name any other are refused.
	Host string
	// Log gets a line for what goes wrong in the server and concerns no page; nil for nobody.
	Log io.Writer
}

// Inspector is a server of the inspector's page. Make it with [Serve] or [View].
type Inspector struct {
	game *game // nil with View
	hall *hall
}

// Serve has a world inspected: it listens on an address, such as "127.0.0.1:0", which is any free port of this machine,
// and serves the page there. It begins to record the world's agents. Call it in the goroutine that ticks, before or after
// agents are made, and [Inspector.Frame] between frames from then on; Close ends it.
//
// The error wraps [ErrNotLoopback] or world.ErrNoWorld, or is that of listening.
func Serve(addr string, w *world.World, o Options) (*Inspector, error) {
	if w == nil {
		return nil, &world.NoWorldError{What: "inspect.Serve"}
	}
	i := &Inspector{}
	link := newLink()
	hall, err := newHall(addr, o, link)
	if err != nil {
		return nil, err
	}
	i.hall, i.game = hall, newGame(w, o, link, hall.forest)
	hall.start()
	return i, nil
}

// View serves the page for a recording, with no game running. Title and names of flags are the recording's, unless the
// options have others.
func View(addr string, rec *history.Recording, o Options) (*Inspector, error) {
	if rec == nil {
		return nil, errors.New("inspect: there is no recording to view")
	}
	if named(o.Names) == 0 {
		o.Names = rec.Names()
	}
	o.Title = cmp.Or(o.Title, rec.Title(), "a recording")
	hall, err := newHall(addr, o, nil)
	if err != nil {
		return nil, err
	}
	hall.library.show(o.Title, rec)
	hall.start()
	return &Inspector{hall: hall}, nil
}

// URL is the page's address, with the token that lets a browser in. Whoever has it can do what the page can.
func (i *Inspector) URL() string {
	if i == nil {
		return ""
	}
	return i.hall.url
}
