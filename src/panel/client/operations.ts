// The typed client: calls operations by name, with the parameters and results that their schemas declare.
import type { InputOf, OutputOf } from '../../core/operation.ts';
import { routes, type Operations } from '../../generated/operations.ts';
import { send, sendRecord, type CallOptions, type Tagged } from './api.ts';

export type OperationName = keyof Operations;
export type InputFor<Name extends OperationName> = InputOf<Operations[Name]>;
export type OutputFor<Name extends OperationName> = OutputOf<Operations[Name]>;
/** The `data` property of a response. */
export type DataFor<Name extends OperationName> = OutputFor<Name> extends { data: infer Data } ? Data : never;

type Options = Omit<CallOptions, 'body'>;

/** The input can be left out if nothing in it is required. */
type Arguments<Name extends OperationName> =
  object extends InputFor<Name>
    ? [input?: InputFor<Name>, options?: Options]
    : [input: InputFor<Name>, options?: Options];

/** The URL of a call: parameters named in the route go into its path, the others, except `body`, into the query. */
export function urlOf<Name extends OperationName>(name: Name, input: Omit<InputFor<Name>, 'body'>): string {
  const [, template = ''] = routes[name].split(' ');
  const parameters = new Map(Object.entries(input));
  parameters.delete('body');
  const path = template.replace(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = String(parameters.get(parameter));
    parameters.delete(parameter);
    // A path may have commas, and transforms do.
    return encodeURIComponent(value).replaceAll('%2C', ',');
  });
  const query = new URLSearchParams();
  for (const [parameter, value] of parameters) {
    const values = [value].flat().filter((one) => one !== undefined && one !== null);
    for (const one of values.map(String)) query.append(parameter, one);
  }
  return query.size > 0 ? `${path}?${query.toString()}` : path;
}

function requestOf(name: OperationName, input: object = {}, options: Options = {}) {
  const [method = ''] = routes[name].split(' ');
  const body: unknown = 'body' in input ? input.body : undefined;
  return [method, urlOf(name, input), { ...options, body }] as const;
}

/**
 * Calls an operation.
 * @throws CallFailed with a message that can be shown as is; AbortError when `signal` fires.
 */
export function call<Name extends OperationName>(
  name: Name,
  ...[input, options]: Arguments<Name>
): Promise<OutputFor<Name>> {
  return send(...requestOf(name, input, options));
}

/** Calls an operation that reads or changes one record, for the record with its entity tag. Throws like `call`. */
export function callRecord<Name extends OperationName>(
  name: Name,
  ...[input, options]: Arguments<Name>
): Promise<Tagged<DataFor<Name>>> {
  return sendRecord(...requestOf(name, input, options));
}
