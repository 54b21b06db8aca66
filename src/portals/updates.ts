// Updates: the latest publishes of one of the portal's brands, as the visitor's audience sees them. Interface
// 4.11.
import { updatesOf } from '../brands/publishing/publish.ts';
import { ApiError } from '../core/errors.ts';
import type { Service } from '../core/service.ts';
import type { EnteredPortal } from './visibility.ts';
import { mediaById, mediaNamed } from './media.ts';
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
  const { db } = service;
  const brand = slug === null ? portal.brands[0] : portal.brands.find((one) => one.slug === slug);
  if (!brand) {
    if (slug === null) return { data: [], media: {} };
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
  const media = mediaById(service, pictures);
  return {
    data: updates.map((one) => ({
      ...one,
      image: one.image !== null && Object.hasOwn(media, one.image) ? one.image : null,
    })),
    media,
  };
}
