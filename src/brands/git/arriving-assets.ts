// Files of a repository as assets: those that are known, those with the same bytes, new versions of those that changed, and new ones.
import { createHash } from 'node:crypto';
import { fileAsset, takeIn, trustListOf } from '../../assets/ingest/file-asset.ts';
import { makeCurrent } from '../../assets/versions/versions.ts';
import { actAs } from '../../core/access/actor.ts';
import { accessByNow } from '../../core/access/authorize.ts';
import { readable } from '../../core/access/readable.ts';
import { assetKind } from '../../assets/grantable.ts';
import { asSeen, seenBy, seenByValues } from '../../core/access/caller-values.ts';
import { rankOf } from '../../core/access/ladder.ts';
import { isOutcomeUnknown } from '../../core/db/commit.ts';
import { statement } from '../../core/db/pool.ts';
import { ApiError, invalid, isApiError } from '../../core/errors.ts';
import type { Service } from '../../core/service.ts';
import type { Agreement } from './agreement.ts';
import { assetsByPath } from './export-files.ts';
import { tryFiles } from './import-files.ts';
import { isLfsPointer, lfsAdvice } from './lfs.ts';
import type { ParsedFiles } from './located.ts';
import { maxAssetBytes, type Checkout } from './repository.ts';
import type { BegunSync } from './source.ts';
import { asCaller, brandNow } from './sync-caller.ts';

const byBytes = statement(
  'brand-sync:by-bytes',
  `${seenBy} select a.id, a.sha256 from ${asSeen} join payload.assets a on a.workspace_id = t.id
   where a.sha256 = any($4::text[]) and a.deleted_at is null and ${readable(assetKind, 'a')} order by a.created_at desc, a.id`,
);
const bytesOf = statement(
  'brand-sync:bytes-of',
  'select id, sha256, deleted_at is not null as deleted from payload.assets where id = any($1::uuid[])',
);

const inStack = statement(
  'brand-sync:in-stack',
  `select v.id, v.version, v.current and v.status = 'active' as current, v.status = 'active' as active
   from payload.assets a join payload.assets v on v.stack_id = a.stack_id and v.workspace_id = a.workspace_id
   where a.id = $1 and v.sha256 = $2 and v.deleted_at is null order by v.version desc limit 1`,
);

interface ArrivingFile {
  path: string;
  bytes: Uint8Array;
  sha256: string;
}

interface Arriving {
  /** Path to asset, for files with known bytes. */
  found: Record<string, string>;
  /** Files whose path was an asset with other bytes, with its ID. */
  changed: (ArrivingFile & { id: string })[];
  /** Others, by their bytes. */
  unknown: Map<string, ArrivingFile[]>;
}

