package inspect

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"github.com/decidertree/decidertree/debugprint"
	"io"
	"math/bits"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/decidertree/decidertree/internal/meter"
	"github.com/decidertree/decidertree/internal/wire"
)

// maxBody is the most bytes of a JSON request.
const maxBody = 64 << 10

// problem is the answer to a request that failed.
type problem struct {
	status int
	wire.Problem
}

func (p *problem) Error() string { return p.Problem.Error }

func refusal(status int, code, format string, a ...any) *problem {
	return &problem{status, wire.Problem{Error: fmt.Sprintf(format, a...), Code: code}}
}

func bad(format string, a ...any) *problem {
	return refusal(http.StatusBadRequest, wire.ProblemBad, format, a...)
}

func (p *problem) write(w http.ResponseWriter) {
	text, _ := json.Marshal(p.Problem)
	send(w, p.status, text)
}

// send writes a JSON answer.
func send(w http.ResponseWriter, status int, text []byte) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Content-Length", strconv.Itoa(len(text)))
	w.WriteHeader(status)
	w.Write(text) // a client that has gone away does not need it
}

// errGivenUp is the answer to a page that no longer waits.
var errGivenUp = refusal(http.StatusServiceUnavailable, wire.ProblemBusy, "the request was given up")

// enter takes a place among requests of which only so many run at once. The answer to one too many has the given words. Call leave
// at the end.
func enter(places chan struct{}, format string, a ...any) (leave func(), err error) {
	select {
	case places <- struct{}{}:
		return func() { <-places }, nil
	default:
		return nil, refusal(http.StatusServiceUnavailable, wire.ProblemBusy, format, a...)
	}
}

// lines writes an answer of JSON lines, as they come.
type lines struct {
	to     http.ResponseWriter
	within time.Duration // for each line; a recorded answer has no deadline
	begun  bool
}

// write writes a line. With an error the page is gone, or told is no JSON.
func (l *lines) write(told any) error {
	text, err := json.Marshal(told)
	if err != nil {
		return err
	}
	out := http.NewResponseController(l.to)
	if !l.begun {
		l.begun = true
		l.to.Header().Set("Content-Type", "application/x-ndjson; charset=utf-8")
		l.to.Header().Set("X-Accel-Buffering", "no")
		l.to.WriteHeader(http.StatusOK)
	}
	_ = out.SetWriteDeadline(time.Now().Add(l.within))
	if _, err = l.to.Write(append(text, '\n')); err != nil {
		return err
	}
	return out.Flush()
}

// answering is a handler that returns its answer, or an error.
type answering func(r *http.Request) (any, error)

func (f answering) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	answer, err := f.guarded(r)
	if err != nil {
		asProblem(err).write(w)
		return
	}
	text, is := answer.(json.RawMessage)
	if !is {
		if text, err = json.Marshal(answer); err != nil { // a NaN somewhere
			refusal(http.StatusInternalServerError, wire.ProblemBad, "the answer cannot be encoded as JSON: %v", err).write(w)
			return
		}
	}
	send(w, http.StatusOK, text)
}

// guarded turns a panic into an error: a manipulated recording must not end the game.
func (f answering) guarded(r *http.Request) (answer any, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = refusal(http.StatusInternalServerError, wire.ProblemFailed, "the inspector failed: %v", p)
		}
	}()
	return f(r)
}

// metered accounts for the time that handlers work: what a person asks for apart from what pages ask for by themselves. The
// stream meters what it writes.
func (srv *server) metered(next http.Handler) http.Handler {
	person := map[string]bool{"/api/recording": true, "/api/compare": true}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/api/stream" {
			next.ServeHTTP(w, r)
			return
		}
		as := meter.Serving
		if r.Method == http.MethodPost || person[r.URL.Path] {
			as = meter.Asking
		}
		if strings.HasSuffix(r.URL.Path, "/lanes") && r.URL.Query().Has("from") {
			srv.rest(r.Context(), nil) // a page that keeps its lanes up to date asks again when it has the answer
		}
		waited := &waitTime{}
		work := meter.Begin()
		defer func() { srv.spend(as, work.End(time.Duration(waited.Load()))) }()
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), waitKey{}, waited)))
	})
}

