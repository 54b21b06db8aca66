'use client';
// The rules of a brand, and the contexts that some of them are for.
import { useOperation } from '../../client/useOperation.ts';

export function useRules(brand: string) {
  const { answer, problem, again } = useOperation('list_rules', { brand });
  return {
    data: answer?.data ?? [],
    contexts: answer?.contexts ?? [],
    problem,
    loaded: answer !== null,
    again,
  };
}
