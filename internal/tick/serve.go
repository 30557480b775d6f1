package tick

import (
	"unsafe"

	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/memory"
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/usercode"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// Row is an agent whose memory lies in the columns of a crowd.
type Row struct {
	Base   unsafe.Pointer
	Extras *memory.Extras // nil for a tree whose agents have bytes alone
	ID     world.AgentID
	Flags  declaration.DecisionFlags
	Set    *stimuli.Set // nil for none
	DT     float64      // seconds since its last tick
	Holds  *engine.Holds
}

// Serve prepares a Runner for agents whose memories lie elsewhere: in a crowd, or in a recording that is played back.
func (r *Runner) Serve(t *program.Tree, w *world.World, c *usercode.Context) {
	r.Self = r
	r.Phase, r.FailedIn = Idle, program.Nowhere
	r.InCrowd = true
	r.Env, r.Alone = w, w == nil
	r.Instance = memory.Instance{Tree: t, Records: memory.Records{Layout: &t.Layout}, Extras: &memory.NoExtras, Scratch: memory.NewScratch(t)}
	r.Context = c
	c.Host, c.World = (*Host)(r), w
}

// TakeRow points the Runner at an agent.
func (r *Runner) TakeRow(row *Row) {
	r.Base = row.Base
	if row.Extras != nil {
		r.Extras = row.Extras
	}
	r.Context.ID, r.Context.Stimuli = row.ID, row.Set
	r.Draws = 0
	if row.Holds != r.Held() {
		r.HoldTo(row.Holds)
	}
}

// SetClock sets the time for all agents that follow.
func (r *Runner) SetClock(time float64, frame uint64) {
	r.Time, r.Ticks, r.DrawnIn = time, uint32(frame), uint32(frame)
	r.Context.Time = time
}
