package main

import (
	"bufio"
	"io"
)

// happening is an event from the system for a program on a terminal.
type happening uint8

const (
	quitting happening = iota
	resized
	suspended
)

// key is a pressed key: a character or one of these.
type key rune

const (
	keyLeft key = -1 - iota
	keyRight
	keyUp
	keyDown
	keyBackTab
)

// readKeys sends keys until the input ends. The program does not wait for it.
func readKeys(r io.Reader, keys chan<- key) {
	defer close(keys)
	in := bufio.NewReader(r)
	for {
		k, err := readKey(in)
		if err != nil {
			return
		}
		if k != 0 {
			keys <- k
		}
	}
}

// readKey reads one key; 0 is an unknown one.
func readKey(in *bufio.Reader) (key, error) {
	r, _, err := in.ReadRune()
	if err != nil || r != '\x1b' || in.Buffered() == 0 { // a lone escape comes alone
		return key(r), err
	}
	if r, _, err = in.ReadRune(); err != nil || r != '[' && r != 'O' {
		return 0, err
	}
	for { // parameters, then the one letter that matters
		if r, _, err = in.ReadRune(); err != nil {
			return 0, err
		}
		if r >= 0x40 {
			break
		}
	}
	switch r {
	case 'A':
		return keyUp, nil
	case 'B':
		return keyDown, nil
	case 'C':
		return keyRight, nil
	case 'D':
		return keyLeft, nil
	case 'Z':
		return keyBackTab, nil
	}
	return 0, nil
}
