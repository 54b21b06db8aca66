// Whether a request is meant for this server. In a DNS rebinding attack, a page sends its own name as Host. Any Origin is fine: a page that
// calls this server by its real name is one more client, and needs a key like all of them.
import { ownOrigins } from '../../src/env.ts';
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

/** This server's origin by the name it was called by: a loopback address has several. */
export function originFor(service: Service, request: RequestFacts): string {
  const host = hostOf(service, request);
  const origins = ownOrigins(service.env.serverUrl);
  return origins.find((origin) => new URL(origin).host === host) ?? new URL(service.env.serverUrl).origin;
}
