package inspect

import (
	"bytes"
	"embed"
	"errors"
	"io"
	"net/http"
	"os"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/internal/wire"
	"github.com/decidertree/decidertree/why"
	"github.com/decidertree/decidertree/world"
)

// The page as built by page/build.mjs.
//
//go:embed assets
var assets embed.FS

// answerWithin is the time in which an answer must be written.
const answerWithin = 30 * time.Second

// routes lists all requests.
func (srv *server) routes() http.Handler {
	mux := http.NewServeMux()
	get := func(path string, handler http.Handler) { mux.Handle(path, only(http.MethodGet, handler)) }
	post := func(path string, handler http.Handler) { mux.Handle(path, only(http.MethodPost, handler)) }
	get("/{$}", http.HandlerFunc(srv.page))
	get("/assets/{name}", http.HandlerFunc(srv.page))
	get("/api/hello", answering(srv.hello))
	get("/api/agents", answering(srv.agents))
	get("/api/names", answering(srv.agentNames))
	get("/api/crowd", answering(srv.crowd))
	get("/api/scene", answering(srv.scene))
	get("/api/notes", answering(srv.notes))
	get("/api/held", answering(srv.held))
	get("/api/agent/{id}", srv.hard(srv.agent))
	get("/api/agent/{id}/lanes", srv.hard(srv.lanes))
	get("/api/agent/{id}/why", srv.hard(srv.why))
	get("/api/agent/{id}/differs", srv.hard(srv.differs))
	get("/api/ghosts", answering(srv.ghostsAt))
	get("/api/compare", srv.hard(srv.compare))
	get("/api/agent/{id}/values", srv.hard(srv.values))
	get("/api/log", answering(srv.log))
	get("/api/find", http.HandlerFunc(srv.find))
	get("/api/find/complete", answering(srv.complete))
	get("/api/recording", http.HandlerFunc(srv.download))
	get("/api/stream", http.HandlerFunc(srv.stream))
	get("/api/poll", answering(srv.poll))
	post("/api/watch", answering(srv.watch))
	post("/api/control", answering(srv.control))
	post("/api/breakpoint", answering(srv.breakpoint))
	post("/api/act", answering(srv.act))
	post("/api/note", answering(srv.note))
	post("/api/fork", answering(srv.fork))
	post("/api/sweep", http.HandlerFunc(srv.sweepWorlds))
	post("/api/open", srv.received(srv.hard(srv.open)))
	mux.Handle("/", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		refusal(http.StatusNotFound, wire.ProblemNotFound, "there is nothing at %q", clip(r.URL.Path)).write(w)
	}))
	return srv.metered(mux)
}

// only allows one method.
func only(method string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != method && !(method == http.MethodGet && r.Method == http.MethodHead) {
			w.Header().Set("Allow", method)
			refusal(http.StatusMethodNotAllowed, wire.ProblemMethod, "%s is for %s, not %s", r.URL.Path, method, clip(r.Method)).write(w)
			return
		}
		if r.URL.Path != "/api/stream" {
			// A hijacked or recorded connection has no deadline, which does no harm.
			_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(answerWithin))
		}
		next.ServeHTTP(w, r)
	})
}

// received reads the body of an upload before it is handled, and so before the upload takes the place of a request that needs
// the processor.
func (srv *server) received(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		leave, err := enter(srv.uploads, "%d recordings are being uploaded already", maxUploads)
		if err != nil {
			asProblem(err).write(w)
			return
		}
		defer leave() // at the end, since the body stays in memory
		over := waits(r.Context())
		body, err := receive(w, r)
		over()
		if err != nil {
			asProblem(err).write(w)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(answerWithin)) // reading may have taken longer
		next.ServeHTTP(w, r)
	})
}

const (
	maxUploads = 2                // recordings received at once
	uploadRate = 256 << 10        // bytes a second that an upload must keep
	uploadRest = 10 * time.Second // by which it may be behind
)

