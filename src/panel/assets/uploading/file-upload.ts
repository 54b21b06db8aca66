// Makes assets of uploaded bytes, with what their sender said about them.
import { CallFailed } from '../../client/api.ts';
import { call, type InputFor, type OutputFor } from '../../client/operations.ts';
import type { BulkChange } from '../library/edit/bulk-change.ts';

type Body = InputFor<'create_asset'>['body'];

/** What is said about a new asset. */
export type UploadMeta = Pick<
  Body,
  'tags' | 'fields' | 'rights' | 'private' | 'title' | 'creator' | 'copyright' | 'collections'
>;

interface Arriving {
  /** The id of the collection it goes into; null: only into the library. */
  into: string | null;
  /** The id of the asset that it becomes a version of; null: it becomes an asset of its own. */
  versionOf: string | null;
  meta: UploadMeta;
}

/** What a change of new assets says about each of them. What is cleared says nothing. */
export function metaOf({
  addTags,
  fields,
  texts,
  rights,
  private: isPrivate,
  collection,
}: BulkChange): UploadMeta {
  const given = Object.entries(fields).filter(([, value]) => value !== null);
  return {
    ...(addTags.length > 0 && { tags: [...addTags] }),
    ...(given.length > 0 && { fields: Object.fromEntries(given) as NonNullable<UploadMeta['fields']> }),
    ...texts,
    ...(Object.keys(rights).length > 0 && { rights: { ...rights } }),
    ...(isPrivate && { private: true }),
    ...(collection && { collections: [collection.id] }),
  };
}

/** Creates the asset from uploaded bytes; as a draft if required fields are missing, so the person can fill them in. */
export async function fileUpload(
  token: string,
  { into, versionOf, meta }: Arriving,
): Promise<OutputFor<'create_asset'>> {
  const collections = [...new Set([...(into === null ? [] : [into]), ...(meta.collections ?? [])])];
  const body = {
    ...meta,
    token,
    ...(collections.length > 0 && { collections }),
    ...(versionOf === null ? {} : { versionOf }),
  };
  try {
    const answer = await call('create_asset', { body });
    // A file that was there already stays as it was.
    for (const id of answer.deduped ? collections : [])
      await call('change_collection_assets', { id, body: { add: [answer.data.id] } });
    return answer;
  } catch (error) {
    const wantsFields =
      error instanceof CallFailed &&
      error.status === 422 &&
      error.issues.length > 0 &&
      error.issues.every(
        ({ path, message }) => path.startsWith('fields.') && message.includes('is required'),
      );
    if (!wantsFields) throw error;
    return call('create_asset', { body: { ...body, status: 'draft' } });
  }
}
