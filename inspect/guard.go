package inspect

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"html"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"github.com/decidertree/decidertree/internal/connections"
	"github.com/decidertree/decidertree/internal/wire"
)

// ErrNotLoopback is wrapped by Serve's error for an address that other machines can reach, without [Options.Open].
var ErrNotLoopback = errors.New("inspect: the address can be reached from other machines")

// policy is the Content-Security-Policy of all answers: only content of this server, nothing inline, no frames.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// guard admits requests with the token or a session, to a host that the server is known by.
//
// The printed address has the token. A browser that opens it gets a session cookie and goes on to an address without the
// token. Browsers send cookies to all ports of a host, so the cookie is not the token, its name has the port, and its path
// is a random one that servers on other ports cannot guess.
type guard struct {
	token   string
	session string
	cookie  string
	path    string   // of the page for a session: "/" + random + "/"
	hosts   []string // allowed in Host, with the port
	ip      string   // ":port" if any IP address is allowed in Host: names can be rebound to this machine, addresses cannot
}

func newGuard(listens net.Addr, o Options) *guard {
	_, port, _ := net.SplitHostPort(listens.String())
	g := &guard{token: secret(), session: secret(), cookie: "decidertree_" + port, path: "/" + rand.Text() + "/"}
	for _, host := range []string{"127.0.0.1", "localhost", "[::1]"} {
		g.hosts = append(g.hosts, host+":"+port)
	}
	g.hosts = append(g.hosts, listens.String())
	if port == "80" {
		g.hosts = append(g.hosts, "127.0.0.1", "localhost", "[::1]")
	}
	if o.Open {
		g.ip = ":" + port
	}
	if o.Host != "" {
		g.hosts = append(g.hosts, strings.ToLower(o.Host))
	}
	return g
}

// secret returns 256 random bits.
func secret() string {
	var raw [32]byte
	rand.Read(raw[:]) // never fails
	return base64.RawURLEncoding.EncodeToString(raw[:])
}

// wrap puts a handler behind the guard.
func (g *guard) wrap(next http.Handler) http.Handler {
	inside := http.StripPrefix(strings.TrimSuffix(g.path, "/"), next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		if p := g.refuse(r); p != nil {
			p.write(w)
			return
		}
		connections.Admit(r.Context())
		switch {
		case entering(r):
			g.enter(w, r)
		case strings.HasPrefix(r.URL.Path, g.path):
			inside.ServeHTTP(w, r)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// entering reports whether a request opens an address with a token.
func entering(r *http.Request) bool {
	return r.URL.Path == "/" && r.URL.Query().Has("token") && (r.Method == http.MethodGet || r.Method == http.MethodHead)
}

// onward is the answer to a link of another site. The browser would keep the cookie back through a redirect of such a link,
// but sends it for a step that this document takes.
const onward = `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=%s"><title>decidertree inspector</title></html>`

// enter exchanges the token for a session and sends the browser on to the page without the token.
func (g *guard) enter(w http.ResponseWriter, r *http.Request) {
	http.SetCookie(w, &http.Cookie{Name: g.cookie, Value: g.session, Path: g.path, HttpOnly: true, SameSite: http.SameSiteStrictMode})
	query := r.URL.Query()
	query.Del("token")
	to := (&url.URL{Path: g.path, RawQuery: query.Encode()}).String()
	if r.Header.Get("Sec-Fetch-Site") != "cross-site" {
		http.Redirect(w, r, to, http.StatusSeeOther)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprintf(w, onward, html.EscapeString(to))
}

// refuse returns the reason to refuse a request; nil to admit it.
func (g *guard) refuse(r *http.Request) *problem {
	if !g.knows(r.Host) {
		return refusal(http.StatusForbidden, wire.ProblemOrigin, "this server is not known as %q; open the address that the game has printed", r.Host)
	}
	if origin := r.Header.Get("Origin"); origin != "" && !strings.EqualFold(origin, "http://"+r.Host) && !strings.EqualFold(origin, "https://"+r.Host) {
		return refusal(http.StatusForbidden, wire.ProblemOrigin, "requests of another site are not answered: %s", origin)
	}
	switch site := r.Header.Get("Sec-Fetch-Site"); {
	case site == "" || site == "same-origin" || site == "none":
	case (r.URL.Path == "/" || r.URL.Path == g.path) && r.Method == http.MethodGet && r.Header.Get("Sec-Fetch-Mode") == "navigate": // a link to the page
	default:
		return refusal(http.StatusForbidden, wire.ProblemOrigin, "requests of another site are not answered")
	}
	if !g.holds(r) {
		return refusal(http.StatusForbidden, wire.ProblemToken, "the token is missing or wrong; open the whole address that the game has printed, and paste a link that was kept into its tab Files")
	}
	return nil
}

// knows reports whether a Host is one the server is known by. This refuses a site that points its own name at this
// machine (DNS rebinding).
func (g *guard) knows(host string) bool {
	host = strings.ToLower(host)
	for _, known := range g.hosts {
		if host == known {
			return true
		}
	}
	if bare, fits := strings.CutSuffix(host, g.ip); g.ip != "" && fits {
		_, err := netip.ParseAddr(strings.Trim(bare, "[]"))
		return err == nil
	}
	return false
}

// holds reports whether the request has the token, in the printed address or in the header for tools, or a session.
func (g *guard) holds(r *http.Request) bool {
	if entering(r) {
		return same(r.URL.Query().Get("token"), g.token)
	}
	if bearer, has := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); has {
		return same(bearer, g.token)
	}
	if !strings.HasPrefix(r.URL.Path, g.path) {
		return false
	}
	for _, c := range r.CookiesNamed(g.cookie) {
		if same(c.Value, g.session) {
			return true
		}
	}
	return false
}

func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// address is the address to listen on: on this machine alone, unless the options open it.
func address(addr string, o Options) (string, error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return "", fmt.Errorf("inspect: the address must be host:port, such as 127.0.0.1:0: %w", err)
	}
	if o.Open {
		return addr, nil
	}
	switch ip, err := netip.ParseAddr(host); {
	case host == "" || host == "localhost":
		return net.JoinHostPort("127.0.0.1", port), nil
	case err != nil || !ip.IsLoopback():
		return "", fmt.Errorf("%w: %s; use 127.0.0.1, or set Options.Open if that is what you want", ErrNotLoopback, addr)
	}
	return addr, nil
}
