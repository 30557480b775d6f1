package inspect

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzRequests sends arbitrary bodies to the requests that take JSON: each is answered, with a success or an error.
func FuzzRequests(f *testing.F) {
	f.Add(uint8(0), []byte(`{"client":"x","agents":[1],"scene":true}`))
	f.Add(uint8(1), []byte(`{"do":"speed","speed":2}`))
	f.Add(uint8(1), []byte(`{"do":"step","steps":3}`))
	f.Add(uint8(2), []byte(`{"do":"add","breakpoint":{"on":"flag","flags":"0x1"}}`))
	f.Add(uint8(3), []byte(`{"do":"stimulate","agent":1024,"stimuli":"0x1","seconds":1}`))
	f.Add(uint8(3), []byte(`{"do":"force","agent":1024,"decider":"FLEE"}`))
	f.Add(uint8(4), []byte(`{"frame":3,"changes":[{"do":"flag","agent":1024,"set":"1"}],"frames":9}`))
	f.Add(uint8(5), []byte("decidertree"))
	flock := newFlock(f, 2)
	l := newLink()
	srv, err := newServer("127.0.0.1:0", Options{}, l)
	require.NoError(f, err)
	g := newGame(flock.world, Options{}, l, srv.registry)
	stop := make(chan struct{})
	ended := make(chan struct{})
	go func() { // the game's side, without pauses
		defer close(ended)
		for {
			select {
			case <-stop:
				return
			case c := <-l.commands:
				c.run(g)
			}
		}
	}()
	f.Cleanup(func() {
		close(stop)
		<-ended
		require.NoError(f, srv.close())
		srv.listener.Close()
	})
	routes := srv.routes()
	f.Fuzz(func(t *testing.T, which uint8, body []byte) {
		path := append(posts, "/api/open")[int(which)%(len(posts)+1)]
		r := httptest.NewRequest(http.MethodPost, path, bytes.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		routes.ServeHTTP(w, r)
		if w.Code >= 500 && w.Code != http.StatusServiceUnavailable {
			t.Fatalf("%s %q: %d %s", path, body, w.Code, w.Body)
		}
		if w.Code != http.StatusOK && !bytes.Contains(w.Body.Bytes(), []byte(`"error":"`)) {
			t.Fatalf("%s %q: %d without words: %s", path, body, w.Code, w.Body)
		}
	})
}
