// Whoever shows something to more people than saw it before needs the ability to share, whichever way they go about it: asked in the
// hooks of the collections, so that Payload's own routes obey as the operations do.
import type { PayloadRequest } from 'payload';
import type { Target } from '../operation.ts';
import { actorIn, demand } from './actor.ts';

/**
 * @param thing what is shown to more people.
 * @throws Refusal forbidden for a caller whose grants on it leave sharing out.
 */
export async function demandShare(req: PayloadRequest, resource: Target, what: string): Promise<void> {
  const actor = await actorIn(req, resource);
  if (!actor.system) demand(actor.access, 'write', 'share', what);
}

interface Audience {
  private?: boolean | null;
  public?: boolean | null;
}

/** True where a record is no longer private, or is public from now on: others get to see it. */
export function isWidened(before: Audience, after: Audience): boolean {
  const opened = Boolean(before.private) && after.private === false;
  const published = !before.public && after.public === true;
  return opened || published;
}
