// Who can visit a portal or a site, in words.
import type { AccessMode } from '../../sharing/schemas.ts';
import type { PlainKey } from '../../words/keys.ts';

export const visibilityWords = {
  public: { label: 'sharing:public', hint: 'sharing:publicHint' },
  password: { label: 'sharing:withPassword', hint: 'sharing:withPasswordHint' },
  members: { label: 'sharing:members', hint: 'sharing:membersHint' },
} as const satisfies Record<AccessMode, { label: PlainKey; hint: PlainKey }>;
