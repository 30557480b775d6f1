package inspect

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/decidertree/decidertree/internal/meter"
	"github.com/decidertree/decidertree/internal/wire"
	"github.com/decidertree/decidertree/world"
)

// crowdEvery is the time between updates of the crowd.
const crowdEvery = time.Second / 2

// What the broadcaster sends, by turns: it shares its time fairly among these.
const (
	sendStatus = iota
	sendAgents
	sendMap
	sendList
	sendCrowd
	sends
)

// broadcast sends pages what the game's side has handed over, until the inspector is closed. While the world runs it rests as
// long as the meter says, since it competes with the game for processors, caches and memory; while the world is paused it
// takes what it needs.
func (srv *server) broadcast() {
	crowd := time.NewTicker(crowdEvery)
	defer crowd.Stop()
	turns := meter.NewTurns(sends)
	for {
		did, work := srv.next(turns, crowd.C)
		if work == nil {
			return
		}
		measured := meter.Begin()
		srv.guarded(work)
		turns.Took(did, srv.link.meter.Done(meter.Serving, measured))
		if did != sendStatus { // which takes little, comes often, and must not keep the others waiting
			srv.rest(context.Background(), srv.link.wake)
		}
	}
}

// next waits for something to do. Of several it returns the one that has had the least time; no work at the end.
func (srv *server) next(turns *meter.Turns, crowd <-chan time.Time) (int, func()) {
	l := srv.link
	agents := func(c *copied) func() { return func() { srv.tellMoments(c) } }
	scene := func(m *Map) func() { return func() { srv.tellScene(m) } }
	list := func(b *batch) func() {
		return func() {
			for srv.gather(b); len(l.batches) > 0; srv.gather(b) { // a scan is several batches, and is of use as a whole
				b = <-l.batches
			}
		}
	}
	for _, send := range turns.Order() {
		switch send {
		case sendStatus:
			select {
			case <-l.wake:
				return send, srv.pass
			default:
			}
		case sendAgents:
			select {
			case c := <-l.copies:
				return send, agents(c)
			default:
			}
		case sendMap:
			select {
			case m := <-l.scenes:
				return send, scene(m)
			default:
			}
		case sendList:
			select {
			case b := <-l.batches:
				return send, list(b)
			default:
			}
		case sendCrowd:
			select {
			case <-crowd:
				return send, srv.tellCrowd
			default:
			}
		}
	}
	select {
	case <-srv.done:
		return 0, nil
	case <-l.wake:
		return sendStatus, srv.pass
	case c := <-l.copies:
		return sendAgents, agents(c)
	case m := <-l.scenes:
		return sendMap, scene(m)
	case b := <-l.batches:
		return sendList, list(b)
	case <-crowd:
		return sendCrowd, srv.tellCrowd
	}
}

// guarded reports a panic to pages: it must not end the game.
func (srv *server) guarded(do func()) {
	defer func() {
		if p := recover(); p != nil {
			e := eventOf("error", srv.told.frame, wire.Problem{Error: fmt.Sprintf("the inspector failed: %v", p), Code: wire.ProblemFailed})
			srv.each(func(c *client) { c.tell(e) })
		}
	}()
	do()
}

// pass sends pages the status of the world.
func (srv *server) pass() {
	s, old := srv.link.status.Load(), srv.told
	if s.worlds != old.worlds && old.worlds != 0 {
		srv.names.add(s.worlds, nil)
		srv.roster.forget()
		srv.scenes.forget()
		srv.cache.forget()
	}
	srv.told = s
	srv.greet(false)
	for i := len(s.errors) - (s.erred - old.erred); s.erred > old.erred && i < len(s.errors); i++ {
		e := eventOf("error", s.frame, wire.Problem{Error: s.errors[max(i, 0)], Code: wire.ProblemRefused})
		srv.each(func(c *client) { c.tell(e) })
	}
	if s.turns != old.turns {
		e := eventOf("paused", s.frame, s.control)
		srv.each(func(c *client) { c.tell(e) })
	}
	used := srv.link.meter.Used()
	spent := wire.Spent{
		Frame: used[meter.Frame], Server: used[meter.Serving], Recording: used[meter.Recording], Saving: used[meter.Saving], Asked: used[meter.Asking],
	}
	f := wire.Frame{Frame: s.frame, First: srv.cache.first(), Time: s.time, Agents: s.agents, Rate: s.rate, Spent: spent.Frame + spent.Server + spent.Recording + spent.Saving + spent.Asked, SpentBy: spent, Named: srv.names.changes(), Logged: srv.link.log.Lines(), Held: s.changes, Control: s.control}
	srv.each(func(c *client) {
		_, f.Missed = c.watching()
		c.offer("frame", eventOf("frame", s.frame, f))
	})
}

