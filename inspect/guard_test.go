package inspect

import (
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/internal/wire"
)

func TestNothingWithoutTheToken(t *testing.T) {
	i := inspect(t, 1)
	g := i.ins.server.guard
	bare := strings.TrimSuffix(g.path, "/")
	for _, path := range []string{"/", "/assets/app.js", "/api/hello", "/api/stream", "/api/recording", "/nowhere"} {
		for name, change := range map[string]func(*http.Request){
			"none":         func(r *http.Request) { r.Header.Del("Authorization") },
			"none, below":  func(r *http.Request) { r.Header.Del("Authorization"); r.URL.Path = bare + path },
			"wrong header": func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+strings.Repeat("a", 43)) },
			"wrong parameter": func(r *http.Request) {
				r.Header.Del("Authorization")
				r.URL.RawQuery = "token=" + strings.Repeat("a", 43)
			},
			"empty parameter":         func(r *http.Request) { r.Header.Del("Authorization"); r.URL.RawQuery = "token=" },
			"a part of it":            func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+tokenOf(i.ins)[:42]) },
			"the session":             func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+g.session) },
			"wrong cookie":            func(r *http.Request) { withCookie(r, g.cookie, "a"); r.URL.Path = bare + path },
			"token as cookie":         func(r *http.Request) { withCookie(r, g.cookie, g.token); r.URL.Path = bare + path },
			"other name":              func(r *http.Request) { withCookie(r, "decidertree_1", g.session); r.URL.Path = bare + path },
			"cookie without the path": func(r *http.Request) { withCookie(r, g.cookie, g.session) },
			"wrong parameter, right cookie": func(r *http.Request) {
				withCookie(r, g.cookie, g.session)
				r.URL.RawQuery = "token=a"
			},
		} {
			r := request(t, i.ins, http.MethodGet, path, nil)
			change(r)
			status, problem := ask(t, i.http, r, nil)
			assert.Equal(t, http.StatusForbidden, status, "%s, %s", path, name)
			assert.Equal(t, wire.ProblemToken, problem.Code, "%s, %s", path, name)
		}
	}
}

// withCookie makes a request one of a browser with a cookie.
func withCookie(r *http.Request, name, value string) {
	r.Header.Del("Authorization")
	r.AddCookie(&http.Cookie{Name: name, Value: value})
}

// browser is a client that keeps cookies.
func browser(t *testing.T) *http.Client {
	jar, err := cookiejar.New(nil)
	require.NoError(t, err)
	return &http.Client{Jar: jar, Timeout: 20 * time.Second}
}

// The token is neither in the address that a browser ends at, which is what "Copy a link" copies, nor in the cookie.
func TestTheTokenIsExchangedForASession(t *testing.T) {
	i := inspect(t, 1)
	b := browser(t)
	answer, err := b.Get(i.ins.URL() + "&recording=&x=1")
	require.NoError(t, err)
	text, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	require.Equal(t, http.StatusOK, answer.StatusCode)
	assert.Contains(t, answer.Header.Get("Content-Type"), "text/html")
	at := answer.Request.URL
	assert.NotContains(t, at.String(), tokenOf(i.ins))
	assert.Equal(t, "recording=&x=1", at.RawQuery)
	assert.NotContains(t, string(text), tokenOf(i.ins))

	get := func(b *http.Client, to string) int {
		answer, err := b.Get(to)
		require.NoError(t, err)
		require.NoError(t, answer.Body.Close())
		return answer.StatusCode
	}
	at.RawQuery = ""
	assert.Equal(t, http.StatusOK, get(b, at.String()), "a reload")
	for _, path := range []string{"api/hello", "assets/app.js", "assets/app.css"} {
		assert.Equal(t, http.StatusOK, get(b, at.String()+path), path)
		assert.Equal(t, http.StatusForbidden, get(b, addressOf(i.ins, "/"+path)), "the cookie stays below the page")
	}
	other := browser(t)
	assert.Equal(t, http.StatusForbidden, get(other, at.String()), "a copied link gives no access")
	assert.Equal(t, http.StatusOK, get(other, i.ins.URL()), "a second browser with the printed address")
	assert.Equal(t, http.StatusOK, get(other, at.String()))
	assert.Equal(t, http.StatusOK, get(b, at.String()), "the first one goes on")
}

