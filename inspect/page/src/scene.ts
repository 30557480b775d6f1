// The world from above, as the game has drawn it, with its creatures coloured by what they do. Three canvases lie on
// each other: what is behind and changes seldom, the creatures, and what is before them with the marks of this page.
import type { Heat, Scene, Shape } from "./api.ts";
import { Newest } from "./api.ts";
import { Camera } from "./camera.ts";
import { isDark } from "./colors.ts";
import { decode, Motion, nearest, nobody, rowOf, type Creatures } from "./creatures.ts";
import { attr, cls, h, show, text } from "./dom.ts";
import { GhostLayer } from "./ghost.ts";
import { HeatImage } from "./heat.ts";
import type { Keys } from "./keys.ts";
import { Labels } from "./labels.ts";
import { Legend } from "./legend.ts";
import type { Pane } from "./pane.ts";
import { CreaturePainter, type ColorBy } from "./scenepaint.ts";
import { Tip } from "./scenetip.ts";
import { pinch } from "./pinch.ts";
import type { Session } from "./session.ts";
import { load, save } from "./settings.ts";
import { drawShapes, ground, labelAt } from "./shapes.ts";
import { count } from "./words.ts";
import { wantCrowd } from "./wants.ts";

const slack = 6; // pixels beside a creature that still hit it
const counted = 500; // milliseconds between counts of the legend
const crowded = 100_000; // creatures from which on heat is shown by itself
const named = 40; // creatures in sight, at most, for their IDs to be written beside them

export function mountScene(pane: Pane, session: Session, keys: Keys): void {
  new SceneView(pane, session, keys);
}

class SceneView {
  private readonly camera = new Camera();
  private readonly motion = new Motion();
  private readonly heatImage = new HeatImage();
  private readonly view = h("div", {
    class: "map", tabindex: 0, "data-focus": "", role: "application", "aria-roledescription": "map",
    "aria-label": "The world from above. Arrows move it, plus and minus zoom, n and p choose a creature.",
  });
  private readonly back = layer(this.view);
  private readonly middle = layer(this.view);
  private readonly front = layer(this.view);
  private readonly painter = new CreaturePainter(this.middle);
  private readonly legend: Legend;
  private readonly tip: Tip;
  private readonly word = h("div", { class: "map-word", hidden: true });
  private readonly shown = h("span", { class: "num dim map-count" });
  private readonly followButton = this.tool("Follow", "Keep the selected creature in the middle (m)", () => this.follow(!this.following));
  private readonly heatButton = this.tool("Heat", "How many are where, in place of each of them (h)", () => this.showHeat(!this.heatOn));
  private readonly byButton = this.tool("By branch", "Colour by the branch of the tree, or by the decider (c)", () => this.colorBy(this.by === "branch" ? "decider" : "branch"));
  private readonly newest = new Newest();
  private readonly ghosts: GhostLayer;

  private by: ColorBy = load<ColorBy>("map.by", "branch");
  private following = false;
  private heatOn = false;
  private heatAsked = false; // by somebody, or by the size of the crowd
  private heat: Heat | null = null;
  private found: Heat | null = null; // of a query: it is shown in the past as well
  private behind: readonly Shape[] = [];
  private before: readonly Shape[] = [];
  private live = true; // what is shown came through the stream
  private hover = -1; // an agent
  private ratio = 1;
  private dark = false;
  private font = "sans-serif";
  private countedAt = 0;
  private running = false;
  private readonly stale = { back: true, middle: true, front: true };

  constructor(pane: Pane, private readonly session: Session, keys: Keys) {
    const { store } = session;
    this.legend = new Legend(() => this.restyle());
    this.tip = new Tip(session);
    this.ghosts = new GhostLayer(session, () => {
      attr(this.view, "data-ghosts", this.ghosts.count || null);
      this.draw("front");
    });
    const fit = this.tool("Fit", "Show everything (0)", () => this.change(() => this.camera.fit()));
    pane.head.append(this.byButton, this.heatButton, this.followButton, fit);
    this.view.append(this.shown, this.word);
    pane.body.classList.add("world");
    pane.body.append(this.view, this.legend.el);
    document.body.append(this.tip.el);

    new ResizeObserver(() => this.resize()).observe(this.view);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.restyle());
    this.listen();

