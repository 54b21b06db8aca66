import { z } from 'zod';
import { changeMembers } from '../../assets/collections/membership.ts';
import { Id } from '../../assets/schemas.ts';
import { readableCollections } from '../../brands/assets-of.ts';
import { demand } from '../../core/access/actor.ts';
import { isId } from '../../core/access/ids.ts';
import { statement } from '../../core/db/pool.ts';
import { ApiError, type Issue } from '../../core/errors.ts';
import type { JsonRecord } from '../../proposals/queue.ts';
import type { ChangeKind } from './kind.ts';

// The same lock as adding to a collection takes. In order, so that two who accept changes of the same ones don't wait for each other.
const lockAll = statement(
  'review:lock-collections',
  'select 1 from payload.collections where workspace_id = $1 and id = any($2::uuid[]) order by id for share',
);

/** The IDs in a change or in what is proposed, whatever else is in it. */
const idsAnywhere = (proposed: unknown): string[] => {
  const lists: unknown[] = Object.values(proposed ?? {});
  return lists.flat().filter(isId);
};

/** Collections that one change can name, each way: a person looks at them. */
const most = 50;
const sides = ['add', 'remove'] as const;

const idsIn = (state: JsonRecord, name: string): string[] =>
  ((state[name] ?? []) as string[]).map((id) => id.toLowerCase());
const those = (parts: ReadonlyMap<string, unknown>, joins: boolean): string[] =>
  [...parts].flatMap(([id, joined]) => (joined === joins ? [id] : [])).sort();
const partsFrom = (joined: readonly string[], left: readonly string[]): Map<string, boolean> =>
  new Map([
    ...joined.map((id): [string, boolean] => [id, true]),
    ...left.map((id): [string, boolean] => [id, false]),
  ]);

const Ids = z.array(Id).max(most);
/** Like the tags to add and remove, so that the two share one schema in the list of tools. */
const InTool = z.array(z.string());

/** The collections that an asset is in. Each part is one of them; its value says whether the asset is in it. */
export const collectionsKind: ChangeKind = {
  name: 'collections',
  counted: ['change of collections', 'changes of collections'],
  described: {
    change: '{add, remove} with IDs of collections',
    after: '{collections} to add it to, and {remove} to take it out of',
  },
  tool: {
    schema: z.strictObject({ add: InTool, remove: InTool }).partial(),
    toChange: (change) => change as JsonRecord,
  },
  schema: z
    .strictObject({ add: Ids, remove: Ids })
    .partial()
    .superRefine((change, context) => {
      const [add, remove] = [idsIn(change, 'add'), idsIn(change, 'remove')];
      const refuse = (path: string, message: string): void => {
        context.addIssue({ code: 'custom', path: [path], message });
      };
      if (add.length + remove.length === 0) refuse('add', 'Send at least one.');
      if (add.some((id) => remove.includes(id))) refuse('remove', "One collection can't be in both.");
    }),
  current: ({ collections }) => collections,
  wanted: (change) => partsFrom(idsIn(change, 'add'), idsIn(change, 'remove')),
  read: (state, id) => idsIn(state, 'collections').includes(id),
  // Only those that it is about: the others may be hidden from the proposer.
  before: (asset, ids) => ({ collections: idsIn(asset, 'collections').filter((id) => ids.includes(id)) }),
  after: (parts) => ({ collections: those(parts, true), remove: those(parts, false) }),
  partsOf: (after) => partsFrom(idsIn(after, 'collections'), idsIn(after, 'remove')),
  check: async ({ db, caller }, { asset }, change) => {
    const named = sides.flatMap((side) => idsIn(change, side));
    const found = await readableCollections(db, caller, asset.workspace_id, named);
    return sides.flatMap((side) =>
      idsIn(change, side).flatMap((id, at): Issue[] =>
        found.has(id) ? [] : [{ path: `${side}[${at}]`, message: 'Collection not found in this workspace.' }],
      ),
    );
  },
  // Whoever orders a collection or makes it private locks it before its assets.
  lockFirst: async (db, workspaceId, proposed) => {
    await db.query(lockAll, [workspaceId, proposed.flatMap(idsAnywhere)]);
  },
  apply: async ({ req, db, caller, accessTo }, asset, _, parts) => {
    // Added first, so that an asset isn't in no collection in between, which could show or hide it.
    for (const collection of [...those(parts, true), ...those(parts, false)]) {
      const access = await accessTo({ collection });
      if (access.scope === null || access.workspaceId === null)
        throw new ApiError(
          'conflict',
          `The collection ${collection} is gone, or you can't see it. Accept it without this one, or reject the proposal.`,
        );
      demand(access, 'write', undefined, `the collection ${collection}`);
      const joins = parts.get(collection) === true;
      const members = { add: joins ? [asset] : [], remove: joins ? [] : [asset] };
      await changeMembers(req, db, caller, access.workspaceId, collection, members);
    }
  },
};
