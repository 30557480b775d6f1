// Package convert does not compile: a key's type is its own.
package convert

import "github.com/decidertree/decidertree/blackboard"

func convert(k *blackboard.Key[float32]) *blackboard.Key[string] { return (*blackboard.Key[string])(k) }