// greet sends pages a hello that has changed.
func (srv *server) greet(anyway bool) {
	now := srv.greeting()
	srv.mu.Lock()
	same := now.same(srv.greeted)
	srv.greeted = now
	srv.mu.Unlock()
	if same && !anyway {
		return
	}
	e := srv.helloEvent()
	srv.each(func(c *client) { c.tell(e) })
}

// tellMoments sends pages the agents they watch.
func (srv *server) tellMoments(c *copied) {
	srv.cache.keep(c.recording, c.agents, c.frame, c.changes)
	for _, agent := range c.agents {
		var full, brief *message
		srv.each(func(page *client) {
			watch, _ := page.watching()
			if !slices.Contains(watch.Agents, uint64(agent)) {
				return
			}
			to := &full
			if watch.Level == "brief" {
				to = &brief
			}
			if *to == nil {
				e := eventOf("agent", c.frame, srv.liveMoment(c, agent, watch.Level != "brief"))
				*to = &e
			}
			page.offer(agentKind(uint64(agent)), **to)
		})
	}
}

// liveMoment describes an agent now.
func (srv *server) liveMoment(c *copied, agent world.AgentID, events bool) wire.Moment {
	var m wire.Moment
	a, err := about{agent: agent, live: true}.in(c.recording, c.frame)
	if err == nil {
		m, err = srv.moment(a, events)
	}
	if err != nil {
		m = emptyMoment(agent, c.frame)
		m.Name = srv.names.nameOf(agent)
		if p := asProblem(err); p.Code != wire.ProblemNotRecorded {
			m.Problem = &p.Problem
		} else if missing := c.missing[agent]; missing != "" {
			m.Problem = &wire.Problem{Error: missing, Code: p.Code}
		}
	}
	c.holds[agent].show(&m, &srv.o)
	return m
}

// emptyMoment is the Moment of an agent that is not recorded.
func emptyMoment(agent world.AgentID, frame uint64) wire.Moment {
	none := namedFlags(nil, 0)
	return wire.Moment{
		Agent: uint64(agent), Frame: frame, Asked: frame, Flags: none, Stimuli: none, Places: []wire.PlaceState{}, Values: []wire.Value{}, Errors: []string{},
		Overrides: []wire.Override{}, HeldSet: none, HeldClear: none,
	}
}

// show adds overrides and held flags.
func (to held) show(m *wire.Moment, o *Options) {
	m.HeldSet, m.HeldClear = namedFlags(o.Names.Decision, to.set), namedFlags(o.Names.Decision, to.clear)
	for _, d := range to.deciders {
		m.Overrides = append(m.Overrides, d)
		for i := range m.Places {
			if t := &m.Places[i]; t.Name == d.Decider {
				t.Override = d.How
			}
		}
	}
}

func agentKind(agent uint64) string { return fmt.Sprintf("agent %d", agent) }

// tellScene sends the scene of a map and returns the map for reuse.
func (srv *server) tellScene(m *Map) {
	defer func() { srv.link.blank <- m }() // there is room: it came from there
	srv.showScene(srv.scenes.of(m, &srv.roster))
}

func (srv *server) showScene(p *picture) {
	srv.scenes.keep(p)
	srv.each(func(c *client) {
		if watch, _ := c.watching(); watch.Scene {
			c.show(p)
		}
	})
}

// gather adds a batch of scanned agents. After the last one, the scene shows what they do.
func (srv *server) gather(b *batch) {
	defer func() { srv.link.empty <- b }() // there is room: it came from there
	if len(b.called) > 0 {
		srv.names.add(b.world, b.called)
	}
	if !srv.roster.take(b) {
		return
	}
	srv.names.prune(&srv.roster)
	if p := srv.scenes.again(&srv.roster); p != nil {
		srv.showScene(p)
	}
}

// tellCrowd sends pages the crowd and drops those that are gone.
func (srv *server) tellCrowd() {
	srv.mu.Lock()
	srv.sweep(time.Now())
	srv.archive.sweep(time.Now())
	srv.want()
	srv.mu.Unlock()
	views := map[string]message{}
	srv.each(func(c *client) {
		watch, _ := c.watching()
		if !watch.Crowd {
			return
		}
		e, made := views[watch.Heat]
		if !made {
			v := srv.roster.view(srv.scenes.where(), watch.Heat, nil)
			e = eventOf("crowd", v.Frame, v)
			views[watch.Heat] = e
		}
		c.offer("crowd", e)
	})
}
