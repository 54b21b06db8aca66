// A person's grants that apply to a resource, as SQL, in statements with the caller `c` and the target or workspace `t`.
import type { Containers } from '../grantable.ts';
import { appliesFromAbove } from './containers-above.ts';

/**
 * SQL of a person's grants that apply to a resource: private resources ignore grants from above, except admins'; a grant on a
 * container applies to what is in it.
 */
export function grantsOn(
  { id, workspace, privacy }: { id: string; workspace: string; privacy: string },
  containers: Containers | undefined,
): string {
  const fromAbove = containers ? `\n    or ${appliesFromAbove(containers, id)}` : '';
  return `g.user_id = c.user_id and (g.resource_id = ${id}
    or (g.resource_id in (${workspace}, t.organization_id) and (not ${privacy} or g.rank = 4))${fromAbove})`;
}
