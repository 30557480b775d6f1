package tick

import (
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/program"
)

// opened is the runner as what tells what is open.
type opened Runner

func (o *opened) AppendOpen(labels []event.Label) []event.Label {
	r := (*Runner)(o)
	r.FromOutside(func() {
		r.EachActive(r.RootIfUp(), func(p program.Place) { labels = append(labels, r.Tree.Facts[p].Label) })
	})
	return labels
}
