package history

import (
	"slices"

	"github.com/decidertree/decidertree/world"
)

// Agents returns the agents of which something is recorded, by ID, including those that have left their world and are not
// overwritten yet. Call it between frames, in the goroutine that ticks.
func (r *Recorder) Agents() []world.AgentID {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := make([]world.AgentID, 0, len(r.tracks))
	for _, k := range r.tracks {
		if k.begun > 0 {
			all = append(all, world.AgentID(k.agent))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
