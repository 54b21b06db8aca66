// Updates: the latest publishes of one of the portal's brands, as the visitor's audience sees them. Interface
// 4.11.
import { updatesOf } from '../brands/publishing/publish.ts';
import { ApiError } from '../core/errors.ts';
import type { Service } from '../core/service.ts';
import type { EnteredPortal } from './visibility.ts';
import { mediaById, mediaNamed, type MediaRow } from './media.ts';
import type { PortalUpdates } from './schemas.ts';

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
  const brand = slug === null ? portal.brands[0] : portal.brands.find((one) => one.slug === slug);
  if (!brand) {
    if (slug === null) return { updates: [], pictures: [] };
    throw new ApiError('not_found', 'Brand not found on this portal.');
  }
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
