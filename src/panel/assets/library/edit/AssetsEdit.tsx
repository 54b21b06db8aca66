'use client';
// Bulk edit of the selected assets: what changes on how many of them, and what couldn't be changed and why.
import { toast } from '@payloadcms/ui';
import { useId, useState } from 'react';
import type { Asset } from '../../../../assets/schemas.ts';
import type { Field } from '../../../../fields/schemas.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { FormFoot } from '../../../ui/form/FormFoot.tsx';
import { counted } from '../../../ui/format.ts';
import { Sheet } from '../../../ui/overlays/Sheet.tsx';
import { changedBy, isEmpty, noChange, type BulkChange } from './bulk-change.ts';
import { changeAssets, type Refused } from './change-assets.ts';
import { propertiesWith } from './properties.tsx';
import { PropertyList } from './PropertyList.tsx';
import { TagParts } from './TagParts.tsx';
import './edit.css';

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

/** What the whole change would do. */
function Preview({ change, assets }: { change: BulkChange; assets: readonly Asset[] }) {
  const changed = changedBy(change, assets);
  return (
    <p className="mq-muted" role="status">
      {isEmpty(change)
        ? ''
        : changed === 0
          ? 'All of them are like this already.'
          : `${changed} of ${counted(assets.length, 'asset')} will change.`}
    </p>
  );
}

/** Why a change can't be sent as it is. */
function problemOf(change: BulkChange): string | null {
  if (change.collection?.id === '') return 'Choose a collection, or don’t change it.';
  if (isEmpty(change)) return 'Add or remove a tag, or choose a property.';
  const { embargo, expires } = change.rights;
  return embargo && expires && expires < embargo ? 'The last day of use is before the embargo ends.' : null;
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
  const [change, setChange] = useState(noChange);
  const [refused, setRefused] = useState<Refused[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  /** The fraction that is done; null while nothing is sent. */
  const [progress, setProgress] = useState<number | null>(null);
  const busy = progress !== null;
  const left = refused.length > 0 ? refused.map(({ asset }) => asset) : assets;
  const part = { id, change, assets: left, readOnly: busy, onChange: setChange };

  const save = async (): Promise<void> => {
    const wrong = problemOf(change);
    setProblem(wrong);
    if (wrong) return;
    setProgress(0);
    const remaining = await changeAssets(left, change, setProgress);
    setProgress(null);
    setRefused(remaining);
    const changed = left.length - remaining.length;
    if (changed > 0) toast.success(`${counted(changed, 'asset')} changed`);
    onChanged(remaining.map(({ asset }) => asset));
    if (remaining.length === 0) onClose();
  };

  return (
    <Sheet title={`Edit ${counted(left.length, 'asset')}`} onClose={onClose}>
      <Form className="mq-form" onSubmit={() => void save()}>
        <TagParts {...part} />
        <PropertyList {...part} properties={propertiesWith(fields)} />
        <Preview change={change} assets={left} />
        <Alert problem={problem} />
        {refused.length > 0 && <RefusedAssets refused={refused} />}
        {busy && <progress className="mq-progress" value={progress} max={1} aria-label="Changing assets" />}
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
