//go:build !unix

package main

import (
	"errors"
	"io"
)

// terminal is not available on this system: the demo runs as with -plain.
type terminal struct {
	keys    chan key
	signals chan happening
}

func openTerminal(io.Writer) (*terminal, error) {
	return nil, errors.New("no terminal that can be drawn on")
}

func (t *terminal) size() (width, height int)   { return 80, 24 }
func (t *terminal) Write(p []byte) (int, error) { return len(p), nil }
func (t *terminal) begin() error                { return nil }
func (t *terminal) suspend()                    {}
func (t *terminal) close()                      {}
