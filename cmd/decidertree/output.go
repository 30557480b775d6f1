package main

import (
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"unicode/utf8"
)

// result is where a command writes: standard output or the file of -o, which is opened by the first write, so that a
// command that fails before leaves an older file as it is.
type result struct {
	name   string // "" and "-" are standard output
	stdout io.Writer
	file   *os.File
}

// Write is part of io.Writer.
func (r *result) Write(b []byte) (n int, err error) {
	if !r.toFile() {
		return r.stdout.Write(b)
	}
	if r.file == nil {
		if r.file, err = os.Create(r.name); err != nil {
			return 0, err
		}
	}
	return r.file.Write(b)
}

func (r *result) toFile() bool { return r.name != "" && r.name != "-" }

// close ends the writing. It removes a file that is incomplete.
func (r *result) close(complete bool) error {
	if r.file == nil {
		return nil
	}
	info, statErr := r.file.Stat()
	err := r.file.Close()
	if (err != nil || !complete) && statErr == nil && info.Mode().IsRegular() {
		os.Remove(r.name)
	}
	return err
}

// overwrites reports whether the file of -o is one of those that a command reads.
func (r *result) overwrites(names []string) bool {
	to, err := os.Stat(r.name)
	if !r.toFile() || err != nil {
		return false
	}
	for _, name := range names {
		if from, err := os.Stat(name); err == nil && os.SameFile(from, to) {
			return true
		}
	}
	return false
}

// data returns the writer of a result that is for other programs: to a file or another program it goes as it is.
func (in *call) data() io.Writer {
	if in.result.toFile() || !isTerminal(in.result.stdout) {
		return &in.result
	}
	return in.out
}

// forFiles refuses to write something to a terminal that nobody reads there, unless -o asks for it.
func (in *call) forFiles(what string) error {
	if in.result.name == "" && isTerminal(in.result.stdout) {
		return misuse("%s is not for a terminal: redirect it, or write it with -o FILE (-o - writes it here)", what)
	}
	return nil
}

// isTerminal reports whether a writer is a terminal. The null device is a character device as well.
func isTerminal(w io.Writer) bool {
	f, is := w.(interface{ Stat() (fs.FileInfo, error) })
	if !is {
		return false
	}
	info, err := f.Stat()
	if err != nil || info.Mode()&fs.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}

// visible writes text in which all but printable characters, line breaks and tabs are escaped as in Go source: names come
// from recordings, and must not control the terminal.
type visible struct {
	to   io.Writer
	rest []byte // the beginning of a character
}

// Write is part of io.Writer.
func (v *visible) Write(b []byte) (int, error) {
	text := append(v.rest, b...)
	end := len(text)
	for back := 1; back < utf8.UTFMax && back <= len(text); back++ {
		if at := len(text) - back; utf8.RuneStart(text[at]) {
			if !utf8.FullRune(text[at:]) {
				end = at
			}
			break
		}
	}
	v.rest = append([]byte(nil), text[end:]...)
	if _, err := v.to.Write(appendVisible(nil, text[:end], "\n\t")); err != nil {
		return 0, err
	}
	return len(b), nil
}

// flush writes what remains of a character that never ended.
func (v *visible) flush() error {
	if len(v.rest) == 0 {
		return nil
	}
	_, err := v.to.Write(appendVisible(nil, v.rest, ""))
	v.rest = nil
	return err
}

// appendVisible appends a text whose characters are printable or among those kept; the others are escaped.
func appendVisible(to, text []byte, kept string) []byte {
	for len(text) > 0 {
		r, width := utf8.DecodeRune(text)
		switch {
		case r == utf8.RuneError && width == 1:
			to = append(to, `\x`+strconv.FormatUint(uint64(text[0]), 16)...)
		case strconv.IsPrint(r) || strings.ContainsRune(kept, r):
			to = append(to, text[:width]...)
		default:
			quoted := strconv.QuoteRune(r)
			to = append(to, quoted[1:len(quoted)-1]...)
		}
		text = text[width:]
	}
	return to
}

// onLine is a name for one line.
func onLine(name string) string { return string(appendVisible(nil, []byte(name), "")) }
