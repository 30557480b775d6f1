package debugprint

import (
	"context"
	"log/slog"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/world"
)

// Slog logs what happens in agents' ticks through log/slog: a record for each event, with attributes instead of
// words. It is an [event.Observer]:
//
//	memory.Observe(&debugprint.Slog{Level: 2, Logger: logger.With("match", match.ID)})
//
// Events of levels 1 and 2 are logged at [slog.LevelInfo], those of 3 to 5 at [slog.LevelDebug], a broken Subset Rule
// at [slog.LevelWarn] and errors at [slog.LevelError]. The engine does not even make events that the logger's handler
// rejects.
//
// The message is constant for each kind of event, in the words of the Spore text. Attributes are agent, frame and
// gametime (seconds) on every record, and name if [Names.NameOf] has one for the agent; decider and depth on those about
// a decider; those of the fields that [event.Kind] lists for it; and in a plugged tree also tree, its root. Deciders and
// behaviors are NAME/0x…, sets of flags are as in the Spore text, durations are seconds.
//
// One Slog may observe any number of agents, even if several goroutines tick them at once. The fields may be changed
// between ticks. The zero Slog logs nothing. It allocates for each record.
type Slog struct {
	Level  event.Level   // 0 nothing, 1 and 2 transitions, 3 to 5 every tick; see the package documentation
	Agent  world.AgentID // the only agent observed; 0 for all
	Logger *slog.Logger  // nil for slog.Default() at the time of the event
	Names  Names         // of flags and agents; unknown flags are in hexadecimal
	// Filter, if not nil, is called for every event and drops those for which it returns false. It is called in the
	// middle of a tick, in the goroutine that ticks, and must not keep the event.
	Filter func(*event.Event) bool
}

func (s *Slog) handler() slog.Handler {
	if s.Logger != nil {
		return s.Logger.Handler()
	}
	return slog.Default().Handler()
}

// ObserveLevel is Level for selected agents, lowered to what the logger's handler accepts, and 0 for other agents.
func (s *Slog) ObserveLevel(agent world.AgentID) event.Level {
	if s.Level < 1 || s.Agent != 0 && s.Agent != agent {
		return 0
	}
	h := s.handler()
	for _, is := range [...]struct {
		wanted slog.Level
		most   event.Level
	}{{slog.LevelDebug, s.Level}, {slog.LevelInfo, 2}, {slog.LevelWarn, 1}, {slog.LevelError, 1}} {
		if h.Enabled(context.Background(), is.wanted) {
			return min(s.Level, is.most)
		}
	}
	return 0
}

// Observe logs an event. As with any [slog.Logger], errors of the handler are dropped.
func (s *Slog) Observe(e *event.Event) {
	if e.Kind == event.Exited || e.Kind.Level() > s.Level || s.Agent != 0 && s.Agent != e.Agent {
		return
	}
	h := s.handler()
	level := slogLevel(e.Kind)
	if !h.Enabled(context.Background(), level) || s.Filter != nil && !s.Filter(e) {
		return
	}
	r := slog.NewRecord(time.Now(), level, slogMessage(e), 0)
	s.Names.addAttrs(&r, e)
	_ = h.Handle(context.Background(), r)
}

func slogLevel(k event.Kind) slog.Level {
	switch {
	case k == event.Erred:
		return slog.LevelError
	case k == event.SubsetRuleBroken:
		return slog.LevelWarn
	case k.Level() <= 2:
		return slog.LevelInfo
	}
	return slog.LevelDebug
}

func slogMessage(e *event.Event) string {
	switch e.Kind {
	case event.TickStarted:
		return "starting tree"
	case event.Visited:
		return "visiting current decider"
	case event.Asked:
		return "asked child"
	case event.Chose:
		return "ChildrenDecide returned"
	case event.Continued:
		return "continuing child"
	case event.Entered:
		return "entering decider"
	case event.Activated:
		return "activating behavior"
	case event.Ticking:
		return "ticking behavior"
	case event.Returned:
		if e.Activating {
			return "activated behavior"
		}
		if e.Reason != 0 {
			return "leaving behavior"
		}
		return "current behavior"
	case event.Masked:
		return "masking child"
	case event.Jumped:
		return "jumping"
	case event.Deactivated:
		return "deactivating behavior"
	case event.Left:
		return "leaving decider"
	case event.SubsetRuleBroken:
		return "Subset Rule broken"
	case event.Erred:
		return "error"
	case event.TickFinished:
		return "finished tree"
	case event.Fired:
		return "firing Monitor"
	case event.Repeated:
		return "repeating decider"
	case event.Pending:
		return "pending child"
	case event.Waiting:
		return "waiting for gate or squad"
	case event.Leaving:
		return "calling Leave"
	case event.Plugged:
		return "plugging tree"
	case event.Unplugged:
		return "unplugging tree"
	}
	return e.Kind.String()
}

