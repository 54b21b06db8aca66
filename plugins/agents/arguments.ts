// A tool's arguments, by the names that an agent uses, as the input of its operation.
import type { Asked } from '../../src/core/tool.ts';
import type { DrawnTool } from './tools.ts';

/** A value as it stands in an address. */
export const argumentText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** The names by which an agent knows the arguments of an operation. */
export const namesShown = (renamed: DrawnTool['renamed']): ReadonlyMap<string, string> =>
  new Map([...renamed].map(([shown, own]) => [own, shown]));

/** Arguments by the operation's names, and those that only the tool's result takes. */
export function split(
  { hints, renamed }: DrawnTool,
  sent: Record<string, unknown>,
): { given: Record<string, unknown>; own: Record<string, unknown> } {
  const ofResult = new Set(Object.keys(hints.result?.input?.shape ?? {}));
  const given: Record<string, unknown> = {};
  const own: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(sent))
    if (ofResult.has(name)) own[name] = value;
    else given[renamed.get(name) ?? name] = value;
  return { given, own };
}

/** Sorts arguments into path, query and body. */
export function sorted(
  { hints, parts, loose, operation }: DrawnTool,
  given: Record<string, unknown>,
): { asked: Asked; unknown: string[] } {
  if (hints.shape) return { asked: {}, unknown: [] };
  const asked: Required<Asked> = { path: {}, query: {}, body: {} };
  const hidden = new Set([...(hints.without ?? []), ...Object.keys(hints.preset ?? {})]);
  const unknown: string[] = [];
  for (const [name, value] of Object.entries({ ...hints.defaults, ...given })) {
    const part = hidden.has(name) ? undefined : (parts.get(name) ?? loose ?? undefined);
    if (part === undefined) unknown.push(name);
    else if (part === 'path') asked.path[name] = argumentText(value);
    else asked[part][name] = value;
  }
  for (const [name, value] of Object.entries(hints.preset ?? {})) {
    const part = parts.get(name);
    if (part === 'query' || part === 'body') asked[part][name] = value;
  }
  const { body, ...rest } = asked;
  return { asked: operation.input?.body ? { ...rest, body } : rest, unknown };
}
