// Notes and bookmarks: what people write about frames, agents and deciders. They are saved in the recording's file.
import type { Note } from "./api.ts";
import { attr, h, show, text } from "./dom.ts";
import type { Keys } from "./keys.ts";
import { list } from "./list.ts";
import type { Names } from "./names.ts";
import type { Session } from "./session.ts";
import { printable } from "./names.ts";
import { count } from "./words.ts";

const longest = 2000; // bytes of a note

/** What a note is about, in words: "frame 1,450, Ogg #7, FLEE". */
export function aboutWords(note: Pick<Note, "frame" | "agent" | "decider">, names: Names): string {
  const parts = [note.frame ? `frame ${count(note.frame)}` : "", note.agent ? names.text(note.agent) : "", printable(note.decider ?? "")];
  return parts.filter(Boolean).join(", ") || "all of it";
}

/** The notes that hold a text, in their words or in what they are about. */
export function notesWith(notes: readonly Note[], query: string, names: Names): readonly Note[] {
  const part = query.trim().toLowerCase();
  return part === "" ? notes : notes.filter((note) => `${note.words ?? ""} ${aboutWords(note, names)}`.toLowerCase().includes(part));
}

const scopes: readonly [string, string][] = [["moment", "this moment"], ["frame", "this frame"], ["agent", "this agent"], ["decider", "this decider"]];

export function mountNotes(body: HTMLElement, session: Session, keys: Keys, open: () => void): void {
  const { store, api } = session;
  const words = h("textarea", { rows: 3, maxlength: longest, "aria-label": "Words of the note", placeholder: "What about it? Without words it is a bookmark", "data-focus": "" });
  const scope = h("select", { "aria-label": "What the note is about", class: "grow" }, ...scopes.map(([value, label]) => h("option", { value }, label)));
  const add = h("button", { type: "button", class: "primary", title: "Ctrl+Enter in the words", onclick: () => void submit() }, "Add");
  const cancel = h("button", { type: "button", hidden: true, onclick: () => edit(null) }, "Cancel");
  const about = h("p", { class: "dim cut" });
  const query = h("input", { type: "search", placeholder: "find in notes", "aria-label": "Find in notes", oninput: () => draw() });
  const rows = h("ul", { class: "notes", "aria-label": "Notes" });
  const none = h("p", { class: "dim" }, "None yet. Notes are kept in the recording's file: save it to keep them.");
  let changing: Note | null = null;
  body.classList.add("files", "scroll");
  body.append(h("h3", null, "New note"), words, h("div", { class: "files-acts" }, scope, add, cancel), about, h("h3", null, "Notes"), query, none, rows);

  /** What a note would be about now. */
  function target(what: string): Omit<Note, "id" | "words"> {
    const { agent, decider } = store.state;
    const of = { frame: { frame: store.shown }, agent: agent === null ? {} : { agent }, decider: decider === null ? {} : { decider } };
    return { ...(what === "moment" || what === "frame" ? of.frame : {}), ...(what === "moment" || what === "agent" ? of.agent : {}), ...(what === "moment" || what === "decider" ? of.decider : {}) };
  }
  async function write(request: Parameters<typeof api.note>[0], note: string): Promise<boolean> {
    return session.attempt(async () => store.set({ notes: (await api.note(request)).notes ?? [], note, error: "" }));
  }
  async function submit(): Promise<void> {
    const said = words.value.trim();
    const done = changing ? await write({ do: "change", note: { ...changing, words: said } }, "The note is changed") : await write({ do: "add", note: { id: 0, ...target(scope.value), words: said } }, said ? "Noted" : "Bookmarked");
    if (done) edit(null);
  }
  function edit(note: Note | null): void {
    changing = note;
    words.value = note?.words ?? "";
    text(add, note ? "Change" : "Add");
    show(cancel, note !== null);
    show(scope, note === null);
    hint();
    if (note) words.focus();
  }
  function hint(): void {
    text(about, `About ${aboutWords(changing ?? target(scope.value), store.names)}`);
  }
  words.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void submit();
    else if (event.key === "Escape" && changing) edit(null);
  });
  scope.addEventListener("change", hint);

  function go(note: Note): void {
    store.set({ ...(note.agent ? { agent: note.agent } : {}), ...(note.decider ? { decider: note.decider, place: null } : {}) });
    if (!note.frame) return;
    session.show(note.frame);
    if (store.state.at !== note.frame) store.set({ note: `Frame ${count(note.frame)} is not held: this is frame ${count(store.shown)}`, error: "" });
  }
  const set = list<Note, HTMLElement>(rows, {
    key: (note) => String(note.id),
    make: (made) => {
      const note = (): Note => store.state.notes.find((other) => other.id === made.id) ?? made;
      return h("li", null,
        h("button", { type: "button", class: "text grow", title: "Show what it is about", onclick: () => go(note()) }, h("span", { class: "note-words" }), h("span", { class: "dim" })),
        h("button", { type: "button", class: "icon", title: "Change the words", "aria-label": "Change the words of the note", onclick: () => edit(note()) }, "✎"),
        h("button", { type: "button", class: "icon", title: "Remove", "aria-label": "Remove the note", onclick: () => void write({ do: "remove", note: { id: made.id } }, "The note is removed") }, "✕"));
    },
    update: (el, note) => {
      const [said, what] = el.firstElementChild!.children as unknown as [HTMLElement, HTMLElement];
      text(said, note.words ? printable(note.words) : "Bookmark");
      attr(said, "class", note.words ? "note-words" : "note-words dim");
      text(what, aboutWords(note, store.names));
    },
  });
  function draw(): void {
    set(notesWith(store.state.notes, query.value, store.names));
    show(none, store.state.notes.length === 0);
    show(query, store.state.notes.length > 5);
  }
  store.on(["notes", "named"], draw);
  store.on(["agent", "decider", "at", "frame", "named"], () => body.hidden || hint());
  new ResizeObserver(hint).observe(body); // it was hidden
  keys.add(
    { keys: ["j"], does: "Bookmark this moment", group: "Files", run: () => void write({ do: "add", note: { id: 0, ...target("moment") } }, `Bookmarked: ${aboutWords(target("moment"), store.names)}`) },
    { keys: ["J"], does: "Write a note about this moment", group: "Files", run: () => {
      open();
      scope.value = "moment";
      edit(null);
      words.focus();
    } },
  );
}
