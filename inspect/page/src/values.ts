// The parts of blackboard values that a fork can set: what has fields is set field by field.
import type { FieldDescription, KeyDescription, Tree } from "./api.ts";

/** A part of a value. */
export interface Part {
  key: string;
  field: string; // "" for a value without fields
  decider: string; // whose value it is, for keys that several deciders list
  type: string;
}

const mostElements = 16; // of an array that are offered

/** The parts of all values of a tree, in the order of its keys. */
export function partsOf(tree: Tree): Part[] {
  const { keys, deciders } = tree.description;
  return (keys ?? []).flatMap((key, i) => {
    const holders = key.scope === "Decider" ? deciders.filter((decider) => decider.keys?.includes(i)).map((decider) => decider.name) : [""];
    return holders.flatMap((decider) => leaves(key).map(({ field, type }) => ({ key: key.name, field, decider, type })));
  });
}

/** What a part is called. */
export function labelOf(part: Part): string {
  const name = part.field.startsWith("[") || part.field === "" ? `${part.key}${part.field}` : `${part.key}.${part.field}`;
  return part.decider ? `${name} of ${part.decider}` : name;
}

function leaves(key: KeyDescription): { field: string; type: string }[] {
  const out: { field: string; type: string }[] = [];
  const { type } = key;
  if (!type.pointers) walk({ name: "", type: type.name, kind: type.kind, len: type.len ?? 0, fields: type.fields ?? [] }, "", out);
  return out;
}

function walk(field: FieldDescription, name: string, out: { field: string; type: string }[]): void {
  const inner = field.fields ?? [];
  if (field.kind === "array" && inner.length === 1) {
    for (let i = 0; i < Math.min(field.len ?? 0, mostElements); i++) walk(inner[0]!, `${name}[${i}]`, out);
  } else if (field.kind === "struct") {
    for (const each of inner) walk(each, name ? `${name}.${each.name}` : each.name, out);
  } else if (!/complex|string|func|map|chan|interface|slice|ptr/.test(field.kind)) {
    out.push({ field: name, type: field.type });
  }
}
