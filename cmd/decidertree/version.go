package main

import (
	"cmp"
	"flag"
	"fmt"
	"runtime"
	"runtime/debug"
)

// version tells which build of the program this is.
func version(*flag.FlagSet) func(*call) error {
	return func(in *call) error {
		info, ok := debug.ReadBuildInfo()
		if !ok {
			info = &debug.BuildInfo{}
		}
		_, err := fmt.Fprintln(in.out, versionOf(info))
		return err
	}
}

// versionOf returns the text of a build: "decidertree v1.2.3 (0123456789ab, changed), go1.26.0, linux/amd64".
func versionOf(info *debug.BuildInfo) string {
	text := "decidertree " + cmp.Or(info.Main.Version, "(devel)")
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	if revision := settings["vcs.revision"]; revision != "" {
		text += " (" + revision[:min(len(revision), 12)]
		if settings["vcs.modified"] == "true" {
			text += ", changed"
		}
		text += ")"
	}
	return fmt.Sprintf("%s, %s, %s/%s", text, cmp.Or(info.GoVersion, runtime.Version()), cmp.Or(settings["GOOS"], runtime.GOOS), cmp.Or(settings["GOARCH"], runtime.GOARCH))
}
