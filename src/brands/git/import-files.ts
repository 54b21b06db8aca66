// Importing files: parse, merge with the changes made here since, validate, and write as one version.
import { isId } from '../../core/access/ids.ts';
import { invalid, type Issue } from '../../core/errors.ts';
import { readableAssets, readableCollections } from '../assets-of.ts';
import { changeBrand } from '../change-brand.ts';
import { assetsOfPage } from '../pages/pages.ts';
import { loadBrand, type LoadedBrand } from '../queries.ts';
import { canonical, changesBetween, inOrder, type BrandState, type Changes } from '../publishing/state.ts';
import type { Writer } from '../rules/write-rules.ts';
import { agree, agreementOf } from './agreement.ts';
import { assetsByPath } from './export-files.ts';
import { assetsNamed, groupOf, pageFile, rulesFile } from './layout.ts';
import { mergeStates, type Conflict } from './merge.ts';
import type { ParsedFiles } from './located.ts';
import { kindOf, readFiles } from './read-files.ts';
import { withRenames } from './renamed-pages.ts';

export interface FilesToImport {
  files: Readonly<Record<string, string>>;
  /** The parsed files: from `parseFiles`, before any transaction was open. */
  parsed: ParsedFiles;
  /** Path under assets/ to asset id. */
  assets?: Readonly<Record<string, string>>;
  commit?: string | null;
  message?: string;
  /** False: replaces the brand with the content of the files. */
  merge?: boolean;
}

export interface Imported {
  /** The version that holds the result; null for a dry run. */
  version: number | null;
  changed: boolean;
  changes: Changes;
  conflicts: Conflict[];
}

interface Plan {
  /** The state in the files. */
  incoming: BrandState;
  state: BrandState;
  conflicts: Conflict[];
  assets: Record<string, string>;
}

/**
 * References in the files to assets or collections that are new to the brand and that the importer can't
 * read.
 */
async function missing({ db, caller }: Writer, brand: LoadedBrand, state: BrandState): Promise<Issue[]> {
  const known = new Set(assetsNamed(brand.state));
  const named = [
    ...state.rules.flatMap(({ key, assets }) =>
      assets.map(({ id }) => ({ id, at: `${rulesFile(groupOf(key))}:1`, where: key })),
    ),
    ...state.pages.flatMap((page) =>
      assetsOfPage(page).map(({ id, path }) => ({ id, at: `${pageFile(page.slug)}:1`, where: path })),
    ),
  ].filter(({ id }) => !known.has(id));
  const collectionsIn = (from: BrandState) =>
    from.pages.flatMap(({ slug, sections }) =>
      sections.flatMap(({ template, props }, index) =>
        template === 'collection' && isId(props.collection)
          ? [
              {
                id: props.collection.toLowerCase(),
                at: `${pageFile(slug)}:1`,
                where: `sections[${index}].props.collection`,
              },
            ]
          : [],
      ),
    );
  const shown = new Set(collectionsIn(brand.state).map(({ id }) => id));
  const collections = collectionsIn(state).filter(({ id }) => !shown.has(id));
  const there = await readableAssets(
    db,
    caller,
    brand.workspaceId,
    named.map(({ id }) => id),
  );
  const open = await readableCollections(
    db,
    caller,
    brand.workspaceId,
    collections.map(({ id }) => id),
  );
  const say = (what: string, list: typeof named, found: ReadonlySet<string>): Issue[] =>
    list.flatMap(({ id, at, where }) =>
      found.has(id)
        ? []
        : [
            {
              path: at,
              message: `${where}: ${what === 'asset' ? 'Asset' : 'Collection'} not found in this workspace, or you don't have access.`,
            },
          ],
    );
  return [...say('asset', named, there), ...say('collection', collections, open)];
}

/** @throws ApiError invalid listing every problem with its file and line. */
async function plan(writer: Writer, brand: LoadedBrand, given: FilesToImport): Promise<Plan> {
  const agreement = await agreementOf(writer.db, brand.id);
  const here = await assetsByPath(writer.db, writer.caller, brand, agreement);
  const find = (path: string): string | null =>
    given.assets?.[path]?.toLowerCase() ?? here.get(path)?.id ?? agreement?.assets[path] ?? null;
  const read = readFiles(given.parsed, find);
  if (read.issues.length > 0) throw invalid(read.issues);
  const base = given.merge === false ? brand.state : (agreement?.state ?? null);
  const incoming = base ? withRenames(read.state, base, brand.state) : read.state;
  const merged =
    given.merge === false
      ? { state: incoming, conflicts: [] }
      : mergeStates(agreement?.state ?? null, brand.state, incoming);
  const issues = [...read.check(merged.state, brand.state), ...(await missing(writer, brand, read.state))];
  if (issues.length > 0) throw invalid(issues);
  return {
    incoming: read.state,
    state: inOrder(merged.state),
    conflicts: merged.conflicts,
    assets: {
      ...agreement?.assets,
      ...Object.fromEntries([...here].map(([path, { id }]) => [path, id])),
      ...given.assets,
    },
  };
}

/** The result of an import, without writing anything. */
export async function tryFiles(writer: Writer, brandId: string, given: FilesToImport): Promise<Imported> {
  const brand = await loadBrand(writer.db, brandId);
  if (!brand) throw new Error('This brand was just deleted.');
  const { state, conflicts } = await plan(writer, brand, given);
  const changes = changesBetween(brand.state, state);
  return { version: null, changed: changed(brand.state, state), changes, conflicts };
}

const changed = (before: BrandState, after: BrandState): boolean => canonical(before) !== canonical(after);

/** Imports files as one version, and stores their state as the new agreement. */
export async function importFiles(writer: Writer, brandId: string, given: FilesToImport): Promise<Imported> {
  let planned: Plan | undefined;
  const done = await changeBrand(
    writer.req,
    writer.db,
    brandId,
    {
      event: 'brand.imported',
      apart: true,
      detail: { files: Object.keys(given.files).length, ...(given.commit ? { commit: given.commit } : {}) },
    },
    async (brand) => {
      planned = await plan(writer, brand, given);
      return { state: planned.state, summary: given.message ?? 'Imported files' };
    },
  );
  if (!planned) throw new Error('The import has no plan.');
  const ours = Object.entries(given.files).filter(([path]) => kindOf(path) !== null);
  await agree(writer.db, brandId, {
    state: planned.incoming,
    files: Object.fromEntries(ours),
    assets: planned.assets,
    commit: given.commit ?? null,
  });
  return {
    version: done.version,
    changed: done.changed,
    changes: done.changes,
    conflicts: planned.conflicts,
  };
}
