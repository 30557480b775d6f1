// Several parts of the page may want the same to be sent; it is asked for as long as one does.
import type { Store } from "./store.ts";

export class Wants {
  private readonly who = new Set<string>();

  constructor(private readonly store: Store, private readonly what: "wantScene" | "wantCrowd") {}

  set(who: string, on: boolean): void {
    if (on) this.who.add(who);
    else this.who.delete(who);
    this.store.set({ [this.what]: this.who.size > 0 });
  }
}

const crowds = new WeakMap<Store, Wants>();

/** Those who want the crowd. */
export function wantCrowd(store: Store): Wants {
  let wants = crowds.get(store);
  if (!wants) crowds.set(store, (wants = new Wants(store, "wantCrowd")));
  return wants;
}
