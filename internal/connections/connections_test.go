package connections

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// All connections may be admitted: then an idle one goes, and if none is idle, the new one.
func TestConnectionsThatAreAdmitted(t *testing.T) {
	const most = 128
	l := &listener{most: most}
	var all []*conn
	for range most {
		c := &conn{of: l, admitted: true}
		all = append(all, c)
		require.Nil(t, l.add(c))
	}
	late := &conn{of: l}
	assert.Same(t, late, l.add(late))
	all[7].idle = true
	assert.Same(t, all[7], l.add(late))
	assert.Len(t, l.open, most)
	next := &conn{of: l}
	assert.Same(t, late, l.add(next), "it has shown nothing yet")
}
