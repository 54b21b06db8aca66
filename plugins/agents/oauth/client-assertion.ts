// Which client a token request is from: its client_id, or the subject of its assertion (RFC 7521, section 4.2; RFC 7523, section 3).
import { z } from 'zod';
import { JsonError, parseJson } from '../../../src/lib/json.ts';
import { OAuthError } from './answers.ts';

const jwtBearer = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const Claims = z.object({ sub: z.string().min(1).max(2000), iss: z.string().optional() });

/**
 * The client that an assertion names. Its signature isn't checked: clients are public here (`none`), and PKCE or the refresh token proves
 * what a client_id wouldn't either.
 * @returns null for what isn't a JWT of a client about itself
 */
function subjectOf(form: Map<string, string>): string | null {
  if (form.get('client_assertion_type') !== jwtBearer) return null;
  const [, payload = '', ...rest] = (form.get('client_assertion') ?? '').split('.');
  if (rest.length !== 1) return null;
  try {
    const claims = Claims.safeParse(parseJson(Buffer.from(payload, 'base64url'))).data;
    return claims && (claims.iss ?? claims.sub) === claims.sub ? claims.sub : null;
  } catch (error) {
    if (error instanceof JsonError) return null;
    throw error;
  }
}

/** @throws OAuthError invalid_request without a client, invalid_client for an assertion that names none or another */
export function clientIn(form: Map<string, string>): string {
  const named = form.get('client_id');
  const asserted = subjectOf(form);
  if (named) {
    if (asserted !== null && asserted !== named)
      throw new OAuthError('invalid_client', 'client_id and the subject of client_assertion differ.');
    return named;
  }
  if (asserted !== null) return asserted;
  if (!form.has('client_assertion'))
    throw new OAuthError('invalid_request', 'client_id is required, or a client_assertion.');
  throw new OAuthError(
    'invalid_client',
    `client_assertion must be a JWT whose sub and iss are the client_id, with client_assertion_type ${jwtBearer}. Or send client_id.`,
  );
}
