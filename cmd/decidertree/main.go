// Command decidertree inspects recordings of package history, without a running game.
//
//	go run ./cmd/decidertree view FILE
//
// shows one in the inspector's page. Without arguments it lists its commands. Recordings are made by
// history.Recorder, the inspector's page, or go run ./demo -record FILE.
package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
)

// Exit codes.
const (
	done    = 0
	failed  = 1
	misused = 2
	differ  = 3 // compare: the recordings differ
)

// command is a command of the program.
type command struct {
	name, args, says string
	flags            func(*flag.FlagSet) func(in *call) error // defines its flags and returns its function
	needs            int                                      // number of arguments
	writes           bool                                     // it has -o
}

// call is an invocation of a command.
type call struct {
	args   []string
	stdin  io.Reader
	out    io.Writer // for people
	result result    // where it goes
	notes  io.Writer // stderr
	exit   int       // the exit code of a success
	ending <-chan struct{}
}

var commands = []command{
	{"view", "FILE", "show it in the inspector's page until ctrl-C", view, 1, false},
	{"show", "FILE", "list its agents and trees", show, 1, true},
	{"why", "FILE AGENT FRAME DECIDER", "explain why a decider ran in that frame or did not", explain, 4, true},
	{"find", "FILE QUERY", "find agents and frames: 'GUARD rejected by gate last 10s'", find, 2, true},
	{"compare", "FILE FILE", "list the differences between two recordings of a game", compare, 2, true},
	{"profile", "FILE", "count how often each decider was asked, entered and ticked", counts, 1, true},
	{"perfetto", "FILE", "write it as a JSON trace for ui.perfetto.dev", perfetto, 1, true},
	{"picture", "FILE", "draw its tree as SVG, DOT or Mermaid", draw, 1, true},
	{"version", "", "tell which build of the program this is", version, 0, false},
}

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, interrupted()))
}

// run is the program; it returns its exit code.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer, ending <-chan struct{}) int {
	notes := &visible{to: stderr}
	defer notes.flush()
	if len(args) == 0 {
		usage(notes)
		return misused
	}
	switch args[0] {
	case "help", "-h", "-help", "--help":
		usage(stdout)
		return done
	case "-version", "--version":
		args = []string{"version"}
	}
	for _, c := range commands {
		if c.name == args[0] {
			return c.run(&call{args: args[1:], stdin: stdin, result: result{stdout: stdout}, notes: notes, exit: done, ending: ending})
		}
	}
	fmt.Fprintf(notes, "decidertree: there is no command %q; decidertree help lists them\n", args[0])
	return misused
}

func usage(w io.Writer) {
	fmt.Fprint(w, "Usage: decidertree COMMAND [flags] FILE ...\n\nInspects recordings of agents; - is standard input. AGENT is an ID or a name.\n\n")
	for _, c := range commands {
		fmt.Fprintf(w, "  %-34s %s\n", strings.TrimSpace(c.name+" "+c.args), c.says)
	}
	fmt.Fprint(w, "\n-o FILE writes to a file; a trace or an SVG needs it, or a redirection, where standard output is a terminal.\n"+
		"decidertree COMMAND -h lists a command's flags. Exit codes: 0 success, 1 failure, 2 wrong usage,\n"+
		"3 the compared recordings differ. go run ./demo -record FILE makes a recording.\n")
}

// run runs the command.
func (c *command) run(in *call) int {
	flags := flag.NewFlagSet(c.name, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Usage = func() {}
	text := &visible{to: &in.result}
	in.out = text
	do := c.flags(flags)
	if c.writes {
		flags.StringVar(&in.result.name, "o", "", "write to this `FILE` instead of standard output, which is -")
	}
	args, err := permuted(flags, in.args)
	if err == nil && len(args) != c.needs {
		err = fmt.Errorf("it takes %s", cmp.Or(c.args, "no arguments"))
	}
	switch {
	case errors.Is(err, flag.ErrHelp):
		if in.result.name = ""; c.needs == 0 {
			fmt.Fprintf(in.out, "Usage: decidertree %s\n\n%s\n", c.name, strings.ToUpper(c.says[:1])+c.says[1:]+".")
			return done
		}
		fmt.Fprintf(in.out, "Usage: decidertree %s [flags] %s\n\n%s\n", c.name, c.args, strings.ToUpper(c.says[:1])+c.says[1:]+".")
		flags.SetOutput(in.out)
		flags.PrintDefaults()
		return done
	case err != nil:
		fmt.Fprintf(in.notes, "decidertree %s: %v\nTry decidertree %s -h.\n", c.name, err, c.name)
		return misused
	case in.result.overwrites(args):
		fmt.Fprintf(in.notes, "decidertree %s: -o %s is the recording itself\n", c.name, in.result.name)
		return misused
	}
	in.args = args
	err = do(in)
	err = errors.Join(err, text.flush())
	err = errors.Join(err, in.result.close(err == nil))
	var wrong *usageError
	switch {
	case errors.As(err, &wrong):
		fmt.Fprintf(in.notes, "decidertree %s: %v\nTry decidertree %s -h.\n", c.name, err, c.name)
		return misused
	case err != nil:
		fmt.Fprintf(in.notes, "decidertree %s: %v\n", c.name, brief{err})
		return failed
	}
	return in.exit
}

// permuted parses flags before, between and after the arguments.
func permuted(flags *flag.FlagSet, from []string) (args []string, err error) {
	for {
		if err := flags.Parse(from); err != nil {
			return nil, err
		}
		from = flags.Args()
		if len(from) == 0 {
			return args, nil
		}
		args, from = append(args, from[0]), from[1:]
	}
}

// usageError is the error for a wrong argument.
type usageError struct{ text string }

func (e *usageError) Error() string { return e.text }

func misuse(format string, args ...any) error { return &usageError{fmt.Sprintf(format, args...)} }

// brief is an error without the names of packages at the front: the command's name stands there.
type brief struct{ error }

// Error is part of error.
func (b brief) Error() string {
	lines := strings.Split(b.error.Error(), "\n")
	for i, line := range lines {
		for _, prefix := range []string{"why: ", "history: ", "inspect: ", "picture: ", "query: "} {
			line = strings.TrimPrefix(line, prefix)
		}
		lines[i] = line
	}
	return strings.Join(lines, "\n")
}

func (b brief) Unwrap() error { return b.error }