// receive reads the body of an upload that is neither too large nor too slow.
func receive(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	in := http.MaxBytesReader(w, r.Body, maxUpload)
	connection, began := http.NewResponseController(w), time.Now()
	var body bytes.Buffer
	for {
		due := began.Add(uploadRest + time.Duration(body.Len())*time.Second/uploadRate)
		if err := connection.SetReadDeadline(due); err != nil {
			return nil, err
		}
		_, err := io.CopyN(&body, in, uploadRate)
		var large *http.MaxBytesError
		switch {
		case err == io.EOF:
			_ = connection.SetReadDeadline(time.Time{}) // the server sets one for the next request
			return body.Bytes(), nil
		case errors.As(err, &large):
			return nil, refusal(http.StatusRequestEntityTooLarge, wire.ProblemTooLarge, "a recording may have %d bytes", large.Limit)
		case errors.Is(err, os.ErrDeadlineExceeded):
			return nil, refusal(http.StatusRequestTimeout, wire.ProblemBusy, "the upload is too slow: it must keep %d KiB a second", uploadRate>>10)
		case err != nil:
			return nil, bad("the recording could not be read: %v", err)
		}
	}
}

// hard limits how many requests that need much processor time run at once; others wait.
func (srv *server) hard(f answering) http.Handler {
	return answering(func(r *http.Request) (any, error) {
		over := waits(r.Context())
		select {
		case srv.heavy <- struct{}{}:
			over()
			defer func() { <-srv.heavy }()
			return f(r)
		case <-r.Context().Done():
			return nil, errGivenUp
		}
	})
}

// page is GET / and GET /assets/NAME.
func (srv *server) page(w http.ResponseWriter, r *http.Request) {
	name := "index.html"
	if r.URL.Path != "/" {
		name = r.PathValue("name")
	}
	text, err := assets.ReadFile(path.Join("assets", path.Base(name)))
	if err != nil {
		refusal(http.StatusNotFound, wire.ProblemNotFound, "there is nothing at %q", clip(r.URL.Path)).write(w)
		return
	}
	kind, known := kinds[path.Ext(name)]
	if !known {
		kind = "application/octet-stream"
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Length", strconv.Itoa(len(text)))
	w.Write(text)
}

// kinds are the content types of assets. The system's own table is not used, since its entries vary.
var kinds = map[string]string{
	".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
	".svg": "image/svg+xml", ".png": "image/png", ".ico": "image/x-icon", ".woff2": "font/woff2", ".json": "application/json",
}

// agentOf is the agent in a request's path.
func agentOf(r *http.Request) (world.AgentID, error) {
	text := r.PathValue("id")
	id, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, bad("an agent's ID is a number, not %q", clip(text))
	}
	return world.AgentID(id), nil
}

// asProblem makes an answer of an error.
func asProblem(err error) *problem {
	var p *problem
	var unknown *why.UnknownError
	var value *history.ValueError
	switch {
	case errors.As(err, &value):
		return bad("%v", value)
	case errors.As(err, &p):
		return p
	case errors.As(err, &unknown):
		return refusal(http.StatusNotFound, wire.ProblemNotFound, "%v", err)
	case errors.Is(err, history.ErrNotRecorded):
		return refusal(http.StatusNotFound, wire.ProblemNotRecorded, "%v", err)
	case errors.Is(err, history.ErrDiverged):
		return refusal(http.StatusConflict, wire.ProblemDiverged, "%v", err)
	case errors.Is(err, history.ErrNoAgentState):
		return refusal(http.StatusConflict, wire.ProblemNoHooks, "%v", err)
	case errors.Is(err, history.ErrFormat), errors.Is(err, history.ErrVersion), errors.Is(err, history.ErrChecksum):
		return bad("%v", err)
	}
	return refusal(http.StatusConflict, wire.ProblemRefused, "%v", err)
}

// logTo writes lines for the game's log, or drops them.
type logTo struct{ w io.Writer }

// Write is part of io.Writer.
func (l logTo) Write(line []byte) (int, error) {
	if l.w == nil || strings.Contains(string(line), "TLS handshake error") {
		return len(line), nil
	}
	return l.w.Write(line)
}
