import { z } from 'zod';
import { demand } from '../../src/core/access/actor.ts';
import type { Db } from '../../src/core/db/pool.ts';
import type { Access } from '../../src/core/access/caller.ts';
import { withTransaction } from '../../src/core/pipeline/transaction.ts';
import { answerOf, issuesOf, malformed } from '../../src/core/pipeline/error-response.ts';
import { stopIfCanceled } from '../../src/core/pipeline/cancellation.ts';
import { defineOperation, type Context } from '../../src/core/operation.ts';
import { proposalOf } from '../../src/review/queries.ts';
import { invalid, isApiError, ApiError, type Issue } from '../../src/core/errors.ts';
import { changeKind } from '../../src/review/changes/index.ts';
import type { ChangeKind } from '../../src/review/changes/kind.ts';
import { isAbout, openKind, openKinds, type ModuleProposalKind } from '../../src/review/module-kinds.ts';
import { proposeChange, type Outcome } from '../../src/review/corrections.ts';
import { openPatch } from '../../src/review/patch-kinds.ts';
import { suggestion } from '../../src/lib/nearest.ts';
import { assetChanges } from './agent/asset-changes.ts';
import { proposeCollection } from './agent/propose-collection.ts';
import { proposeShare } from './agent/propose-share.ts';
import type { ItemError } from '../item-error.ts';
import { brandKinds, type BrandKind } from './brand-items.ts';
import { under } from './each-item.ts';
import { kindNames, maxItems, Result, sentItem, type Item } from './items.ts';

/** What an item is about, and the caller's access to it. @throws ApiError not_found, forbidden */
async function targetOf({ access, accessTo }: Context, { target }: Item): Promise<Access & { id: string }> {
  const { resource } = target;
  const id = target.id ?? access.workspaceId ?? '';
  const found = await accessTo(target.slug === undefined ? { [resource]: id } : { brandNamed: target.slug });
  demand(found, 'propose', undefined, `this ${resource}`);
  return { ...found, id: found.id ?? id };
}

/** Rejects an item about something that its kind can't be about. */
function demandAbout(kind: string, isRight: boolean, { target }: Item, path: string): void {
  if (isRight) return;
  const message = `A proposal of the kind ${kind} can't be about this resource: ${target.resource}.`;
  throw malformed([{ path: `${path}.target.resource`, message }]);
}

function parsed<T>(schema: z.ZodType<T>, change: unknown, path: string): T {
  const result = schema.safeParse(change);
  if (!result.success) throw malformed(under(`${path}.change`, issuesOf(result.error, schema, change)));
  return result.data;
}

async function resultOf(db: Db, { proposal, unchanged: same }: Outcome): Promise<Result> {
  if (!proposal) return { unchanged: same ?? {} };
  return {
    proposal: await proposalOf(db, proposal.id),
    outcome: proposal.outcome,
    ...(same ? { unchanged: same } : {}),
  };
}

/** A change to an asset. */
async function proposeForAsset(
  context: Context,
  kind: ChangeKind,
  item: Item,
  path: string,
): Promise<Result> {
  const { service, caller, accessTo } = context;
  demandAbout(kind.name, item.target.resource === 'asset', item, path);
  const { expected, note } = item;
  const change = { kind, change: parsed(kind.schema, item.change, path), expected, note };
  const access = await targetOf(context, item);
  return withTransaction(service, caller, access, async (req, db) => {
    return resultOf(db, await proposeChange({ req, db, caller, accessTo }, access.id, change));
  });
}

/** Rejects values that an item expects of something that's compared as a whole. */
function demandNoneExpected({ kind, expected }: Item, path: string): void {
  if (expected === undefined) return;
  const message = `A proposal of the kind ${kind} doesn't support expected. Remove it.`;
  throw malformed([{ path: `${path}.expected`, message }]);
}

/** Rules or a page of a brand. */
async function proposeOfBrand(context: Context, kind: BrandKind, item: Item, path: string): Promise<Result> {
  const { service, caller } = context;
  demandAbout(kind.name, item.target.resource === 'brand', item, path);
  demandNoneExpected(item, path);
  const change = parsed(kind.schema, item.change, path);
  const access = await targetOf(context, item);
  try {
    return await withTransaction(service, caller, access, async (req, db) =>
      resultOf(db, await kind.propose({ req, db, caller }, access.id, change, item.note)),
    );
  } catch (error) {
    const at = kind.at(change);
    throw at === '' ? error : placed(error, at);
  }
}

