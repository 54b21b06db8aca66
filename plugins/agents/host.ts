// Whether a request is meant for this server. A page that had its name rebound to this address (DNS rebinding) sends its own name as
// Host, and its own address as Origin.
import { ownOrigins } from '../../src/env.ts';
import type { RequestFacts } from '../../src/core/operation.ts';
import { ApiError } from '../../src/core/errors.ts';
import type { Service } from '../../src/core/service.ts';

function hostOf({ env }: Service, { headers }: RequestFacts): string | null {
  const forwarded = env.trustProxy ? headers.get('x-forwarded-host') : null;
  return (forwarded ?? headers.get('host'))?.split(',')[0]?.trim().toLowerCase() ?? null;
}

/** @throws Refusal forbidden for a foreign Host or Origin. */
export function demandOwnHost(service: Service, request: RequestFacts): void {
  const origins = ownOrigins(service.env.serverUrl);
  const host = hostOf(service, request);
  if (host === null || !origins.some((origin) => new URL(origin).host === host))
    throw new ApiError(
      'forbidden',
      `This server is ${service.env.serverUrl}: a request must name it as its Host.`,
    );
  const origin = request.headers.get('origin');
  if (origin !== null && !origins.includes(origin))
    throw new ApiError('forbidden', 'A page of another origin may not call this address.');
}

/** This server's origin by the name it was called by: a loopback address has several. */
export function originFor(service: Service, request: RequestFacts): string {
  const host = hostOf(service, request);
  const origins = ownOrigins(service.env.serverUrl);
  return origins.find((origin) => new URL(origin).host === host) ?? new URL(service.env.serverUrl).origin;
}
