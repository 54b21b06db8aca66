'use client';
// The custom field definitions of a workspace.
import { useEffect, useState } from 'react';
import type { Field, FieldAnswer } from '../../fields/schemas.ts';
import type { FieldKind } from '../../fields/types.ts';
import { wordsOf } from './api.ts';
import { call } from './operations.ts';

/** Built-in types are their own kind, and their inputs need no `takes` text. */
function fieldOf({ type, kind = type as FieldKind, takes = '', ...field }: FieldAnswer): Field {
  return { ...field, type, kind, takes };
}

/** @param workspaceId null: nothing is loaded. */
export function useFields(workspaceId: string | null): { fields: Field[] | null; problem: string | null } {
  const [known, setKnown] = useState<{ of: string; fields: Field[] | null; problem: string | null } | null>(
    null,
  );
  useEffect(() => {
    if (!workspaceId) return;
    const controller = new AbortController();
    call('list_fields', {}, { workspace: workspaceId, signal: controller.signal }).then(
      ({ data }) => {
        setKnown({ of: workspaceId, fields: data.map(fieldOf), problem: null });
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setKnown({ of: workspaceId, fields: null, problem: wordsOf(error) });
      },
    );
    return () => {
      controller.abort();
    };
  }, [workspaceId]);
  if (known?.of !== workspaceId) return { fields: null, problem: null };
  return { fields: known?.fields ?? null, problem: known?.problem ?? null };
}
