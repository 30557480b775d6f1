// Package inspect shows a running game's agents in a browser: what each decides and why, the world from above, the tree
// with all it considered, and the past as far as it is recorded. The page also pauses and steps the world, stops it at
// breakpoints, has agents do things, and tries other ways from a past frame on.
//
//	ins, err := inspect.Serve("127.0.0.1:0", w, inspect.Options{Title: "My game", Names: names, Scene: game})
//	fmt.Println("inspector:", ins.URL())
//	defer ins.Close()
//	for running {
//		for range ins.Frame() {
//			step() // advances the world, ticks agents
//		}
//		draw()
//	}
//
// A recording is looked at in the same way with no game running: [View].
//
// # Who may look
//
// The server listens on this machine alone, unless [Options.Open] says otherwise. Its address has a random token, by which
// the page gets a cookie; without it nothing is answered. Requests that other sites make, or that come by another name
// than the server's, are refused. The page loads nothing from anywhere else, and works without a network. Whoever has the
// token can do what the page can.
//
// # What it costs
//
// [Inspector.Frame] measures the time the game takes between frames, and takes 4 % of it at most; after what takes long at
// once it does nothing until that is made up for. So in a game that has little time pages see less often what happens, or
// later. It hands pages copies, and never waits for one: a page that reads slowly misses what it has not read. The server
// itself works in goroutines of its own, for which it takes 5 % of the processors at most while the world goes, but for
// what a person asks for: looking into the past, say.
//
// Not measured are the recording of agents, which goes on within their ticks: of how many is reckoned with 2 % of the
// game's time, if [Options.Record] does not say. Nor are breakpoints, for which agents are observed as long as there are any: one on flags or stimuli of all agents of a
// large crowd has all of them ticked every frame.
//
// # What is behind the page
//
// The page talks with the server in JSON, and is told what happens by server-sent events: the types of this package that
// are named in no function are these shapes, for those who want to write a page of their own. [APIVersion] changes with
// them.
//
//	GET  /                          the page; /assets/NAME what it needs
//	GET  /api/hello                 Hello: trees, crowds, names, what can be done
//	GET  /api/agents                Agents: query, decider, flag, stimulus, crowd, offset, limit
//	GET  /api/crowd                 CrowdView: heat
//	GET  /api/agent/ID              Moment: frame, level
//	GET  /api/agent/ID/lanes        Lanes: from, to
//	GET  /api/agent/ID/why          Why: decider, frame
//	GET  /api/scene                 SceneView: frame
//	GET  /api/recording             the recording as a file: agents
//	GET  /api/stream, /api/poll     events, see Welcome
//	POST /api/watch                 Watch
//	POST /api/control               ControlRequest, answered by Control
//	POST /api/breakpoint            BreakpointRequest, answered by Breakpoints
//	POST /api/act                   Act, answered by Done
//	POST /api/fork                  ForkRequest, answered by Fork
//	POST /api/open                  a recording, answered by Opened
//
// Programs send the token as "Authorization: Bearer TOKEN".
package inspect
