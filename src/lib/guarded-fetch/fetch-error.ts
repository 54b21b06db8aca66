// Why an address can't be fetched.

/** `failed` includes everything wrong with the URL, the connection and the response. */
export type FetchFailure = 'not-public' | 'too-large' | 'failed';

/** The message is for the caller: it never reveals a resolved address, or the cause. */
export class FetchError extends Error {
  override readonly name = 'FetchError';

  constructor(
    readonly reason: FetchFailure,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export function failed(message: string): FetchError {
  return new FetchError('failed', message);
}

export function tooLarge(maxBytes: number): FetchError {
  return new FetchError(
    'too-large',
    `The file at this URL is larger than the limit of ${maxBytes} bytes. Use a smaller one.`,
  );
}

/** The message for an error of the network, of TLS or of decompression. */
export function messageOf(error: unknown): string {
  const { code: given } = (error ?? {}) as { code?: unknown };
  const code = typeof given === 'string' ? given : '';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return 'The host in this URL was not found. Check the spelling.';
  if (/CERT|^ERR_(TLS|SSL)|SIGNATURE|^EPROTO$/.test(code)) {
    return 'The host of this URL has no valid certificate. Its owner must fix that.';
  }
  if (/^Z_|^ERR__ERROR|BROTLI/.test(code))
    return 'The file at this URL is damaged. Open it in a browser to check.';
  return 'The URL could not be reached, or the connection broke off. Check it and try again later.';
}
