'use client';
// The rules of a brand, and the contexts that some of them are for.
import { useEffect, useState } from 'react';
import type { Rule } from '../../../brands/rules/schemas.ts';
import { call } from '../../client/operations.ts';
import { wordsOf } from '../../client/api.ts';

interface Rules {
  data: Rule[];
  contexts: string[];
}

export function useRules(
  brand: string,
): Rules & { problem: string | null; loaded: boolean; again: () => void } {
  const [rules, setRules] = useState<Rules | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    call('list_rules', { brand }, { signal: controller.signal }).then(
      (answer) => {
        setRules(answer);
        setProblem(null);
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setProblem(wordsOf(error));
      },
    );
    return () => {
      controller.abort();
    };
  }, [brand, round]);
  return {
    data: rules?.data ?? [],
    contexts: rules?.contexts ?? [],
    problem,
    loaded: rules !== null,
    again: () => {
      setRound((before) => before + 1);
    },
  };
}
