package stops

import (
	"sync"

	"github.com/decidertree/decidertree/internal/wire"
)

// Log holds the last lines of log points. Any goroutine may use it.
type Log struct {
	mu    sync.Mutex
	lines []wire.LogLine
	next  uint64 // the number of the next line, less 1
}

// add adds a line and gives it a number.
func (l *Log) add(line wire.LogLine) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.next++
	line.Number = l.next
	if len(l.lines) >= mostLines {
		l.lines = append(l.lines[:0], l.lines[mostLines/4:]...)
	}
	l.lines = append(l.lines, line)
}

// Lines is the number of lines so far.
func (l *Log) Lines() uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.next
}

// Since returns the lines after a number.
func (l *Log) Since(number uint64) wire.Log {
	l.mu.Lock()
	defer l.mu.Unlock()
	to := wire.Log{Next: l.next, Dropped: l.next - uint64(len(l.lines)), Lines: []wire.LogLine{}}
	for _, line := range l.lines {
		if line.Number > number {
			to.Lines = append(to.Lines, line)
		}
	}
	return to
}
