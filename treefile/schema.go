package treefile

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"github.com/decidertree/decidertree/decider"
)

// This file makes the JSON Schema of files from the structs in document.go.

// SchemaID identifies the schema of this version of the form.
const SchemaID = "https://github.com/decidertree/decidertree/treefile/v1.schema.json"

// object is a JSON object whose names stay in order.
type object []member

type member struct {
	name  string
	value any
}

// MarshalJSON writes it.
func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		name, _ := json.Marshal(m.name)
		value, err := json.Marshal(m.value)
		if err != nil {
			return nil, err
		}
		b.Write(name)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// schema returns the schema of all files, or of those that a Registry loads.
func schema(k *known) []byte {
	s := schemas{known: k, defs: map[string]object{}}
	root := append(object{
		{"$schema", "https://json-schema.org/draft/2020-12/schema"},
		{"$id", SchemaID},
		{"title", "A decider tree"},
	}, s.structure(reflect.TypeFor[document]())...)
	var defs object
	for _, name := range namesIn(s.defs) {
		defs = append(defs, member{name, s.defs[name]})
	}
	text, err := json.MarshalIndent(append(root, member{"$defs", defs}), "", "\t")
	if err != nil {
		panic(err) // the schema is made of texts
	}
	return append(text, '\n')
}

// schemas makes the schemas of types.
type schemas struct {
	known *known
	defs  map[string]object
}

// of returns the schema of a type.
func (s schemas) of(t reflect.Type) object {
	switch t {
	case reflect.TypeFor[repeat]():
		return object{{"anyOf", []object{{{"type", "integer"}, {"minimum", 0}}, {{"const", forever}}}}}
	case reflect.TypeFor[word]():
		return object{{"type", "string"}}
	case reflect.TypeFor[raw]():
		return object{}
	case reflect.TypeFor[use]():
		s.define(t)
		return object{{"anyOf", []object{s.behaviorName(), {{"$ref", "#/$defs/use"}}}}}
	}
	switch t.Kind() {
	case reflect.Pointer:
		return s.of(t.Elem())
	case reflect.Slice:
		return object{{"type", "array"}, {"items", s.of(t.Elem())}}
	case reflect.String:
		return object{{"type", "string"}}
	case reflect.Bool:
		return object{{"type", "boolean"}}
	case reflect.Int:
		return object{{"type", "integer"}}
	case reflect.Uint8:
		return object{{"type", "integer"}, {"minimum", 0}, {"maximum", 255}}
	case reflect.Float64:
		return object{{"type", "number"}}
	}
	s.define(t)
	return object{{"$ref", "#/$defs/" + defName(t)}}
}

// defName is the name of a struct's schema.
func defName(t reflect.Type) string {
	if t == reflect.TypeFor[node]() {
		return "decider"
	}
	return t.Name()
}

func (s schemas) define(t reflect.Type) {
	if _, has := s.defs[defName(t)]; !has {
		s.defs[defName(t)] = nil // it may contain itself
		s.defs[defName(t)] = s.structure(t)
	}
}

// structure returns the schema of a struct.
func (s schemas) structure(t reflect.Type) object {
	var properties object
	var required []string
	for _, f := range fieldsOf(t) {
		name := jsonName(f)
		texts := schemaTexts[defName(t)+"."+name]
		if texts == "" {
			panic("treefile: no description of " + defName(t) + "." + name)
		}
		one := append(object{{"description", texts}}, s.named(t, name, f.Type)...)
		properties = append(properties, member{name, one})
		if !strings.Contains(f.Tag.Get("json"), "omitempty") {
			required = append(required, name)
		}
	}
	all := object{{"type", "object"}, {"properties", properties}, {"additionalProperties", false}}
	switch t {
	case reflect.TypeFor[node]():
		all = append(all, member{"oneOf", []object{{{"required", []string{"shared"}}, {"maxProperties", 1}}, {{"required", []string{"name"}}, {"properties", object{{"shared", false}}}}}})
	case reflect.TypeFor[document]():
		all = append(all, member{"required", required})
	default:
		if len(required) > 0 {
			all = append(all, member{"required", required})
		}
	}
	return all
}

// named is the schema of a field; fields that hold names have those that there are.
func (s schemas) named(t reflect.Type, name string, of reflect.Type) object {
	switch defName(t) + "." + name {
	case "document.version":
		return object{{"const", Version}}
	case "decider.policy":
		return oneOf(enumNames[decider.Policy]())
	case "modifiers.until":
		return oneOf(enumNames[decider.Until]())
	case "modifiers.outcome":
		return oneOf(enumNames[decider.Outcome]())
	case "decider.options":
		return object{{"type", "array"}, {"items", oneOf(optionNames())}, {"uniqueItems", true}}
	}
	if s.known != nil {
		switch defName(t) + "." + name {
		case "decider.decide":
			return oneOf(namesIn(s.known.functions[decides]))
		case "decider.squadKey", "decider.gateKey":
			return oneOf(namesIn(s.known.functions[keyFuncs]))
		case "decider.canPlay":
			return oneOf(namesIn(s.known.functions[canPlays]))
		case "decider.dblock":
			return oneOf(namesIn(s.known.dblocks))
		case "decider.keys":
			return object{{"type", "array"}, {"items", oneOf(namesIn(s.known.keys))}}
		case "decider.decisionFlags":
			return s.checkOf("decisionFlags", s.known.names.Decision)
		case "decider.stimuliFlags":
			return s.checkOf("stimuliFlags", s.known.names.Stimuli)
		case "decider.behaviorFlags":
			return flagList(s.known.names.Behavior)
		case "use.name":
			return object{{"type", "string"}} // a stock behavior may have any
		}
	}
	return s.of(of)
}

