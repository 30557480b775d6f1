package world

import (
	"slices"

	"github.com/decidertree/decidertree/internal/snapshot"
)

// This file has in snapshots what ticks have done to requests and settle has not carried out yet. To carry it out for the
// snapshot would change the order of requests.

// pending is a system's part of it.
type pending struct {
	notes []savedNote
	late  []Token
}

// savedNote is a note about a launch, a cancellation or a result that was taken.
type savedNote struct {
	kind  noteKind
	agent AgentID
	token Token
	value savedValue // the request of a launch
}

// savePending adds what is pending. number was called before.
func (d *desk[Req, Res]) savePending(to *pending) error {
	d.sortNotes()
	for _, at := range d.sorted {
		n := &d.notes[at.index]
		if n.kind == nothing {
			continue
		}
		saved := savedNote{kind: n.kind, agent: n.agent, token: n.token}
		if n.kind == launching {
			var err error
			if saved.value, err = saveValue(&n.request); err != nil {
				return err
			}
		}
		to.notes = append(to.notes, saved)
	}
	slices.Sort(d.late) // goroutines add to it in any order
	to.late = d.late
	return nil
}

func (p *pending) save(out *snapshot.Writer) {
	if len(p.notes)+len(p.late) == 0 {
		return
	}
	out.Uint(pendingFollows)
	out.Uint(uint64(len(p.notes)))
	for i := range p.notes {
		n := &p.notes[i]
		out.Uint(uint64(n.kind))
		out.Uint(uint64(n.agent))
		out.Word(uint64(n.token))
		if n.kind == launching {
			out.Word(n.value.form)
			out.Bytes(n.value.data)
		}
	}
	out.Uint(uint64(len(p.late)))
	for _, t := range p.late {
		out.Word(uint64(t))
	}
}

// loadPending reads what pending.save wrote, about the slots of a desk.
func (d *savedDesk) loadPending(in *snapshot.Reader) {
	ended := make([]bool, len(d.slots))
	end := func(t Token, fits func(*savedSlot) bool) {
		i := t.slot()
		if in.Err() != nil {
			return
		}
		if uint(i) >= uint(len(d.slots)) || ended[i] || d.slots[i].generation != t.generation() || d.slots[i].phase == unused || !fits(&d.slots[i]) {
			in.Fail("a request of system %q ends that cannot end", d.name)
			return
		}
		ended[i] = true
	}
	for left := in.Uint(); left > 0 && in.Err() == nil; left-- {
		n := savedNote{kind: noteKind(in.Below(uint64(nothing), "a note")), agent: AgentID(in.Uint()), token: Token(in.Word())}
		switch n.kind {
		case launching:
			n.value = savedValue{in.Word(), in.Bytes(1<<30, "a request")}
			if !n.token.isUnsettled() {
				in.Fail("a launched request of system %q has a token", d.name)
			}
		case cancelling:
			end(n.token, func(s *savedSlot) bool { return s.agent == n.agent })
		case taking:
			end(n.token, func(s *savedSlot) bool { return s.agent == n.agent && s.arrived })
		default:
			in.Fail("a note of system %q is of an unknown kind", d.name)
		}
		d.notes = append(d.notes, n)
	}
	for left := in.Uint(); left > 0 && in.Err() == nil; left-- {
		t := Token(in.Word())
		end(t, func(s *savedSlot) bool { return s.phase == completed && !s.arrived })
		d.late = append(d.late, t)
	}
}

// ends returns the slots whose request ends when settle carries the notes out.
func (p *pending) ends() map[int]bool {
	ends := map[int]bool{}
	for _, n := range p.notes {
		if n.kind != launching {
			ends[n.token.slot()] = true
		}
	}
	for _, t := range p.late {
		ends[t.slot()] = true
	}
	return ends
}

// giveUp drops the launches of agents that do not live any more, and returns these agents.
func (p *pending) giveUp(lives func(AgentID) bool) (gone []AgentID) {
	p.notes = slices.DeleteFunc(p.notes, func(n savedNote) bool {
		lost := n.kind == launching && !lives(n.agent)
		if lost {
			gone = append(gone, n.agent)
		}
		return lost
	})
	return gone
}

// loadNotes adds the notes to a desk. lost are the agents whose request cannot be read any more: their behaviors fail.
func (d *desk[Req, Res]) loadNotes(all []savedNote) (lost []AgentID) {
	for i := range all {
		n := note[Req]{kind: all[i].kind, agent: all[i].agent, token: all[i].token}
		if n.kind == launching && !loadValue(all[i].value, &n.request) {
			lost = append(lost, n.agent)
			continue
		}
		d.notes = append(d.notes, n)
	}
	return lost
}
