'use client';
// Bulk edit's alt texts: one for each asset, written beside its picture.
import type { KeyboardEvent } from 'react';
import { Thumbnail } from '../../../ui/Thumbnail.tsx';
import { useWords } from '../../../words/useWords.ts';
import { nameOf } from '../../name-of.ts';
import { altTextOf } from './bulk-change.ts';
import type { PartProps, Property } from './properties.tsx';

/** How many texts can be written at a time. */
const most = 200;

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
                  maxLength={10_000}
                  aria-label={t('bulk:altTextOf', { name: nameOf(asset) })}
                  placeholder={nameOf(asset)}
                  value={texts[asset.id] ?? altTextOf(asset)}
                  disabled={readOnly}
                  onKeyDown={toNext}
                  onChange={({ target }) =>
                    onChange({
                      ...change,
                      altTexts: { ...texts, [asset.id]: target.value.replaceAll('\n', ' ') },
                    })
                  }
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
