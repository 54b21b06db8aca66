// Hooks for assets, whoever writes them: they check the rules, update suggestions and record events.
import {
  APIError,
  type CollectionAfterChangeHook,
  type CollectionBeforeOperationHook,
  type PayloadRequest,
} from 'payload';
import { actorIn, demand } from '../core/access/actor.ts';
import { demandShare, isWidened } from '../core/access/grants/widening.ts';
import { workspaceIdOf } from '../core/access/payload/workspace-field.ts';
import { statement, type Db } from '../core/db/pool.ts';
import { transactionOf } from '../core/db/transaction.ts';
import { keepMaker } from '../core/events/keep-maker.ts';
import { beforeAndAfter, changesOf, givenAndStored, type Writing } from '../core/events/changes.ts';
import { record } from '../core/events/record.ts';
import { heldFieldsOf } from '../fields/queries.ts';
import { checkValues, missingRequired } from '../fields/rules.ts';
import { followAsset } from '../proposals/follow.ts';
import { carriedOut } from '../proposals/queue.ts';
import { decideByStatus } from '../proposals/stages/decide.ts';
import { serviceOf } from '../core/service.ts';
import { review } from '../proposals/settings.ts';
import { settingIn } from '../core/settings/read.ts';
import type { FieldValues } from '../fields/schemas.ts';
import { invalid, type Issue } from '../core/errors.ts';
import { readForm } from './panel-shapes.ts';
import { askMove, cleanTags, demandOffered, openFields, openTags } from './rules.ts';
import { AssetPatch, type Status } from './schemas.ts';

interface Stored {
  id: string;
  workspace: unknown;
  status: Status;
  reviewNote?: string | null;
  tags?: string[] | null;
  fields?: FieldValues | null;
  proposedTags?: string[] | null;
  proposedFields?: FieldValues | null;
  private?: boolean | null;
  deletedAt?: string | null;
  filename?: string | null;
  [field: string]: unknown;
}

/** Properties of the file, which never change. */
const facts = [
  'workspace',
  'sha256',
  'filename',
  'mimeType',
  'filesize',
  'width',
  'height',
  'probe',
  'c2pa',
  'stackId',
  'version',
] as const;

const effective = statement(
  'assets:effective-fields',
  'select marque.effective_fields($1, $2::jsonb) as fields',
);

/**
 * Normalizes an asset before it is stored: checks transitions and values, and removes suggestions that were accepted or overtaken.
 * @throws ApiError conflict, forbidden, invalid listing every problem.
 */
export async function normalizeAsset(writing: Writing): Promise<Record<string, unknown>> {
  const { req } = writing;
  const { given, before } = givenAndStored<Stored>(writing);
  if (!before) return { ...given, tags: cleanTags(given.tags ?? []) };
  const actor = await actorIn(req, { asset: before.id });
  const db = await transactionOf(req);
  const workspaceId = workspaceIdOf(before.workspace) ?? '';
  const data = actor.trusted ? given : await normalizeForm(req, given, before, workspaceId);
  const after: Stored = { ...before, ...data };
  const settled: Record<string, unknown> = { ...data };
  for (const fact of facts) if (fact in settled) settled[fact] = before[fact];
  if ('workspace' in settled) settled.workspace = workspaceId;

  const issues: Issue[] = [];
  const fields = await heldFieldsOf(db, workspaceId);
  // A form that was opened before a field was deleted must not restore its value.
  const known = new Set(fields.map(({ key }) => key));
  const own = Object.fromEntries(
    Object.entries(after.fields ?? {}).filter(
      ([key, value]) => value !== null && (known.has(key) || before.fields?.[key] !== value),
    ),
  );
  const changed = Object.fromEntries(
    Object.entries(own).filter(([key, value]) => before.fields?.[key] !== value),
  );
  issues.push(...checkValues(fields, changed, 'fields'));

  if (isWidened(before, data)) await demandShare(req, { asset: before.id }, 'this asset');

  if (after.status !== before.status) {
    const needs = askMove(before.status, after.status);
    if (needs && !actor.system) demand(actor.access, 'write', needs, 'this asset');
    issues.push(...(await issuesOfMove(req, db, { id: before.id, workspaceId, fields, own, after })));
    const edited = isChanged(before, { ...after, tags: cleanTags(after.tags ?? []), fields: own });
    if (issues.length === 0)
      Object.assign(settled, await moved(req, db, before, { ...data, status: after.status }, edited));
  }
  if (issues.length > 0) throw invalid(issues);

  settled.tags = cleanTags(after.tags ?? []);
  settled.fields = own;
  settled.proposedTags = openTags(after.proposedTags ?? [], settled.tags as string[]);
  settled.proposedFields = Object.fromEntries(
    Object.entries(openFields(after.proposedFields ?? {}, own)).filter(([key]) => known.has(key)),
  );
  return settled;
}

/** What a change of status writes besides what was sent. */
async function moved(
  req: PayloadRequest,
  db: Db,
  before: Stored,
  { status, reviewNote }: Pick<Stored, 'status' | 'reviewNote'>,
  edited: boolean,
): Promise<Partial<Stored>> {
  const note = reviewNote === before.reviewNote ? null : (reviewNote ?? null);
  // In stages, approving may not be enough yet: the rest of the change is written, and the asset stays proposed.
  if (
    before.status === 'proposed' &&
    !(await decideByStatus(req, db, before.id, { to: status, note, edited }))
  )
    return { status: 'proposed', reviewNote: before.reviewNote ?? null };
  // The note explained the rejection, so approving clears it unless a new one was sent.
  return status === 'active' && note === null ? { reviewNote: null } : {};
}

