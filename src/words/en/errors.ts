/** Errors of the API by their code. In English, the API’s own message is shown, which says more. */
export const errors = {
  /** Of these sentences: an app's own language may lack them. */
  language: 'en',
  invalidRequest: 'The request isn’t valid.',
  unauthorized: 'Sign in first.',
  password: 'Wrong password.',
  forbidden: 'You don’t have access to do this.',
  limitReached: 'A limit has been reached.',
  notFound: 'Not found, or you don’t have access.',
  methodNotAllowed: 'This isn’t possible here.',
  conflict: 'This conflicts with the current state.',
  gone: 'This no longer exists.',
  preconditionFailed: 'Someone else changed this at the same time. Reload and try again.',
  tooLarge: 'This is too large.',
  unsupported: 'This format isn’t supported.',
  rangeNotSatisfiable: 'The file has no such part.',
  invalid: 'Check your input.',
  idempotencyMismatch: 'Another request was sent with the same key.',
  rateLimited: 'Too many requests. Try again in a moment.',
  internalError: 'Something went wrong. Contact the server admin.',
  unavailable: 'The service is unavailable at the moment. Try again shortly.',
  outcomeUnknown:
    'The connection was lost, and it isn’t known whether the change was saved. Reload before you try again.',
  insufficientStorage: 'The storage is full. Contact the server admin.',
  withMessage: '{{sentence}} The server says: {{message}}',
} as const;
