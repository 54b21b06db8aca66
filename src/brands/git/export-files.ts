// Exports a brand as files: their texts, and the path of each asset.
import type { Caller } from '../../core/access/caller.ts';
import { readable } from '../../core/access/readable.ts';
import { asSeen, seenBy, seenByValues } from '../../core/access/caller-values.ts';
import { statement, type Db } from '../../core/db/pool.ts';
import type { LoadedBrand } from '../queries.ts';
import { agreementOf, type Agreement } from './agreement.ts';
import { assetsNamed, filesOf, pathsOfAssets } from './layout.ts';
import { parseFiles } from './read-files.ts';
import { saidHere, stillSays } from './unchanged-files.ts';
import { assetKind } from '../../assets/grantable.ts';

export interface AssetAt {
  id: string;
  filename: string;
  sha256: string;
  size: number;
}

const assetsOf = statement(
  'brand-code:assets',
  `${seenBy} select a.id, a.filename, a.sha256, a.filesize::float8 as size from ${asSeen} join payload.assets a on a.workspace_id = t.id
   where a.id = any($4::uuid[]) and a.deleted_at is null and (a.effective_private is not true or ${readable(assetKind, 'a')})`,
);

/**
 * The brand's assets that the caller may see, by path under assets/: an asset keeps the path of the last
 * agreement.
 */
export async function assetsByPath(
  db: Db,
  caller: Caller,
  brand: Pick<LoadedBrand, 'workspaceId' | 'state'>,
  agreement: Pick<Agreement, 'assets'> | null,
): Promise<Map<string, AssetAt>> {
  const ids = assetsNamed(brand.state);
  const rows =
    ids.length === 0
      ? []
      : await db.query<AssetAt>(assetsOf, [...seenByValues(caller, brand.workspaceId), ids]);
  const agreed = new Map(Object.entries(agreement?.assets ?? {}).map(([path, id]) => [id, path]));
  const paths = pathsOfAssets(rows, agreed);
  return new Map(
    rows
      .map((row) => [paths.get(row.id) ?? '', row] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}

/** The texts of a brand's files, by path: a hand-written file with the same content keeps its text. */
export async function textsOf(
  brand: Pick<LoadedBrand, 'slug' | 'state'>,
  assets: ReadonlyMap<string, AssetAt>,
  agreement: Agreement | null,
): Promise<Map<string, string>> {
  const paths = new Map([...assets].map(([path, { id }]) => [id, path]));
  const written = filesOf(brand.state, brand.slug, paths);
  const here = saidHere(brand.state, brand.slug);
  const find = (path: string): string | null => assets.get(path)?.id ?? agreement?.assets[path] ?? null;
  const agreed = Object.entries(agreement?.files ?? {}).filter(
    ([path, text]) => written.has(path) && written.get(path) !== text,
  );
  const before = new Map(agreed);
  const parsed = await parseFiles(Object.fromEntries(agreed));
  return new Map(
    [...written].map(([path, text]) => {
      const was = before.get(path);
      return [path, was !== undefined && stillSays(path, parsed, here, find) ? was : text];
    }),
  );
}

export interface Exported {
  files: Record<string, string>;
  assets: Record<string, { id: string; sha256: string; url: string }>;
}

export async function exportFiles(
  db: Db,
  caller: Caller,
  serverUrl: string,
  brand: LoadedBrand,
): Promise<Exported> {
  const agreement = await agreementOf(db, brand.id);
  const assets = await assetsByPath(db, caller, brand, agreement);
  return {
    files: Object.fromEntries(await textsOf(brand, assets, agreement)),
    assets: Object.fromEntries(
      [...assets].map(([path, { id, sha256 }]) => [
        path,
        { id, sha256, url: `${serverUrl}/api/v1/assets/${id}/content` },
      ]),
    ),
  };
}
