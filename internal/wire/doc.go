// Package wire holds the JSON that the inspector's server and its page exchange: the bodies of requests and answers, and
// the events of the stream. Package inspect fills it in; inspect/page/src/wire.ts is the same for the page.
//
// It must not know the engine: its types are plain data, with names, numbers and text. They change together with
// [Version].
package wire
