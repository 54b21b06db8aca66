// Changes the texts of an asset, and records it.
import { isDeepStrictEqual } from 'node:util';
import type { PayloadRequest } from 'payload';
import type { Db } from '../../core/db/pool.ts';
import { invalid } from '../../core/errors.ts';
import { record } from '../../core/events/record.ts';
import { serviceOf } from '../../core/service.ts';
import { mergeValues } from '../../fields/rules.ts';
import { demandAsset, patchMetadata } from '../patch-asset.ts';
import { writeAsset } from '../write-asset.ts';
import { assetTextsOf, changedTexts, saveTexts, type AssetTexts, type TextsInput } from './asset-texts.ts';
import { issuesOf, slotsIn } from './slots.ts';

/**
 * Replaces the texts in the languages that are given. Title, description and custom fields in the default language are those of the
 * asset's record, so they're changed and recorded like those of a PATCH.
 *
 * @returns all texts, and the default language
 * @throws ApiError not_found, conflict (deleted), invalid for a language or a translated field that the workspace doesn't have.
 */
export async function changeTexts(
  req: PayloadRequest,
  db: Db,
  id: string,
  given: TextsInput,
): Promise<{ data: AssetTexts; default: string }> {
  const asset = await demandAsset(db, id);
  // Read once the asset is locked: a change of the languages moves its texts.
  const slots = await slotsIn(serviceOf(req.payload), db, asset.workspace_id);
  const issues = issuesOf(given, slots);
  if (issues.length > 0) throw invalid(issues);

  const [first] = slots.languages;
  const before = await assetTextsOf(db, id, slots);
  const after = changedTexts(before, given, first);
  if (isDeepStrictEqual(before, after)) return { data: before, default: first };
  const { [first]: wasOwn, ...wereOthers } = before;
  const { [first]: own, ...others } = after;
  const [title, description, alt] = [own?.title ?? null, own?.description ?? null, own?.alt ?? null];
  const values = own?.fields ?? {};
  const changesFields = !isDeepStrictEqual(values, wasOwn?.fields ?? {});
  if (title !== wasOwn?.title || description !== wasOwn.description || changesFields)
    await writeAsset(req, id, {
      metadata: patchMetadata(asset.metadata ?? {}, { title, description }),
      ...(changesFields && { fields: mergeValues(asset.fields ?? {}, values) }),
    });
  if (alt !== wasOwn?.alt || !isDeepStrictEqual(wereOthers, others)) {
    await saveTexts(db, id, alt, others);
    const texts = { before: shown(wasOwn?.alt, first, wereOthers), after: shown(alt, first, others) };
    await record(req, {
      type: 'asset.changed',
      workspaceId: asset.workspace_id,
      subject: { kind: 'asset', id },
      detail: { changes: { texts } },
    });
  }
  return { data: await assetTextsOf(db, id, slots), default: first };
}

/** What isn't in the asset's record. */
const shown = (
  alt: string | null | undefined,
  first: string,
  others: AssetTexts,
): Record<string, unknown> => ({
  [first]: { alt: alt ?? null },
  ...others,
});
