import { z } from 'zod';
import { actAs, demand } from '../../src/core/access/actor.ts';
import { demandAsset, patchAsset } from '../../src/assets/patch-asset.ts';
import { cleanTags } from '../../src/assets/rules.ts';
import { AssetPatch, changedRights, Id, RightsChange, statuses, TagList } from '../../src/assets/schemas.ts';
import type { Db } from '../../src/core/db/pool.ts';
import { inTransaction } from '../../src/core/db/transaction.ts';
import { answerOf } from '../../src/core/pipeline/error-response.ts';
import { stopIfCanceled } from '../../src/core/pipeline/cancellation.ts';
import { defineOperation, type Context } from '../../src/core/operation.ts';
import { batchResult, type ToolShape } from '../../src/core/tool.ts';
import { ItemError } from '../item-error.ts';

const Item = z.discriminatedUnion('ok', [
  z.object({
    id: Id,
    ok: z.literal(true),
    status: z
      .enum(statuses)
      .describe('What it is now: still proposed if it waits for its next stage of review'),
  }),
  z.object({ id: Id, ok: z.literal(false), error: ItemError }),
]);

/** Concurrent transactions. Half of Payload's connections stay free for other requests. */
const atOnce = 4;

const Body = z.strictObject({
  ids: z.array(Id).min(1).max(1000),
  patch: AssetPatch.default({}),
  addTags: TagList.optional(),
  removeTags: TagList.optional().describe('Whatever their case'),
  changeRights: RightsChange.optional().describe('Only the parts you send change; null clears one'),
});
type Body = z.output<typeof Body>;

/** The patch of one asset: what depends on what it has now is read in the transaction that changes it. */
async function patchOf(db: Db, id: string, { patch, ...relative }: Body): Promise<AssetPatch> {
  const { addTags, removeTags, changeRights } = relative;
  if (!addTags && !removeTags && !changeRights) return patch;
  const asset = await demandAsset(db, id);
  const removed = new Set(cleanTags(removeTags ?? []).map((tag) => tag.toLowerCase()));
  const left = (patch.tags ?? asset.tags ?? []).filter((tag) => !removed.has(tag.toLowerCase()));
  return {
    ...patch,
    ...((addTags || removeTags) && { tags: cleanTags([...left, ...(addTags ?? [])]) }),
    ...(changeRights && {
      rights: changedRights(patch.rights === undefined ? asset.rights : patch.rights, changeRights),
    }),
  };
}

/** Patches one asset in its own transaction, so a failure doesn't roll back the others. */
async function patchOne(context: Context, id: string, body: Body): Promise<z.input<typeof Item>> {
  const { service, caller, accessTo } = context;
  try {
    const access = await accessTo({ asset: id });
    demand(access, 'write', undefined, 'this asset');
    const status = await inTransaction(
      service.payload,
      (req) => {
        actAs(req, caller, access);
      },
      async (req, db) => patchAsset(req, db, accessTo, id, await patchOf(db, id, body)),
    );
    return { id, ok: true, status };
  } catch (error) {
    const { body } = answerOf(error, service.log, { operation: 'update_assets' });
    return {
      id,
      ok: false,
      error: (body as { value: { error: z.input<typeof ItemError> } }).value.error,
    };
  }
}

const ToolInput = z.strictObject({
  assets: z.array(Id).min(1).max(200).describe('IDs'),
  changes: AssetPatch.omit({
    generator: true,
    parentAssetId: true,
    prompt: true,
    proposedFields: true,
    proposedTags: true,
    reviewNote: true,
    rights: true,
  }).optional(),
  addTags: Body.shape.addTags,
  removeTags: Body.shape.removeTags,
  changeRights: Body.shape.changeRights,
});
type ToolInput = z.output<typeof ToolInput>;

/** By the names that other tools use, and without what only the panel changes. */
const shape: ToolShape = {
  input: ToolInput,
  requests: (given) => {
    const { assets, changes, ...others } = given as ToolInput;
    return [{ body: { ids: assets, ...(changes && { patch: changes }), ...others } }];
  },
  result: (_, answers) =>
    batchResult<z.input<typeof Item>>('asset', answers, (item) => (item.ok ? { status: item.status } : {})),
};

export const updateAssets = defineOperation({
  name: 'update_assets',
  http: {
    route: 'POST /api/v1/assets/batch',
    tag: 'assets',
  },
  summary: 'Update many assets with the same patch',
  description:
    "Takes the same patch as update_asset; addTags, removeTags and changeRights leave what else each asset has as it is. Each asset is changed on its own: data reports success or failure for each, in request order, and a failure doesn't affect the others.",
  access: {
    scope: 'write',
    within: true,
    proposedBy: ['propose_changes', 'propose_tags', 'propose_fields'],
  },
  readOnly: true, // each item opens a transaction of its own
  input: { body: Body },
  output: z.object({ data: z.array(Item) }),
  agent: {
    title: 'Update assets',
    description:
      'Changes up to 200 assets the same way, with a result for each. addTags, removeTags and changeRights keep what else each asset has; changes replaces whole values. Without write, use propose_changes.',
    destructive: true,
    idempotent: true,
    shape,
  },
  run: async (context, { body }) => {
    const waiting = [...new Set(body.ids)];
    const results = new Map<string, z.input<typeof Item>>();
    const work = async (): Promise<void> => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
        stopIfCanceled(context.request);
        results.set(id, await patchOne(context, id, body));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    return { data: body.ids.flatMap((id) => results.get(id) ?? []) };
  },
});
