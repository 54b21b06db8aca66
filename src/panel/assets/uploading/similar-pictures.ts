// What an upload looks like, of what was in the library before.
import type { SentFile } from '../../client/send-file.ts';
import { call } from '../../client/operations.ts';

/** A picture in the library. */
export type Alike = NonNullable<SentFile['similar']>[number];

/** As far as `list_similar_assets` calls them duplicates. Beyond it are shots of a series, which people add on purpose. */
const mostApart = 0.063;

/** Whether the asset, or an earlier version of it, has these bytes. */
const hasBytes = async (id: string, sha256: string): Promise<boolean> => {
  try {
    return (await call('list_versions', { id })).data.some((version) => version.sha256 === sha256);
  } catch {
    // Gone since. The question is asked, and the server knows best.
    return false;
  }
};

/**
 * What to ask the person about before the file is added, most alike first.
 *
 * @param own ids of what was added from the same list: the person knows what they chose
 */
export async function alikeTo(
  { sha256, similar }: SentFile,
  own: ReadonlySet<string>,
): Promise<readonly Alike[]> {
  const alike = (similar ?? []).filter(({ id, distance }) => distance <= mostApart && !own.has(id));
  // The same bytes aren't added twice, so there's nothing to decide.
  const present = await Promise.all(alike.map(({ id }) => hasBytes(id, sha256)));
  return present.includes(true) ? [] : alike;
}
