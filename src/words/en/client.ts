export const client = {
  unreachable: 'The server can’t be reached. Check your connection, then try again.',
  responded: 'The server responded with {{status}}. Try again.',
  signedOut: 'You’ve been signed out. Sign in again to continue.',
} as const;
