'use client';
// On the first edit, Payload checks whether the document changed since it was opened, and warns if so. Changes the person made
// here outside the form don't count: they are already merged into it.
import { ServerFunctionsContext, useServerFunctions } from '@payloadcms/ui';
import { useCallback, useMemo, type ReactNode } from 'react';

const made = { begun: 0, running: 0 };

/** Runs work that changes the form's document and merges the change into the form. */
export async function asOwnChange<T>(work: () => Promise<T>): Promise<T> {
  made.begun += 1;
  made.running += 1;
  try {
    return await work();
  } finally {
    made.running -= 1;
  }
}

export function OwnChanges({ children }: { children?: ReactNode }) {
  const functions = useServerFunctions();
  const { getFormState } = functions;

  const asked = useCallback<typeof getFormState>(
    async (args) => {
      const { begun, running } = made;
      const answer = await getFormState(args);
      const overlapped = running > 0 || made.begun !== begun;
      if (!overlapped || !answer || !('staleDataState' in answer) || !answer.staleDataState?.isStale)
        return answer;
      return { ...answer, staleDataState: { ...answer.staleDataState, isStale: false } };
    },
    [getFormState],
  );

  const value = useMemo(() => ({ ...functions, getFormState: asked }), [functions, asked]);
  return <ServerFunctionsContext value={value}>{children}</ServerFunctionsContext>;
}
