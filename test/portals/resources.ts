// Content that portals show, for their tests.
import type { Place, TestService } from '../setup/service.ts';

let counter = 0;

/** An empty brand, as the service itself creates one. */
export async function makeBrand(
  marque: TestService,
  place: Place,
  about: { private?: boolean; name?: string } = {},
): Promise<{ id: string; slug: string }> {
  const slug = `brand-${(counter += 1)}`;
  const data = { name: slug, slug, workspace: place.workspaceId, ...about };
  const { id } = await marque.payload.create({ collection: 'brands', data });
  return { id, slug };
}
