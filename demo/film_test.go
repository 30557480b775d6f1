package main

import (
	"bytes"
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestFilm(t *testing.T) {
	file := filepath.Join(t.TempDir(), "film.svg")
	out, complaint, code := demo("-film", file, "-seconds", "2", "-skip", "1", "-agents", "9", "-agent", "1026")
	require.Zero(t, code, complaint)
	assert.Empty(t, out)
	svg, err := os.ReadFile(file)
	require.NoError(t, err)
	read := xml.NewDecoder(bytes.NewReader(svg))
	texts := 0
	for {
		token, err := read.Token()
		if err == io.EOF {
			break
		}
		require.NoError(t, err, "it is sound XML")
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "text" {
			texts++
		}
	}
	assert.Greater(t, texts, 100)
	assert.Contains(t, string(svg), "#1026 grazer of nest")
	assert.Contains(t, string(svg), "animation-duration:2s")
	_, complaint, code = demo("-film", filepath.Join(file, "x"), "-seconds", "1")
	assert.Equal(t, 1, code)
	assert.Contains(t, complaint, "not a directory")
}

// In every shot each cell shows what it showed on the canvas.
func TestFilmShowsEveryShot(t *testing.T) {
	f, err := shootFilm(config{seed: 34, seconds: 1, agents: 24, level: 1, fps: 30})
	require.NoError(t, err)
	require.Len(t, f.shots, 10)
	var b strings.Builder
	require.NoError(t, f.write(&b))
	grounds, texts := f.parts()
	for shot := range f.shots {
		screen := make([]cell, f.width*f.height)
		for _, s := range grounds {
			for i := range s.cells {
				if s.from <= shot && shot < s.to {
					screen[s.y*f.width+s.x+i].s.ground = s.look.ink
				}
			}
		}
		for _, s := range texts {
			for i, r := range s.text {
				if s.from <= shot && shot < s.to && r != ' ' {
					at := &screen[s.y*f.width+s.x+i]
					assert.Zero(t, at.r, "two letters in one cell")
					at.r, at.s.ink, at.s.bold = r, s.look.ink, s.look.bold
				}
			}
		}
		for i, c := range f.shots[shot] {
			assert.Equal(t, ground(c).ink, screen[i].s.ground)
			if want := letter(c); want.r != ' ' {
				assert.Equal(t, want, painted{ink: screen[i].s.ink, bold: screen[i].s.bold, r: screen[i].r})
			}
		}
	}
	// What begins in a later shot has its animation begun as long before the film's end.
	for _, m := range regexp.MustCompile(`animation-delay:-([0-9.]+)s`).FindAllStringSubmatch(b.String(), -1) {
		seconds, err := strconv.ParseFloat(m[1], 64)
		require.NoError(t, err)
		assert.True(t, seconds > 0 && seconds < 1)
	}
}
