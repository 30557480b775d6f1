// The names of agents, as the server has told them: each once, and again when it changes.
import type { AgentNames } from "./wire.ts";

export class Names {
  private readonly of = new Map<number, string>();

  take(got: AgentNames): void {
    if (got.all) this.of.clear();
    got.agents.forEach((agent, i) => {
      const name = printable(got.names[i] ?? "");
      if (name) this.of.set(agent, name);
      else this.of.delete(agent);
    });
  }

  /** Whether any agent has a name. */
  get any(): boolean {
    return this.of.size > 0;
  }

  /** The name of an agent; "" for none. */
  name(agent: number): string {
    return this.of.get(agent) ?? "";
  }

  /** "Ogg #7", or "#7" of one without a name. */
  text(agent: number): string {
    const name = this.name(agent);
    return name ? `${name} #${agent}` : `#${agent}`;
  }

  /** The agents that somebody means who writes 7, #7, Ogg or Ogg #7. */
  find(words: string): number[] {
    const asked = words.trim();
    const id = /^#?(\d+)$/.exec(asked);
    if (id) return [Number(id[1])];
    const exact: number[] = [];
    const alike: number[] = [];
    for (const [agent, name] of this.of) {
      if (name === asked || `${name} #${agent}` === asked) exact.push(agent);
      else if (name.toLowerCase() === asked.toLowerCase()) alike.push(agent);
    }
    return (exact.length > 0 ? exact : alike).sort((a, b) => a - b);
  }
}

/** A name without what is not seen, or turns what follows it round. */
export function printable(name: string): string {
  return name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "\u00b7");
}
