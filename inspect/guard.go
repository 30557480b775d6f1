package inspect

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"

	"github.com/decidertree/decidertree/internal/wire"
)

// ErrNotLoopback is wrapped by Serve's error for an address that other machines can reach, without [Options.Open].
var ErrNotLoopback = errors.New("inspect: the address can be reached from other machines")

// policy is the Content-Security-Policy of all answers: only content of this server, nothing inline, no frames.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// guard admits requests with the token, to a host that the server is known by.
type guard struct {
	token  string
	cookie string   // its name has the port, since browsers share cookies between all ports of a host
	hosts  []string // allowed in Host, with the port
	ip     string   // ":port" if any IP address is allowed in Host: names can be rebound to this machine, addresses cannot
}

func newGuard(listens net.Addr, o Options) *guard {
	var raw [32]byte
	rand.Read(raw[:]) // never fails
	_, port, _ := net.SplitHostPort(listens.String())
	g := &guard{token: base64.RawURLEncoding.EncodeToString(raw[:]), cookie: "decidertree_" + port}
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

// wrap puts a handler behind the guard.
func (g *guard) wrap(next http.Handler) http.Handler {
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
		if r.URL.Query().Has("token") {
			http.SetCookie(w, &http.Cookie{Name: g.cookie, Value: g.token, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
		}
		next.ServeHTTP(w, r)
	})
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
	case r.URL.Path == "/" && r.Method == http.MethodGet && r.Header.Get("Sec-Fetch-Mode") == "navigate": // a link to the page
	default:
		return refusal(http.StatusForbidden, wire.ProblemOrigin, "requests of another site are not answered")
	}
	if !g.holds(r) {
		return refusal(http.StatusForbidden, wire.ProblemToken, "the token is missing or wrong; open the whole address that the game has printed")
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

// holds reports whether the request has the token: in the address, the cookie, or the header for tools.
func (g *guard) holds(r *http.Request) bool {
	if r.URL.Query().Has("token") {
		return g.is(r.URL.Query().Get("token"))
	}
	if bearer, has := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); has {
		return g.is(bearer)
	}
	for _, c := range r.CookiesNamed(g.cookie) {
		if g.is(c.Value) {
			return true
		}
	}
	return false
}

func (g *guard) is(token string) bool {
	return subtle.ConstantTimeCompare([]byte(token), []byte(g.token)) == 1
}

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
