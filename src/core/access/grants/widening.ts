// Showing something to more people than before requires the share ability. Checked in the collections' hooks, so that it applies to
// Payload's own routes and to operations alike.
import type { PayloadRequest } from 'payload';
import type { Target } from '../../operation.ts';
import { actorIn, demand } from '../actor.ts';

/**
 * @param thing what is shown to more people.
 * @throws forbidden if the caller's grants on it leave sharing out.
 */
export async function demandShare(req: PayloadRequest, resource: Target, what: string): Promise<void> {
  const actor = await actorIn(req, resource);
  if (!actor.system) demand(actor.access, 'write', 'share', what);
}

interface Audience {
  private?: boolean | null;
  public?: boolean | null;
}

/** True if a record is no longer private, or becomes public. */
export function isWidened(before: Audience, after: Audience): boolean {
  const opened = Boolean(before.private) && after.private === false;
  const published = !before.public && after.public === true;
  return opened || published;
}
