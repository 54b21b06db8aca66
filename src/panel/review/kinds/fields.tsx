'use client';
// Values of an asset's custom fields.
import type { FieldValues } from '../../../fields/schemas.ts';
import type { Proposal } from '../../../review/schemas.ts';
import { useFields } from '../../client/useFields.ts';
import { showValue } from '../../fields/ValuePart.tsx';
import { TargetPreview } from '../changes/AssetPreview.tsx';
import type { Term } from '../../ui/Terms.tsx';
import { Facts } from '../changes/Facts.tsx';
import { Placeholder, Sides } from '../changes/Sides.tsx';
import { EditForm, type FrameProps } from '../edit/EditForm.tsx';
import { ValuesPart, type Values } from '../edit/ValuesPart.tsx';
import type { KindView } from './kind.ts';
import { useWords } from '../../words/useWords.ts';
import { useEdited } from '../edit/useEdited.tsx';

/** Own values; null: not set, or to be cleared. */
type ChangedValues = Record<string, FieldValues[string] | null>;

const valuesIn = ({ before, after }: Proposal) => ({
  before: (before?.fields ?? {}) as ChangedValues,
  after: (after.fields ?? {}) as ChangedValues,
});

interface ChangeProps {
  proposal: Proposal;
  /** The workspace that defines the fields; null until known. */
  workspace: string | null;
}

function FieldsChange({ proposal, workspace }: ChangeProps) {
  const { t } = useWords();
  const { before, after } = valuesIn(proposal);
  const { fields } = useFields(workspace);
  const rows = (values: ChangedValues): Term[] =>
    Object.keys(after).map((key) => [
      fields?.find((field) => field.key === key)?.label ?? key,
      (values[key] ?? null) === null ? (
        <Placeholder>{t('ui:notSet')}</Placeholder>
      ) : (
        showValue(values[key] ?? '', t)
      ),
    ]);
  return <Sides before={<Facts facts={rows(before)} />} after={<Facts facts={rows(after)} />} />;
}

function FieldsEdit({ proposed, ...frame }: { proposed: ChangedValues } & FrameProps) {
  const cleared = Object.keys(proposed).filter((key) => proposed[key] === null);
  const [fields, setFields] = useEdited<Values>(
    'fields',
    Object.fromEntries(
      Object.entries(proposed).flatMap(([key, value]) => (value === null ? [] : [[key, value]])),
    ),
  );
  // A field the proposal clears is cleared if left empty; a field emptied here is left unchanged.
  const value = () => ({ fields: { ...Object.fromEntries(cleared.map((key) => [key, null])), ...fields } });
  return (
    <EditForm {...frame} value={value}>
      <ValuesPart keys={Object.keys(proposed)} values={fields} onChange={setFields} />
    </EditForm>
  );
}

export const fields: KindView = {
  label: (t) => t('review:kindFields'),
  gist: (proposal, t) => t('review:valuesOf', { keys: Object.keys(valuesIn(proposal).after).join(', ') }),
  Change: ({ proposal }) => (
    <TargetPreview id={proposal.target.id}>
      {(asset) => <FieldsChange proposal={proposal} workspace={asset?.workspaceId ?? null} />}
    </TargetPreview>
  ),
  Edit: ({ proposal, ...frame }) => <FieldsEdit proposed={valuesIn(proposal).after} {...frame} />,
};
