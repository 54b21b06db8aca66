'use client';
// Server errors about parts of a JSON field (`fields.subject`). Payload stores them in the form state as a field of that path,
// whose empty value would overwrite the part on the next save, so they are moved out of it.
import { useForm, useFormFields } from '@payloadcms/ui';
import { useEffect, useState } from 'react';

/** @returns the problems by part, and a function to clear one when its value changes. */
export function usePartProblems(path: string): [Record<string, string>, (part: string) => void] {
  const { dispatchFields } = useForm();
  const [problems, setProblems] = useState<Record<string, string>>({});
  const found = useFormFields(([state]) => {
    const below = Object.entries(state).filter(([at]) => at.startsWith(`${path}.`));
    return below.length === 0
      ? null
      : JSON.stringify(below.map(([at, field]) => [at.slice(path.length + 1), field.errorMessage ?? '']));
  });

  useEffect(() => {
    if (found === null) return;
    const parts = JSON.parse(found) as [string, string][];
    for (const [part] of parts) dispatchFields({ type: 'REMOVE', path: `${path}.${part}` });
    // eslint-disable-next-line react-hooks/set-state-in-effect -- moves them out of the form's state, once
    setProblems(Object.fromEntries(parts));
  }, [found, path, dispatchFields]);

  return [
    problems,
    (part) => {
      setProblems(({ [part]: _, ...others }) => others);
    },
  ];
}
