'use client';
// Loads the `data` of an operation's response for a view, and reloads it on demand.
import { useCallback, useEffect, useState } from 'react';
import { send, wordsOf } from './api.ts';
import { urlOf, type DataFor, type InputFor, type OperationName, type OutputFor } from './operations.ts';

interface Reading<Name extends OperationName> {
  /** Null until loaded. The old answer stays during a reload. */
  answer: OutputFor<Name> | null;
  /** The answer's `data`. */
  data: DataFor<Name> | null;
  problem: string | null;
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
  const [round, setRound] = useState(0);
  const [read, setRead] = useState<{ url: string; answer: OutputFor<Name> & { data: DataFor<Name> } } | null>(
    null,
  );
  const [failed, setFailed] = useState<{ url: string; words: string } | null>(null);
  useEffect(() => {
    if (url === null) return;
    const controller = new AbortController();
    send<OutputFor<Name> & { data: DataFor<Name> }>('GET', url, {
      signal: controller.signal,
      workspace,
    }).then(
      (answer) => {
        setRead({ url, answer });
        setFailed(null);
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setFailed({ url, words: wordsOf(error) });
      },
    );
    return () => {
      controller.abort();
    };
  }, [url, workspace, round]);
  const again = useCallback(() => {
    setRound((before) => before + 1);
  }, []);
  const answer = read && read.url === url ? read.answer : null;
  return {
    answer,
    data: answer && answer.data,
    problem: failed && failed.url === url ? failed.words : null,
    again,
  };
}