/** What the texts refer to, read and compared with what is known. @throws ApiError invalid naming pointers of Git LFS */
async function sortFiles(
  service: Service,
  begun: BegunSync,
  repository: Checkout,
  agreement: Agreement | null,
): Promise<Arriving> {
  const text = Object.values(repository.files).join('\n');
  const named = [...repository.assets].filter(([path]) => text.includes(path));
  const arriving: Arriving = { found: {}, changed: [], unknown: new Map() };
  if (named.length === 0) return arriving;
  const writer = { db: service.db, caller: begun.caller.caller };
  const brand = await brandNow(writer, begun.brand_id);
  const here = await assetsByPath(writer.db, writer.caller, brand, agreement);
  const agreed = agreement?.assets ?? {};
  const known = new Map([
    ...Object.entries(agreed),
    ...[...here].map(([path, { id }]) => [path, id] as const),
  ]);
  const rows = await service.db.query<{ id: string; sha256: string; deleted: boolean }>(bytesOf, [
    [...known.values()],
  ]);
  const stored = new Map(rows.map((row) => [row.id, row]));
  const pointers: string[] = [];
  for (const [path, oid] of named) {
    const bytes = await repository.readAsset(path, oid);
    if (isLfsPointer(bytes)) pointers.push(path);
    const file = { path, bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
    const row = stored.get(known.get(path) ?? '');
    if (row?.sha256 === file.sha256) arriving.found[path] = row.id;
    else if (row && !row.deleted && agreed[path] === row.id) arriving.changed.push({ ...file, id: row.id });
    else arriving.unknown.set(file.sha256, [...(arriving.unknown.get(file.sha256) ?? []), file]);
  }
  if (pointers.length > 0) throw invalid(pointers.map((path) => ({ path, message: lfsAdvice })));
  return arriving;
}

/**
 * The assets of the files under assets/ that the texts refer to, by path: matched by their bytes, a new version of the asset at the same
 * path, or a new asset.
 *
 * @param parsed the repository's texts. Before an asset gets a version, they are checked: a refused pull must not replace what the brand
 *   still shows.
 */
export async function arrivingAssets(
  service: Service,
  begun: BegunSync,
  repository: Checkout,
  { agreement, parsed }: { agreement: Agreement | null; parsed: ParsedFiles },
): Promise<Record<string, string>> {
  const { found, changed, unknown } = await sortFiles(service, begun, repository, agreement);
  const rows = await service.db.query<{ id: string; sha256: string }>(byBytes, [
    ...seenByValues(begun.caller.caller, begun.caller.workspaceId),
    [...unknown.keys()],
  ]);
  for (const { id, sha256 } of rows) for (const { path } of unknown.get(sha256) ?? []) found[path] = id;
  for (const [sha256, files] of unknown) {
    const [first] = files;
    if (!first || rows.some((row) => row.sha256 === sha256)) continue;
    const id = await fileBytes(service, begun, first);
    for (const { path } of files) found[path] = id;
  }
  if (changed.length === 0) return found;
  for (const { path, id } of changed) await demandVersions(service, begun, path, id);
  const before = Object.fromEntries(changed.map(({ path, id }) => [path, id]));
  await asCaller(service, begun, (writer) =>
    tryFiles(writer, begun.brand_id, { files: repository.files, parsed, assets: { ...found, ...before } }),
  );
  for (const file of changed) found[file.path] = await versionFor(service, begun, file);
  return found;
}

/** @throws ApiError forbidden if the caller can't add a version that is used at once */
async function demandVersions(
  { db }: Service,
  { caller: { caller } }: BegunSync,
  path: string,
  asset: string,
): Promise<void> {
  const { scope } = await accessByNow(db, caller, { asset });
  if (rankOf(scope) < rankOf('write'))
    throw new ApiError(
      'forbidden',
      `${path} changed, so it needs a new version. That takes the write scope on its asset. Ask someone who has it to sync, or to upload the file as a new version.`,
    );
}

/** The version of an asset with a file's bytes: one that there is already, which becomes the current one, or a new one. */
async function versionFor(
  service: Service,
  begun: BegunSync,
  file: Arriving['changed'][number],
): Promise<string> {
  const [same] = await service.db.query<{ id: string; version: number; current: boolean; active: boolean }>(
    inStack,
    [file.id, file.sha256],
  );
  if (!same) return fileBytes(service, begun, file, file.id);
  if (same.active && !same.current)
    await asCaller(service, begun, ({ req, db, caller }) =>
      makeCurrent(req, db, (target) => accessByNow(db, caller, target), same.id, same.version),
    );
  return same.id;
}

/** Adds a file to the library. @param versionOf the asset that it is a version of */
async function fileBytes(
  service: Service,
  begun: BegunSync,
  { path, bytes }: ArrivingFile,
  versionOf?: string,
): Promise<string> {
  const { storage } = service;
  const staged = await storage.stage(oneChunk(bytes), { maxBytes: maxAssetBytes });
  try {
    const arrival = await takeIn(
      storage,
      staged,
      { filename: path.slice('assets/'.length), mime: '' },
      trustListOf(service, begun.caller.workspaceId),
    );
    return await asCaller(service, begun, async ({ req, db, caller }) => {
      const access = await accessByNow(db, caller, { workspace: begun.caller.workspaceId });
      actAs(req, caller, access);
      const filed = await fileAsset(
        { service, db, req, caller, access, accessTo: (target) => accessByNow(db, caller, target) },
        arrival,
        versionOf === undefined ? {} : { versionOf },
      );
      return filed.id;
    });
  } catch (error) {
    // An asset may have been saved after all and need its bytes; if it wasn't, the sweep removes them.
    if (!isOutcomeUnknown(error)) await storage.discard(staged.key).catch(() => undefined);
    if (isApiError(error)) throw new ApiError(error.code, `${path}: ${error.message}`, error.detail);
    throw error;
  }
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes;
}
