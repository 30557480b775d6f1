// Draws what the game has drawn besides creatures: ground, water, homes, words.
import type { Shape } from "./api.ts";
import type { Camera } from "./camera.ts";
import { bytes } from "./creatures.ts";
import { Labels } from "./labels.ts";
import { rgb } from "./colors.ts";

// The words a Shape's color may be, as inspect.Colour… has them: quiet, as creatures are what is looked at.
const words: Record<string, { light: string; dark: string }> = {
  ground: { light: "#e4ead9", dark: "#1d2620" },
  water: { light: "#b9d5ea", dark: "#1c3a55" },
  plant: { light: "#a9c795", dark: "#2f5335" },
  food: { light: "#d9a0a0", dark: "#7d4650" },
  stone: { light: "#b6b3ae", dark: "#4a4a4e" },
  home: { light: "#cdb48a", dark: "#6e5a38" },
  danger: { light: "#d8584c", dark: "#e0685c" },
  toy: { light: "#d69ac8", dark: "#8a5580" },
  note: { light: "#3d4653", dark: "#c3cad5" },
  faint: { light: "#c9cfd6", dark: "#39414c" },
};

/** A Shape's color in a theme, as "#rrggbb". What is no color is faint. */
export function shapeColor(color: string, dark: boolean): string {
  const word = words[color];
  if (word) return dark ? word.dark : word.light;
  return /^#[0-9a-f]{6}$/i.test(color) ? color : words["faint"]![dark ? "dark" : "light"];
}

/** What the page shows where the game has drawn no ground. */
export function ground(dark: boolean): string {
  return dark ? "#14181d" : "#f4f5f2";
}

const grids = new WeakMap<Shape, { dark: boolean; image: HTMLCanvasElement }>();

/** Draws shapes in their order. Pixels are CSS pixels: the context is scaled already. */
export function drawShapes(to: CanvasRenderingContext2D, shapes: readonly Shape[], camera: Camera, dark: boolean, font: string, labels = new Labels()): void {
  to.lineJoin = "round";
  to.lineCap = "round";
  for (const shape of shapes) {
    const color = shapeColor(shape.colour, dark);
    to.fillStyle = color;
    to.strokeStyle = color;
    to.lineWidth = 1.25;
    draw(to, shape, camera, dark, font, labels);
  }
}

function draw(to: CanvasRenderingContext2D, shape: Shape, camera: Camera, dark: boolean, font: string, labels: Labels): void {
  const points = shape.points ?? [];
  const x = camera.screenX(points[0] ?? 0);
  const y = camera.screenY(points[1] ?? 0);
  switch (shape.kind) {
    case "circle": {
      const r = (shape.r ?? 0) * camera.scale;
      if (x + r < 0 || y + r < 0 || x - r > camera.width || y - r > camera.height) return;
      to.beginPath();
      to.arc(x, y, Math.max(r, 0.75), 0, 2 * Math.PI);
      if (shape.fill) to.fill();
      else to.stroke();
      return;
    }
    case "rectangle": {
      const right = camera.screenX(points[2] ?? 0);
      const bottom = camera.screenY(points[3] ?? 0);
      const box = [Math.min(x, right), Math.min(y, bottom), Math.abs(right - x), Math.abs(bottom - y)] as const;
      if (shape.fill) to.fillRect(...box);
      else to.strokeRect(...box);
      return;
    }
    case "line":
    case "polygon":
      to.beginPath();
      for (let i = 0; i + 1 < points.length; i += 2) to.lineTo(camera.screenX(points[i]!), camera.screenY(points[i + 1]!));
      if (shape.kind === "line") {
        to.lineWidth = Math.max(0.75, (shape.r ?? 0) * camera.scale);
        to.stroke();
        return;
      }
      to.closePath();
      if (shape.fill) to.fill();
      else to.stroke();
      return;
    case "text": {
      const size = shape.r ? shape.r * camera.scale : 11;
      if (size < 4 || x < -200 || y < -50 || x > camera.width + 200 || y > camera.height + 50) return;
      to.font = `${Math.min(size, 80)}px ${font}`;
      const width = to.measureText(shape.text ?? "").width;
      if (!labels.place(x, y, width, Math.min(size, 80))) return; // words on words cannot be read; nearer they have room
      to.textAlign = "center";
      to.textBaseline = "middle";
      to.lineWidth = 3;
      to.strokeStyle = ground(dark);
      to.strokeText(shape.text ?? "", x, y);
      to.fillText(shape.text ?? "", x, y);
      return;
    }
    case "grid":
      drawGrid(to, shape, camera, dark, x, y);
  }
}

// A grid is painted once, a pixel a cell, and stretched.
function drawGrid(to: CanvasRenderingContext2D, shape: Shape, camera: Camera, dark: boolean, x: number, y: number): void {
  const columns = shape.columns ?? 0;
  if (columns < 1 || !shape.cells) return;
  let made = grids.get(shape);
  if (!made || made.dark !== dark) {
    const image = paintGrid(shape, columns, dark);
    if (!image) return;
    made = { dark, image };
    grids.set(shape, made);
  }
  const side = (shape.r ?? 1) * camera.scale;
  const { width, height } = made.image;
  to.imageSmoothingEnabled = false;
  if (camera.down === 1) {
    to.drawImage(made.image, x, y, side * width, side * height);
    return;
  }
  to.save();
  to.translate(x, y);
  to.scale(1, -1);
  to.drawImage(made.image, 0, 0, side * width, side * height);
  to.restore();
}

function paintGrid(shape: Shape, columns: number, dark: boolean): HTMLCanvasElement | null {
  const cells = bytes(shape.cells ?? "");
  const rows = Math.floor(cells.length / columns);
  const image = document.createElement("canvas");
  image.width = columns;
  image.height = rows;
  const context = image.getContext("2d");
  if (!context || rows < 1) return null;
  const colors = (shape.colours ?? []).map((color) => (color ? rgb(shapeColor(color, dark)) : null));
  const pixels = context.createImageData(columns, rows);
  for (let i = 0; i < columns * rows; i++) {
    const color = colors[cells[i]!];
    if (color) pixels.data.set([color[0], color[1], color[2], 255], 4 * i);
  }
  context.putImageData(pixels, 0, 0);
  return image;
}

/** The words of the topmost shape at a pixel; "" for none. Lines and texts have none. */
export function labelAt(shapes: readonly Shape[], camera: Camera, px: number, py: number): string {
  const x = camera.worldX(px);
  const y = camera.worldY(py);
  for (let i = shapes.length - 1; i >= 0; i--) {
    const shape = shapes[i]!;
    if (!shape.text || shape.kind === "text") continue;
    const [a = 0, b = 0, c = 0, d = 0] = shape.points;
    if (shape.kind === "circle" && Math.hypot(x - a, y - b) <= Math.max(shape.r ?? 0, 4 / camera.scale)) return shape.text;
    if (shape.kind === "rectangle" && x >= Math.min(a, c) && x <= Math.max(a, c) && y >= Math.min(b, d) && y <= Math.max(b, d)) return shape.text;
    if (shape.kind === "polygon" && inside(shape.points, x, y)) return shape.text;
  }
  return "";
}

function inside(points: readonly number[], x: number, y: number): boolean {
  let odd = false;
  for (let i = 0, j = points.length - 2; i + 1 < points.length; j = i, i += 2) {
    const [ax, ay, bx, by] = [points[i]!, points[i + 1]!, points[j]!, points[j + 1]!];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
  }
  return odd;
}
