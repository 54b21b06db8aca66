'use client';
// Bulk edit's alt texts: one for each asset, written beside its picture.
import { useEffect, useState, type KeyboardEvent } from 'react';
import type { Asset } from '../../../../assets/schemas.ts';
import { call } from '../../../client/operations.ts';
import { Thumbnail } from '../../../ui/Thumbnail.tsx';
import { useWords } from '../../../words/useWords.ts';
import { nameOf } from '../../name-of.ts';
import type { PartProps, Property } from './properties.tsx';

/** How many texts can be written at a time. */
const most = 200;

/** How many calls run at a time. */
const lanes = 4;

/** The alt texts that the assets have, by id, as far as they're read. */
function useStored(assets: readonly Asset[]): ReadonlyMap<string, string> {
  const [stored, setStored] = useState<ReadonlyMap<string, string>>(new Map());
  const ids = assets
    .slice(0, most)
    .map(({ id }) => id)
    .join();
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const waiting = ids.split(',');
    const work = async (): Promise<void> => {
      for (let id = waiting.shift(); id && !signal.aborted; id = waiting.shift()) {
        const one = id;
        const { data, default: language } = await call('get_asset_texts', { id: one }, { signal });
        setStored((before) => new Map(before).set(one, data[language]?.alt ?? ''));
      }
    };
    // What can't be read can't be written over, either.
    for (let lane = 0; lane < lanes; lane += 1) void work().catch(() => undefined);
    return () => {
      controller.abort();
    };
  }, [ids]);
  return stored;
}

/** Enter leads to the next text: none of them has lines. */
function toNext(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  event.preventDefault();
  const row = event.currentTarget.closest('li');
  (event.shiftKey ? row?.previousElementSibling : row?.nextElementSibling)
    ?.querySelector('textarea')
    ?.focus();
}

function AltTextsPart({ id, change, assets, readOnly, onChange }: PartProps) {
  const { t } = useWords();
  const texts = change.altTexts ?? {};
  const stored = useStored(assets);
  return (
    <div className="mq-field" role="group" aria-labelledby={id}>
      <span className="mq-label" id={id}>
        {t('filters:altText')}
      </span>
      {assets.length > most ? (
        <p className="mq-hint">{t('bulk:altTextLimit', { count: most })}</p>
      ) : (
        <>
          <p className="mq-hint">{t('bulk:altTextHint')}</p>
          <ul className="mq-alts">
            {assets.map((asset) => (
              <li key={asset.id} className="mq-alts__row">
                <Thumbnail asset={asset} shownAt={96} />
                <textarea
                  className="mq-input"
                  rows={2}
                  maxLength={2000}
                  aria-label={t('bulk:altTextOf', { name: nameOf(asset) })}
                  // Without an alt text, it's read out.
                  placeholder={asset.metadata.description ?? nameOf(asset)}
                  value={texts[asset.id]?.to ?? stored.get(asset.id) ?? ''}
                  disabled={readOnly || !stored.has(asset.id)}
                  onKeyDown={toNext}
                  onChange={({ target }) => {
                    const from = texts[asset.id]?.from ?? stored.get(asset.id) ?? '';
                    const to = target.value.replaceAll('\n', ' ');
                    onChange({ ...change, altTexts: { ...texts, [asset.id]: { from, to } } });
                  }}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

export const altTextsProperty: Property = {
  name: 'altTexts',
  label: (t) => t('filters:altText'),
  group: 'bulk:groupDetails',
  begin: (change) => ({ ...change, altTexts: {} }),
  leave: (change) => ({ ...change, altTexts: null }),
  isIn: ({ altTexts }) => altTexts !== null,
  cleared: null,
  Part: AltTextsPart,
  ofNew: false,
};
