// Recordings as files: save what is held, open one by choosing or dropping it, share a moment.
import { h, into, show, text } from "./dom.ts";
import { showFork, summary } from "./compare.ts";
import type { Keys } from "./keys.ts";
import { Links } from "./links.ts";
import type { Pane } from "./pane.ts";
import type { Session } from "./session.ts";
import { count } from "./words.ts";

const command = "go run github.com/decidertree/decidertree/cmd/decidertree view FILE";

export function mountFiles(pane: Pane, session: Session, keys: Keys): void {
  const { store, api } = session;
  const links = new Links(session);
  const save = h("button", { type: "button", class: "primary", onclick: () => download() }, "Save the recording");
  const input = h("input", { type: "file", id: "open-recording", "aria-label": "Recording to open", tabindex: -1, multiple: true, accept: ".rec,.recording,application/octet-stream,*/*", class: "sr", onchange: () => choose() });
  const open = h("button", { type: "button", title: "Two files at once are compared", onclick: () => pick(false) }, "Open a recording …");
  const beside = h("button", { type: "button", title: "Opens a recording and compares it with what this page shows", onclick: () => pick(true) }, "Compare with a file …");
  let comparing = false; // the file that is chosen is compared with what the page shows
  const word = h("p", { class: "files-word", role: "status" });
  const held = h("ul", { class: "files-list" });
  const forks = h("ul", { class: "files-list" });
  const link = h("button", { type: "button", title: "The address of this page, agent and frame", onclick: () => void copy(links.address(), "The address of this moment is copied. It still says what it shows when the game has ended.") }, "Copy a link to this moment");
  const share = h("button", { type: "button", title: "The command that opens a saved recording, with no game", onclick: () => void copy(command, "The command is copied: put the file's name for FILE.") }, "Copy the command to view a file");
  const kept = h("input", { type: "text", placeholder: "paste a link", "aria-label": "Link to show", title: "A link of this run or an earlier one: what does not fit is said", onchange: () => followKept() });
  pane.body.classList.add("files", "scroll");
  pane.body.append(
    h("div", { class: "files-acts" }, save, open, beside, input), word,
    h("p", { class: "dim" }, "A recording holds what every agent was given and came to. It opens without the game: here, or by"), h("code", { class: "mono" }, command),
    h("div", { class: "files-acts" }, link, kept, share),
    h("h2", null, "Held by this server"), held,
    h("h2", null, "Forks"), forks,
  );

  function download(): void {
    const a = h("a", { href: api.downloadURL(), download: "" });
    document.body.append(a);
    a.click();
    a.remove();
    text(word, "The recording is being saved.");
  }
  function pick(compare: boolean): void {
    comparing = compare;
    input.click();
  }
  function choose(): void {
    const files = [...(input.files ?? [])];
    input.value = "";
    void take(files, comparing);
  }
  async function take(files: readonly File[], compare = false): Promise<void> {
    const names: string[] = [];
    for (const file of files.slice(0, compare ? 1 : 2)) {
      const name = await upload(file);
      if (!name) return;
      names.push(name);
    }
    if (compare && names[0]) await compareWith(names[0]);
    else if (names[1]) location.assign(`?recording=${encodeURIComponent(names[0]!)}&with=${encodeURIComponent(names[1])}`);
    else if (names[0]) go(names[0]);
  }
  async function compareWith(name: string): Promise<void> {
    text(word, "Comparing …");
    try {
      const fork = await api.compare(name);
      store.set({ forks: [...store.state.forks, fork] });
      showFork(session, fork);
      text(word, "");
    } catch (error) {
      text(word, error instanceof Error ? error.message : String(error));
      session.fail(error);
    }
  }
  async function upload(file: File): Promise<string | undefined> {
    const { hello } = store.state;
    if (!hello?.can.open) return void text(word, "This server opens no recordings.");
    if (file.size > hello.limits.upload) return void text(word, `${file.name} is too large: ${count(file.size)} bytes, and the server takes ${count(hello.limits.upload)}.`);
    text(word, `Opening ${file.name} …`);
    try {
      const opened = await api.open(file);
      return opened.recording;
    } catch (error) {
      text(word, error instanceof Error ? error.message : String(error));
      session.fail(error);
      return undefined;
    }
  }
  function followKept(): void {
    const words = kept.value;
    kept.value = "";
    if (words.includes("#")) links.follow(words);
    else if (words.trim() !== "") store.set({ note: "That is no link of this page: it has no #", error: "" });
  }
  async function copy(words: string, done: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(words);
      text(word, done);
    } catch {
      text(word, words); // not allowed to: it can be copied by hand
    }
  }

  store.on(["hello"], () => {
    const { hello } = store.state;
    save.disabled = !(hello?.can.download ?? false);
    open.disabled = beside.disabled = !(hello?.can.open ?? false);
    const names = hello?.recordings ?? [];
    into(held, ...names.map((name) => h("li", null, name === api.recording ? h("b", { class: "cut grow" }, `${name}: this page`) : h("a", { class: "cut grow", href: addressOf(name) }, name),
      name === api.recording ? null : h("button", { type: "button", title: `Compare ${name} with what this page shows`, "aria-label": `Compare with ${name}`, onclick: () => void compareWith(name) }, "Compare"))),
      api.recording && hello ? h("li", null, h("a", { href: addressOf("") }, "Back to the game")) : null);
    if (names.length === 0 && !api.recording) into(held, h("li", { class: "dim" }, "None: open one, or fork."));
  });
  store.on(["forks"], () => {
    into(forks, ...store.state.forks.map((fork) => h("li", null, h("button", { type: "button", class: "cut grow", title: summary(fork, store.names), onclick: () => showFork(session, fork) }, `${fork.recording}: ${summary(fork, store.names)}`))));
    if (store.state.forks.length === 0) into(forks, h("li", { class: "dim" }, "None yet: press Fork from here over the timeline."));
  });
  keys.add(
    { keys: ["Ctrl+s"], does: "Save the recording", group: "Files", run: () => !save.disabled && download() },
    { keys: ["Ctrl+o"], does: "Open a recording", group: "Files", run: () => !open.disabled && pick(false) },
  );
  drop((files) => take(files));
  let begun = false; // what the address asks to be compared
  store.on(["hello"], () => {
    const other = new URLSearchParams(location.search).get("with");
    if (begun || !store.state.hello || !other) return;
    begun = true;
    void compareWith(other);
  });
}

// Dropping a file anywhere on the page opens it.
function drop(take: (files: readonly File[]) => Promise<void>): void {
  const veil = h("div", { class: "veil", hidden: true }, h("p", null, "Drop a recording to open it"));
  document.body.append(veil);
  const files = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;
  window.addEventListener("dragover", (event) => {
    if (!files(event)) return;
    event.preventDefault();
    show(veil, true);
  });
  window.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) show(veil, false);
  });
  window.addEventListener("drop", (event) => {
    if (!files(event)) return;
    event.preventDefault();
    show(veil, false);
    void take([...(event.dataTransfer?.files ?? [])]);
  });
}

function addressOf(recording: string): string {
  return recording ? `?recording=${encodeURIComponent(recording)}` : location.pathname;
}

function go(recording: string): void {
  location.assign(addressOf(recording));
}
