'use client';
// Whether a portal is open, as a badge.
import type { Portal } from '../../portals/schemas.ts';
import { useWords } from '../words/useWords.ts';
import { stateInWords, stateOfPortal, type PortalState } from './portal-words.ts';

/** The asset state that it looks like. */
const looks = {
  draft: 'proposed',
  open: 'active',
  closed: 'archived',
} as const satisfies Record<PortalState, string>;

export function PortalBadge({ portal }: { portal: Portal }) {
  const words = useWords();
  return (
    <span className={`mq-badge mq-badge--${looks[stateOfPortal(portal)]}`}>
      {stateInWords(portal, words)}
    </span>
  );
}