// behaviorName is the schema of a behavior that is a name alone.
func (s schemas) behaviorName() object {
	if s.known == nil {
		return object{{"type", "string"}}
	}
	return oneOf(namesIn(s.known.behaviors))
}

// checkOf defines a check of flags with names.
func (s schemas) checkOf(name string, flags []string) object {
	if s.defs[name] == nil {
		var properties object
		for _, f := range fieldsOf(reflect.TypeFor[check]()) {
			properties = append(properties, member{jsonName(f), append(object{{"description", schemaTexts["check."+jsonName(f)]}}, flagList(flags)...)})
		}
		s.defs[name] = object{{"type", "object"}, {"properties", properties}, {"additionalProperties", false}}
	}
	return object{{"$ref", "#/$defs/" + name}}
}

// flagList is a list of flags: names, or bits in hexadecimal.
func flagList(names []string) object {
	known := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == "" })
	hex := object{{"type", "string"}, {"pattern", "^0x[0-9a-fA-F]{1,16}$"}}
	return object{{"type", "array"}, {"items", object{{"anyOf", []object{oneOf(known), hex}}}}}
}

// oneOf is a choice of names; without any there is none to choose.
func oneOf(names []string) object {
	if len(names) == 0 {
		return object{{"not", object{}}}
	}
	return object{{"enum", names}}
}

// schemaTexts describe the fields.
var schemaTexts = map[string]string{
	"document.$schema":      "The address of this schema, for editors.",
	"document.version":      "The version of the form of this file.",
	"document.gates":        "Gates that deciders of this file name and the game's code does not declare.",
	"document.squads":       "Squads that deciders of this file name and the game's code does not declare.",
	"document.slots":        "Slots that deciders of this file name and the game's code does not declare.",
	"document.declarations": "Deciders that others are copies of. They are not in the tree themselves. Each has names of its own.",
	"document.tree":         "The root.",

	"decider.shared":        "The name of a decider that stands in another group: this is a further place of it. Nothing else stands beside it.",
	"decider.name":          "The name, unique in the tree.",
	"decider.options":       "Options that change how the decider is used.",
	"decider.decisionFlags": "A check of the decision flags that the game passes to each tick.",
	"decider.stimuliFlags":  "A check of the agent's stimuli.",
	"decider.role":          "The role that the agent must have in its squad; 0 or none accepts any.",
	"decider.cooldown":      "Seconds that must pass after this decider has ended before it is accepted again.",
	"decider.every":         "The decider passes at most once in so many seconds.",
	"decider.decide":        "A function that accepts with a value above 0.",
	"decider.weight":        "The value of a decider without decide; 0 or none means 1.",
	"decider.squad":         "The squad that makes a number of agents enter the group together.",
	"decider.squadKey":      "A function that divides the squad: only agents with the same number are put together.",
	"decider.canPlay":       "A function that returns the roles that the agent could play in the squad.",
	"decider.gate":          "The gate that limits how many agents are inside at a time.",
	"decider.gateKey":       "A function that divides the gate: each number has places of its own.",
	"decider.behavior":      "What runs while the decider is active: the name of a behavior, or an object.",
	"decider.behaviorFlags": "Flags that the behavior is passed.",
	"decider.dblock":        "A decide that fills a block of data, and a behavior that starts with it.",
	"decider.jump":          "The name of a decider elsewhere in the tree, which is entered in place of this one.",
	"decider.slot":          "The slot in which a tree is plugged in while the game runs.",
	"decider.copy":          "The name of a declaration that this decider is a copy of, with the conditions here in addition.",
	"decider.modifiers":     "They repeat the decider, limit its time and entries, and change its status.",
	"decider.keys":          "The blackboard keys that are declared here.",
	"decider.policy":        "How the group chooses among its children; PrioritizedList if there is none.",
	"decider.margin":        "How much a child's value must exceed the active child's to interrupt it; for Scored groups.",
	"decider.succeedAt":     "How many children must succeed for a Concurrent group to succeed; 0 or none means all.",
	"decider.failAt":        "How many children must fail for a Concurrent group to fail; 0 or none means 1.",
	"decider.children":      "The deciders of a group, in order.",

	"check.all":    "All of these must be set.",
	"check.any":    "At least one of these must be set.",
	"check.none":   "None of these may be set.",
	"check.notAll": "Not all of these may be set.",

	"use.name":    "The name of the behavior, or of a wait, succeed or fail as people see it.",
	"use.given":   "The parameter of a behavior that takes one.",
	"use.wait":    "A behavior that waits for so many seconds and succeeds.",
	"use.succeed": "true: a behavior that succeeds at once.",
	"use.fail":    "true: a behavior that fails at once.",

	"modifiers.repeat":  `How many times in a row the decider runs; "forever" without end.`,
	"modifiers.until":   "The status of an iteration that ends the repetition.",
	"modifiers.timeout": "The most seconds that the decider may be active.",
	"modifiers.outcome": "How the decider's own status becomes the status that its group sees.",
	"modifiers.limit":   "How often the decider may be entered until the agent is reset.",

	"gate.name":          "The name, unique in a world.",
	"gate.max":           "How many agents may be inside at the same time.",
	"gate.cooldown":      "Seconds for which the gate is shut for all after a place was given back.",
	"gate.agentCooldown": "Seconds for which the gate is shut for the agent that gave a place back.",

	"squad.name":       "The name, unique in a world.",
	"squad.agents":     "The exact number of members.",
	"squad.roles":      "The roles of the members, as many as agents; 1, 2, 3 … if there are none.",
	"squad.keepOthers": "If a member leaves before its part is done, the others go on.",

	"slot.name":    "The name, unique in the tree.",
	"slot.reserve": "Bytes of each agent's memory that are kept for the plugged tree.",
}