/** What an asset lacks for its new status: required fields to be active, a note to be rejected. */
async function issuesOfMove(
  req: PayloadRequest,
  db: Db,
  asset: {
    id: string;
    workspaceId: string;
    fields: Awaited<ReturnType<typeof heldFieldsOf>>;
    own: FieldValues;
    after: Stored;
  },
): Promise<Issue[]> {
  const { id, workspaceId, fields, own, after } = asset;
  if (after.status === 'active') {
    const [row] = await db.query<{ fields: FieldValues }>(effective, [id, JSON.stringify(own)]);
    return missingRequired(fields, row?.fields ?? own).map(({ key, label }) => ({
      path: `fields.${key}`,
      message: `${label} is required before an asset can be active.`,
    }));
  }
  const lacksNote = after.status === 'rejected' && !after.reviewNote?.trim();
  return lacksNote && (await asksForNote(req, db, workspaceId))
    ? [{ path: 'reviewNote', message: 'Give a reason for the rejection. The proposer will see it.' }]
    : [];
}

/** Whether the workspace's settings require a note on rejection. */
async function asksForNote(req: PayloadRequest, db: Db, workspaceId: string): Promise<boolean> {
  const place = { organizationId: null, workspaceId };
  return (await settingIn(serviceOf(req.payload), db, review, place)).requireNoteOnReject;
}

/**
 * Parses the panel's form data with the API's schemas.
 * @throws ApiError invalid listing every problem.
 */
async function normalizeForm(
  req: PayloadRequest,
  data: Partial<Stored>,
  before: Stored,
  workspaceId: string,
): Promise<Partial<Stored>> {
  const { form, issues } = readForm(data, before);
  if (form.parentAssetId) {
    const { access } = await actorIn(req, { asset: form.parentAssetId });
    if (access.scope === null || access.workspaceId !== workspaceId || form.parentAssetId === before.id)
      issues.push({ path: 'parentAssetId', message: 'Asset not found in this workspace.' });
  }
  if (issues.length > 0) throw invalid(issues);
  demandOffered(before.status, data.status);
  return { ...data, ...form } as Partial<Stored>;
}

const eventOfStatus: Record<Status, string> = {
  active: 'asset.approved',
  rejected: 'asset.rejected',
  archived: 'asset.archived',
  draft: 'asset.returned_to_draft',
  proposed: 'asset.proposed',
};

/** What people follow: what a patch can change, with the texts inside `metadata`. A change of status is an event of its own. */
const watched = [
  'metadata',
  ...AssetPatch.omit({ title: true, description: true, creator: true, copyright: true, status: true }).keyof()
    .options,
];

/** What reviewers approve with a proposed asset. Suggestions on it, and the note, are apart from that. */
const approved = watched.filter((name) => !['proposedTags', 'proposedFields', 'reviewNote'].includes(name));

/** A form and a patch write {} or [] where nothing was. */
const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;
const filled = (asset: Stored): Record<string, unknown> =>
  Object.fromEntries(Object.entries(asset).filter(([, value]) => !isEmpty(value)));

const isChanged = (before: Stored, after: Stored): boolean =>
  changesOf(filled(before), filled(after), approved) !== null;

/** The event of a change, if it has one: one change is one event, the weightiest. */
function eventOf(
  before: Stored | null,
  after: Stored,
): { type: string; detail: Record<string, unknown> } | null {
  if (!before)
    return {
      type: after.status === 'proposed' ? 'asset.proposed' : 'asset.created',
      detail: { status: after.status },
    };
  if (!before.deletedAt !== !after.deletedAt)
    return { type: after.deletedAt ? 'asset.deleted' : 'asset.restored', detail: {} };
  if (before.status !== after.status)
    return {
      type: eventOfStatus[after.status],
      detail: {
        before: before.status,
        after: after.status,
        ...(after.reviewNote ? { note: after.reviewNote } : {}),
      },
    };
  const changes = changesOf(before, after, watched);
  if (!changes) return null;
  const suggested = Object.keys(changes).every((key) => key.startsWith('proposed'));
  return { type: suggested ? 'asset.suggestions_changed' : 'asset.changed', detail: { changes } };
}

/** Records events, and gives a grant to the person who made an asset private. */
export const afterAssetChange: CollectionAfterChangeHook = async ({ req, ...written }) => {
  const { before, after } = beforeAndAfter<Stored>(written);
  const workspaceId = workspaceIdOf(after.workspace);
  const db = await transactionOf(req);
  const followed = await followAsset(req, db, workspaceId ?? '', {
    before,
    after,
    changed: before !== null && isChanged(before, after),
  });
  const carried = carriedOut(req);
  const proposals = [...(carried ? [carried] : []), ...followed];
  const about = { filename: after.filename ?? null, ...(proposals.length > 0 ? { proposals } : {}) };

  if (after.private && !before?.private)
    await keepMaker(req, {
      resource: 'asset',
      resourceId: after.id,
      label: after.filename ?? '',
      workspaceId: workspaceId ?? '',
      scope: after.status === 'proposed' && !before ? 'propose' : 'write',
      wasThere: before !== null,
    });

  const event = eventOf(before, after);
  if (event)
    await record(req, {
      type: event.type,
      workspaceId,
      subject: { kind: 'asset', id: after.id },
      detail: { ...about, ...event.detail },
    });
  return after;
};

/**
 * Payload's own delete removes rows permanently and without events. Only the sweep may do that, after the retention time. The panel's
 * delete button moves an asset to the trash by writing `deletedAt`.
 */
export const refuseAssetDelete: CollectionBeforeOperationHook = ({ operation }) => {
  if (operation !== 'delete') return;
  throw new APIError(
    'Assets can’t be deleted permanently here. Use DELETE /api/v1/assets/{id}: the asset can be restored until it is purged.',
    403,
    null,
    true,
  );
};