// rest waits until the server may go on while the world runs, at most a second. Meanwhile it tells pages the status of the
// world when wake says so, which takes little.
func (srv *server) rest(ctx context.Context, wake <-chan struct{}) {
	if srv.link == nil || srv.link.status.Load().control.Paused {
		return
	}
	pause := min(srv.link.meter.Rest(), time.Second)
	if pause < 100*time.Microsecond {
		return
	}
	over := time.NewTimer(pause)
	defer over.Stop()
	for {
		select {
		case <-over.C:
			return
		case <-ctx.Done():
			return
		case <-srv.done:
			return
		case <-wake:
			work := meter.Begin()
			srv.guarded(srv.pass)
			srv.link.meter.Done(meter.Serving, work)
		}
	}
}

// waitTime is how long a request has waited for others and for the game, in nanoseconds.
type waitTime struct{ atomic.Int64 }

type waitKey struct{}

// waits begins to wait; call over at the end.
func waits(ctx context.Context) (over func()) {
	w, _ := ctx.Value(waitKey{}).(*waitTime)
	if w == nil {
		return func() {}
	}
	began := time.Now()
	return func() { w.Add(int64(time.Since(began))) }
}

// spend accounts for work. Without a game there is nobody to take time from.
func (srv *server) spend(as meter.Part, took time.Duration) {
	if srv.link != nil {
		srv.link.meter.Spend(as, took)
	}
}

// readJSON reads a request's body strictly: one value without unknown fields.
func readJSON(r *http.Request, into any) error {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return bad("the Content-Type of a request must be application/json")
	}
	body, err := io.ReadAll(http.MaxBytesReader(nil, r.Body, maxBody))
	var large *http.MaxBytesError
	if errors.As(err, &large) {
		return refusal(http.StatusRequestEntityTooLarge, wire.ProblemTooLarge, "a request may have %d bytes", large.Limit)
	}
	if err != nil {
		return bad("the request could not be read: %v", err)
	}
	return parseJSON(body, into)
}

func parseJSON(body []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return bad("the request is not the JSON that is expected: %s", strings.TrimPrefix(err.Error(), "json: "))
	}
	if _, err := d.Token(); err != io.EOF {
		return bad("the request has data after its end")
	}
	return nil
}

// number reads a parameter that is a whole number. Without it number returns otherwise.
func number(r *http.Request, name string, otherwise uint64) (uint64, error) {
	text := r.URL.Query().Get(name)
	if text == "" {
		return otherwise, nil
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, bad("%s must be a whole number, not %q", name, clip(text))
	}
	return n, nil
}

// flagBits reads a set of flags: "0x1f", "31", or "" for none.
func flagBits(what, text string) (uint64, error) {
	if text == "" {
		return 0, nil
	}
	bits, err := strconv.ParseUint(text, 0, 64)
	if err != nil {
		return 0, bad("%s must be a set of flags such as 0x1f, not %q", what, clip(text))
	}
	return bits, nil
}

// clip shortens a request's text for an error message.
func clip(text string) string {
	if len(text) > 80 {
		return text[:80] + "…"
	}
	return text
}

// bitName names the lowest of some flags.
func bitName(names debugprint.BitNames, flags uint64) string {
	bit := bits.TrailingZeros64(flags)
	if bit < len(names) && names[bit] != "" {
		return names[bit]
	}
	return fmt.Sprintf("bit %d", bit)
}

// namedFlags returns flags with their names for pages.
func namedFlags(names debugprint.BitNames, flags uint64) wire.Flags {
	f := wire.Flags{Bits: print64(flags)}
	for left := flags; left != 0; left &= left - 1 {
		f.Names = append(f.Names, bitName(names, left))
	}
	return f
}
