package world

import (
	"cmp"
	"math"
	"slices"
)

// settle carries out the notes of the ticks since the last settle in the order of (agent, sequence), which does not
// depend on the order of the ticks. Ended requests free their slots first, then new requests get their tokens. No agent
// may tick meanwhile.
func (d *desk[Req, Res]) settle() {
	if len(d.late) > 0 {
		slices.Sort(d.late) // goroutines add to it in any order
		for _, t := range d.late {
			d.release(t, 0)
		}
		d.late = d.late[:0]
	}
	if len(d.notes) > 0 {
		d.sortNotes()
		d.carryOutEnds()
		d.giveTokens()
		clear(d.notes)
		d.notes, d.sorted = d.notes[:0], d.sorted[:0]
	}
	d.tidy(&d.launched, queued)
	d.tidy(&d.cancelled, withdrawn)
}

// sortNotes sorts the notes by agent, and drops launches that were withdrawn.
func (d *desk[Req, Res]) sortNotes() {
	if len(d.sorted) == len(d.notes) {
		return
	}
	d.sorted = d.sorted[:0]
	for i := range d.notes {
		d.sorted = append(d.sorted, noteAt{d.notes[i].agent, i})
	}
	slices.SortFunc(d.sorted, byAgent)
	for i, at := range d.sorted {
		if n := &d.notes[at.index]; n.kind == withdrawing {
			d.withdraw(i, n.at)
			n.kind = nothing
		}
	}
}

// withdraw drops the agent's last launch for the same address before a note. This launch has no token yet, and a later
// launch may use the address already.
func (d *desk[Req, Res]) withdraw(before int, at *Token) {
	for i := before - 1; i >= 0 && d.sorted[i].agent == d.sorted[before].agent; i-- {
		if n := &d.notes[d.sorted[i].index]; n.kind == launching && n.at == at {
			n.kind = nothing
			return
		}
	}
}

// number writes a different stand-in for the token at the address of each of an agent's launches, so that rejoin finds
// the launch when the agent's memory has been saved and restored, or moved. Nothing else changes: to give tokens now would
// change the order of requests.
func (d *desk[Req, Res]) number() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.sortNotes()
	nth := Token(0)
	for i, at := range d.sorted {
		if i > 0 && d.sorted[i-1].agent != at.agent {
			nth = 0
		}
		if n := &d.notes[at.index]; n.kind == launching && n.at != nil {
			n.token = unsettled - nth
			*n.at = n.token
		}
		nth++
	}
}

// rejoin gives an agent's launch its address, at which its stand-in is. It reports whether there is such a launch.
func (d *desk[Req, Res]) rejoin(agent AgentID, at *Token) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.sortNotes()
	i, _ := slices.BinarySearchFunc(d.sorted, agent, func(n noteAt, agent AgentID) int { return cmp.Compare(n.agent, agent) })
	for ; i < len(d.sorted) && d.sorted[i].agent == agent; i++ {
		if n := &d.notes[d.sorted[i].index]; n.kind == launching && n.token == *at {
			n.at = at
			return true
		}
	}
	for _, g := range d.given {
		if g.agent == agent && g.instead == *at {
			*at = g.token
			return true
		}
	}
	return false
}

// giveUpAdrift drops the launches that were restored without their agents.
func (d *desk[Req, Res]) giveUpAdrift() {
	for i := range d.notes {
		if n := &d.notes[i]; n.kind == launching && n.at == nil {
			n.kind = nothing
		}
	}
	d.given = nil
}

// carryOutEnds carries out the notes about requests that have tokens.
func (d *desk[Req, Res]) carryOutEnds() {
	for _, at := range d.sorted {
		switch n := &d.notes[at.index]; n.kind {
		case cancelling:
			d.drop(n.token)
		case taking:
			d.release(n.token, 0)
		}
	}
}

// drop ends a cancelled request.
func (d *desk[Req, Res]) drop(t Token) {
	switch s := d.slotOf(t); s.phase {
	case queued: // the system has not seen it and never will
		d.launched.dead++
		d.release(t, 1)
	case handed:
		s.phase = withdrawn
		d.cancelled.push(t)
	default: // the system need not be told
		d.release(t, 0)
	}
}

// release frees a request's slot. cancelled is 1 for a request that ends without a result, else 0.
func (d *desk[Req, Res]) release(t Token, cancelled uint64) {
	s := d.slotOf(t)
	*s = slot[Req, Res]{generation: s.generation, cancelled: s.cancelled<<1 | cancelled}
	if s.generation == math.MaxUint32 {
		return // the slot's tokens are used up: it stays empty
	}
	s.generation++
	d.free.push(uint32(t.slot()))
}

// giveTokens gives the launches that are left their tokens, ascending in the order of the notes.
func (d *desk[Req, Res]) giveTokens() {
	launches := 0
	for i := range d.notes {
		if d.notes[i].kind == launching {
			launches++
		}
	}
	for range launches {
		i := len(d.slots)
		if unused := d.free.oldest(); unused != nil {
			i = int(*unused)
			d.free.pop()
		} else {
			d.slots = append(d.slots, slot[Req, Res]{})
		}
		d.granted = append(d.granted, tokenOf(i, d.slots[i].generation))
	}
	slices.Sort(d.granted)
	given := 0
	for _, at := range d.sorted {
		n := &d.notes[at.index]
		if n.kind != launching {
			continue
		}
		t := d.granted[given]
		given++
		s := d.slotOf(t)
		s.agent, s.phase, s.request = n.agent, queued, n.request
		if n.at != nil {
			*n.at = t
		} else {
			d.given = append(d.given, givenToken{n.agent, n.token, t})
		}
		d.launched.push(t)
	}
	d.granted = d.granted[:0]
}

// tidy removes from a line the tokens whose request is no longer in the phase, as soon as they are half of the line.
func (d *desk[Req, Res]) tidy(l *line, p phase) {
	if l.dead < 16 || 2*l.dead < len(l.all()) {
		return
	}
	alive := l.items[:0]
	for _, t := range l.all() {
		if d.in(t, p) {
			alive = append(alive, t)
		}
	}
	l.items, l.head, l.dead = alive, 0, 0
}
