package main

import (
	"bytes"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The committed pictures show the trees and the packages as they are now.
func TestPicturesAreFresh(t *testing.T) {
	for name, draw := range pictures {
		var b bytes.Buffer
		require.NoError(t, draw(&b))
		committed, err := os.ReadFile("../../docs/" + name)
		require.NoError(t, err, "go generate ./internal/picture")
		assert.Equal(t, string(bytes.ReplaceAll(committed, []byte("\r\n"), []byte("\n"))), b.String(), "docs/%s is not fresh: go generate ./internal/picture", name)
	}
}

// Boxes of the rooms lie beside each other within the drawing.
func TestRoomsKeepApart(t *testing.T) {
	h := &house{}
	h.place()
	for i := range h.rooms {
		d := &h.rooms[i]
		assert.GreaterOrEqual(t, d.left, gutter, d.pkg)
		assert.LessOrEqual(t, d.right(), planWidth-10, d.pkg)
		if i > 0 && h.rooms[i-1].row == d.row {
			assert.Greater(t, d.left, h.rooms[i-1].right()+portGap/2, "%s and %s", h.rooms[i-1].pkg, d.pkg)
		}
	}
}
