'use client';
// Makes a version the current one, after saying where the one in use is used.
import { useState } from 'react';
import type { Asset } from '../../../../assets/schemas.ts';
import { useBusy } from '../../../client/useBusy.ts';
import { useOperation } from '../../../client/useOperation.ts';
import { usesInWords } from '../uses/uses-in-words.ts';
import { makeCurrent } from './make-current.ts';
import { numberOf } from './version-facts.ts';
import { useWords } from '../../../words/useWords.ts';

interface Props {
  version: Asset;
  /** The version in use. */
  current: Asset;
  onChanged: () => void;
}

function UsesOf({ asset }: { asset: Asset }) {
  const words = useWords();
  const { t } = words;
  const { data: uses, problem } = useOperation('list_asset_uses', { id: asset.id });
  const number = numberOf(asset);
  if (problem) return t('versions:usesUnknown', { number });
  if (!uses) return t('versions:usesLoading', { number });
  const places = usesInWords(uses, words);
  return places === null ? t('versions:notUsed', { number }) : t('versions:usedIn', { number, places });
}

export function MakeCurrent({ version, current, onChanged }: Props) {
  const { t } = useWords();
  const [asked, setAsked] = useState(false);
  const [busy, during] = useBusy();
  const label = t('versions:makeCurrent', { number: numberOf(version) });
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
          {t('ui:cancel')}
        </button>
      </div>
    </div>
  );
}
