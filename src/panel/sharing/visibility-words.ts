// Who can visit a portal or a site, in words.
import type { AccessMode } from '../../sharing/schemas.ts';
import type { PlainKey } from '../../words/keys.ts';

export const visibilityKeys = {
  public: 'sharing:public',
  password: 'sharing:withPassword',
  members: 'sharing:members',
} as const satisfies Record<AccessMode, PlainKey>;

export const visibilityHintKeys = {
  public: 'sharing:publicHint',
  password: 'sharing:withPasswordHint',
  members: 'sharing:membersHint',
} as const satisfies Record<AccessMode, PlainKey>;
