// Keys: every command of the page by name, its keys, and the sheet that lists them (press ?).
import { h } from "./dom.ts";

export interface Command {
  keys: string[]; // as event.key says it, with Shift+, Ctrl+ or Alt+ before: "Shift+ArrowLeft"; any of them
  does: string; // in words, for the sheet; "" where another command there speaks for it
  group: string; // its heading there
  run?: () => void; // without it the sheet only tells: a pane answers the key itself while it has the focus
}

export class Keys {
  private readonly commands: Command[] = [];
  private sheet: HTMLDialogElement | null = null;
  private clicked: Element | null = null; // the button that has the focus because the mouse pressed it
  private taken = ""; // the key that is down and was a command

  constructor() {
    document.addEventListener("pointerdown", (event) => (this.clicked = buttonOf(event.target)), true);
    document.addEventListener("keydown", (event) => this.press(event));
    document.addEventListener("keyup", (event) => {
      if (event.key === this.taken) event.preventDefault(); // Firefox presses a button when Space comes up
      this.taken = "";
    });
    this.add({ keys: ["?"], does: "This sheet", group: "Page", run: () => this.help() });
  }

  add(...commands: Command[]): void {
    for (const command of commands) {
      const taken = command.run && this.commands.find((other) => other.run && other.keys.some((key) => command.keys.includes(key)));
      if (taken) console.error(`Two commands on one key: ${taken.does}; ${command.does}`);
      this.commands.push(command);
    }
  }

  /** Opens the sheet, or closes it. */
  help(): void {
    if (this.sheet) {
      this.sheet.close();
      return;
    }
    const groups = new Map<string, Command[]>();
    for (const command of this.commands) if (command.does) groups.set(command.group, [...(groups.get(command.group) ?? []), command]);
    const sheet = h("dialog", { class: "keys", "aria-labelledby": "keys-title" });
    const close = h("button", { type: "button", class: "icon", "aria-label": "Close", onclick: () => sheet.close() }, "✕");
    const columns = h("div", { class: "keys-columns" });
    for (const [group, commands] of groups) {
      const list = h("dl", null);
      for (const command of commands) {
        const names = h("dt", null);
        for (const key of command.keys) names.append(h("kbd", null, label(key)), " ");
        list.append(h("div", null, names, h("dd", null, command.does)));
      }
      columns.append(h("section", null, h("h3", null, group), list));
    }
    sheet.append(h("header", null, h("h2", { id: "keys-title" }, "Keys"), close), columns);
    sheet.addEventListener("close", () => {
      sheet.remove();
      this.sheet = null;
    });
    document.body.append(sheet);
    this.sheet = sheet;
    sheet.showModal();
  }

  private press(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.isComposing) return;
    const target = event.target as HTMLElement | null;
    const typing = target?.closest("input, textarea, select, [contenteditable]") != null;
    if (typing && event.key !== "Escape" && !/^F\d+$/.test(event.key)) return;
    if (document.querySelector("dialog[open]") && event.key !== "?") return;
    if (event.key === "Tab") this.clicked = null;
    const name = keyName(event);
    const command = this.commands.find((c) => c.run && c.keys.includes(name));
    if (!command) return;
    if ((event.key === " " || event.key === "Enter") && pressesButton(buttonOf(target), this.clicked)) return;
    this.taken = event.key;
    event.preventDefault();
    command.run?.();
  }
}

const buttonOf = (target: EventTarget | null): Element | null => (target instanceof Element ? target.closest("button, a, [role='tab'], [role='option']") : null);

/**
 * Whether Space and Enter press the focused button rather than run a command: only if the keyboard brought the focus
 * there. A button that was clicked keeps the focus, and pressing it again is seldom meant.
 */
export function pressesButton(focused: unknown, clicked: unknown): boolean {
  return focused !== null && focused !== clicked;
}

/** A key as Command.keys names it. Shift counts only where the key has no other character with it. */
export function keyName(event: Pick<KeyboardEvent, "key" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey">): string {
  const shift = event.shiftKey && (event.key.length > 1 || event.key === " ") ? "Shift+" : "";
  const ctrl = event.ctrlKey || event.metaKey ? "Ctrl+" : "";
  return ctrl + (event.altKey ? "Alt+" : "") + shift + event.key;
}

const names: Record<string, string> = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", " ": "Space", Escape: "Esc" };

function label(key: string): string {
  return key === "+" ? key : key.split("+").map((part) => names[part] ?? part).join(" ");
}
