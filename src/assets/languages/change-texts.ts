// Changes the texts of an asset, and records it.
import { isDeepStrictEqual } from 'node:util';
import type { PayloadRequest } from 'payload';
import type { Db } from '../../core/db/pool.ts';
import { invalid } from '../../core/errors.ts';
import { record } from '../../core/events/record.ts';
import { serviceOf } from '../../core/service.ts';
import { mergeValues } from '../../fields/rules.ts';
import { restartStagesOfAsset } from '../../proposals/stages/decide.ts';
import { demandAsset, patchMetadata, type Present } from '../patch-asset.ts';
import { writeAsset } from '../write-asset.ts';
import {
  assetTextsOf,
  changedTexts,
  saveTexts,
  type AssetTexts,
  type LanguageTexts,
  type TextsInput,
} from './asset-texts.ts';
import { issuesOf, slotsIn } from './slots.ts';

const noTexts: LanguageTexts = { title: null, description: null, alt: null };

/** Writes the texts in the default language that are in the asset's record: all but its alt text. */
async function writeOwn(
  req: PayloadRequest,
  id: string,
  { metadata, fields }: Present,
  before: LanguageTexts,
  { title, description, fields: values = {} }: LanguageTexts,
): Promise<void> {
  const changesFields = !isDeepStrictEqual(values, before.fields ?? {});
  if (title === before.title && description === before.description && !changesFields) return;
  await writeAsset(req, id, {
    metadata: patchMetadata(metadata ?? {}, { title, description }),
    ...(changesFields && { fields: mergeValues(fields ?? {}, values) }),
  });
}

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
  const { [first]: wasOwn = noTexts, ...wereOthers } = before;
  const { [first]: own = noTexts, ...others } = after;
  await writeOwn(req, id, asset, wasOwn, own);
  if (own.alt !== wasOwn.alt || !isDeepStrictEqual(wereOthers, others)) {
    await saveTexts(db, id, own.alt, others);
    const texts = { before: shown(wasOwn.alt, first, wereOthers), after: shown(own.alt, first, others) };
    await record(req, {
      type: 'asset.changed',
      workspaceId: asset.workspace_id,
      subject: { kind: 'asset', id },
      detail: { changes: { texts } },
    });
    await restartStagesOfAsset(req, db, id);
  }
  return { data: await assetTextsOf(db, id, slots), default: first };
}

/** What isn't in the asset's record. */
const shown = (alt: string | null, first: string, others: AssetTexts): Record<string, unknown> => ({
  [first]: { alt },
  ...others,
});
