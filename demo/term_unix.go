//go:build unix

package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"sync"
	"syscall"
)

// terminal is the program's terminal, in raw mode and with its alternate screen.
// However the program ends, close restores it.
type terminal struct {
	keys    chan key       // closed when there are no more
	signals chan happening // what the system tells

	tty     *os.File // to ask and set, and to read keys from
	out     *os.File
	saved   string // the settings before, in stty's own form
	once    sync.Once
	raw     chan os.Signal
	stopped chan struct{}
	begun   bool
}

const (
	enter = "\x1b[?1049h\x1b[?25l\x1b[?7l"        // other screen, no cursor, no wrapping
	leave = "\x1b[0m\x1b[?7h\x1b[?25h\x1b[?1049l" // and back
)

// openTerminal opens the terminal if stdout is one. It does not change it before begin.
func openTerminal(stdout io.Writer) (*terminal, error) {
	out, ok := stdout.(*os.File)
	if !ok || os.Getenv("TERM") == "" || os.Getenv("TERM") == "dumb" {
		return nil, errors.New("output is not a terminal")
	}
	if info, err := out.Stat(); err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return nil, errors.New("output is not a terminal")
	}
	tty, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	t := &terminal{
		keys: make(chan key, 16), signals: make(chan happening, 4), tty: tty, out: out,
		raw: make(chan os.Signal, 4), stopped: make(chan struct{}),
	}
	// The output must be this terminal, not /dev/null, which is a character device too.
	if err := isTerminal(out); err != nil {
		_ = tty.Close()
		return nil, err
	}
	if t.saved, err = t.stty("-g"); err != nil {
		_ = tty.Close()
		return nil, err
	}
	signal.Notify(t.raw, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGWINCH, syscall.SIGTSTP)
	go t.listen()
	go readKeys(tty, t.keys)
	return t, nil
}

// isTerminal queries the file itself.
func isTerminal(f *os.File) error {
	cmd := exec.Command("stty", "-g")
	cmd.Stdin = f
	return cmd.Run()
}

// begin sets the terminal up: keys arrive at once and are not echoed. Signals stay enabled, such as ctrl-C.
func (t *terminal) begin() error {
	t.begun = true
	if _, err := t.stty("-icanon", "-echo", "min", "1", "time", "0"); err != nil {
		return err
	}
	_, err := io.WriteString(t.out, enter)
	return err
}

func (t *terminal) stty(args ...string) (string, error) {
	cmd := exec.Command("stty", args...)
	cmd.Stdin = t.tty
	answer, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("stty: %w", err)
	}
	return strings.TrimSpace(string(answer)), nil
}

// listen turns signals into events.
func (t *terminal) listen() {
	for {
		e := quitting
		select {
		case <-t.stopped:
			return
		case s := <-t.raw:
			switch s {
			case syscall.SIGWINCH:
				e = resized
			case syscall.SIGTSTP:
				e = suspended
			}
		}
		select {
		case t.signals <- e:
		case <-t.stopped:
			return
		}
	}
}

// size returns the numbers of columns and rows.
func (t *terminal) size() (width, height int) {
	answer, err := t.stty("size")
	if err == nil {
		_, err = fmt.Sscan(answer, &height, &width)
	}
	if err != nil || width <= 0 || height <= 0 {
		return 80, 24
	}
	return width, height
}

// Write writes bytes to the terminal.
func (t *terminal) Write(p []byte) (int, error) { return t.out.Write(p) }

// suspend restores the terminal, stops the program as ctrl-Z does, and sets the terminal up again when it continues.
func (t *terminal) suspend() {
	t.restore()
	_ = syscall.Kill(os.Getpid(), syscall.SIGSTOP)
	_ = t.begin()
}

func (t *terminal) restore() {
	_, _ = io.WriteString(t.out, leave)
	_, _ = t.stty(t.saved)
}

// close restores the terminal. It may be called twice.
func (t *terminal) close() {
	t.once.Do(func() {
		signal.Stop(t.raw)
		close(t.stopped)
		if t.begun {
			t.restore()
		}
	})
}
