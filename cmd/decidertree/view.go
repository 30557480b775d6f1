package main

import (
	"flag"
	"fmt"
	"path/filepath"

	"github.com/decidertree/decidertree/inspect"
)

// view serves the inspector's page of a recording.
func view(flags *flag.FlagSet) func(*call) error {
	addr := flags.String("addr", "127.0.0.1:0", "the `ADDRESS` to serve the page on; port 0 is any that is free")
	return func(in *call) error {
		rec, err := in.load(in.args[0])
		if err != nil {
			return err
		}
		title := rec.Title()
		switch {
		case title != "":
		case in.args[0] == "-":
			title = "a recording"
		default:
			title = filepath.Base(in.args[0])
		}
		page, err := inspect.View(*addr, rec, inspect.Options{Title: title, Names: rec.Names()})
		if err != nil {
			return fmt.Errorf("serving the page on %s: %w; -addr chooses another address", *addr, brief{err})
		}
		fmt.Fprintf(in.out, "%s\n", page.URL())
		fmt.Fprintln(in.notes, "Open that in a browser; ctrl-C ends it.")
		<-in.ending
		return page.Close()
	}
}
