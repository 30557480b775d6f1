package world

import (
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
		launches := d.carryOutEnds()
		d.giveTokens(launches)
		clear(d.notes)
		d.notes = d.notes[:0]
	}
	d.tidy(&d.launched, queued)
	d.tidy(&d.cancelled, withdrawn)
}

func (d *desk[Req, Res]) sortNotes() {
	d.sorted = d.sorted[:0]
	for i := range d.notes {
		d.sorted = append(d.sorted, noteAt{d.notes[i].agent, i})
	}
	slices.SortFunc(d.sorted, byAgent)
}

// carryOutEnds carries out all notes except launches, and returns the number of launches that are left.
func (d *desk[Req, Res]) carryOutEnds() (launches int) {
	for i, at := range d.sorted {
		switch n := &d.notes[at.index]; n.kind {
		case launching:
			launches++
		case withdrawing:
			if d.withdraw(i, n.at) {
				launches--
			}
		case cancelling:
			d.drop(n.token)
		case taking:
			d.release(n.token, 0)
		}
	}
	return launches
}

// withdraw cancels the agent's last launch for the same address before a note. This launch has no token yet, and a later
// launch may use the address already.
func (d *desk[Req, Res]) withdraw(before int, at *Token) bool {
	for i := before - 1; i >= 0 && d.sorted[i].agent == d.sorted[before].agent; i-- {
		if n := &d.notes[d.sorted[i].index]; n.kind == launching && n.at == at {
			n.kind = nothing
			return true
		}
	}
	return false
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
func (d *desk[Req, Res]) giveTokens(launches int) {
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
		*n.at = t
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
