// What an OAuth client of the SDK keeps between its steps, in memory.
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';

export interface KeptByClient {
  client?: object;
  tokens?: { refresh_token?: string };
  verifier?: string;
  /** The address that the client opens in the person's browser. */
  to?: URL;
}

export const providerOf = (
  kept: KeptByClient,
  client: { name: string; redirectUrl: string; state: string },
): OAuthClientProvider => ({
  redirectUrl: client.redirectUrl,
  clientMetadata: { client_name: client.name, redirect_uris: [client.redirectUrl] },
  state: () => client.state,
  clientInformation: () => kept.client as { client_id: string } | undefined,
  saveClientInformation: (given) => void (kept.client = given),
  tokens: () => kept.tokens as { access_token: string; token_type: string } | undefined,
  saveTokens: (tokens) => void (kept.tokens = tokens),
  redirectToAuthorization: (to) => void (kept.to = to),
  saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
  codeVerifier: () => kept.verifier ?? '',
});
