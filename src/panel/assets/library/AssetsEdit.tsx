'use client';
// Bulk edit of the selected assets: adds tags, and sets or clears one field.
import { toast } from '@payloadcms/ui';
import { useId, useState } from 'react';
import type { Asset, AssetPatch } from '../../../assets/schemas.ts';
import type { Field, FieldValue } from '../../../fields/schemas.ts';
import { wordsOf } from '../../client/api.ts';
import { changeAssets, type Refused } from './change-assets.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Chips, withAdded } from '../../ui/tags/Chips.tsx';
import { counted } from '../../ui/format.ts';
import { ChoicePart, Frame } from '../../ui/inputs.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { FormFoot } from '../../ui/FormFoot.tsx';
import { ValuePart } from '../../fields/ValuesField.tsx';
import { Form } from '../../ui/Form.tsx';

/** A patch contains the full tag list, so assets that end up with the same patch are sent together. Unchanged ones are skipped. */
async function changeAlike(
  assets: readonly Asset[],
  tags: readonly string[],
  fields: AssetPatch['fields'],
): Promise<Refused[]> {
  const alike = new Map<string, { patch: AssetPatch; members: Asset[] }>();
  for (const asset of assets) {
    const all = withAdded(asset.tags, tags);
    const patch = { ...(all.length > asset.tags.length && { tags: all }), ...(fields && { fields }) };
    const change = JSON.stringify(patch);
    const group = alike.get(change);
    if (group) group.members.push(asset);
    else if (change !== '{}') alike.set(change, { patch, members: [asset] });
  }
  const refused: Refused[] = [];
  for (const { patch, members } of alike.values())
    refused.push(
      ...(await changeAssets(members, patch).catch((error: unknown) =>
        members.map((asset) => ({ asset, why: wordsOf(error) })),
      )),
    );
  return refused;
}

interface FieldPartsProps {
  fields: readonly Field[];
  /** The chosen one. */
  field: Field | undefined;
  /** Undefined: it's cleared. */
  value: FieldValue | undefined;
  busy: boolean;
  /** Given the field's key; empty: none. */
  onChoose: (key: string) => void;
  onChange: (value: FieldValue | undefined) => void;
}

/** Chooses a field, and its new value. */
function FieldParts({ fields, field, value, busy, onChoose, onChange }: FieldPartsProps) {
  const id = useId();
  return (
    <>
      {fields.length > 0 && (
        <ChoicePart
          id={`${id}-field`}
          label="Field"
          none="Don’t change a field"
          value={field?.key ?? ''}
          options={fields.map((one) => ({ value: one.key, label: one.label }))}
          onChange={onChoose}
        />
      )}
      {field && (
        <ValuePart
          key={field.key}
          id={`${id}-value`}
          field={field}
          value={value}
          inherited={undefined}
          readOnly={busy}
          problem={undefined}
          onChange={onChange}
        />
      )}
      {field && value === undefined && (
        <p className="mq-muted">Without a value, {field.label} is cleared on all selected assets.</p>
      )}
    </>
  );
}

function RefusedAssets({ refused }: { refused: readonly Refused[] }) {
  return (
    <div role="alert" className="mq-alert">
      {counted(refused.length, 'asset')} couldn’t be changed:
      <ul>
        {refused.map(({ asset, why }) => (
          <li key={asset.id}>
            {asset.metadata.title ?? asset.filename}: {why}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface Props {
  assets: Asset[];
  fields: readonly Field[];
  /** Called after each attempt with the assets that couldn't be changed. */
  onChanged: (left: Asset[]) => void;
  onClose: () => void;
}

export function AssetsEdit({ assets, fields, onChanged, onClose }: Props) {
  const id = useId();
  const [tags, setTags] = useState<string[]>([]);
  const [key, setKey] = useState('');
  const [value, setValue] = useState<FieldValue | undefined>();
  const [refused, setRefused] = useState<Refused[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const field = fields.find((one) => one.key === key);
  const left = refused.length > 0 ? refused.map(({ asset }) => asset) : assets;

  const save = async (): Promise<void> => {
    if (tags.length === 0 && !field) {
      setProblem('Add a tag, or choose a field.');
      return;
    }
    setBusy(true);
    setProblem(null);
    const remaining = await changeAlike(left, tags, field && { [field.key]: value ?? null });
    setBusy(false);
    setRefused(remaining);
    const changed = left.length - remaining.length;
    if (changed > 0) toast.success(`${counted(changed, 'asset')} changed`);
    onChanged(remaining.map(({ asset }) => asset));
    if (remaining.length === 0) onClose();
  };

  return (
    <Sheet title={`Edit ${counted(left.length, 'asset')}`} onClose={onClose}>
      <Form className="mq-form" onSubmit={() => void save()}>
        <Frame id={`${id}-tags`} label="Tags to add">
          <Chips id={`${id}-tags`} values={tags} onChange={setTags} noun="tag" />
        </Frame>
        <FieldParts
          fields={fields}
          field={field}
          value={value}
          busy={busy}
          onChoose={(next) => {
            setKey(next);
            setValue(undefined);
          }}
          onChange={setValue}
        />
        <Alert problem={problem} />
        {refused.length > 0 && <RefusedAssets refused={refused} />}
        <FormFoot
          action={refused.length > 0 ? 'Try again' : 'Save changes'}
          disabled={busy}
          onCancel={onClose}
          inSheet
        />
      </Form>
    </Sheet>
  );
}
