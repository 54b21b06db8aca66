// Downloads of everything that a section, a page or a collection of a portal offers, as one zip with the usage rights of its files.
import { z } from 'zod';
import type { Zip } from '../assets/delivery/download.ts';
import { Id } from '../assets/schemas.ts';
import { templateOf } from '../brands/pages/templates/index.ts';
import type { Rule } from '../brands/rules/schemas.ts';
import { grouped, type BrandState, type SectionState } from '../brands/publishing/state.ts';
import { statement } from '../core/db/pool.ts';
import { ApiError } from '../core/errors.ts';
import type { RequestFacts } from '../core/operation.ts';
import type { Service } from '../core/service.ts';
import { domainAsked } from '../domains/serving.ts';
import { usageSql, type FileWithRights } from '../sharing/rights-text.ts';
import { mostFiles, zipWithRights } from '../sharing/zip.ts';
import { usableNowSql } from '../usage-rights/now.ts';
import { shownSql } from './assets.ts';
import { mediaColumns, mediaIn, type MediaRow } from './media.ts';
import { findFor, offeredRules, shownRule, type ReadPage } from './page.ts';
import { addressOf, pagePath } from './rules.ts';
import type { EnteredPortal } from './visibility.ts';

export const DownloadQuery = z
  .object({
    brand: z.string().min(1).max(100).optional().describe('A slug, with `page`'),
    page: z.string().min(1).max(100).optional().describe('The slug of a page: what all its sections offer'),
    section: z.string().min(1).max(40).optional().describe('The id of a section: only what it offers'),
    collection: Id.optional().describe('A collection of the portal, instead of a page'),
  })
  .refine(
    ({ brand, page, section, collection }) =>
      brand && page ? !collection : collection && !brand && !page && !section,
    { message: 'Send either `brand` and `page`, or `collection`.', path: ['page'] },
  );
type DownloadQuery = z.output<typeof DownloadQuery>;

const files = statement(
  'portals:download',
  `with ${shownSql} select ${mediaColumns}, ${usageSql('a')}, a.created_at from shown join payload.assets a on a.id = shown.id
   where a.workspace_id = $1 and ${usableNowSql('a')} order by a.created_at desc, a.id desc limit $4`,
);

/** What is offered, by id. */
interface Offered {
  assets: string[];
  collections: string[];
}

/** Ids of what a section offers for download: the files of its rules in all contexts, those of its items, and its collection. */
export function offeredBy(state: BrandState, { template, keys, items = [], props }: SectionState): Offered {
  if (!templateOf(template)?.downloads) return { assets: [], collections: [] };
  const named = new Set(keys);
  const assets = [
    ...state.rules.filter(({ key }) => named.has(key)).flatMap((rule) => rule.assets.map(({ id }) => id)),
    ...items.flatMap(({ asset }) => asset ?? []),
  ];
  const collections =
    template === 'collection' && typeof props.collection === 'string' ? [props.collection] : [];
  return {
    assets: [...new Set(assets.map((id) => id.toLowerCase()))],
    collections: collections.map((id) => id.toLowerCase()),
  };
}

/** The rules whose files a page offers, in every context, by key. @param read with the files that it offers */
export function versionsOn(read: ReadPage): ReadonlyMap<string, readonly Rule[]> {
  const rules = offeredRules(read).map((rule) => shownRule(read.brand, rule, read.media));
  return grouped(rules, ({ key }) => key);
}

interface Wanted extends Offered {
  title: string;
}

/** @throws ApiError not_found if the visitor sees no such page, section or collection */
async function wantedOf(
  service: Service,
  portal: EnteredPortal,
  { brand = '', page = '', section, collection }: DownloadQuery,
): Promise<Wanted> {
  if (collection !== undefined) {
    const id = collection.toLowerCase();
    const known = portal.collections.find((one) => one.id === id);
    if (!known) throw new ApiError('not_found', 'Collection not found on this portal.');
    return { title: known.name, assets: [], collections: [id] };
  }
  const found = await findFor(service, portal, pagePath(brand, page));
  const sections = found.page.sections.filter(({ id }) => section === undefined || id === section);
  if (section !== undefined && sections.length === 0)
    throw new ApiError('not_found', `There is no section "${section}" on this page.`);
  const offered = sections.map((one) => offeredBy(found.view.state, one));
  return {
    title: (section === undefined ? null : sections[0]?.title) ?? found.page.title,
    assets: offered.flatMap(({ assets }) => assets),
    collections: offered.flatMap(({ collections }) => collections),
  };
}

/**
 * @returns the zip and what to call it, without the extension.
 * @throws ApiError not_found; conflict if there is nothing to download, or too much; unavailable if a file is missing
 */
export async function portalDownload(
  { service, request }: { service: Service; request: Pick<RequestFacts, 'headers'> },
  portal: EnteredPortal,
  query: DownloadQuery,
): Promise<{ zip: Zip; name: string }> {
  const { title, assets, collections } = await wantedOf(service, portal, query);
  const rows = await service.db.query<MediaRow & FileWithRights & { created_at: Date }>(files, [
    portal.workspaceId,
    collections,
    assets,
    mostFiles + 1,
  ]);
  const domain = await domainAsked(service, { kind: 'portal', id: portal.id }, request.headers);
  const zip = await zipWithRights(service, {
    title: `${portal.name}: ${title}`,
    from: domain ?? addressOf(service.env, portal.slug),
    terms: portal.terms,
    files: rows.map((row) => ({ ...mediaIn(row, portal.language), size: Number(row.filesize) })),
  });
  return { zip, name: `${portal.name} - ${title}` };
}
