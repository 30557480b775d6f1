// Package treeyaml reads and writes the files of package treefile as YAML, which people write more easily than JSON:
//
//	version: 1
//	tree:
//	  name: SHEEP
//	  children:
//	    - {name: FLEE, decisionFlags: {all: [Wolf], none: [Night]}, behavior: RUN}
//	    - {name: GRAZE, decide: hungry, cooldown: 10, behavior: EAT}
//	    - name: REST      # the form is the same, and there may be comments
//	      behavior: {wait: 5}
//
// It is a module of its own, since it needs a library for YAML and games that read JSON need none.
//
// Anchors and aliases are followed. Merge keys (<<), several documents in a file, and infinite numbers are errors.
package treeyaml
