// Hooks for field definitions, whoever writes them: the definition must be valid, and no value may be lost.
import type { CollectionAfterChangeHook } from 'payload';
import { workspaceIdOf } from '../core/access/payload/workspace-field.ts';
import { transactionOf } from '../core/db/transaction.ts';
import { changesOf, givenAndStored, type Writing } from '../core/events/changes.ts';
import { record } from '../core/events/record.ts';
import { invalid } from '../core/errors.ts';
import { convertValues } from './change-field.ts';
import { lockedFieldsOf } from './queries.ts';
import { checkDefinition, definitionOf, translatable } from './rules.ts';
import type { Field, StoredField } from './schemas.ts';
import { addedType, type FieldKind } from './types.ts';

interface Stored {
  id: string;
  workspace: unknown;
  key: string;
  label: string;
  type: string;
  kind?: FieldKind | null;
  options?: string[] | null;
  required?: boolean | null;
  translated?: boolean | null;
}

function storedOf(stored: Partial<Stored>): StoredField {
  const { key = '', label = '', type = 'text', kind = null, options, required, translated } = stored;
  return {
    key,
    label,
    type,
    kind,
    options: options ?? [],
    required: required ?? false,
    translated: translated ?? false,
  };
}

const fieldOf = (stored: Partial<Stored>): Field => definitionOf(storedOf(stored));

/** @throws ApiError invalid if the definition isn't valid, or existing values don't fit it. */
export async function normalizeField(writing: Writing): Promise<Record<string, unknown>> {
  const { given, before } = givenAndStored<Stored>(writing);
  const merged: Partial<Stored> = { ...before, ...given };
  // A type whose plugin was removed is treated as its kind, and kept until another is chosen.
  const keepsType = before !== null && merged.type === before.type;
  const definition = storedOf(keepsType ? { ...merged, type: fieldOf(before).type } : merged);
  // Only a select has options: they are dropped with it unless new ones were sent.
  if (definition.type !== 'select' && before && sameOptions(given, before)) definition.options = [];
  // So is the translation of one that is no longer text.
  if (before?.translated && given.translated !== false && definition.type !== before.type)
    definition.translated = translatable(definition);
  const issues = checkDefinition(definition);
  if (issues.length > 0) throw invalid(issues);
  const after = definitionOf(definition);
  if (before) {
    const db = await transactionOf(writing.req);
    const workspaceId = workspaceIdOf(before.workspace) ?? '';
    const stored = (await lockedFieldsOf(db, workspaceId)).find(({ key }) => key === before.key);
    await convertValues(db, workspaceId, stored ?? fieldOf(before), after);
  }
  const kind = addedType(definition.type)?.kind ?? null;
  return { ...given, options: after.options, translated: after.translated, ...(keepsType ? {} : { kind }) };
}

function sameOptions(given: Partial<Stored>, before: Stored): boolean {
  return (
    given.options === undefined || JSON.stringify(given.options) === JSON.stringify(before.options ?? [])
  );
}

export const afterFieldChange: CollectionAfterChangeHook = async ({ doc, previousDoc, operation, req }) => {
  const { id, workspace } = doc as Stored;
  const after = fieldOf(doc as Stored);
  const about = { workspaceId: workspaceIdOf(workspace), subject: { kind: 'field', id } };
  if (operation === 'create') {
    await record(req, { type: 'field.created', ...about, detail: { key: after.key, type: after.type } });
    return;
  }
  const before = fieldOf(previousDoc as Stored);
  const { key, label } = after;
  const changes = changesOf(before, after, ['label', 'type', 'options', 'required', 'translated']);
  if (changes) await record(req, { type: 'field.changed', ...about, detail: { key, label, changes } });
};
