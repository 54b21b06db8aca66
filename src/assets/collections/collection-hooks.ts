// Hooks for collections, whoever writes them: they check values, record events, and give a grant to the person who makes one private.
import type {
  CollectionAfterChangeHook,
  CollectionAfterDeleteHook,
  CollectionBeforeDeleteHook,
} from 'payload';
import { z } from 'zod';
import { actorIn, demand } from '../../core/access/actor.ts';
import { panelErrors } from '../../core/access/payload/panel-errors.ts';
import { demandShare, isWidened } from '../../core/access/grants/widening.ts';
import { workspaceIdOf } from '../../core/access/payload/workspace-field.ts';
import { statement } from '../../core/db/pool.ts';
import { transactionOf } from '../../core/db/transaction.ts';
import { keepMaker } from '../../core/events/keep-maker.ts';
import { beforeAndAfter, changesOf, givenAndStored, type Writing } from '../../core/events/changes.ts';
import { record } from '../../core/events/record.ts';
import { heldFieldsOf } from '../../fields/queries.ts';
import { checkValues, withoutNulls } from '../../fields/rules.ts';
import { FieldValue, type FieldValues } from '../../fields/schemas.ts';
import { carriedOut } from '../../proposals/queue.ts';
import { demandNoChildren } from './nesting.ts';
import { invalid } from '../../core/errors.ts';

interface Stored {
  id: string;
  workspace: unknown;
  name: string;
  icon?: string | null;
  description?: string | null;
  cover?: string | null;
  parent?: string | null;
  fields?: FieldValues | null;
  private?: boolean | null;
  effectivePrivate?: boolean | null;
}

const Values = z.record(z.string(), FieldValue.nullable());

/** True if a collection that only a private one hides is moved somewhere else, where others may see it. */
function leavesPrivateOne(before: Stored, after: Partial<Stored>): boolean {
  const isMoved = after.parent !== undefined && (after.parent ?? null) !== (before.parent ?? null);
  return isMoved && Boolean(before.effectivePrivate) && !before.private;
}

/** @throws ApiError invalid listing every value that doesn't fit its field. */
export async function normalizeCollection(writing: Writing): Promise<Record<string, unknown>> {
  const { req } = writing;
  const { given: settled, before } = givenAndStored<Stored>(writing);
  if (before && (isWidened(before, settled) || leavesPrivateOne(before, settled)))
    await demandShare(req, { collection: before.id }, 'this collection');
  if (settled.fields === undefined) return settled;
  // The panel sends free JSON.
  const parsed = Values.safeParse(settled.fields ?? {});
  if (!parsed.success)
    throw invalid([
      { path: 'fields', message: 'Send an object of values by field key: strings, numbers or booleans.' },
    ]);
  const values = withoutNulls(parsed.data);
  const db = await transactionOf(req);
  const definitions = await heldFieldsOf(db, workspaceIdOf(before?.workspace ?? settled.workspace) ?? '');
  const changed = Object.fromEntries(
    Object.entries(values).filter(([key, value]) => before?.fields?.[key] !== value),
  );
  const issues = checkValues(definitions, changed, 'fields');
  if (issues.length > 0) throw invalid(issues);
  return { ...settled, fields: values };
}

export const afterCollectionChange: CollectionAfterChangeHook = async ({ req, ...written }) => {
  const { before, after } = beforeAndAfter<Stored>(written);
  const workspaceId = workspaceIdOf(after.workspace) ?? '';
  const subject = { kind: 'collection', id: after.id };
  if (after.private && !before?.private)
    await keepMaker(req, {
      resource: 'collection',
      resourceId: after.id,
      label: after.name,
      workspaceId,
      scope: 'write',
      wasThere: before !== null,
    });
  if (!before) {
    await record(req, {
      type: 'collection.created',
      workspaceId,
      subject,
      detail: { name: after.name, private: after.private ?? false },
    });
    return after;
  }
  const changes = changesOf(before, after, [
    'name',
    'icon',
    'description',
    'cover',
    'parent',
    'fields',
    'private',
  ]);
  const event = { type: 'collection.changed', workspaceId, subject };
  const proposal = carriedOut(req);
  const detail = { name: after.name, ...(proposal ? { proposals: [proposal] } : {}), changes };
  if (changes) await record(req, { ...event, detail });
  return after;
};

// Assets that are private only because of this collection: without it, everyone in the workspace would see them.
const onlyHereHidden = statement(
  'collections:only-here',
  `select a.id from marque.collection_assets m join payload.assets a on a.id = m.asset_id
   where m.collection_id = $1 and a.effective_private and a.private is not true
     and not exists (select 1 from marque.collection_assets o where o.asset_id = a.id and o.collection_id <> m.collection_id) limit 1`,
);

/** Deleting a collection can reveal assets it hid, so it needs the delete ability, like deleting an asset. */
export const guardCollectionDelete: CollectionBeforeDeleteHook = panelErrors(async ({ req, id }) => {
  await demandNoChildren(await transactionOf(req), String(id));
  const actor = await actorIn(req, { collection: String(id) });
  if (actor.system) return;
  demand(actor.access, 'write', 'delete', 'this collection');
  const [hides] = await (await transactionOf(req)).query(onlyHereHidden, [id]);
  if (hides) demand(actor.access, 'write', 'share', 'this collection');
});

export const afterCollectionDelete: CollectionAfterDeleteHook = async ({ req, doc }) => {
  const { id, name, workspace } = doc as Stored;
  await record(req, {
    type: 'collection.deleted',
    workspaceId: workspaceIdOf(workspace),
    subject: { kind: 'collection', id },
    detail: { name },
  });
};
