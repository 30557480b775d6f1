// A line to write in, with proposals below it, as the ARIA practices have a combobox: arrows choose, Enter or Tab takes.
import type { Completion } from "./api.ts";
import { attr, h, show } from "./dom.ts";

export interface Combobox {
  el: HTMLElement;
  input: HTMLInputElement;
  /** Shows proposals for the line as it was when they were asked for. */
  propose: (line: string, all: readonly Completion[]) => void;
  close: () => void;
}

export function combobox(id: string, label: string, placeholder: string, changed: () => void, enter: () => void): Combobox {
  const list = h("ul", { id: `${id}-list`, class: "proposals", role: "listbox", "aria-label": `${label}: proposals`, hidden: true });
  const input = h("input", {
    id, type: "text", class: "grow", role: "combobox", autocomplete: "off", spellcheck: "false", "aria-label": label, "aria-expanded": "false", "aria-controls": list.id,
    "aria-autocomplete": "list", placeholder,
  });
  const el = h("div", { class: "combobox grow" }, input, list);
  let proposed: readonly Completion[] = [];
  let chosen = -1;

  function draw(): void {
    show(list, proposed.length > 0);
    attr(input, "aria-expanded", proposed.length > 0 ? "true" : "false");
    attr(input, "aria-activedescendant", chosen < 0 ? null : `${id}-${chosen}`);
    list.replaceChildren(...proposed.map((of, i) => {
      const option = h("li", { id: `${id}-${i}`, role: "option", "aria-selected": i === chosen ? "true" : "false" }, of.text);
      option.addEventListener("mousedown", (event) => {
        event.preventDefault(); // the line keeps the focus
        take(i);
      });
      return option;
    }));
    list.children[chosen]?.scrollIntoView({ block: "nearest" });
  }
  function close(): void {
    proposed = [];
    chosen = -1;
    draw();
  }
  function take(at: number): void {
    const of = proposed[at];
    if (!of) return;
    // What stands in capitals stands for a name or number that is still to be written.
    input.value = `${input.value.slice(0, of.from)}${of.text} `;
    close();
    changed();
  }
  input.addEventListener("input", changed);
  input.addEventListener("focus", changed);
  input.addEventListener("blur", close);
  input.addEventListener("keydown", (event) => {
    const open = proposed.length > 0;
    if ((event.key === "ArrowDown" || event.key === "ArrowUp") && open) {
      chosen = (chosen + (event.key === "ArrowDown" ? 1 : -1) + proposed.length + (chosen < 0 && event.key === "ArrowUp" ? 1 : 0)) % proposed.length;
      draw();
    } else if (event.key === "Enter") {
      if (chosen >= 0) take(chosen);
      else {
        close();
        enter();
      }
    } else if (event.key === "Tab" && chosen >= 0) {
      take(chosen);
    } else if (event.key === "Escape" && open) {
      close();
      event.stopPropagation();
    } else return;
    event.preventDefault();
  });
  return {
    el, input, close,
    propose(line, all) {
      if (input.value !== line || document.activeElement !== input) return;
      proposed = all;
      chosen = -1;
      draw();
    },
  };
}
