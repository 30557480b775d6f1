// Command decidertree inspects recordings of package history, without a running game.
//
//	go run ./cmd/decidertree view FILE
//
// shows one in the inspector's page. Without arguments it lists its commands. Recordings are made by
// history.Recorder, the inspector's page, or go run ./demo -record FILE.
package main

import (
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
}

// call is an invocation of a command.
type call struct {
	args   []string
	stdin  io.Reader
	out    io.Writer
	notes  io.Writer // stderr
	exit   int       // the exit code of a success
	ending <-chan struct{}
}

var commands = []command{
	{"view", "FILE", "show it in the inspector's page until ctrl-C", view, 1},
	{"show", "FILE", "list its agents and trees", show, 1},
	{"why", "FILE AGENT FRAME DECIDER", "explain why a decider ran in that frame or did not", explain, 4},
	{"compare", "FILE FILE", "list the differences between two recordings of a game", compare, 2},
	{"profile", "FILE", "count how often each decider was asked, entered and ticked", counts, 1},
	{"perfetto", "FILE", "write it as a JSON trace for ui.perfetto.dev", perfetto, 1},
	{"picture", "FILE", "draw its tree as SVG, DOT or Mermaid", draw, 1},
}

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, interrupted()))
}

// run is the program; it returns its exit code.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer, ending <-chan struct{}) int {
	if len(args) == 0 {
		usage(stderr)
		return misused
	}
	switch args[0] {
	case "help", "-h", "-help", "--help":
		usage(stdout)
		return done
	}
	for _, c := range commands {
		if c.name == args[0] {
			return c.run(&call{args[1:], stdin, stdout, stderr, done, ending})
		}
	}
	fmt.Fprintf(stderr, "decidertree: there is no command %q; decidertree help lists them\n", args[0])
	return misused
}

func usage(w io.Writer) {
	fmt.Fprint(w, "Usage: decidertree COMMAND [flags] FILE ...\n\nInspects recordings of agents; - is standard input. AGENT is an ID or a name.\n\n")
	for _, c := range commands {
		fmt.Fprintf(w, "  %-34s %s\n", c.name+" "+c.args, c.says)
	}
	fmt.Fprint(w, "\ndecidertree COMMAND -h lists a command's flags. Exit codes: 0 success, 1 failure, 2 wrong usage,\n"+
		"3 the compared recordings differ. go run ./demo -record FILE makes a recording.\n")
}

// run runs the command.
func (c *command) run(in *call) int {
	flags := flag.NewFlagSet(c.name, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Usage = func() {}
	do := c.flags(flags)
	args, err := permuted(flags, in.args)
	if err == nil && len(args) != c.needs {
		err = fmt.Errorf("it takes %s", c.args)
	}
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprintf(in.out, "Usage: decidertree %s [flags] %s\n\n%s\n", c.name, c.args, strings.ToUpper(c.says[:1])+c.says[1:]+".")
		flags.SetOutput(in.out)
		flags.PrintDefaults()
		return done
	case err != nil:
		fmt.Fprintf(in.notes, "decidertree %s: %v\nTry decidertree %s -h.\n", c.name, err, c.name)
		return misused
	}
	in.args = args
	err = do(in)
	var wrong *usageError
	switch {
	case errors.As(err, &wrong):
		fmt.Fprintf(in.notes, "decidertree %s: %v\nTry decidertree %s -h.\n", c.name, err, c.name)
		return misused
	case err != nil:
		fmt.Fprintf(in.notes, "decidertree %s: %v\n", c.name, err)
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
