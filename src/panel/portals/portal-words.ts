// Whether a portal is open, in words.
import type { Portal } from '../../portals/schemas.ts';
import type { Words } from '../words/words.tsx';

/** Created in the panel, a portal is closed until somebody opens it: it ended before it began. */
export const notOpenedYet = '1970-01-01T00:00:00.000Z';

export type PortalState = 'draft' | 'closed' | 'open';

type Ends = Pick<Portal, 'expiresAt' | 'createdAt'>;

export function stateOfPortal({ expiresAt, createdAt }: Ends, now = Date.now()): PortalState {
  if (expiresAt === null || Date.parse(expiresAt) > now) return 'open';
  return Date.parse(expiresAt) < Date.parse(createdAt) ? 'draft' : 'closed';
}

export function stateInWords(portal: Ends, { t, moment }: Words, now = Date.now()): string {
  const { expiresAt } = portal;
  const state = stateOfPortal(portal, now);
  if (state === 'draft') return t('portals:notOpenYet');
  if (expiresAt === null) return t('portals:isOpen');
  return t(state === 'open' ? 'portals:openUntil' : 'portals:closedSince', { date: moment(expiresAt) });
}
