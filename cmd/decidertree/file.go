package main

import (
	"bufio"
	"fmt"
	"os"
	"os/signal"
	"strconv"

	"github.com/decidertree/decidertree/history"
)

// load reads the recording of a file; - is standard input.
func (in *call) load(name string) (*history.Recording, error) {
	from := in.stdin
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		from = f
	}
	rec, err := history.Load(bufio.NewReader(from))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, brief{err})
	}
	return rec, nil
}

// frameOf reads a frame.
func frameOf(text string) (uint64, error) {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, misuse("%q is no frame: a number; decidertree show tells which there are", text)
	}
	return n, nil
}

// interrupted is closed by ctrl-C.
func interrupted() <-chan struct{} {
	signals, ending := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(signals, os.Interrupt)
	go func() {
		<-signals
		signal.Stop(signals) // a second ctrl-C ends the program at once
		close(ending)
	}()
	return ending
}
