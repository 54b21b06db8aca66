// Who can visit a portal or a site, in words.
import type { AccessMode } from '../../sharing/schemas.ts';

export const visibilityLabels = {
  public: 'Public',
  password: 'Password',
  members: 'Members',
} as const satisfies Record<AccessMode, string>;

export const visibilityHints = {
  public: 'Anyone with the address.',
  password: 'Anyone with the address and the password.',
  members: 'People who can read this workspace, after signing in.',
} as const satisfies Record<AccessMode, string>;
