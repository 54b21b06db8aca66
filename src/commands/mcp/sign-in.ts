// The credentials of a bridge: an API key, or tokens that a person gets in the browser (OAuth 2.1), which are kept and renewed.
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  auth,
  extractWWWAuthenticateParams,
  type AuthProvider,
  type FetchLike,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
} from '@modelcontextprotocol/client';
import { openBrowser } from './browser.ts';
import { reasonOf } from '../../log.ts';
import { listenForCallback, SignInFailed, type Callback } from './callback.ts';
import { KeptSignIn, type SignIn } from './kept-sign-in.ts';

/** How often a process that waits for the browser looks whether another one has signed in. */
const lookMs = 500;

export interface SignInOptions {
  /** Prints for the person: never on stdout. */
  tell: (text: string) => void;
  opensBrowser: boolean;
}

/** A key is sent as it is: one that is refused has to be replaced by a person. */
export const withKey = (key: string): AuthProvider => ({ token: () => Promise.resolve(key) });

export class BrowserSignIn implements AuthProvider {
  private readonly kept: KeptSignIn;
  private known: SignIn | null = null;
  private running: Promise<void> | null = null;

  constructor(
    private readonly server: URL,
    private readonly options: SignInOptions,
  ) {
    this.kept = new KeptSignIn(server);
  }

  /** Where the tokens are kept. */
  get file(): string {
    return this.kept.file;
  }

  async token(): Promise<string | undefined> {
    this.known ??= await this.kept.read();
    return this.known?.tokens.access_token;
  }

  /** Renews the tokens, or asks the person. Calls that are refused at the same time wait for one answer: one refresh, one browser window. */
  onUnauthorized = (context: { response: Response; fetchFn: FetchLike }): Promise<void> => {
    const { resourceMetadataUrl } = extractWWWAuthenticateParams(context.response);
    return this.renew({ fetchFn: context.fetchFn, ...(resourceMetadataUrl && { resourceMetadataUrl }) });
  };

  /** @throws SignInFailed if the person declines or the server refuses; TypeError if it can't be reached */
  renew(options: { fetchFn?: FetchLike; resourceMetadataUrl?: URL } = {}): Promise<void> {
    this.running ??= this.renewOnce(options).finally(() => (this.running = null));
    return this.running;
  }

  private async renewOnce(options: { fetchFn?: FetchLike; resourceMetadataUrl?: URL }): Promise<void> {
    const refused = this.known?.tokens.access_token;
    this.known = await this.kept.read();
    // Another client on this computer has renewed them.
    if (this.known && refused !== undefined && this.known.tokens.access_token !== refused) return;
    const callback = await listenForCallback();
    try {
      await this.authorize(callback, options, refused);
    } catch (error) {
      // fetch's own: the server can't be reached, which is another problem.
      if (error instanceof TypeError || error instanceof SignInFailed) throw error;
      throw new SignInFailed(`Could not sign in at ${this.server.origin}: ${reasonOf(error)}`, {
        cause: error,
      });
    } finally {
      callback.close();
    }
  }

  private async authorize(
    callback: Callback,
    options: { fetchFn?: FetchLike; resourceMetadataUrl?: URL },
    refused: string | undefined,
  ): Promise<void> {
    const state = randomBytes(24).toString('base64url');
    const provider = this.providerFor(callback, state);
    const serverUrl = this.server;
    if ((await auth(provider, { serverUrl, ...options })) === 'AUTHORIZED') return;
    const answer = await this.answerOrSignIn(callback, state, refused);
    if (!answer) return this.options.tell('Signed in by another client on this computer.');
    const { code, issuer } = answer;
    await auth(provider, { serverUrl, ...options, authorizationCode: code, ...(issuer && { iss: issuer }) });
    this.options.tell('Signed in.');
  }

  /**
   * Waits for the browser, or for another process that asked as well: some clients start the program more than once, and a person
   * answers one page.
   * @param refused the access token that is kept and no longer works
   * @returns null if another process has signed in
   */
  private async answerOrSignIn(
    callback: Callback,
    state: string,
    refused: string | undefined,
  ): Promise<Awaited<ReturnType<Callback['answer']>> | null> {
    const over = new AbortController();
    const signedIn = async (): Promise<null> => {
      for (;;) {
        await pause(lookMs, undefined, { signal: over.signal });
        const kept = await this.kept.read();
        if (!kept || kept.tokens.access_token === refused) continue;
        this.known = kept;
        return null;
      }
    };
    try {
      return await Promise.race([callback.answer(state), signedIn()]);
    } finally {
      over.abort();
    }
  }

  /** What the SDK's flow keeps between its steps. */
  private providerFor(callback: Callback, state: string): OAuthClientProvider {
    let client: StoredOAuthClientInformation | undefined = this.known?.client;
    let verifier = '';
    let discovery: OAuthDiscoveryState | undefined;
    return {
      redirectUrl: callback.url,
      clientMetadata: {
        client_name: 'marque mcp',
        // The port is another one each time (RFC 8252, section 7.3).
        redirect_uris: ['http://127.0.0.1/callback'],
        application_type: 'native',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      },
      state: () => state,
      // A server forgets clients that nobody uses: a sign-in registers anew, and only a refresh needs the client of before.
      clientInformation: () => client,
      saveClientInformation: (given) => void (client = given),
      tokens: () => this.known?.tokens,
      saveTokens: async (tokens) => {
        if (!client) throw new Error('The server gave tokens without a client.');
        this.known = { client, tokens };
        await this.kept.write(this.known);
      },
      redirectToAuthorization: (url) => this.ask(url),
      saveCodeVerifier: (given) => void (verifier = given),
      codeVerifier: () => verifier,
      discoveryState: () => discovery,
      saveDiscoveryState: (given) => void (discovery = given),
      invalidateCredentials: async (what) => {
        if (what === 'discovery') discovery = undefined;
        if (what === 'all' || what === 'client' || what === 'tokens') {
          client = undefined;
          this.known = null;
          await this.kept.forget();
        }
      },
    };
  }

  private ask(url: URL): void {
    this.options.tell(`Sign in to connect: open this page in your browser.\n${url.href}`);
    if (this.options.opensBrowser) openBrowser(url.href);
  }
}
