package world

import (
	"math/bits"
	"slices"
)

// idSet is an ordered set of agent IDs: one bit for each, in the pages that crowds reserve. A million agents of a crowd
// take 170 KB. Adding and removing in any order costs a search for the page; the lowest ID is found at once. The zero
// idSet is empty. Several goroutines may read it at once.
type idSet struct {
	pages []idPage // by first
	count int      // number of IDs
	low   int      // the pages before this one are empty
}

// idPage holds the IDs from first to first+PageSize-1.
type idPage struct {
	first AgentID
	count int
	bits  [PageSize / 64]uint64
	since []uint64 // used by standby
}

// page returns the index of an ID's page, or the index at which to insert it.
func (s *idSet) page(id AgentID) (at int, found bool) {
	if len(s.pages) == 0 {
		return 0, false
	}
	first := id &^ (PageSize - 1)
	// The pages of a crowd are mostly consecutive.
	if guess := (first - s.pages[0].first) / PageSize; first >= s.pages[0].first && guess < AgentID(len(s.pages)) && s.pages[guess].first == first {
		return int(guess), true
	}
	low, high := 0, len(s.pages)
	for low < high {
		if middle := int(uint(low+high) / 2); s.pages[middle].first < first {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low, low < len(s.pages) && s.pages[low].first == first
}

func (s *idSet) has(id AgentID) bool {
	at, found := s.page(id)
	return found && s.pages[at].bits[id%PageSize/64]&(1<<(id%64)) != 0
}

// add reports whether the ID is new.
func (s *idSet) add(id AgentID) bool {
	at, found := s.page(id)
	if !found {
		at = s.open(id)
	}
	p := &s.pages[at]
	word, bit := &p.bits[id%PageSize/64], uint64(1)<<(id%64)
	if *word&bit != 0 {
		return false
	}
	*word |= bit
	p.count++
	s.count++
	s.low = min(s.low, at)
	return true
}

// open makes an empty page for an ID. Before it takes more memory it removes empty pages: agents come and go, and no ID
// is used twice.
func (s *idSet) open(id AgentID) (at int) {
	if len(s.pages) == cap(s.pages) {
		s.pages = slices.DeleteFunc(s.pages, func(p idPage) bool { return p.count == 0 })
		s.low = 0
	}
	at, _ = s.page(id)
	n := len(s.pages)
	s.pages = slices.Grow(s.pages, 1)[:n+1]
	room := s.pages[n].since[:0] // of a page that was removed
	copy(s.pages[at+1:], s.pages[at:n])
	s.pages[at] = idPage{first: id &^ (PageSize - 1), since: room}
	s.low = min(s.low, at)
	return at
}

// remove reports whether the ID was there.
func (s *idSet) remove(id AgentID) bool {
	at, found := s.page(id)
	if !found {
		return false
	}
	p := &s.pages[at]
	word, bit := &p.bits[id%PageSize/64], uint64(1)<<(id%64)
	if *word&bit == 0 {
		return false
	}
	*word &^= bit
	p.count--
	s.count--
	return true
}

// first returns the lowest ID. It moves low, so it counts as a write.
func (s *idSet) first() (id AgentID, ok bool) {
	if s.count == 0 {
		return 0, false
	}
	for s.pages[s.low].count == 0 {
		s.low++
	}
	p := &s.pages[s.low]
	for i, word := range p.bits {
		if word != 0 {
			return p.first + AgentID(i*64+bits.TrailingZeros64(word)), true
		}
	}
	panic("world: a page of IDs counts what it does not hold")
}

// appendTo appends the IDs in order.
func (s *idSet) appendTo(dst []AgentID) []AgentID {
	for i := range s.pages {
		p := &s.pages[i]
		if p.count == 0 {
			continue
		}
		for j, word := range p.bits {
			for ; word != 0; word &= word - 1 {
				dst = append(dst, p.first+AgentID(j*64+bits.TrailingZeros64(word)))
			}
		}
	}
	return dst
}

// reset empties the set and keeps its memory.
func (s *idSet) reset() {
	s.pages, s.count, s.low = s.pages[:0], 0, 0
}

// keep removes the IDs for which kept returns false.
func (s *idSet) keep(kept func(AgentID) bool) {
	for i := range s.pages {
		p := &s.pages[i]
		for j, word := range p.bits {
			for ; word != 0; word &= word - 1 {
				if id := p.first + AgentID(j*64+bits.TrailingZeros64(word)); !kept(id) {
					s.remove(id)
				}
			}
		}
	}
}
