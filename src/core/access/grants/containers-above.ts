// Which containers' grants apply to something, as SQL: collections, for the assets in them.
import { grantableKinds, type Containers } from '../grantable.ts';

/** True if the grant `g` is on a container above a resource and applies to it. */
export const appliesFromAbove = (
  { kind, above }: Containers,
  resource: string,
): string => `(g.kind = '${kind}'
    and exists (select 1 from ${above(resource)} h where h.id = g.resource_id and (h.open or g.rank = 4)))`;

/** All kinds of containers that there are. */
const allContainers = (): Containers[] => [
  ...new Map(
    grantableKinds().flatMap(({ inherits }) =>
      inherits ? [[inherits.containers.kind, inherits.containers]] : [],
    ),
  ).values(),
];

/** The containers above a resource of any kind: `id, open`. */
export function containersAbove(resource: string): string {
  const parts = allContainers().map(({ above }) => `select h.id, h.open from ${above(resource)} h`);
  return parts.length === 0
    ? '(select null::uuid as id, true as open where false)'
    : `(${parts.join(' union all ')})`;
}