// addAttrs adds the attributes of an event: the agent and time, the decider, and the fields of its kind.
func (n Names) addAttrs(r *slog.Record, e *event.Event) {
	r.AddAttrs(slog.Uint64("agent", uint64(e.Agent)))
	if n.NameOf != nil {
		if name := n.NameOf(e.Agent); name != "" {
			r.AddAttrs(slog.String("name", name))
		}
	}
	r.AddAttrs(slog.Uint64("frame", e.Frame), slogFloat("gametime", e.Time))
	if e.Kind != event.TickStarted && e.Kind != event.TickFinished {
		r.AddAttrs(slogLabel("decider", e.Decider), slog.Int("depth", e.Depth))
		if e.Nested {
			r.AddAttrs(slogLabel("tree", e.Tree))
		}
	}
	switch e.Kind {
	case event.TickStarted:
		r.AddAttrs(slogFloat("dt", e.DT),
			slogSet("decision_flags", n.Decision, uint64(e.DecisionFlags), 8),
			slogSet("stimuli_flags", n.Stimuli, uint64(e.Stimuli), 8))
	case event.Visited:
		if e.Children > 0 {
			r.AddAttrs(slog.String("policy", e.Policy.String()), slog.Int("children", e.Children), slog.Int("active_child", e.Active))
		}
		if e.DeciderKind == declaration.SlotDecider {
			r.AddAttrs(slogLabel("plugged", e.Target))
		}
		r.AddAttrs(slog.String("options", e.Options.String()), slogFloat("duration", e.Duration))
	case event.Asked:
		r.AddAttrs(slog.Int("child", e.Index), slog.String("verdict", e.Verdict.String()), slog.String("checks", checkNames(e.Checks)))
		if e.Decided {
			r.AddAttrs(slogFloat("value", e.Value))
		}
		if e.Pending {
			r.AddAttrs(slog.Bool("pending", true))
		}
	case event.Chose:
		r.AddAttrs(slog.Int("active_child", e.Active))
	case event.Continued:
		r.AddAttrs(slog.Int("child", e.Index), slogFloat("duration", e.Duration))
	case event.Entered, event.Fired, event.Pending, event.Waiting:
		r.AddAttrs(slog.Int("child", e.Index))
	case event.Activated:
		n.addBehavior(r, e)
	case event.Ticking:
		n.addBehavior(r, e)
		r.AddAttrs(slogFloat("dt", e.DT), slogFloat("duration", e.Duration))
	case event.Returned:
		n.addBehavior(r, e)
		r.AddAttrs(slogStatus(e.Status))
		if e.Reason != 0 {
			r.AddAttrs(slog.String("reason", e.Reason.String()))
		}
	case event.Masked:
		r.AddAttrs(slog.Int("child", e.Index), slogStatus(e.Status))
	case event.Jumped:
		r.AddAttrs(slogLabel("target", e.Target))
	case event.Repeated:
		r.AddAttrs(slog.Int("iteration", e.Iteration), slogStatus(e.Status))
	case event.Plugged, event.Unplugged:
		r.AddAttrs(slogLabel("plugged", e.Target))
	case event.Deactivated, event.Leaving:
		n.addBehavior(r, e)
		r.AddAttrs(slog.String("reason", e.Reason.String()), slogFloat("duration", e.Duration))
	case event.Left:
		r.AddAttrs(slog.String("reason", e.Reason.String()), slogFloat("duration", e.Duration))
	case event.Erred:
		r.AddAttrs(slog.Any("error", e.Err))
	case event.TickFinished:
		r.AddAttrs(slogStatus(e.Status), slog.Int("path_length", e.PathLength))
	}
}

func (n Names) addBehavior(r *slog.Record, e *event.Event) {
	r.AddAttrs(slogLabel("behavior", e.Behavior), slogSet("behavior_flags", n.Behavior, uint64(e.BehaviorFlags), 1))
}

func slogLabel(key string, l event.Label) slog.Attr { return slog.String(key, l.String()) }

func slogStatus(st behavior.Status) slog.Attr { return slog.String("status", st.String()) }

func slogSet(key string, names BitNames, set uint64, digits int) slog.Attr {
	return slog.String(key, string(names.appendSet(nil, set, digits)))
}

// slogFloat is a number, or text for one that JSON cannot represent.
func slogFloat(key string, x float64) slog.Attr {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return slog.String(key, strconv.FormatFloat(x, 'g', -1, 64))
	}
	return slog.Float64(key, x)
}

// checkNames are a decider's preconditions, joined by |; "" for none.
func checkNames(c event.Checks) string {
	var b []byte
	for _, p := range slices.Concat(preconditionNames, lastNames) {
		if c.Has(p.verdict) {
			if len(b) > 0 {
				b = append(b, '|')
			}
			b = append(b, p.name...)
		}
	}
	return string(b)
}
