// Package query finds agents and frames in recordings: "all agents whose GUARD was rejected by its gate in the last 10 s".
//
//	q, err := query.Parse("GUARD rejected by gate last 10s")
//	found, err := q.Find(ctx, recording, query.Options{})
//	for _, hit := range found.Hits {
//		fmt.Println(hit)
//	}
//
// Each answer is that of package why: a [Hit] is a run of ticks for which [why.Explain] gives the outcome that the query
// asks for, and holds its words. Ticks in which it cannot be are recognized by their events and are not explained.
//
// # The language
//
//	query     = decider outcome { limit }
//	decider   = NAME | any
//	outcome   = rejected [ by CHECK { or CHECK } ]     a check said no
//	          | waits [ for gate | for squad ]         for an answer, or until the running decider has left
//	          | accepted | not chosen                  it said yes; yes, and another one was entered
//	          | asked | not asked [ because REASON ]   see why.Missed for the reasons
//	          | began [ by HOW | instead of NAME ]     see why.Beginning for the ways
//	          | ended [ REASON ] [ by NAME ]           see behavior.Reason for the reasons
//	          | active                                 after the tick
//	limit     = last N s | last N ms | last N min | last N frames
//	          | frames N to N | seconds N to N
//	          | of AGENT                               a name, or #7
//	          | in crowd NAME | in tree NAME
//	          | with FLAG | without FLAG               a decision flag or stimulus of the tick
//
// CHECK is one of flags, stimuli, role, limit, cooldown, every, decide, squad, gate, mask, jump, slot, override, children
// and target. Words of the language may be in any letter case; names are as declared. A name with spaces, or one that is a
// word of the language, stands in double quotes, as in Go. Without a time, all that is recorded is searched.
package query
