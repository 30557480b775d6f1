package behavior

import (
	"fmt"
	"unicode/utf8"
	"unsafe"

	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/usercode"
	"github.com/decidertree/decidertree/world"
)

// Deferred is a behavior carried out by another system (Knafla, deferred actions). When it begins it launches a
// request to a [world.System], for a path for example, and it is Running until the result arrives. If it is ended
// before, the request is cancelled; the system never sees a request that is launched and cancelled in the same
// frame.
//
// It needs a world: without one, or in a closed one, it fails with an error wrapping [world.ErrNoWorld] or
// [world.ErrClosed]. Declare it once, as a package-level variable. M is its block; use struct{} if it needs none.
type Deferred[A, M, Req, Res any] struct {
	Name   string
	System *world.System[Req, Res] // carries out the requests; required

	// Launch returns the request; required. The block is zero. If it calls Context.Fail with an error no request is
	// launched, and the behavior fails.
	Launch func(*Context[A], *M) Req

	// Done turns the result into a status, in the first tick after the Advance that followed System.Complete; nil is
	// Success. It is not called after System.Fail: the behavior fails with the system's error. If Done returns
	// Running the behavior stays active without a request, and without further calls, until something else ends it.
	Done func(*Context[A], *M, Res) Status

	// Deactivate is called when it ends, like WithBlock.Deactivate. A request without a result has been cancelled
	// before.
	Deactivate func(*Context[A], *M)
}

// deferred is the block of a Deferred. Beside the user's M it holds one number, so that it can be saved.
type deferred[M any] struct {
	token world.Token // of the request; 0 when there is none any more
	user  M
}

// Calls is for the packages of this module.
func (b *Deferred[A, M, Req, Res]) Calls(engine.Key, *Context[A]) usercode.Behavior {
	system, launch, done, deactivate := b.System, b.Launch, b.Done, b.Deactivate
	key := engine.Key{}
	return usercode.Behavior{
		Name: b.Name, Block: usercode.BlockOf[deferred[M]](nil), Lacks: b.lacks(),
		ActivateBlock: func(c *usercode.Context, p unsafe.Pointer) uint8 {
			block := (*deferred[M])(p)
			if err := system.Open(key, c.World); err != nil {
				return failed(c, fmt.Errorf("launching a request: %w", err))
			}
			var request Req
			if launch != nil {
				before := c.Err
				c.Err = nil
				if request = launch((*Context[A])(unsafe.Pointer(c)), &block.user); c.Err != nil {
					return uint8(Failure)
				}
				c.Err = before
			}
			if err := system.Launch(key, c.World, c.ID, &block.token, request); err != nil {
				return failed(c, fmt.Errorf("launching a request: %w", err))
			}
			return uint8(Running)
		},
		TickBlock: func(c *usercode.Context, p unsafe.Pointer) uint8 {
			block := (*deferred[M])(p)
			if block.token == 0 {
				return uint8(Running)
			}
			result, arrived, hasFailed, err := system.Take(key, c.World, c.ID, &block.token)
			switch {
			case !arrived && !system.Knows(key, c.World, c.ID, block.token):
				return failed(c, fmt.Errorf("waiting for a result: %w; it was launched in another world", world.ErrToken))
			case !arrived:
				return uint8(Running)
			case hasFailed:
				return failed(c, err)
			case done == nil:
				return uint8(Success)
			}
			return uint8(done((*Context[A])(unsafe.Pointer(c)), &block.user, result))
		},
		DeactivateBlock: func(c *usercode.Context, p unsafe.Pointer) {
			block := (*deferred[M])(p)
			system.Cancel(key, c.World, c.ID, &block.token)
			if deactivate != nil {
				deactivate((*Context[A])(unsafe.Pointer(c)), &block.user)
			}
		},
		Idle: func(c *usercode.Context, p unsafe.Pointer) bool {
			t := (*deferred[M])(p).token
			return t == 0 || !system.Arrived(key, c.World, c.ID, t) && system.Knows(key, c.World, c.ID, t)
		},
		Waits: func(p unsafe.Pointer) (string, uint64) {
			if t := (*deferred[M])(p).token; t != 0 {
				return system.Name, uint64(t.Glance(key))
			}
			return "", 0
		},
		Rejoin: func(c *usercode.Context, p unsafe.Pointer) {
			system.Rejoin(key, c.World, c.ID, &(*deferred[M])(p).token)
		},
		// Two systems of one name are found before any agent ticks. Without a world there is nothing to open.
		Open: func(w *world.World) error {
			if w == nil {
				return nil
			}
			return system.Open(key, w)
		},
	}
}

// failed records an error, as Context.Fail does.
func failed(c *usercode.Context, err error) uint8 {
	c.Fail(err)
	return uint8(Failure)
}

// lacks is the field that is required and left out, "" for none.
func (b *Deferred[A, M, Req, Res]) lacks() string {
	switch {
	case b.System == nil:
		return "System"
	case b.System.Name == "":
		return "System.Name"
	case !utf8.ValidString(b.System.Name):
		return "System.Name in UTF-8"
	case b.Launch == nil:
		return "Launch"
	}
	return ""
}
