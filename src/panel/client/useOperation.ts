'use client';
// Loads the `data` of an operation's response for a view, and reloads it on demand.
import { urlOf, type DataFor, type InputFor, type OperationName } from './operations.ts';
import { useRead, type Reading } from './useRead.ts';

/**
 * @param input null: nothing is loaded.
 * @param workspace id of the workspace to read in, if not the person's current one.
 */
export function useOperation<Name extends OperationName>(
  name: Name,
  input: InputFor<Name> | null,
  workspace: string | null = null,
): Reading<DataFor<Name>> {
  return useRead<DataFor<Name>>(input && urlOf(name, input), workspace);
}
