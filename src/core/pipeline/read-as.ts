// What an operation answers somebody who isn't calling: for what is sent to them later, with their access as it is now.
import { authorize, noChoice, type Credential } from '../access/authorize.ts';
import { isApiError } from '../errors.ts';
import type { AnyOperation, RequestFacts } from '../operation.ts';
import type { Service } from '../service.ts';
import { demandAccess } from './check-access.ts';
import { execute } from './execute.ts';
import { checkedInput, JsonBody, targetFrom, type RawInput } from './input.ts';

/**
 * Reads a record by its operation.
 *
 * @param credential a `knownPerson` or a `knownKey` @param path the operation's path parameters
 * @returns the response's JSON; null if the record is gone or out of their reach
 */
export async function readAs(
  service: Service,
  operation: AnyOperation,
  credential: Credential,
  path: Record<string, string>,
  signal: AbortSignal,
): Promise<unknown> {
  const raw: RawInput = { path, query: {}, queries: {} };
  const facts: RequestFacts = {
    method: 'GET',
    url: new URL(service.env.serverUrl),
    headers: new Headers(),
    address: '',
    peer: '',
    body: null,
    signal,
    counted: true,
  };
  const body = new JsonBody(facts);
  const target = targetFrom(operation, raw, body);
  const values = operation.queryValues?.(raw, service) ?? [];
  try {
    const found = await authorize(service.db, credential, target, noChoice, operation.query, values);
    if (!found) return null;
    demandAccess(operation, { ...found, target: found.access, place: null });
    const input = await checkedInput(operation, raw, facts, body);
    const answer = await execute(
      { service, operation, raw, facts, body },
      { credential, choice: noChoice, target, targetId: found.access.id, ...found, valuesFit: true },
      input,
    );
    return answer.body.kind === 'text' ? (JSON.parse(answer.body.json) as unknown) : null;
  } catch (error) {
    if (
      isApiError(error) &&
      (error.code === 'not_found' || error.code === 'forbidden' || error.code === 'gone')
    )
      return null;
    throw error;
  }
}
