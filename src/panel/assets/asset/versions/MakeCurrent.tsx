'use client';
// Makes a version the current one, after saying where the one in use is used.
import { useState } from 'react';
import type { Asset } from '../../../../assets/schemas.ts';
import { useBusy } from '../../../client/useBusy.ts';
import { useOperation } from '../../../client/useOperation.ts';
import { usesInWords } from '../uses-in-words.ts';
import { makeCurrent } from './make-current.ts';
import { nameOf } from './version-facts.ts';

interface Props {
  version: Asset;
  /** The version in use. */
  current: Asset;
  onChanged: () => void;
}

function UsesOf({ asset }: { asset: Asset }) {
  const { data: uses, problem } = useOperation('list_asset_uses', { id: asset.id });
  if (problem) return <>It couldn’t be checked where {nameOf(asset).toLowerCase()} is used.</>;
  if (!uses) return <>Checking where {nameOf(asset).toLowerCase()} is used…</>;
  const words = usesInWords(uses);
  return words === null ? (
    <>{nameOf(asset)} isn’t used anywhere you can see.</>
  ) : (
    <>
      {nameOf(asset)} is used in {words}.
    </>
  );
}

export function MakeCurrent({ version, current, onChanged }: Props) {
  const [asked, setAsked] = useState(false);
  const [busy, during] = useBusy();
  const label = `Make ${nameOf(version).toLowerCase()} current`;
  if (!asked)
    return (
      <button type="button" className="mq-button mq-button--small" onClick={() => setAsked(true)}>
        {label}
      </button>
    );
  return (
    <div className="mq-switch-to" role="group" aria-label={label}>
      <p role="status">
        <UsesOf asset={current} />
      </p>
      <div className="mq-row">
        <button
          type="button"
          className="mq-button mq-button--small mq-button--primary"
          disabled={busy}
          autoFocus
          onClick={() =>
            void during(async () => {
              await makeCurrent(version, current, onChanged);
              setAsked(false);
            })
          }
        >
          {label}
        </button>
        <button type="button" className="mq-link" onClick={() => setAsked(false)}>
          Cancel
        </button>
      </div>
    </div>
  );
}
