package inspect

import (
	"bytes"
	"encoding/base64"
	"math"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/internal/wire"
)

// TestTheMapBeforeAPageWasOpen: the world is drawn now and then though no page looks, and a recording that a page saves has these
// scenes, with what the agents did in the frame that is asked for.
func TestTheMapBeforeAPageWasOpen(t *testing.T) {
	i := inspect(t, 4)
	var fled uint64
	require.Eventually(t, func() bool { return i.ins.server.scenes.at(math.MaxUint64) != nil }, 10*time.Second, time.Millisecond)
	i.paused(func() {
		require.NoError(t, i.crowd.SetFlags(i.ids[1], scared, 0))
		i.step()
		fled = i.world.Frame()
		i.step()
	})
	drawn := i.ins.server.scenes.at(math.MaxUint64).scene.Frame
	answer, err := i.http.Do(request(t, i.ins, http.MethodGet, "/api/recording", nil))
	require.NoError(t, err)
	defer answer.Body.Close()
	rec, err := history.Load(answer.Body)
	require.NoError(t, err)
	require.NotEmpty(t, rec.Scenes())
	var file bytes.Buffer
	require.NoError(t, rec.Save(&file))
	opened := post[wire.Opened](i, "/api/open?name=map", file.Bytes())

	for _, from := range []string{"", "&recording=" + opened.Recording} {
		v := get[wire.SceneView](i, sprintf("/api/scene?frame=%d%s", fled, from))
		assert.Equal(t, 4, v.Count)
		assert.LessOrEqual(t, v.Frame, fled)
		assert.GreaterOrEqual(t, v.Frame, drawn-min(drawn, 200))
		require.Len(t, v.Behind, 1)
		assert.Equal(t, "pond", v.Behind[0].Text)
		leaves := get[wire.Hello](i, "/api/hello?"+from).Leaves
		what, err := base64.StdEncoding.DecodeString(v.What)
		require.NoError(t, err)
		require.Len(t, what, 8)
		assert.Equal(t, []string{"GRAZE", "FLEE"}, []string{leaves[int(what[0])|int(what[1])<<8], leaves[int(what[2])|int(what[3])<<8]})
		heat := get[wire.CrowdView](i, sprintf("/api/crowd?heat=FLEE&frame=%d%s", fled, from)).Heat
		require.NotNil(t, heat)
		assert.Equal(t, 1, heat.Most)
	}
	assert.True(t, get[wire.Hello](i, "/api/hello?recording="+opened.Recording).Can.Scene)
}
