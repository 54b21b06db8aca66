// Updates: the latest publishes of one of the portal's brands, as the visitor's audience sees them. Interface
// 4.11.
import { filesInChanges, type NamedChanges } from '../brands/publishing/named-changes.ts';
import { publishHistory } from '../brands/publishing/publish-history.ts';
import { updatesOf } from '../brands/publishing/publish.ts';
import { ApiError } from '../core/errors.ts';
import type { Service } from '../core/service.ts';
import type { EnteredPortal } from './visibility.ts';
import { mediaById, mediaNamed, type MediaRow } from './media.ts';
import { readersBrand, type PortalBrand } from './published.ts';
import type { PortalUpdates } from './schemas.ts';

/** Null for the first brand of a portal without brands. @throws ApiError not_found */
export function brandOf(portal: EnteredPortal, slug: string | null): PortalBrand | null {
  if (slug === null) return portal.brands[0] ?? null;
  const brand = portal.brands.find((one) => one.slug === slug);
  if (!brand) throw new ApiError('not_found', 'Brand not found on this portal.');
  return brand;
}

/**
 * @param slug of one of the portal's brands; null: the first.
 * @throws ApiError not_found for a brand that the portal doesn't show.
 */
export async function portalUpdates(
  service: Service,
  portal: EnteredPortal,
  slug: string | null,
): Promise<PortalUpdates> {
  const { updates, pictures } = await updatesWithPictures(service, portal, slug);
  return { data: updates, media: mediaById(service, pictures) };
}

/** The same with the pictures as they're stored. @throws ApiError like `portalUpdates` */
export async function updatesWithPictures(
  { db }: Service,
  portal: EnteredPortal,
  slug: string | null,
): Promise<{ updates: PortalUpdates['data']; pictures: readonly MediaRow[] }> {
  const brand = brandOf(portal, slug);
  if (!brand) return { updates: [], pictures: [] };
  const { workspaceId, audience } = portal;
  const updates = await updatesOf(db, { kind: 'nobody' }, workspaceId, brand.id, audience);
  const named = await mediaNamed(
    db,
    workspaceId,
    updates.flatMap(({ image }) => image ?? []),
    portal.language,
  );
  const pictures = [...named.values()].filter(({ mime_type: mime }) => mime.startsWith('image/'));
  const isShown = (image: string): boolean => pictures.some(({ id }) => id === image);
  return {
    updates: updates.map((one) => ({
      ...one,
      image: one.image !== null && isShown(one.image) ? one.image : null,
    })),
    pictures,
  };
}

export type PortalUpdate = PortalUpdates['data'][number];

/** The latest publishes with what they changed by name. */
export interface NamedUpdates {
  /** Null for a portal without brands. */
  brand: PortalBrand | null;
  updates: { update: PortalUpdate; changes: NamedChanges }[];
  pictures: readonly MediaRow[];
  /** The files in changes that may be used now, by id. */
  files: ReadonlyMap<string, MediaRow>;
  /** Slugs of the pages that the visitor can open now. */
  pages: ReadonlySet<string>;
}

/** @throws ApiError like `portalUpdates` */
export async function namedUpdates(
  service: Service,
  portal: EnteredPortal,
  slug: string | null,
): Promise<NamedUpdates> {
  const { db } = service;
  const brand = brandOf(portal, slug);
  if (!brand) return { brand, updates: [], pictures: [], files: new Map(), pages: new Set() };
  const [{ updates, pictures }, history, view] = await Promise.all([
    updatesWithPictures(service, portal, brand.slug),
    publishHistory(db, brand.id, portal.audience),
    readersBrand(db, brand, portal.audience),
  ]);
  const ids = [...history.values()].flatMap(filesInChanges);
  return {
    brand,
    updates: updates.flatMap((update) => {
      const changes = history.get(update.version);
      return changes ? [{ update, changes }] : [];
    }),
    pictures,
    files: await mediaNamed(db, portal.workspaceId, ids, portal.language),
    pages: new Set(view?.state.pages.map((page) => page.slug)),
  };
}
