'use client';
// Changed values of custom fields.
import { useFields } from '../../client/useFields.ts';
import { showValue } from '../../fields/ValuesField.tsx';
import type { ChangedValues, ProposedOf } from '../proposed.ts';
import { Facts, type Fact } from './Facts.tsx';
import { Placeholder, Sides } from './Sides.tsx';

type Props = Pick<ProposedOf<'fields'>, 'before' | 'after'> & {
  /** The workspace that defines the fields; null until known. */
  workspace: string | null;
};

export function FieldsChange({ before, after, workspace }: Props) {
  const { fields } = useFields(workspace);
  const rows = (values: ChangedValues): Fact[] =>
    Object.keys(after.fields).map((key) => [
      fields?.find((field) => field.key === key)?.label ?? key,
      (values[key] ?? null) === null ? <Placeholder>Not set</Placeholder> : showValue(values[key] ?? ''),
    ]);
  return (
    <Sides before={<Facts facts={rows(before.fields)} />} after={<Facts facts={rows(after.fields)} />} />
  );
}
