'use client';
// The custom field definitions of a workspace.
import { useMemo } from 'react';
import type { Field, FieldAnswer } from '../../fields/schemas.ts';
import type { FieldKind } from '../../fields/types.ts';
import { useOperation } from './useOperation.ts';

/** Built-in types are their own kind, and their inputs need no `takes` text. */
function fieldOf({ type, kind = type as FieldKind, takes = '', ...field }: FieldAnswer): Field {
  return { ...field, type, kind, takes };
}

/** @param workspaceId null: nothing is loaded. */
export function useFields(workspaceId: string | null): { fields: Field[] | null; problem: string | null } {
  const { data, problem } = useOperation('list_fields', workspaceId === null ? null : {}, workspaceId);
  const fields = useMemo(() => data && data.map(fieldOf), [data]);
  return { fields, problem };
}