// A browser sends the cookies of 127.0.0.1 to all its ports, so none of them may be worth anything there.
func TestTheCookieIsOfNoUseToOtherPorts(t *testing.T) {
	i := inspect(t, 1)
	var got string
	other := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got += r.Header.Get("Cookie") }))
	defer other.Close()
	b := browser(t)
	for _, to := range []string{i.ins.URL(), other.URL, other.URL + "/api/hello", other.URL + "/assets/app.js"} {
		answer, err := b.Get(to)
		require.NoError(t, err)
		require.NoError(t, answer.Body.Close())
	}
	assert.Empty(t, got)

	r := request(t, i.ins, http.MethodGet, "/?token="+tokenOf(i.ins), nil)
	answer, err := http.DefaultTransport.RoundTrip(r)
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	require.Equal(t, http.StatusSeeOther, answer.StatusCode)
	cookies := answer.Cookies()
	require.Len(t, cookies, 1)
	assert.True(t, cookies[0].HttpOnly)
	assert.Equal(t, http.SameSiteStrictMode, cookies[0].SameSite)
	assert.Zero(t, cookies[0].MaxAge)
	assert.True(t, cookies[0].Expires.IsZero(), "it ends with the browser")
	assert.Equal(t, "decidertree_"+r.URL.Port(), cookies[0].Name)
	assert.Equal(t, i.ins.server.guard.path, cookies[0].Path)
	assert.NotEqual(t, tokenOf(i.ins), cookies[0].Value)
	assert.Len(t, cookies[0].Value, 43)
}

// A browser holds a strict cookie back through the redirect of a link on another site, so there a document takes the step.
func TestALinkOfAnotherSiteOpensThePage(t *testing.T) {
	i := inspect(t, 1)
	r := request(t, i.ins, http.MethodGet, "/?x=%22%3E%3Cscript%3E&token="+tokenOf(i.ins), nil)
	r.Header.Del("Authorization")
	r.Header.Set("Sec-Fetch-Site", "cross-site")
	r.Header.Set("Sec-Fetch-Mode", "navigate")
	answer, err := i.http.Do(r)
	require.NoError(t, err)
	text, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	assert.Equal(t, http.StatusOK, answer.StatusCode)
	assert.Len(t, answer.Cookies(), 1)
	assert.Contains(t, string(text), `content="0;url=`+i.ins.server.guard.path+`?x=%22%3E%3Cscript%3E"`)
	assert.NotContains(t, string(text), tokenOf(i.ins))
}

func TestTokensDiffer(t *testing.T) {
	a, b := inspect(t, 1), inspect(t, 1)
	assert.NotEqual(t, tokenOf(a.ins), tokenOf(b.ins))
	assert.Len(t, tokenOf(a.ins), 43) // 256 bits
}

func TestForeignHostsAreRefused(t *testing.T) {
	i := inspect(t, 1)
	port := i.ins.server.listener.Addr().String()
	port = port[strings.LastIndex(port, ":"):]
	for host, fine := range map[string]bool{
		"127.0.0.1" + port: true, "localhost" + port: true, "LOCALHOST" + port: true, "[::1]" + port: true,
		"evil.example" + port: false, "127.0.0.1.evil.example" + port: false, "127.0.0.1": false, "127.0.0.1:1": false, "192.168.0.1" + port: false,
		"localhost.": false, "evil.example": false,
	} {
		r := request(t, i.ins, http.MethodGet, "/api/hello", nil)
		r.Host = host
		status, problem := ask(t, i.http, r, nil)
		if fine {
			assert.Equal(t, http.StatusOK, status, host)
		} else {
			assert.Equal(t, http.StatusForbidden, status, host)
			assert.Equal(t, wire.ProblemOrigin, problem.Code, host)
		}
	}
}

