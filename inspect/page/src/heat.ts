// Heat over the map: how many agents are where.
import type { Heat } from "./api.ts";
import type { Camera } from "./camera.ts";
import { rgb } from "./colors.ts";

// From few to many: lightness alone tells it, so that everybody can read it.
const ramps = {
  light: ["#ffffff", "#fde0b8", "#f6a45c", "#d9542b", "#8c1d22", "#3d0a14"],
  dark: ["#171b21", "#3a2147", "#7c2a5f", "#c9485a", "#f59257", "#fde9a9"],
} as const;

/** The color of a share, 0 to 1. */
export function heatColor(share: number, dark: boolean): readonly [number, number, number] {
  const ramp = dark ? ramps.dark : ramps.light;
  const at = Math.max(0, Math.min(1, share)) * (ramp.length - 1);
  const i = Math.min(Math.floor(at), ramp.length - 2);
  const [a, b] = [rgb(ramp[i]!), rgb(ramp[i + 1]!)];
  const f = at - i;
  return [a[0] + (b[0] - a[0]) * f, a[1] + (b[1] - a[1]) * f, a[2] + (b[2] - a[2]) * f];
}

/** A heat as an image, a pixel a cell. Few and many differ by powers: a lone one is still seen. */
export class HeatImage {
  private readonly image = document.createElement("canvas");
  private of: Heat | null = null;
  private dark = false;

  draw(to: CanvasRenderingContext2D, heat: Heat, camera: Camera, dark: boolean): void {
    if (this.of !== heat || this.dark !== dark) this.paint(heat, dark);
    const side = heat.cell * camera.scale;
    to.save();
    to.translate(camera.screenX(heat.x), camera.screenY(heat.y));
    to.scale(side, side * camera.down);
    to.imageSmoothingEnabled = side < 24;
    to.imageSmoothingQuality = "high";
    to.drawImage(this.image, 0, 0, heat.columns, heat.rows);
    to.restore();
  }

  private paint(heat: Heat, dark: boolean): void {
    this.of = heat;
    this.dark = dark;
    this.image.width = heat.columns;
    this.image.height = heat.rows;
    const context = this.image.getContext("2d");
    if (!context || heat.columns < 1 || heat.rows < 1) return;
    const pixels = context.createImageData(heat.columns, heat.rows);
    const most = Math.max(1, heat.most);
    for (let i = 0; i < heat.columns * heat.rows; i++) {
      const n = heat.counts[i] ?? 0;
      if (n === 0) continue;
      const share = Math.sqrt(n / most);
      const color = heatColor(0.15 + 0.85 * share, dark);
      pixels.data.set([color[0], color[1], color[2], 140 + 100 * share], 4 * i);
    }
    context.putImageData(pixels, 0, 0);
  }
}
