'use client';
// Picks a file from the library, with search as you type.
import { useDebounce } from '@payloadcms/ui';
import { useEffect, useState, type ReactNode } from 'react';
import type { Asset } from '../../assets/schemas.ts';
import { wordsOf } from '../client/api.ts';
import { reading } from '../client/reading.ts';
import { findAssets } from './find-assets.ts';
import type { PicturedAsset } from './pictured.ts';
import { useAsset } from './useAsset.ts';
import { Alert } from '../ui/Alert.tsx';
import { PickPart } from '../ui/form/PickPart.tsx';
import { CheckIcon } from '../ui/icons.tsx';
import { Sheet } from '../ui/overlays/Sheet.tsx';
import { Thumbnail } from '../ui/Thumbnail.tsx';
import { useWords } from '../words/useWords.ts';
import { nameOf } from './name-of.ts';
import '../ui/picks.css';

interface Props {
  title: string;
  /** Ids of those that can't be chosen, because they are already. */
  chosen?: ReadonlySet<string>;
  /** The id of the asset that it's picked for. */
  except?: string;
  onChoose: (asset: Asset) => void;
  onClose: () => void;
}

const shown = 60;

interface Matches {
  /** Null until loaded. */
  found: PicturedAsset[] | null;
  problem: string | null;
}

/** The active assets that match all words. */
function useMatches(words: string): Matches {
  const [found, setFound] = useState<PicturedAsset[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    return reading(
      (signal) => findAssets({ q: words.trim(), states: ['active'], limit: shown }, signal),
      ({ assets }) => {
        setFound(assets);
        setProblem(null);
      },
      (error) => setProblem(wordsOf(error)),
    );
  }, [words]);
  return { found, problem };
}

export function AssetPicker({ title, chosen, except, onChoose, onClose }: Props) {
  const { t } = useWords();
  const [typed, setTyped] = useState('');
  const { found, problem } = useMatches(useDebounce(typed, 200));
  const offered = found?.filter(({ id }) => id !== except);
  return (
    <Sheet title={title} onClose={onClose}>
      <input
        className="mq-input"
        type="search"
        aria-label={t('assets:search')}
        placeholder={t('assets:search')}
        value={typed}
        onKeyDown={(event) => {
          // Enter would submit the form that opened the picker.
          if (event.key === 'Enter') event.preventDefault();
        }}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Alert problem={problem} />
      {offered?.length === 0 && <p className="mq-quiet">{t('assets:nothingToPick')}</p>}
      <ul className="mq-picks">
        {offered?.map((asset) => (
          <li key={asset.id}>
            <button
              type="button"
              className="mq-pick"
              disabled={chosen?.has(asset.id)}
              onClick={() => onChoose(asset)}
            >
              <span className="mq-pick__picture">
                <Thumbnail asset={asset} shownAt={140} />
              </span>
              <span className="mq-pick__name">{nameOf(asset)}</span>
              {chosen?.has(asset.id) && (
                <span className="mq-pick__added">
                  <CheckIcon /> {t('assets:picked')}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

function ChosenFile({ id }: { id: string }) {
  const { data, problem } = useAsset(id);
  return (
    <>
      <span className="mq-filebox" title={data?.filename}>
        {data && <Thumbnail asset={data} shownAt={64} />}
      </span>
      {problem && <span className="mq-muted">{problem}</span>}
    </>
  );
}

interface PartProps {
  label: string;
  id: string | null;
  hint?: ReactNode;
  problem?: string | null | undefined;
  onChange: (id: string | null) => void;
}

/** An input for one optional file. */
export function AssetPart({ label, id, hint, problem, onChange }: PartProps) {
  return (
    <PickPart
      label={label}
      noun="file"
      chosen={id && <ChosenFile id={id} />}
      hint={hint}
      problem={problem}
      onRemove={() => onChange(null)}
      picker={(close) => (
        <AssetPicker
          title={label}
          onClose={close}
          onChoose={(asset) => {
            onChange(asset.id);
            close();
          }}
        />
      )}
    />
  );
}
