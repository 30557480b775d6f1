// What can be done with a decider of an agent: force it, forbid it, stop the world when something happens to it.
import type { Act, Breakpoint } from "./api.ts";
import { attr, h, show } from "./dom.ts";
import type { Keys } from "./keys.ts";
import type { Session } from "./session.ts";

/** Does something to an agent, and says so. */
export async function act(session: Session, of: Act, note: string): Promise<boolean> {
  return session.attempt(async () => {
    const { frame } = await session.api.act(of);
    session.store.set({ note: `${note}, after frame ${frame}`, error: "" });
    session.reload(); // its moment tells what it is held to just now, also while the world is paused
  });
}

/** Adds a breakpoint, or takes it away where it is there already. */
/** Whether a breakpoint pauses at each hit, without conditions. */
export const isPlain = (stop: Breakpoint): boolean => !(stop.crowd || stop.tree || stop.with || stop.after || (stop.every ?? 0) > 1 || stop.log || stop.value);

export async function toggleStop(session: Session, stop: Partial<Breakpoint> & { on: string }): Promise<void> {
  const { breakpoints } = session.store.state;
  const there = breakpoints.find((b) => isPlain(b) && b.on === stop.on && (b.decider ?? "") === (stop.decider ?? "") && (b.flags ?? "") === (stop.flags ?? "") && (b.agent ?? 0) === (stop.agent ?? 0));
  await session.attempt(async () => {
    const got = await session.api.breakpoint(there ? { do: "remove", breakpoint: { id: there.id } } : { do: "add", breakpoint: stop });
    session.store.set({ breakpoints: got.breakpoints ?? [], error: "" });
  });
}

const stops: [string, string, string][] = [
  ["activated", "activates", "Pause the world when it becomes active"],
  ["deactivated", "ends", "Pause the world when it ends, however that comes"],
  ["failed", "fails", "Pause the world when it fails"],
];

export class DeciderActs {
  readonly el = h("div", { class: "acts" });
  private readonly overrides: Record<string, HTMLButtonElement>;
  private readonly stops: Record<string, HTMLButtonElement> = {};
  private readonly scope = h("select", { "aria-label": "Whose" }, h("option", { value: "this" }, "Pause if this agent's"), h("option", { value: "all" }, "Pause if any agent's"));
  private name: string | null = null;
  private override = "";
  private groups: readonly string[] = []; // that lead to it

  constructor(private readonly session: Session, keys: Keys) {
    const button = (label: string, title: string, run: () => void): HTMLButtonElement => h("button", { type: "button", title, onclick: run }, label);
    this.overrides = {
      forced: button("Force", "It accepts whatever its conditions say, until freed (Shift+F)", () => this.hold("forced")),
      path: button("Force path", "It and the groups that lead to it accept whatever their conditions say, until freed (Shift+P)", () => this.hold("path")),
      forbidden: button("Forbid", "It is rejected whatever its conditions say, until freed (Shift+X)", () => this.hold("forbidden")),
    };
    const set = h("div", { class: "group", role: "group", "aria-label": "Override for this agent" }, h("span", { class: "dim what" }, "For this agent"), ...Object.values(this.overrides), button("Free", "Neither forced nor forbidden", () => this.free()));
    const line = h("div", { class: "group", role: "group", "aria-label": "Pause when" }, this.scope);
    for (const [on, label, title] of stops) {
      const el = button(label, title, () => this.stop(on));
      this.stops[on] = el;
      line.append(el);
    }
    this.scope.addEventListener("change", () => this.marks());
    this.el.append(set, line);
    keys.add(
      { keys: ["b"], does: "Pause when the selected decider becomes active", group: "Details", run: () => this.stop("activated") },
      { keys: ["F"], does: "Force the selected decider; again frees it", group: "Details", run: () => this.hold("forced") },
      { keys: ["P"], does: "Force it and the groups that lead to it; again frees them", group: "Details", run: () => this.hold("path") },
      { keys: ["X"], does: "Forbid the selected decider; again frees it", group: "Details", run: () => this.hold("forbidden") },
    );
  }

  /** groups are those that lead to the decider. */
  update(name: string | null, groups: readonly string[]): void {
    this.name = name;
    this.groups = groups;
    const { hello, agent } = this.session.store.state;
    this.override = name === null ? "" : this.session.store.overrideOf(name);
    show(this.el, name !== null && (hello?.can.control ?? false));
    attr(this.scope.options[0]!, "disabled", agent === null);
    if (agent === null) this.scope.value = "all";
    this.marks();
  }

  private marks(): void {
    const { agent } = this.session.store.state;
    for (const how in this.overrides) {
      attr(this.overrides[how]!, "aria-pressed", this.isHeld(how) ? "true" : "false");
      attr(this.overrides[how]!, "disabled", agent === null);
    }
    const { breakpoints } = this.session.store.state;
    for (const on in this.stops) {
      const is = breakpoints.some((b) => isPlain(b) && b.on === on && b.decider === this.name && (b.agent ?? 0) === this.whose());
      attr(this.stops[on]!, "aria-pressed", is ? "true" : "false");
    }
  }

  private whose(): number {
    return this.scope.value === "all" ? 0 : (this.session.store.state.agent ?? 0);
  }

  private isHeld(how: string): boolean {
    if (how !== "path") return this.override === how;
    return this.override === "forced" && this.groups.length > 0 && this.groups.every((group) => this.session.store.overrideOf(group) === "forced");
  }

  private hold(how: "forced" | "path" | "forbidden"): void {
    const { agent } = this.session.store.state;
    if (agent === null || this.name === null) return;
    if (this.isHeld(how)) {
      this.free(how === "path" ? this.groups : []);
      return;
    }
    const who = this.session.store.names.text(agent);
    const groups = how === "path" ? this.groups : [];
    const held = groups.length > 0 ? `${this.name} and the ${groups.length > 1 ? "groups" : "group"} ${groups.join(", ")} are forced` : `${this.name} is ${how === "path" ? "forced" : how}`;
    void act(this.session, { do: how === "forbidden" ? "forbid" : "force", agent, decider: this.name, ...(groups.length > 0 ? { groups: [...groups] } : {}) }, `${held} for ${who}`);
  }

  private free(groups: readonly string[] = []): void {
    const { agent } = this.session.store.state;
    if (agent === null || this.name === null) return;
    void act(this.session, { do: "free", agent, decider: this.name, ...(groups.length > 0 ? { groups: [...groups] } : {}) }, `${this.name} is free again for ${this.session.store.names.text(agent)}`);
  }

  private stop(on: string): void {
    if (this.name === null) return;
    void toggleStop(this.session, { on, decider: this.name, ...(this.whose() ? { agent: this.whose() } : {}) });
  }
}
