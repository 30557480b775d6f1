package debugprint

import "strings"

// erred writes the error's text, one line for each of its lines.
func (l *lines) erred() {
	for line := range strings.Lines(errorText(l.e.Err)) {
		if l.begin(1) {
			l.text("error: ")
			l.b = appendErrorText(l.b, strings.TrimRight(line, "\r\n"))
			l.end()
		}
	}
}

// errorText is the error's text, even if its Error panics: observing must not end the tick.
func errorText(err error) (text string) {
	if err == nil {
		return "no error given"
	}
	defer func() {
		if recover() != nil {
			text = "an error whose Error method panics"
		}
	}()
	if text = err.Error(); text == "" {
		text = "an error without text"
	}
	return text
}

// appendErrorText is appendText that keeps tabs, for stack traces.
func appendErrorText(b []byte, s string) []byte {
	for part := range strings.SplitAfterSeq(s, "\t") {
		text, tab := strings.CutSuffix(part, "\t")
		b = appendText(b, text)
		if tab {
			b = append(b, '\t')
		}
	}
	return b
}
