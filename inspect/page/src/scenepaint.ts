// Paints creatures: into pixels while they are small, as paths when they are large and few.
import { Blitter, Disc, largest, type Look } from "./blit.ts";
import type { Camera } from "./camera.ts";
import { branchOf, colorOf, rgb, type RGB } from "./colors.ts";
import { nobody, type Creatures } from "./creatures.ts";
import { shapeColor } from "./shapes.ts";

export type ColorBy = "decider" | "branch";

/** Whom a filter leaves, and how everybody is coloured: by index of Hello.leaves. */
export interface Paint {
  leaves: readonly string[];
  colorBy: ColorBy;
  only: ReadonlySet<string>; // names of deciders or branches, as colorBy has it; empty for all
  palette: readonly string[]; // of groups
  dark: boolean;
}

/** The name a leaf is coloured and filtered by. */
export function keyOf(leaf: string, by: ColorBy): string {
  return by === "branch" && leaf ? branchOf(leaf) : leaf;
}

const small = 2.2; // pixels of radius: smaller ones would not be seen
const smallCrowd = 1.1; // the same, where there are more than many
const many = 30_000;

export class CreaturePainter {
  private discs: Disc[][] = []; // by group, by leaf; the last leaf is that of nobody
  private dim: Disc | null = null;
  private lit: Uint8Array = new Uint8Array(0); // by leaf
  private colors: string[] = [];
  private paint: Paint | null = null;
  private blitter: Blitter | null = null;

  constructor(private readonly context: CanvasRenderingContext2D) {}

  /** Takes how everybody looks from now on. */
  use(paint: Paint): void {
    this.paint = paint;
    const names = [...paint.leaves, ""];
    const edge: RGB = paint.dark ? [12, 15, 19] : [255, 255, 255];
    this.colors = names.map((name) => colorOf(keyOf(name, paint.colorBy), paint.dark));
    this.lit = Uint8Array.from(names, (name) => (paint.only.size === 0 || paint.only.has(keyOf(name, paint.colorBy)) ? 1 : 0));
    const rings = (paint.palette.length ? paint.palette : [""]).map((color) => (color ? rgb(shapeColor(color, paint.dark)) : null));
    this.discs = rings.map((ring) => this.colors.map((color) => new Disc({ fill: rgb(color), ring, edge, alpha: 1 } satisfies Look)));
    this.dim = new Disc({ fill: paint.dark ? [70, 78, 90] : [196, 202, 210], ring: null, edge, alpha: 0.55 });
  }

  /** Whether the filter leaves what a creature does. */
  shows(what: number): boolean {
    return this.lit[what === nobody ? this.lit.length - 1 : what] !== 0;
  }

  /** The radius a creature has on the screen, in CSS pixels. */
  radius(creatures: Creatures, row: number, camera: Camera): number {
    const size = creatures.sizes ? creatures.sizes[row]! : creatures.size;
    return Math.max(creatures.count > many ? smallCrowd : small, (size / 2) * camera.scale);
  }

  /** Draws everybody at these places. ratio: pixels of the canvas for a CSS pixel. */
  draw(creatures: Creatures | null, xy: Float32Array, camera: Camera, ratio: number): void {
    const canvas = this.context.canvas;
    if (!this.blitter || this.blitter.width !== canvas.width || this.blitter.height !== canvas.height) this.blitter = new Blitter(this.context);
    const blitter = this.blitter;
    blitter.clear();
    const large: number[] = [];
    if (creatures && this.paint) {
      if (this.paint.only.size > 0) this.pass(blitter, creatures, xy, camera, ratio, false, large);
      this.pass(blitter, creatures, xy, camera, ratio, true, large);
    }
    blitter.flush();
    for (const row of large) this.path(creatures!, row, xy, camera, ratio);
  }

  // The dimmed ones are beneath the others.
  private pass(blitter: Blitter, creatures: Creatures, xy: Float32Array, camera: Camera, ratio: number, lit: boolean, large: number[]): void {
    const { count, what, sizes, groups } = creatures;
    const { discs, dim } = this;
    const nameless = this.lit.length - 1;
    const least = (count > many ? smallCrowd : small) * ratio;
    const scale = camera.scale * ratio;
    const left = camera.x - camera.width / 2 / camera.scale;
    const down = camera.down;
    const top = camera.y - (down * camera.height) / 2 / camera.scale;
    const { width, height } = blitter;
    const half = scale / 2;
    const same = Math.max(least, creatures.size * half);
    for (let i = 0; i < count; i++) {
      const leaf = what[i]! < nameless ? what[i]! : nameless;
      if ((this.lit[leaf] === 1) !== lit) continue;
      const r = sizes ? Math.max(least, sizes[i]! * half) : same;
      const x = (xy[2 * i]! - left) * scale;
      const y = (xy[2 * i + 1]! - top) * scale * down;
      if (x < -r || y < -r || x > width + r || y > height + r) continue;
      if (r > largest * ratio) {
        large.push(i);
        continue;
      }
      const ofGroup = discs[groups ? groups[i]! : 0] ?? discs[0]!;
      blitter.put(lit ? ofGroup[leaf]! : dim!, Math.round(4 * r), x, y);
    }
  }

  private path(creatures: Creatures, row: number, xy: Float32Array, camera: Camera, ratio: number): void {
    const { context, paint } = this;
    if (!paint) return;
    const leaf = creatures.what[row]! < paint.leaves.length ? creatures.what[row]! : paint.leaves.length;
    const r = this.radius(creatures, row, camera) * ratio;
    const ring = paint.palette[creatures.groups?.[row] ?? 0];
    context.globalAlpha = this.lit[leaf] ? 1 : 0.3;
    context.beginPath();
    context.arc(camera.screenX(xy[2 * row]!) * ratio, camera.screenY(xy[2 * row + 1]!) * ratio, r, 0, 2 * Math.PI);
    context.fillStyle = this.colors[leaf]!;
    context.fill();
    if (ring) {
      context.lineWidth = r * 0.3;
      context.strokeStyle = shapeColor(ring, paint.dark);
      context.stroke();
    }
    context.globalAlpha = 1;
  }
}
