package inspect

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/internal/wire"
)

func TestNothingWithoutTheToken(t *testing.T) {
	i := inspect(t, 1)
	for _, path := range []string{"/", "/assets/app.js", "/api/hello", "/api/stream", "/api/recording", "/nowhere"} {
		for name, change := range map[string]func(*http.Request){
			"none":            func(r *http.Request) { r.Header.Del("Authorization") },
			"wrong header":    func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+strings.Repeat("a", 43)) },
			"wrong parameter": func(r *http.Request) { r.URL.RawQuery = "token=" + strings.Repeat("a", 43) },
			"empty parameter": func(r *http.Request) { r.URL.RawQuery = "token=" },
			"a part of it":    func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+tokenOf(i.ins)[:42]) },
			"wrong cookie": func(r *http.Request) {
				r.Header.Del("Authorization")
				r.AddCookie(&http.Cookie{Name: i.ins.server.guard.cookie, Value: "a"})
			},
			"wrong parameter, right cookie": func(r *http.Request) {
				r.Header.Del("Authorization")
				r.AddCookie(&http.Cookie{Name: i.ins.server.guard.cookie, Value: tokenOf(i.ins)})
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

func TestTheTokenComesInTheAddressOnceAndThenAsACookie(t *testing.T) {
	i := inspect(t, 1)
	answer, err := i.http.Get(i.ins.URL())
	require.NoError(t, err)
	defer answer.Body.Close()
	require.Equal(t, http.StatusOK, answer.StatusCode)
	cookies := answer.Cookies()
	require.Len(t, cookies, 1)
	assert.True(t, cookies[0].HttpOnly)
	assert.Equal(t, http.SameSiteStrictMode, cookies[0].SameSite)
	assert.Contains(t, answer.Header.Get("Content-Type"), "text/html")

	r := request(t, i.ins, http.MethodGet, "/api/hello", nil)
	r.Header.Del("Authorization")
	r.AddCookie(cookies[0])
	var hello wire.Hello
	status, _ := ask(t, i.http, r, &hello)
	assert.Equal(t, http.StatusOK, status)
	assert.Equal(t, "Flock", hello.Title)
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
