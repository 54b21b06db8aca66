import { z } from 'zod';
import { Id } from '../../../src/assets/schemas.ts';
import { keepDuplicates as keep } from '../../../src/assets/similar/keep-duplicates.ts';
import { demand } from '../../../src/core/access/actor.ts';
import { invalid, type Issue } from '../../../src/core/errors.ts';
import { defineOperation, type Context } from '../../../src/core/operation.ts';

/** @throws ApiError invalid listing those that aren't there; forbidden if the caller can't change one of them. */
async function demandAll({ access, accessTo }: Context, ids: readonly string[]): Promise<void> {
  const issues: Issue[] = [];
  for (const [index, id] of ids.entries()) {
    const there = await accessTo({ asset: id });
    if (there.scope === null || there.workspaceId !== access.workspaceId)
      issues.push({ path: `ids[${index}]`, message: 'Asset not found in this workspace.' });
    else demand(there, 'write', undefined, 'each of these assets');
  }
  if (issues.length > 0) throw invalid(issues);
}

export const keepDuplicates = defineOperation({
  name: 'keep_duplicates',
  http: {
    route: 'POST /api/v1/assets/duplicates/kept',
    tag: 'assets',
    status: 200,
  },
  summary: "Keep near-duplicates on purpose, so that their group isn't listed any more",
  description:
    'A group in which all are kept is left out of list_duplicates, until another picture joins it; kept=true lists these groups. `kept: false` takes it back. All or nothing: if one of the assets isn’t found, or you can’t change it, nothing changes.',
  access: {
    scope: 'write',
    within: true,
  },
  input: {
    body: z.strictObject({
      ids: z.array(Id).min(1).max(200).describe('Usually all assets of a group'),
      kept: z.boolean().default(true),
    }),
  },
  output: z.object({ data: z.object({ changed: z.int().describe('How many weren’t so before') }) }),
  errors: ['invalid'],
  run: async (context, { body: { ids, kept } }) => {
    await demandAll(context, ids);
    return { data: { changed: await keep(context.db, ids, kept) } };
  },
});
