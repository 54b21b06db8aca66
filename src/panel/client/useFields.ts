'use client';
// The custom fields of a workspace, as its definitions stand.
import { useEffect, useState } from 'react';
import type { Field, FieldAnswer } from '../../fields/schemas.ts';
import type { FieldKind } from '../../fields/types.ts';
import { call, wordsOf } from './api.ts';

/** Marque's own types are kinds themselves, and their inputs say what they take. */
function fieldOf({ type, kind = type as FieldKind, takes = '', ...field }: FieldAnswer): Field {
  return { ...field, type, kind, takes };
}

/** @param workspaceId left out: nothing is asked. */
export function useFields(workspaceId: string | null): { fields: Field[] | null; problem: string | null } {
  const [known, setKnown] = useState<{ of: string; fields: Field[] | null; problem: string | null } | null>(
    null,
  );
  useEffect(() => {
    if (!workspaceId) return;
    const left = new AbortController();
    call<{ data: FieldAnswer[] }>('GET', '/api/v1/fields', {
      workspace: workspaceId,
      signal: left.signal,
    }).then(
      ({ data }) => {
        setKnown({ of: workspaceId, fields: data.map(fieldOf), problem: null });
      },
      (error: unknown) => {
        if (!left.signal.aborted) setKnown({ of: workspaceId, fields: null, problem: wordsOf(error) });
      },
    );
    return () => {
      left.abort();
    };
  }, [workspaceId]);
  if (known?.of !== workspaceId) return { fields: null, problem: null };
  return { fields: known?.fields ?? null, problem: known?.problem ?? null };
}