/** A proposal of a module's kind. */
async function proposeForModule(
  context: Context,
  kind: ModuleProposalKind,
  item: Item,
  path: string,
): Promise<Result> {
  const { service, caller, accessTo } = context;
  const { resource } = item.target;
  demandAbout(kind.name, isAbout(kind, resource), item, path);
  const { expected, note } = item;
  if (!kind.isPatch) demandNoneExpected(item, path);
  const value = parsed(kind.value, item.change, path);
  const access = await targetOf(context, item);
  return withTransaction(service, caller, access, async (req, db) => {
    const issues = (await kind.check?.({ db, caller, access, accessTo, resource }, access.id, value)) ?? [];
    if (issues.length > 0) throw invalid(issues);
    const proposing = { req, db, caller, access };
    if (kind.isPatch)
      return resultOf(db, await openPatch(proposing, kind, { value, expected, note, resource }));
    const { id, isNew } = await openKind(proposing, kind, { value, note, resource });
    return { proposal: await proposalOf(db, id), outcome: isNew ? 'created' : 'already_waiting' };
  });
}

/** Proposes one item in its own transaction, so a failure doesn't affect the others. */
async function proposeOne(context: Context, item: Item, path: string): Promise<Result> {
  try {
    const problems = sentItem.problemsOf(item);
    if (problems) throw malformed(under(path, problems));
    const ofAsset = changeKind(item.kind);
    if (ofAsset) return await proposeForAsset(context, ofAsset, item, path);
    const ofBrand = brandKinds.find(({ name }) => name === item.kind);
    if (ofBrand) return await proposeOfBrand(context, ofBrand, item, path);
    const kind = openKinds().find(({ name }) => name === item.kind);
    if (kind) return await proposeForModule(context, kind, item, path);
    const message = `Unknown kind. ${suggestion(item.kind, kindNames())}`;
    throw malformed([{ path: `${path}.kind`, message }]);
  } catch (error) {
    const answer = answerOf(placed(error, `${path}.change`), context.service.log, {
      operation: 'propose_changes',
    });
    return (answer.body as { value: { error: z.input<typeof ItemError> } }).value;
  }
}

/** Rewrites issue paths to match the request. */
function placed(error: unknown, path: string): unknown {
  const issues =
    isApiError(error) && error.code === 'invalid' && (error.detail as { issues?: Issue[] }).issues;
  return issues ? new ApiError('invalid', error.message, { issues: under(path, issues) }) : error;
}

export const proposeChanges = defineOperation({
  name: 'propose_changes',
  http: {
    route: 'POST /api/v1/proposals',
    tag: 'proposals',
    status: 200,
  },
  summary: 'Propose changes to assets, brands or collections, or something new; a person decides',
  description:
    "Nothing changes until a proposal is accepted. results has the outcome of each item, in order: a proposal with before and after, unchanged if the value is already set, or an error, which doesn't affect other items. A new proposal for the same value replaces your earlier one.",
  access: {
    scope: 'propose',
    within: true,
  },
  readOnly: true, // each item opens a transaction of its own
  input: { body: z.strictObject({ items: z.array(sentItem.schema).min(1).max(maxItems) }) },
  output: z.object({ data: z.object({ results: z.array(Result) }) }),
  agent: [
    {
      title: 'Propose changes to assets, brands or collections',
      description:
        "Suggests changes to up to 200 assets, brands and collections, corrections too. A person decides, seeing before and after; nothing changes until then. results says for each what waits, was unchanged or failed. To propose a new file, upload it with versionOf. Give each item's reason in its note.",
      idempotent: true,
      shape: assetChanges,
    },
    proposeCollection,
    proposeShare,
  ],
  run: async (context, { body }) => {
    const results: Result[] = [];
    // Sequentially: proposals for the same asset would only wait for each other's locks.
    for (const [index, item] of body.items.entries()) {
      stopIfCanceled(context.request);
      results.push(await proposeOne(context, item, `items[${index}]`));
    }
    return { data: { results } };
  },
});
