package inspect

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/internal/wire"
)

const (
	maxUpload = 256 << 20 // bytes of a recording
	maxWatch  = 8         // agents that a page may watch at once
	maxFork   = 10_000    // frames of a fork
)

// greeting is the part of a hello whose change makes the server send a new one.
type greeting struct {
	worlds, trees, points, shelf int
	crowds                       []wire.CrowdInfo // without their numbers
}

func (g greeting) same(other greeting) bool {
	return g.worlds == other.worlds && g.trees == other.trees && g.points == other.points && g.shelf == other.shelf && slices.Equal(g.crowds, other.crowds)
}

func (srv *server) greeting() greeting {
	g := greeting{trees: srv.registry.size()}
	_, g.shelf = srv.library.names()
	if srv.link != nil {
		s := srv.link.status.Load()
		g.worlds, g.points = s.worlds, s.spied
		for _, c := range srv.link.census.Load().crowds {
			c.Agents = 0
			g.crowds = append(g.crowds, c)
		}
	}
	return g
}

func (srv *server) helloEvent() message {
	hello, err := srv.helloOf("")
	if err != nil {
		return eventOf("error", 0, asProblem(err).Problem)
	}
	return eventOf("hello", hello.Frame, hello)
}

// hello is GET /api/hello.
func (srv *server) hello(r *http.Request) (any, error) {
	return srv.helloOf(r.URL.Query().Get("recording"))
}

func (srv *server) helloOf(name string) (wire.Hello, error) {
	s, live, err := srv.source(name)
	if err != nil {
		return wire.Hello{}, err
	}
	names, _ := srv.library.names()
	to := wire.Hello{
		Version: wire.Version, Title: srv.o.Title, Recording: name, Live: live, Control: wire.Control{Speed: 1}, Breakpoints: []wire.Breakpoint{}, Recordings: names,
		Limits: wire.Limits{Upload: maxUpload, Page: maxPage, Watched: maxWatch, Frames: maxFork, Worlds: maxWorlds, Swept: maxSwept}, Names: namesOf(srv.o.Names), Crowds: []wire.CrowdInfo{},
		Can: wire.Capabilities{Control: live, Scene: live && srv.o.Scene != nil, Fork: live && srv.o.Game != nil, Download: true, Open: true},
	}
	var trees []*tree
	if live {
		st, census := srv.link.status.Load(), srv.link.census.Load()
		to.Frame, to.First, to.Time, to.Agents = st.frame, srv.cache.first(), st.time, st.agents
		to.Control, to.Breakpoints, to.Crowds = st.control, slices.Clip(st.points), census.crowds
		to.Named, to.Seed = srv.names.changes(), strconv.FormatUint(st.seed, 10)
		if to.Breakpoints == nil {
			to.Breakpoints = []wire.Breakpoint{}
		}
		trees, to.Leaves = srv.registry.all()
	} else {
		if to.Title == "" || name != "" {
			to.Title = s.title
		}
		rec := s.recording
		to.Names, to.Named = namesOf(srv.namesIn(rec, false)), namedIn(rec)
		agents := rec.Agents()
		to.Agents = len(agents)
		if seed, ok := rec.Seed(); ok {
			to.Seed = strconv.FormatUint(seed, 10)
		}
		if first, last, ok := rec.Frames(); ok {
			to.First, to.Frame = first, last
			to.Time, _, _ = rec.Time(last)
		}
		for _, told := range rec.Trees() {
			trees = append(trees, srv.registry.addTold(told))
		}
		to.Crowds = crowdsOf(rec)
		to.Can.Scene = len(rec.Scenes()) > 0
		_, to.Leaves = srv.registry.all()
	}
	to.Trees = make([]wire.Tree, 0, len(trees))
	for _, t := range trees {
		to.Trees = append(to.Trees, wire.Tree{Fingerprint: t.print, Name: t.told.Name, Description: t.text})
	}
	if to.Leaves == nil {
		to.Leaves = []string{}
	}
	return to, nil
}

// named is the number of names of flags.
func named(n debugprint.Names) int { return len(n.Decision) + len(n.Stimuli) + len(n.Behavior) }

func namesOf(n debugprint.Names) wire.Names {
	list := func(b debugprint.BitNames) []string { return append([]string{}, b...) }
	return wire.Names{Decision: list(n.Decision), Stimuli: list(n.Stimuli), Behavior: list(n.Behavior)}
}

// source finds the recording that a request is about; live is true for the game.
func (srv *server) source(name string) (s shelved, live bool, err error) {
	if name == "" && srv.link != nil {
		return shelved{}, true, nil
	}
	if name == "" {
		name = srv.library.first
	}
	s, found := srv.library.find(name)
	if !found {
		return s, false, refusal(http.StatusNotFound, wire.ProblemNotFound, "there is no recording %q; it may have been dropped for newer ones", clip(name))
	}
	return s, false, nil
}
