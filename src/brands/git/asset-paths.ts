// The assets that brand files name: by a path under assets/, or by id.
import { isId } from '../../core/access/ids.ts';
import type { LocatedFile, Segment } from './located.ts';
import { picturesById } from './pictures.ts';

/** The id of the asset at a path under assets/; null if there is none. */
export type FindAsset = (path: string) => string | null;

export type Plain = Record<string, unknown>;

export const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function assetId(
  file: LocatedFile,
  at: readonly Segment[],
  given: unknown,
  find: FindAsset,
): string | undefined {
  if (typeof given !== 'string') {
    file.say(at, 'Must be the path of a file under assets/, or the id of an asset.');
    return undefined;
  }
  const shown = given.slice(0, 200);
  if (isId(given)) return given.toLowerCase();
  const id = find(shown);
  if (id === null)
    file.say(at, `There is no asset for "${shown}". List it in assets, or add the file there.`);
  return id ?? undefined;
}

/** Text properties, with pictures by asset id. */
export function textsById(content: Plain, names: readonly string[], find: FindAsset): Plain {
  return Object.fromEntries(
    names.flatMap((name) => {
      const text = content[name];
      return typeof text === 'string' ? [[name, picturesById(text, find)]] : [];
    }),
  );
}
