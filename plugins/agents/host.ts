// Whether a request is meant for this server, and comes from where clients are. In a DNS rebinding attack, a page sends its own name as
// Host; and a page that was given a key may not use it from wherever it is.
import { isLoopbackName, ownOrigins } from '../../src/env.ts';
import type { RequestFacts } from '../../src/core/operation.ts';
import { ApiError } from '../../src/core/errors.ts';
import type { Service } from '../../src/core/service.ts';

function hostOf({ env }: Service, { headers }: RequestFacts): string | null {
  const forwarded = env.trustProxy ? headers.get('x-forwarded-host') : null;
  return (forwarded ?? headers.get('host'))?.split(',')[0]?.trim().toLowerCase() ?? null;
}

/** @throws forbidden for a foreign Host. */
export function demandOwnHost(service: Service, request: RequestFacts): void {
  const origins = ownOrigins(service.env.serverUrl);
  const host = hostOf(service, request);
  if (host === null || !origins.some((origin) => new URL(origin).host === host))
    throw new ApiError('forbidden', `Wrong Host header. This server is ${service.env.serverUrl}.`);
}

/** What the app's own `cors` lists; `*` lists nothing. */
function listedOrigins({ payload }: Service): readonly string[] {
  const { cors } = payload.config;
  const origins = typeof cors === 'object' && !Array.isArray(cors) ? cors.origins : cors;
  return Array.isArray(origins) ? origins : [];
}

/**
 * Only browsers send an Origin. Taken are this server's, those of programs on the caller's own computer (loopback, any port: the MCP
 * Inspector), and those that the app lists in `cors`.
 * @throws forbidden for any other, `null` included.
 */
export function demandKnownOrigin(service: Service, { headers }: RequestFacts): void {
  const origin = headers.get('origin');
  if (origin === null || ownOrigins(service.env.serverUrl).includes(origin)) return;
  if (URL.canParse(origin) && isLoopbackName(new URL(origin).hostname)) return;
  if (listedOrigins(service).includes(origin)) return;
  throw new ApiError(
    'forbidden',
    "Pages of this origin can't call MCP here. Connect from a program or a server, or ask the server admin to list the origin in `cors` of the Payload config.",
  );
}

/** This server's origin by the name it was called by: a loopback address has several. */
export function originFor(service: Service, request: RequestFacts): string {
  const host = hostOf(service, request);
  const origins = ownOrigins(service.env.serverUrl);
  return origins.find((origin) => new URL(origin).host === host) ?? new URL(service.env.serverUrl).origin;
}
