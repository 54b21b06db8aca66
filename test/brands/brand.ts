// A workspace's default brand, and what a brand's tests look at.
import type { Place, TestService } from '../setup/service.ts';

/** Creates the default brand of a workspace. @returns its id */
export async function makeDefaultBrand(marque: TestService, place: Place, name = 'Acme'): Promise<string> {
  const { id } = await marque.payload.create({
    collection: 'brands',
    data: { name, slug: 'acme', workspace: place.workspaceId, isDefault: true },
  });
  return id;
}

let count = 0;

/** Creates an empty brand beside the default one. */
export async function makeBrand(
  marque: TestService,
  place: Place,
  about: { private?: boolean; name?: string } = {},
): Promise<{ id: string; slug: string }> {
  const slug = `brand-${(count += 1)}`;
  const data = { name: slug, slug, workspace: place.workspaceId, ...about };
  const { id } = await marque.payload.create({ collection: 'brands', data });
  return { id, slug };
}

export async function versionsOf(
  marque: TestService,
  brand: string,
): Promise<{ number: number; actor: string; summary: string }[]> {
  return marque.service.db.query(
    'select number, actor_name as actor, summary from marque.brand_versions where brand_id = $1 order by number',
    [brand],
  );
}
