package main

import (
	"bytes"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The committed pictures show the trees as they are now.
func TestPicturesAreFresh(t *testing.T) {
	for name, draw := range pictures {
		var b bytes.Buffer
		require.NoError(t, draw(&b))
		committed, err := os.ReadFile("../../docs/" + name)
		require.NoError(t, err, "go run ./internal/picture")
		assert.Equal(t, string(bytes.ReplaceAll(committed, []byte("\r\n"), []byte("\n"))), b.String(), "docs/%s is another: go run ./internal/picture", name)
	}
}