func TestForeignSitesAreRefused(t *testing.T) {
	i := inspect(t, 1)
	own := strings.TrimSuffix(addressOf(i.ins, ""), "/")
	for _, c := range []struct {
		name, path string
		header     http.Header
		fine       bool
	}{
		{"its own origin", "/api/hello", http.Header{"Origin": {own}, "Sec-Fetch-Site": {"same-origin"}}, true},
		{"typed", "/", http.Header{"Sec-Fetch-Site": {"none"}}, true},
		{"a link from elsewhere to the page", "/", http.Header{"Sec-Fetch-Site": {"cross-site"}, "Sec-Fetch-Mode": {"navigate"}}, true},
		{"a link from elsewhere to an answer", "/api/hello", http.Header{"Sec-Fetch-Site": {"cross-site"}, "Sec-Fetch-Mode": {"navigate"}}, false},
		{"another site", "/api/hello", http.Header{"Origin": {"http://evil.example"}}, false},
		{"another port", "/api/hello", http.Header{"Origin": {"http://127.0.0.1:1"}}, false},
		{"a sandbox", "/api/hello", http.Header{"Origin": {"null"}}, false},
		{"a picture elsewhere", "/", http.Header{"Sec-Fetch-Site": {"cross-site"}, "Sec-Fetch-Mode": {"no-cors"}}, false},
		{"another port of this host", "/api/hello", http.Header{"Sec-Fetch-Site": {"same-site"}}, false},
	} {
		r := request(t, i.ins, http.MethodGet, c.path, nil)
		for name, values := range c.header {
			r.Header[name] = values
		}
		answer, err := i.http.Do(r)
		require.NoError(t, err)
		answer.Body.Close()
		want := http.StatusForbidden
		if c.fine {
			want = http.StatusOK
		}
		assert.Equal(t, want, answer.StatusCode, c.name)
	}
}

func TestHeadersOfAllAnswers(t *testing.T) {
	i := inspect(t, 1)
	for _, path := range []string{"/", "/api/hello", "/nowhere"} {
		answer, err := i.http.Do(request(t, i.ins, http.MethodGet, path, nil))
		require.NoError(t, err)
		answer.Body.Close()
		csp := answer.Header.Get("Content-Security-Policy")
		assert.Contains(t, csp, "default-src 'none'", path)
		assert.Contains(t, csp, "frame-ancestors 'none'", path)
		assert.NotContains(t, csp, "unsafe", path)
		assert.NotContains(t, csp, "http", path)
		assert.Equal(t, "nosniff", answer.Header.Get("X-Content-Type-Options"), path)
		assert.Equal(t, "no-store", answer.Header.Get("Cache-Control"), path)
		assert.Equal(t, "no-referrer", answer.Header.Get("Referrer-Policy"), path)
		assert.Empty(t, answer.Header.Get("Access-Control-Allow-Origin"), path)
	}
}

func TestOnlyThisMachineIsListenedTo(t *testing.T) {
	f := newFlock(t, 1)
	for _, addr := range []string{"0.0.0.0:0", "[::]:0", "192.0.2.1:0", "example.org:0"} {
		_, err := Serve(addr, f.world, Options{})
		assert.ErrorIs(t, err, ErrNotLoopback, addr)
	}
	for _, addr := range []string{"127.0.0.1:0", ":0", "localhost:0"} {
		ins, err := Serve(addr, f.world, Options{})
		require.NoError(t, err, addr)
		assert.True(t, strings.HasPrefix(ins.URL(), "http://127.0.0.1:"), ins.URL())
		require.NoError(t, ins.Close())
	}
	for _, addr := range []string{"", "127.0.0.1", "127.0.0.1:http:80", "127.0.0.1:99999"} {
		_, err := Serve(addr, f.world, Options{})
		assert.Error(t, err, addr)
	}
	ins, err := Serve("0.0.0.0:0", f.world, Options{Open: true, Host: "game.example"})
	require.NoError(t, err)
	defer ins.Close()
	g := ins.server.guard
	assert.True(t, g.knows("192.168.0.7"+g.ip))
	assert.True(t, g.knows("[fe80::1]"+g.ip))
	assert.True(t, g.knows("game.example"))
	assert.False(t, g.knows("evil.example"+g.ip))
}
