package source_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/decidertree/decidertree/internal/source"
)

func TestPanicked(t *testing.T) {
	const ours = "github.com/decidertree/decidertree/"
	top := []string{"runtime/debug.Stack()", "/go/src/runtime/debug/stack.go:26 +0x5e", ours + "internal/tick.(*Runner).ReportPanic(0xc000)", "/mod/x@v1/internal/tick/panic.go:18 +0x1"}
	thrown := []string{"panic({0x1, 0x2})", "/go/src/runtime/panic.go:783 +0x132"}
	user := []string{"example.com/game/nest.(*Creature).bell(0xc0000, {0x1, 0x2})", "/home/me/game/nest/bell.go:41 +0x1b"}
	called := []string{ours + "internal/tick.(*Runner).act(0xc000)", "/mod/x@v1/internal/tick/act.go:18 +0x1"}
	game := []string{"main.main()", "/home/me/game/main.go:7 +0x1"}
	for name, c := range map[string]struct {
		stack [][]string
		want  string
	}{
		"the user's function":     {[][]string{top, thrown, user, called, game}, "nest/bell.go:41"},
		"of Windows":              {[][]string{top, thrown, {user[0], `C:/me\game/nest/bell.go:41 +0x1b`}, called, game}, "nest/bell.go:41"},
		"in the runtime":          {[][]string{top, thrown, {"runtime.goPanicIndex(0x1, 0x0)", "/go/src/runtime/panic.go:115 +0x74"}, user, called}, "nest/bell.go:41"},
		"in the standard library": {[][]string{top, thrown, {"slices.Grow[...](...)", "/go/src/slices/slices.go:12"}, user, called}, "nest/bell.go:41"},
		"with -trimpath":          {[][]string{{top[0], "runtime/debug/stack.go:26 +0x5e"}, thrown, {"slices.Grow[...](...)", "slices/slices.go:12"}, {user[0], "example.com/game/nest/bell.go:41 +0x1b"}, called}, "nest/bell.go:41"},
		"in the framework":        {[][]string{top, thrown, {ours + "stimuli.(*Set).Add(0x0)", "/mod/x@v1/stimuli/set.go:5 +0x1"}, user, called}, "nest/bell.go:41"},
		"in a game like it":       {[][]string{top, thrown, {"slices/bell.ring()", "/home/me/slices/bell/bell.go:3 +0x1"}, called}, "slices/bell/bell.go:3"},
		"in another module":       {[][]string{top, thrown, {"example.com/lib.Do()", "/mod/example.com/lib@v1/do.go:3 +0x1"}, user, called}, "example.com/lib/do.go:3"},
		"of Goexit":               {[][]string{top, {"runtime.Goexit()", "/go/src/runtime/panic.go:600 +0x1"}, user, called}, "nest/bell.go:41"},
		"elided":                  {[][]string{top, thrown, {"...additional frames elided..."}, user, called}, "nest/bell.go:41"},
		"in the engine":           {[][]string{top, thrown, called, game}, ""},
		"none":                    {[][]string{top, thrown, {"created by main.main in goroutine 1", "/home/me/game/main.go:7 +0x1"}}, ""},
		"no panic":                {[][]string{top, user}, ""},
	} {
		var text strings.Builder
		text.WriteString("goroutine 1 [running]:\n")
		for _, frame := range c.stack {
			for i, line := range frame {
				text.WriteString(strings.Repeat("\t", i%2) + line + "\n")
			}
		}
		assert.Equal(t, c.want, source.Panicked([]byte(text.String()), source.Paths{Main: "example.com/game", Module: "example.com/game"}), name)
	}
	assert.Empty(t, source.Panicked(nil, source.Paths{}))
}
