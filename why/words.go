package why

import (
	"fmt"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file has helpers for sentences.

// seconds formats a time: "0.25 s".
func seconds(x float64) string {
	switch {
	case x == math.Trunc(x) && math.Abs(x) < 1e15:
		return fmt.Sprintf("%.0f s", x)
	case math.Abs(x) >= 1e15:
		return fmt.Sprintf("%g s", x)
	case math.Abs(x) < 0.01:
		return fmt.Sprintf("%.2g s", x)
	}
	return fmt.Sprintf("%.2f s", x)
}

// times formats a count: "1 time".
func times(n int) string {
	if n == 1 {
		return "1 time"
	}
	return fmt.Sprintf("%d times", n)
}

// plural is the plural of a word, unless n is 1.
func plural(word string, n int) string {
	switch {
	case n == 1:
		return word
	case word == "stimulus":
		return "stimuli"
	}
	return word + "s"
}

func areOr(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

func hasOr(n int) string {
	if n == 1 {
		return "has"
	}
	return "have"
}

// list joins parts: "A, B and C". Parts with commas are joined by semicolons.
func list(parts []string, and string) string {
	n := len(parts)
	if n < 2 {
		return joinComma(parts)
	}
	comma, last := ", ", " "+and+" "
	for _, p := range parts {
		if strings.ContainsAny(p, ",:") {
			comma, last = "; ", "; "+and+" "
		}
	}
	return strings.Join(parts[:n-1], comma) + last + parts[n-1]
}

func joinComma(parts []string) string { return strings.Join(parts, ", ") }

// sentences joins those that are not empty.
func sentences(some ...string) string {
	var all []string
	for _, s := range some {
		if s != "" {
			all = append(all, s)
		}
	}
	return strings.Join(all, " ")
}

// lower makes a sentence a part of another.
func lower(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if next, _ := utf8.DecodeRuneInString(s[n:]); unicode.IsUpper(next) { // a name
		return s
	}
	return string(unicode.ToLower(r)) + s[n:]
}
