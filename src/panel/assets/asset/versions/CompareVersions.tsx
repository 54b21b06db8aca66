'use client';
// Two versions of an asset beside or on top of each other, and the facts that differ.
import { useState } from 'react';
import { FacetSelect } from '../../../ui/form/FacetSelect.tsx';
import { useHasPicture } from '../../../ui/pictures.ts';
import { Thumbnail } from '../../../ui/Thumbnail.tsx';
import type { PicturedAsset } from '../../pictured.ts';
import { BeforeAfter } from './BeforeAfter.tsx';
import { compareFacts, numberOf } from './version-facts.ts';
import { useWords } from '../../../words/useWords.ts';

interface PairProps {
  before: PicturedAsset;
  after: PicturedAsset;
}

function Differences({ before, after }: PairProps) {
  const words = useWords();
  const { t, capitalized } = words;
  const { differing, same } = compareFacts(before, after, words);
  return (
    <>
      <table className="mq-differences" aria-label={t('versions:whatDiffers')}>
        <thead>
          <tr>
            <th scope="col">{t('versions:whatDiffers')}</th>
            <th scope="col">{t('versions:version', { number: numberOf(before) })}</th>
            <th scope="col">{t('versions:version', { number: numberOf(after) })}</th>
          </tr>
        </thead>
        <tbody>
          {differing.map(({ label, before: was, after: is }) => (
            <tr key={label}>
              <th scope="row">{capitalized(label)}</th>
              <td>{was}</td>
              <td>{is}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {same.length > 0 && <p className="mq-hint">{t('versions:same', { facts: same.join(', ') })}</p>}
    </>
  );
}

function SideBySide({ before, after }: PairProps) {
  const { t } = useWords();
  return (
    <div className="mq-pair mq-pair--two">
      {[before, after].map((version) => (
        <figure key={version.id} className="mq-compared">
          <Thumbnail asset={version} shownAt={420} />
          <figcaption>{t('versions:version', { number: numberOf(version) })}</figcaption>
        </figure>
      ))}
    </div>
  );
}

interface Props {
  /** Newest first; at least two. */
  versions: readonly PicturedAsset[];
  /** The version whose page this is. */
  own: PicturedAsset;
}

export function CompareVersions({ versions, own }: Props) {
  const { t } = useWords();
  const hasPicture = useHasPicture();
  const [chosen, setChosen] = useState<{ before?: string; after?: string }>({});
  const [mode, setMode] = useState<'sides' | 'slider'>('sides');
  const among = (id: string | undefined): PicturedAsset | undefined => versions.find((one) => one.id === id);
  const after = among(chosen.after) ?? (own === versions.at(-1) ? versions[0] : own) ?? own;
  const before = among(chosen.before) ?? versions.find((one) => one.id !== after.id) ?? own;
  const choices = versions.map((one) => ({
    value: one.id,
    label: t('versions:versionFile', { number: numberOf(one), file: one.filename }),
  }));
  const bothPictured = [before, after].every(hasPicture);
  return (
    <section className="mq-compare" aria-labelledby="mq-compare">
      <h3 id="mq-compare">{t('versions:compare')}</h3>
      <div className="mq-row">
        <FacetSelect
          label={t('review:before')}
          value={before.id}
          choices={choices}
          onChange={(id) => setChosen({ ...chosen, before: id })}
        />
        <FacetSelect
          label={t('review:after')}
          value={after.id}
          choices={choices}
          onChange={(id) => setChosen({ ...chosen, after: id })}
        />
        {bothPictured && (
          <div className="mq-switch" role="group" aria-label={t('versions:comparison')}>
            <button type="button" aria-pressed={mode === 'sides'} onClick={() => setMode('sides')}>
              {t('versions:sideBySide')}
            </button>
            <button type="button" aria-pressed={mode === 'slider'} onClick={() => setMode('slider')}>
              {t('versions:slider')}
            </button>
          </div>
        )}
      </div>
      {bothPictured && mode === 'slider' ? (
        <BeforeAfter before={before} after={after} />
      ) : (
        <SideBySide before={before} after={after} />
      )}
      {before.id === after.id ? (
        <p className="mq-hint">{t('versions:chooseTwo')}</p>
      ) : (
        <Differences before={before} after={after} />
      )}
    </section>
  );
}
