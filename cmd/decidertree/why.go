package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"

	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/why"
)

// explain explains why a decider ran in a frame or did not.
func explain(flags *flag.FlagSet) func(*call) error {
	asJSON := flags.Bool("json", false, "as data")
	return func(in *call) error {
		frame, err := frameOf(in.args[2])
		if err != nil {
			return err
		}
		rec, err := in.load(in.args[0])
		if err != nil {
			return err
		}
		agent, err := agentIn(in.args[1], rec)
		if err != nil {
			return err
		}
		if _, last, ok := rec.Frames(); ok && frame > last {
			return fmt.Errorf("frame %d has not been yet: it ends with frame %d; decidertree show %s lists agents and frames", frame, last, in.args[0])
		}
		e, err := why.Explain(rec, agent, frame, in.args[3], rec.Names())
		switch {
		case errors.Is(err, history.ErrNotRecorded):
			return fmt.Errorf("%w; decidertree show %s lists agents and frames", err, in.args[0])
		case err != nil:
			return err
		}
		if *asJSON {
			to := json.NewEncoder(in.data())
			to.SetIndent("", "  ")
			return to.Encode(e)
		}
		_, err = fmt.Fprintln(in.out, e)
		return err
	}
}