    store.on(["hello", "theme"], () => this.restyle());
    store.on(["hello", "at", "agent"], () => {
      const { hello, at } = store.state;
      store.set({ wantScene: (hello?.can.scene ?? false) && (hello?.live ?? false) && at === null });
    });
    store.on(["scene"], () => this.onScene());
    store.on(["at", "hello"], () => void this.loadPast());
    store.on(["crowd", "foundHeat"], () => {
      const { crowd, foundHeat } = store.state;
      if (foundHeat !== this.found) this.showHeat(foundHeat !== null);
      this.found = foundHeat;
      this.heat = foundHeat ?? crowd?.heat ?? null;
      if (this.heatOn) this.draw("back", "middle");
    });
    store.on(["agent", "named"], () => {
      if (this.following) this.lookAtSelected();
      this.draw("front");
    });

    keys.add(
      { keys: ["m"], does: "Keep the selected creature in the middle", group: "World", run: () => this.follow(!this.following) },
      { keys: ["h"], does: "Heat: how many are where", group: "World", run: () => this.showHeat(!this.heatOn) },
      { keys: ["c"], does: "Colour by branch or by decider", group: "World", run: () => this.colorBy(this.by === "branch" ? "decider" : "branch") },
      { keys: ["ArrowUp"], does: "On the map: move it with arrows, zoom with + and −, 0 shows everything", group: "World" },
      { keys: ["n", "p"], does: "On the map: the next creature, the one before", group: "World" },
    );
    this.restyle();
  }

  private tool(label: string, title: string, run: () => void): HTMLButtonElement {
    return h("button", { type: "button", title, onclick: run }, label);
  }

  // --- what there is to show

  private onScene(): void {
    const { scene, at } = this.session.store.state;
    if (!scene || at !== null) return;
    const jump = !this.live;
    this.live = true;
    this.say("");
    this.take(scene, jump);
  }

  // Of the past, the scene of exactly that frame is shown, and nothing in between.
  private async loadPast(): Promise<void> {
    const { at, hello } = this.session.store.state;
    if (hello && !hello.can.scene) {
      this.say(hello.live ? "This game does not draw its world." : "This recording has no map.");
      return;
    }
    if (at === null || !hello) {
      this.newest.stop();
      if (this.live) this.say("");
      return;
    }
    try {
      const scene = await this.newest.run(() => this.session.api.scene(at));
      if (!scene || this.session.store.state.at !== at) return;
      this.live = false;
      this.say(scene.frame === at ? "" : `The map is that of frame ${count(scene.frame)}`);
      this.take(scene, true);
    } catch {
      if (this.session.store.state.at !== at) return;
      this.live = false;
      this.say(`There is no map of frame ${count(at)}`);
      this.motion.last = null;
      this.before = [];
      this.draw("middle", "front");
    }
  }

  private take(scene: Scene, jump: boolean): void {
    const creatures = decode(scene);
    if (!creatures) return; // of another roster than the IDs that are known: the next one has them
    if (this.camera.cover(scene)) this.draw("back");
    if (scene.behind && scene.behind !== this.behind) {
      this.behind = scene.behind;
      this.draw("back");
    }
    this.before = scene.shapes ?? [];
    this.motion.push(creatures, performance.now(), jump);
    if (scene.palette && scene.palette.join() !== this.palette.join()) {
      this.palette = scene.palette;
      this.restyle();
    }
    text(this.shown, scene.of > scene.count ? `${count(scene.count)} of ${count(scene.of)}` : count(scene.count));
    if (!this.heatAsked && scene.of >= crowded) this.showHeat(true);
    const now = performance.now();
    if (now - this.countedAt > counted || jump) {
      this.countedAt = now;
      this.legend.count(creatures, this.leaves, this.by, this.dark, !this.live);
      // hello may name more leaves by now
      if (this.leaves.length !== this.styledLeaves) this.restyle();
    }
    this.draw("middle", "front");
  }

  private labels = new Labels();
  private palette: readonly string[] = [];
  private styledLeaves = -1;

  private get leaves(): readonly string[] {
    return this.session.store.state.hello?.leaves ?? [];
  }

  // --- how it looks

  private restyle(): void {
    this.dark = isDark();
    this.font = getComputedStyle(document.body).fontFamily;
    this.styledLeaves = this.leaves.length;
    this.painter.use({ leaves: this.leaves, colorBy: this.by, only: this.legend.only, palette: this.palette, dark: this.dark });
    this.view.style.background = ground(this.dark);
    text(this.byButton, this.by === "branch" ? "By branch" : "By decider");
    if (this.motion.last) this.legend.count(this.motion.last, this.leaves, this.by, this.dark, !this.live);
    this.draw("back", "middle", "front");
  }

  private colorBy(by: ColorBy): void {
    this.by = by;
    save("map.by", by);
    this.legend.reset();
    this.restyle();
  }

  private showHeat(on: boolean): void {
    this.heatOn = on;
    this.heatAsked = true;
    wantCrowd(this.session.store).set("map", on);
    attr(this.heatButton, "aria-pressed", on ? "true" : "false");
    this.draw("back", "middle");
  }

  private follow(on: boolean): void {
    this.following = on;
    attr(this.followButton, "aria-pressed", on ? "true" : "false");
    if (on && this.camera.fitted) this.camera.zoom(3);
    this.change(() => this.lookAtSelected());
  }

  private lookAtSelected(): void {
    const row = rowOf(this.motion.last, this.session.store.state.agent);
    if (row < 0) return;
    const { xy } = this.motion;
    if (this.camera.x === xy[2 * row] && this.camera.y === xy[2 * row + 1]) return;
    this.camera.lookAt(xy[2 * row]!, xy[2 * row + 1]!);
    this.draw("back", "middle", "front");
  }

  private say(words: string): void {
    text(this.word, words);
    show(this.word, words !== "");
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.view;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.ratio = devicePixelRatio || 1;
    for (const context of [this.back, this.middle, this.front]) {
      context.canvas.width = Math.round(clientWidth * this.ratio);
      context.canvas.height = Math.round(clientHeight * this.ratio);
    }
    this.change(() => this.camera.resize(clientWidth, clientHeight));
    this.paint(performance.now()); // at once: a canvas that got another size is empty
  }

  // --- drawing: once a frame of the screen, and only what has changed

  private change(run: () => void): void {
    run();
    this.draw("back", "middle", "front");
  }

  private draw(...layers: (keyof SceneView["stale"])[]): void {
    for (const name of layers) this.stale[name] = true;
    if (this.running) return;
    this.running = true;
    const step = (now: number): void => {
      this.paint(now);
      this.running = this.motion.moving;
      if (this.running) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  private paint(now: number): void {
    if (this.motion.step(Math.max(now, performance.now()))) {
      this.stale.middle = this.stale.front = true;
      if (this.following) this.lookAtSelected();
    }
    const { stale, camera, ratio, dark } = this;
    if (stale.back) {
      start(this.back, ratio);
      drawShapes(this.back, this.behind, camera, dark, this.font);
      if (this.heatOn && this.heat) this.heatImage.draw(this.back, this.heat, camera, dark);
    }
    if (stale.middle) this.painter.draw(this.heatOn && this.heat ? null : this.motion.last, this.motion.xy, camera, ratio);
    if (stale.front) {
      start(this.front, ratio);
      this.labels = new Labels();
      this.placeSelected();
      drawShapes(this.front, this.before, camera, dark, this.font, this.labels);
      this.drawMarks();
    }
    stale.back = stale.middle = stale.front = false;
  }

  // The selected creature's name is written whatever lies there, so others keep out of its place.
  private placeSelected(): void {
    const { agent } = this.session.store.state;
    const row = agent === null ? -1 : rowOf(this.motion.last, agent);
    if (row < 0 || !this.motion.last) return;
    const { camera, front } = this;
    front.font = `600 10px ${this.font}`;
    const [x, y] = [camera.screenX(this.motion.xy[2 * row]!), camera.screenY(this.motion.xy[2 * row + 1]!)];
    const r = this.painter.radius(this.motion.last, row, camera);
    this.labels.place(x, y - r - 11, front.measureText(this.session.store.names.text(agent!)).width + 4, 12, true);
    this.labels.place(x, y + r + 8, front.measureText(this.leafName(this.motion.last, row)).width + 4, 12, true);
  }

  private drawMarks(): void {
    const { last } = this.motion;
    this.ghosts.draw(this.front, this.camera, this.dark ? "#c99bff" : "#7a35c8", ground(this.dark), (words, x, y) => this.write(words, x, y, true));
    if (!last) return;
    const { agent } = this.session.store.state;
    if (!this.heatOn) this.drawNames(last, agent);
    if (this.hover >= 0 && this.hover !== agent) this.ring(last, this.hover, 1.5);
    if (agent !== null) this.ring(last, agent, 2.5);
  }

  private ring(creatures: Creatures, agent: number, width: number): void {
    const row = rowOf(creatures, agent);
    if (row < 0) return;
    const { front, camera } = this;
    const x = camera.screenX(this.motion.xy[2 * row]!);
    const y = camera.screenY(this.motion.xy[2 * row + 1]!);
    const r = this.painter.radius(creatures, row, camera) + 3;
    for (const [color, w] of [[this.dark ? "#000000" : "#ffffff", width + 2.5], [this.dark ? "#ffffff" : "#10151c", width]] as const) {
      front.beginPath();
      front.arc(x, y, r, 0, 2 * Math.PI);
      front.lineWidth = w;
      front.strokeStyle = color;
      front.stroke();
    }
    if (width > 2) this.write(this.session.store.names.text(agent), x, y - r - 8, true);
  }

  // Names and deciders beside creatures, where few are in sight and large enough.
  private drawNames(creatures: Creatures, selected: number | null): void {
    const { camera } = this;
    const { xy } = this.motion;
    if ((creatures.sizes ? 1 : creatures.size) * camera.scale < 8) return;
    const rows: number[] = [];
    for (let i = 0; i < creatures.count && rows.length <= named; i++) {
      const x = camera.screenX(xy[2 * i]!);
      const y = camera.screenY(xy[2 * i + 1]!);
      if (x > 0 && y > 0 && x < camera.width && y < camera.height && this.painter.shows(creatures.what[i]!)) rows.push(i);
    }
    if (rows.length > named) return;
    for (const row of rows) {
      const r = this.painter.radius(creatures, row, camera);
      if (r < 5) continue;
      const agent = creatures.ids[row]!;
      const [x, y] = [camera.screenX(xy[2 * row]!), camera.screenY(xy[2 * row + 1]!)];
      this.write(this.leafName(creatures, row), x, y + r + 8, agent === selected);
      const name = this.session.store.names.name(agent);
      if (name && agent !== selected) this.write(name, x, y - r - 8, false);
    }
  }

  private write(words: string, x: number, y: number, strong: boolean): void {
    const { front, dark } = this;
    front.font = `${strong ? "600 " : ""}10px ${this.font}`;
    const half = front.measureText(words).width / 2 + 2;
    if (!strong && !this.labels.place(x, y, 2 * half, 12)) return;
    if (x > 0 && x < this.camera.width) x = Math.max(half, Math.min(this.camera.width - half, x)); // not cut at the edge
    front.textAlign = "center";
    front.textBaseline = "middle";
    front.lineWidth = 3;
    front.strokeStyle = ground(dark);
    front.fillStyle = dark ? (strong ? "#ffffff" : "#c3cad5") : strong ? "#10151c" : "#3d4653";
    front.strokeText(words, x, y);
    front.fillText(words, x, y);
  }

  private leafName(creatures: Creatures, row: number): string {
    const leaf = creatures.what[row]!;
    return leaf === nobody ? "nothing" : (this.leaves[leaf] ?? "");
  }

  // --- the hand

  private listen(): void {
    const { view } = this;
    let down: { x: number; y: number; moved: boolean } | null = null;
    pinch(view, (factor, x, y) => this.change(() => this.camera.zoom(factor, x, y)));
    view.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 && event.button !== 1) return;
      down = { x: event.offsetX, y: event.offsetY, moved: false };
      view.setPointerCapture(event.pointerId);
      this.tip.hide();
    });
    view.addEventListener("pointermove", (event) => {
      if (!down) {
        this.point(event);
        return;
      }
      const dx = event.offsetX - down.x;
      const dy = event.offsetY - down.y;
      if (!down.moved && Math.hypot(dx, dy) < 4) return;
      down = { x: event.offsetX, y: event.offsetY, moved: true };
      cls(view, "dragging", true);
      if (this.following) this.follow(false);
      this.change(() => this.camera.pan(dx, dy));
    });
    const up = (event: PointerEvent): void => {
      if (down && !down.moved && event.type === "pointerup") this.select(event.offsetX, event.offsetY);
      down = null;
      cls(view, "dragging", false);
    };
    view.addEventListener("pointerup", up);
    view.addEventListener("pointercancel", up);
    view.addEventListener("pointerleave", () => {
      this.tip.hide();
      this.hoverOn(-1);
    });
    view.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.change(() => this.camera.zoom(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0016)), event.offsetX, event.offsetY));
    }, { passive: false });
    view.addEventListener("dblclick", (event) => this.change(() => this.camera.zoom(2, event.offsetX, event.offsetY)));
    view.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !this.press(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
    });
  }

  private press(key: string): boolean {
    const { camera } = this;
    const far = Math.min(camera.width, camera.height) / 6;
    const moves: Record<string, () => void> = {
      ArrowLeft: () => camera.pan(far, 0),
      ArrowRight: () => camera.pan(-far, 0),
      ArrowUp: () => camera.pan(0, far),
      ArrowDown: () => camera.pan(0, -far),
      "+": () => camera.zoom(1.4),
      "=": () => camera.zoom(1.4),
      "-": () => camera.zoom(1 / 1.4),
      "0": () => camera.fit(),
      n: () => this.next(1),
      p: () => this.next(-1),
    };
    const move = moves[key];
    if (!move) return false;
    if (key.startsWith("Arrow") && this.following) this.follow(false);
    this.change(move);
    return true;
  }

  private rowAt(x: number, y: number): number {
    const { last, xy } = this.motion;
    if (!last || (this.heatOn && this.heat)) return -1;
    const { camera } = this;
    return nearest(last, xy, camera.worldX(x), camera.worldY(y), slack / camera.scale, (row) => this.painter.shows(last.what[row]!));
  }

  private select(x: number, y: number): void {
    const row = this.rowAt(x, y);
    if (row >= 0) this.session.store.set({ agent: this.motion.last!.ids[row]! });
  }

  /** Selects the next of those the filter leaves. */
  private next(by: 1 | -1): void {
    const { last, xy } = this.motion;
    if (!last || last.count === 0) return;
    let row = rowOf(last, this.session.store.state.agent);
    for (let tried = 0; tried < last.count; tried++) {
      row = (row + by + last.count) % last.count;
      if (!this.painter.shows(last.what[row]!)) continue;
      this.session.store.set({ agent: last.ids[row]! });
      const [x, y] = [xy[2 * row]!, xy[2 * row + 1]!];
      const { camera } = this;
      const [px, py] = [camera.screenX(x), camera.screenY(y)];
      if (px < 0 || py < 0 || px > camera.width || py > camera.height) camera.lookAt(x, y);
      return;
    }
  }

  private point(event: PointerEvent): void {
    const row = this.rowAt(event.offsetX, event.offsetY);
    const { last } = this.motion;
    if (row < 0 || !last) {
      this.hoverOn(-1);
      const words = labelAt(this.before, this.camera, event.offsetX, event.offsetY) || labelAt(this.behind, this.camera, event.offsetX, event.offsetY);
      if (words) this.tip.say(words, event.clientX, event.clientY);
      else this.tip.hide();
      return;
    }
    const agent = last.ids[row]!;
    this.hoverOn(agent);
    this.tip.over(agent, `${this.session.store.names.text(agent)}  ${this.leafName(last, row)}`, event.clientX, event.clientY);
  }

  private hoverOn(agent: number): void {
    if (this.hover === agent) return;
    this.hover = agent;
    cls(this.view, "pointing", agent >= 0);
    this.draw("front");
  }
}

function layer(view: HTMLElement): CanvasRenderingContext2D {
  const canvas = h("canvas", { "aria-hidden": "true" });
  view.append(canvas);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("this browser has no canvas");
  return context;
}

function start(context: CanvasRenderingContext2D, ratio: number): void {
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, context.canvas.width, context.canvas.height);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
}
