// Package inspect shows a running game's agents in a browser: what each decides and why, the world from above, the tree
// with all conditions, and the recorded past. The page also pauses and steps the world, stops it at breakpoints, acts on
// agents, and runs alternatives from a past frame.
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
// [View] shows a recording on the same page without a running game.
//
// # Security
//
// The server listens on this machine alone, unless [Options.Open] is set. Its address contains a random token, which the
// page exchanges for a cookie; the server refuses requests without either. It also refuses requests from other sites, and
// requests that name another host than the server's. The page loads nothing from other hosts and works without a network.
// Everybody with the token can do what the page can.
//
// # Cost
//
// All that the inspector does by itself takes at most 3.5 % of the processor time of the process, as it measures it: [Inspector.Frame],
// the server, which works in goroutines of its own, recording, and checkpoints. If the game leaves processors idle, that is 3.5 %
// of at least one of them. Frame takes at most 3 % of the time between frames; after a step that takes longer it rests until that
// is made up for. So pages of a busy game are updated less often, or later: views take turns, and say so when they are old. Frame
// hands pages copies and never waits for them: a page that reads slowly misses updates. What a person asks for, such as a fork or
// a download, is measured and not limited. The page's status line shows the whole, its tooltip the parts. For the list of agents
// and the crowd of a past frame the server holds a copy of all recordings, of up to Options.Record.Bytes, until nobody has looked
// at them for a minute; Frame makes the copy in steps within its share.
//
// Recording works within agents' ticks, so what it takes is estimated; if [Options.Record] does not set a number of agents, the
// inspector records as many as take 2 % of the game's time. Breakpoints are not measured. They observe agents as long as there are
// any: one on flags or stimuli of all agents makes a large crowd tick all its agents in every frame, and so does one on what a
// Decide gives. One on another value of an agent reads its recording after each frame.
//
// # HTTP API
//
// The page talks to the server in JSON and gets updates as server-sent events. Hello.version changes with these types:
//
//	GET  /                          the page; /assets/NAME its files
//	GET  /api/hello                 Hello: trees, crowds, names, capabilities
//	GET  /api/agents                Agents: query, decider, flag, stimulus, crowd, frame, offset, limit
//	GET  /api/names                 AgentNames: since
//	GET  /api/crowd                 CrowdView: heat, frame, flows
//	GET  /api/agent/ID              Moment: frame, level
//	GET  /api/agent/ID/lanes        Lanes: from, to
//	GET  /api/agent/ID/values       Plots: watch, from, to
//	GET  /api/agent/ID/why          Why: decider, frame
//	GET  /api/scene                 SceneView: frame
//	GET  /api/find                  lines of Finding: query, frame, limit
//	GET  /api/find/complete         Completions: query
//	GET  /api/held                  Held
//	GET  /api/notes                 Notes
//	GET  /api/log                   Log: since
//	GET  /api/recording             the recording as a file: agents
//	GET  /api/stream, /api/poll     events, see Welcome
//	POST /api/watch                 Watch
//	POST /api/control               ControlRequest, answered by Control
//	POST /api/breakpoint            BreakpointRequest, answered by Breakpoints
//	POST /api/act                   Act, answered by Done
//	POST /api/note                  NoteRequest, answered by Notes
//	POST /api/fork                  ForkRequest, answered by Fork
//	POST /api/sweep                 SweepRequest, answered by lines of JSON, a Sweep each
//	GET  /api/ghosts                Ghosts: recording, frame, agent
//	GET  /api/compare               Fork: recording, with
//	GET  /api/agent/ID/differs      Divergence: recording, with
//	POST /api/open                  a recording, answered by Opened
//
// The fields are documented in internal/wire. Programs send the token as "Authorization: Bearer TOKEN".
package inspect
