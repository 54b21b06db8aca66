'use client';
// A custom field as somebody defines it: kept in the browser until it's saved or given up. Only what they changed is sent, so that what
// others change meanwhile stays.
import { useMemo } from 'react';
import type { FieldAnswer } from '../../fields/schemas.ts';
import { same } from '../client/drafts/merge.ts';
import { useDraft } from '../client/drafts/useDraft.ts';
import { call } from '../client/operations.ts';

export interface FieldDraft {
  label: string;
  /** Empty: made from the label. */
  key: string;
  type: string;
  options: readonly string[];
  required: boolean;
  translated: boolean;
}

const empty: FieldDraft = {
  label: '',
  key: '',
  type: 'text',
  options: [],
  required: false,
  translated: false,
};

const draftOf = ({ label, key, type, options, required, translated }: FieldAnswer): FieldDraft => ({
  label,
  key,
  type,
  options,
  required,
  translated,
});

/** The key that goes with a label: "Shot by" becomes "shot_by". Empty if the label has no letters for one. */
const keyFor = (label: string): string =>
  label
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 40);

/** A plugin's types bring their own. */
export const takesOptions = ({ type }: FieldDraft): boolean => type === 'select';

/** @param isText whether values are stored as text: only those can be translated */
const bodyOf = (draft: FieldDraft, isText: boolean) => ({
  label: draft.label.trim(),
  type: draft.type,
  required: draft.required,
  translated: draft.translated && isText,
  ...(takesOptions(draft) && { options: [...draft.options] }),
});

/** @param field null: a new one */
export function useFieldDraft(field: FieldAnswer | null) {
  const stored = useMemo(() => {
    const value = field ? draftOf(field) : empty;
    return { value, version: JSON.stringify(value) };
  }, [field]);
  const { value, base, change, discard, isChanged, restoredAt } = useDraft<FieldDraft>(
    `fields/${field?.key ?? 'new'}`,
    stored,
    { isFollowing: true },
  );
  const draft = value ?? stored.value;
  const key = draft.key || keyFor(draft.label);
  return {
    draft,
    key,
    restoredAt: isChanged ? restoredAt : null,
    change: (part: Partial<FieldDraft>): void => change((before) => ({ ...before, ...part })),
    discard,
    /** @throws CallFailed */
    store: async (isText: boolean): Promise<void> => {
      const body = bodyOf(draft, isText);
      const before: Readonly<Record<string, unknown>> = { ...(base ?? stored.value) };
      const changes = Object.entries(body).filter(([name, one]) => !same(one, before[name]));
      if (!field) await call('create_field', { body: { ...body, key } });
      else if (changes.length > 0)
        await call('update_field', { key: field.key, body: Object.fromEntries(changes) });
      discard();
    },
  };
}
