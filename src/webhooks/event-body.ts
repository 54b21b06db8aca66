// The body of an event: what happened, and the resource as its operation returns it to the owner.
import { pathOf, type AnyOperation } from '../core/operation.ts';
import { readAs } from '../core/pipeline/read-as.ts';
import type { Service } from '../core/service.ts';
import type { DueDelivery } from './due.ts';

/** Only their ID is sent: the URL of an endpoint can contain a secret of its receiver, which no other receiver should learn. */
const ownKind = 'webhook';

/** The operation that returns a resource by its ID, if there is one: `get_asset` for an asset. */
export function readerOf(service: Pick<Service, 'operations'>, kind: string): AnyOperation | null {
  if (kind === ownKind) return null;
  const found = service.operations.find(({ name }) => name === `get_${kind}`);
  if (!found || found.access.scope === 'public' || !found.access.target || found.access.scopeOn) return null;
  return parameterOf(found) === null ? null : found;
}

/** The name of its only path parameter; null if it has another number of them. */
function parameterOf(operation: AnyOperation): string | null {
  const [name, ...others] = [...pathOf(operation).matchAll(/\{([^}]+)\}/g)].map(([, parameter]) => parameter);
  return name === undefined || others.length > 0 ? null : name;
}

/** Null: it's gone, or out of the owner's reach. */
async function dataOf(service: Service, due: DueDelivery, signal: AbortSignal): Promise<unknown> {
  const { kind, subject } = due;
  if (due.removed || kind === null || subject === null) return null;
  if (due.about !== null) return { id: subject, ...(due.format === 'thin' ? {} : due.about) };
  const reader = readerOf(service, kind);
  const parameter = reader && parameterOf(reader);
  if (due.format === 'thin' || !reader || !parameter) return { id: subject };
  const credential = {
    kind: due.ownerKind === 'person' ? 'knownPerson' : 'knownKey',
    id: due.ownerId,
  } as const;
  const record = await readAs(service, reader, credential, { [parameter]: subject }, signal);
  return typeof record === 'object' && record !== null && 'data' in record ? record.data : record;
}

/**
 * Once made, a body is kept: every attempt sends the same one. `version` orders events of a resource: one with a lower version than
 * what the receiver has is older.
 */
export async function bodyOf(service: Service, due: DueDelivery, signal: AbortSignal): Promise<string> {
  const { kind, subject } = due;
  const data = await dataOf(service, due, signal);
  return JSON.stringify({
    id: due.id,
    type: due.type,
    version: due.number,
    occurredAt: due.occurredAt.toISOString(),
    organization: due.organizationId,
    workspace: due.workspaceId,
    actor: due.actor,
    resource: kind === null || subject === null ? null : { type: kind, id: subject },
    data,
    ...(due.previous === null || data === null || due.format === 'thin' ? {} : { previous: due.previous }),
  });
}
