'use client';
// Reads the `data` of an operation's response for a view from the panel's cache, and reloads it on demand.
import { skipToken, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { isGone, send, wordsOf } from './api.ts';
import { urlOf, type DataFor, type InputFor, type OperationName, type OutputFor } from './operations.ts';
import { keyOf, type OperationMeta } from './query-cache.ts';

interface Reading<Name extends OperationName> {
  /** Null until loaded. The old answer stays during a reload. */
  answer: OutputFor<Name> | null;
  /** The answer's `data`. */
  data: DataFor<Name> | null;
  problem: string | null;
  /** It was there before, or never, and isn't there any more or out of the person's reach. */
  gone: boolean;
  again: () => void;
}

/**
 * @param input null: nothing is loaded.
 * @param workspace id of the workspace to read in, if not the person's current one.
 */
export function useOperation<Name extends OperationName>(
  name: Name,
  input: InputFor<Name> | null,
  workspace: string | null = null,
): Reading<Name> {
  const url = input && urlOf(name, input);
  const {
    data: answer = null,
    error,
    refetch,
  } = useQuery({
    queryKey: keyOf(url ?? name, workspace),
    queryFn:
      url === null
        ? skipToken
        : ({ signal }) => send<OutputFor<Name> & { data: DataFor<Name> }>('GET', url, { signal, workspace }),
    meta: { operation: name } satisfies OperationMeta,
  });
  const again = useCallback(() => {
    if (url !== null) void refetch();
  }, [url, refetch]);
  return {
    answer,
    data: answer && answer.data,
    problem: error && wordsOf(error),
    gone: isGone(error),
    again,
  };
}
