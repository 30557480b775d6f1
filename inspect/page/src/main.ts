// The inspector's page: puts its parts together. Each pane is a file of its own; they know each other only through the
// store (store.ts) and talk to the server through the session (session.ts).
import { tellAge } from "./age.ts";
import { mountAgents } from "./agents.ts";
import { Api } from "./api.ts";
import { makeBar, makeStatus } from "./bar.ts";
import { mountCrowd } from "./crowd.ts";
import { mountDetail } from "./detail.ts";
import { makeDock } from "./dock.ts";
import { attr, h } from "./dom.ts";
import { mountFiles } from "./files.ts";
import { mountFind } from "./find.ts";
import { Keys } from "./keys.ts";
import { mountNotes } from "./notes.ts";
import { pane, titled, zoom } from "./pane.ts";
import { mountScene } from "./scene.ts";
import { Session } from "./session.ts";
import { split } from "./split.ts";
import { Store, initial } from "./store.ts";
import { tabs } from "./tabs.ts";
import { mountTimeline } from "./timeline.ts";
import { mountTree } from "./tree.ts";

const recording = new URLSearchParams(location.search).get("recording") ?? "";
const store = new Store(initial());
const session = new Session(new Api(recording), store);
const keys = new Keys();

const app = document.getElementById("app")!;
const left = pane("left", "Agents");
const tree = pane("tree", "Tree");
const time = pane("timeline", "Timeline");
const map = pane("scene", "World");
const detail = pane("detail", "Decider");

const list = h("div", { class: "fill" });
const crowd = h("div", { class: "fill" });
const find = h("div", { class: "fill" });
const files = h("div", { class: "fill" });
const notes = h("div", { class: "fill" });
const leftTabs = tabs("left", "Agents, crowd, queries, recordings, notes", [
  { name: "agents", label: "Agents", body: list },
  { name: "crowd", label: "Crowd", body: crowd },
  { name: "find", label: "Find", body: find },
  { name: "files", label: "Files", body: files },
  { name: "notes", label: "Notes", body: notes },
]);
titled(left, "Agents, crowd, queries, recordings, notes", leftTabs.bar);
left.body.append(list, crowd, find, files, notes);

left.el.classList.add("left");
tree.el.classList.add("main");
attr(app, "role", "main"); // the bars between the panes are in it as well
time.el.classList.add("time");
const right = h("div", { class: "right" });
right.append(map.el, split(right, { name: "top", label: "Height of the world", vertical: false, from: "start", size: 330, least: 80, most: (box) => box.height - 160 }), detail.el);

app.append(
  makeBar(session, keys),
  left.el,
  split(app, { name: "left", label: "Width of the agents", vertical: true, from: "start", size: innerWidth > 1700 ? 320 : 256, least: 180, most: (box) => box.width / 3 }),
  tree.el,
  split(app, { name: "bottom", label: "Height of the timeline", vertical: false, from: "end", size: innerHeight > 1000 ? 260 : 190, least: 80, most: (box) => box.height / 2 }),
  time.el,
  split(app, { name: "right", label: "Width of the details", vertical: true, from: "end", size: innerWidth > 1700 ? 520 : 360, least: 260, most: (box) => box.width / 2 }),
  right,
  makeStatus(session),
  makeDock(app, session),
);

// A crowd that is shown or laid over the map is counted anew all the time, the list once a second.
tellAge(left, store, ({ listFrame, crowd, wantCrowd }) => (wantCrowd && crowd ? crowd.frame : listFrame));
tellAge(map, store, ({ scene }) => scene?.frame ?? null);
tellAge(tree, store, ({ moment, agent }) => (moment && moment.agent === agent && !moment.problem ? moment.asked : null));

mountAgents({ ...left, body: list }, session, keys);
mountCrowd({ ...left, body: crowd }, session, keys, leftTabs);
mountFind({ ...left, body: find }, session, keys, leftTabs);
mountFiles({ ...left, body: files }, session, keys);
mountNotes(notes, session, keys, () => leftTabs.select("notes"));
mountTree(tree, session, keys);
mountScene(map, session, keys);
const plots = mountTimeline(time, session, keys);
mountDetail(detail, session, keys, plots);

keys.add(
  { keys: ["F6", "g"], does: "Go to the next pane", group: "Page", run: () => nextPane(1) },
  { keys: ["Shift+F6", "G"], does: "Go to the pane before", group: "Page", run: () => nextPane(-1) },
  { keys: ["z"], does: "Fill the page with the pane that has the focus, and back", group: "Page", run: zoomFocused },
);

keys.add({ keys: ["Escape"], does: "Out of the search, of a pane that fills the page, of a message", group: "Page", run: escape });

function escape(): void {
  const zoomed = document.querySelector<HTMLElement>(".pane.zoomed");
  const focused = document.activeElement;
  if (focused instanceof HTMLInputElement) focused.blur();
  else if (zoomed) zoom(zoomed);
  else store.set({ error: "", note: "" });
}

/** Puts the focus on what is first in a pane that takes it. */
function nextPane(by: number): void {
  const panes = [...document.querySelectorAll<HTMLElement>(".pane")].filter((el) => el.offsetParent !== null || el.classList.contains("zoomed"));
  const now = panes.findIndex((el) => el.contains(document.activeElement));
  const next = panes[(now + by + panes.length) % panes.length]!;
  [...next.querySelectorAll<HTMLElement>("[data-focus]")].find((el) => el.checkVisibility())?.focus();
}

function zoomFocused(): void {
  zoom(document.querySelector<HTMLElement>(".pane.zoomed") ?? document.activeElement?.closest<HTMLElement>(".pane") ?? tree.el);
}

store.on(["deciderFilter"], () => store.state.deciderFilter && leftTabs.select("agents"));
store.on(["hello"], () => document.body.classList.toggle("no-scene", store.state.hello?.can.scene === false));

void session.start();
