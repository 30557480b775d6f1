// How many agents a query found over time: bars, of which one is chosen with the mouse or with arrows.
import type { Bin } from "./api.ts";
import { attr, h, s } from "./dom.ts";
import { count, plural } from "./words.ts";

const high = 40; // pixels

export class Histogram {
  readonly el = h("div", { class: "histogram", role: "slider", tabindex: 0, "aria-label": "Agents over time; arrows show the frame", "aria-valuemin": 0 });
  private bins: readonly Bin[] = [];
  private at = -1;

  constructor(private readonly show: (frame: number) => void) {
    this.el.addEventListener("click", (event) => {
      const box = this.el.getBoundingClientRect();
      this.choose(Math.floor(((event.clientX - box.left) / box.width) * this.bins.length));
    });
    this.el.addEventListener("keydown", (event) => {
      const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
      if (by === 0) return;
      event.preventDefault();
      event.stopPropagation();
      this.choose(this.at + by);
    });
  }

  draw(bins: readonly Bin[]): void {
    this.bins = bins;
    this.at = -1;
    const most = Math.max(1, ...bins.map((bin) => bin.agents));
    const svg = s("svg", { viewBox: `0 0 ${Math.max(1, bins.length)} ${high}`, preserveAspectRatio: "none", "aria-hidden": "true" });
    bins.forEach((bin, i) => {
      const size = bin.agents > 0 ? Math.max(2, (bin.agents / most) * high) : 0;
      const bar = s("g", null,
        s("title", null, `${words(bin)}`),
        s("rect", { class: "histogram-room", x: i, y: 0, width: 1, height: high }),
        s("rect", { class: "histogram-bar", x: i + 0.08, y: high - size, width: 0.84, height: size }));
      svg.append(bar);
    });
    this.el.replaceChildren(svg);
    attr(this.el, "aria-valuemax", Math.max(0, bins.length - 1));
    attr(this.el, "aria-valuenow", 0);
    attr(this.el, "aria-valuetext", `${plural(most, "agent")} at most at a time`);
  }

  private choose(at: number): void {
    this.at = Math.max(0, Math.min(this.bins.length - 1, at));
    const bin = this.bins[this.at];
    if (!bin) return;
    attr(this.el, "aria-valuenow", this.at);
    attr(this.el, "aria-valuetext", words(bin));
    this.el.querySelectorAll("g").forEach((g, i) => attr(g, "class", i === this.at ? "chosen" : null));
    this.show(bin.from);
  }
}

const words = (bin: Bin): string => `${bin.from === bin.to ? `Frame ${count(bin.from)}` : `Frames ${count(bin.from)} to ${count(bin.to)}`}: ${plural(bin.agents, "agent")}`;
