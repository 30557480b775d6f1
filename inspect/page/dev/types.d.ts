declare module "*.mjs" {
  export const trees: unknown;
  export const decisionNames: string[];
  export const stimuliNames: string[];
  export const leaves: string[];
  export function moment(agent: number, frame?: number): unknown;
  export function lanes(agent: number, from: number, to: number): unknown;
  export function scene(frame: number): unknown;
  export function crowd(heat: string): unknown;
}
