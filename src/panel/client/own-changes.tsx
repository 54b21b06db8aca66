'use client';
// Payload asks on the first edit whether the document has changed since it was opened, and stops the person when it has. A change
// that the person made here meanwhile, past the form, is no reason to: the form has taken it in.
import { ServerFunctionsContext, useServerFunctions } from '@payloadcms/ui';
import { useCallback, useMemo, type ReactNode } from 'react';

const made = { begun: 0, running: 0 };

/** Does work that changes the document of the form, and brings the change into the form. */
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
      const crossed = running > 0 || made.begun !== begun;
      if (!crossed || !answer || !('staleDataState' in answer) || !answer.staleDataState?.isStale)
        return answer;
      return { ...answer, staleDataState: { ...answer.staleDataState, isStale: false } };
    },
    [getFormState],
  );

  const value = useMemo(() => ({ ...functions, getFormState: asked }), [functions, asked]);
  return <ServerFunctionsContext value={value}>{children}</ServerFunctionsContext>;
}
