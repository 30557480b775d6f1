package main

import (
	"bytes"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The committed figure is what the engine does now.
func TestFigureIsFresh(t *testing.T) {
	places, err := ticked()
	require.NoError(t, err)
	var b bytes.Buffer
	require.NoError(t, draw(&b, places))
	committed, err := os.ReadFile("../../docs/figure1.svg")
	require.NoError(t, err)
	assert.Equal(t, string(bytes.ReplaceAll(committed, []byte("\r\n"), []byte("\n"))), b.String(),
		"go run ./internal/picture >docs/figure1.svg")
}
