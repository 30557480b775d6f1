// Widths of text, without laying anything out.

let context: CanvasRenderingContext2D | null = null;
const widths = new Map<string, number>();

/** The width of a text in a CSS font, pixels. */
export function widthOf(text: string, font: string): number {
  const key = font + text;
  let width = widths.get(key);
  if (width === undefined) {
    context ??= document.createElement("canvas").getContext("2d");
    if (!context) return text.length * 7;
    context.font = font;
    width = context.measureText(text).width;
    if (widths.size > 20_000) widths.clear();
    widths.set(key, width);
  }
  return width;
}

/** As much of a text as fits into a width, with an ellipsis where it is cut. width tells how wide a text is. */
export function fit(text: string, room: number, width: (text: string) => number): string {
  if (width(text) <= room) return text;
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (width(text.slice(0, middle) + "…") <= room) low = middle;
    else high = middle - 1;
  }
  return low === 0 ? "" : text.slice(0, low).trimEnd() + "…";
}
