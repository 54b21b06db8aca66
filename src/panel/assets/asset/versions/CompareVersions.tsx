'use client';
// Two versions of an asset beside or on top of each other, and the facts that differ.
import { useState } from 'react';
import { FacetSelect } from '../../../ui/form/FacetSelect.tsx';
import type { PicturedAsset } from '../../pictured.ts';
import { ComparedPictures } from './ComparedPictures.tsx';
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

interface Props {
  /** Newest first; at least two. */
  versions: readonly PicturedAsset[];
  /** The version whose page this is. */
  own: PicturedAsset;
}

export function CompareVersions({ versions, own }: Props) {
  const { t } = useWords();
  const [chosen, setChosen] = useState<{ before?: string; after?: string }>({});
  const among = (id: string | undefined): PicturedAsset | undefined => versions.find((one) => one.id === id);
  const after = among(chosen.after) ?? (own === versions.at(-1) ? versions[0] : own) ?? own;
  const before = among(chosen.before) ?? versions.find((one) => one.id !== after.id) ?? own;
  const choices = versions.map((one) => ({
    value: one.id,
    label: t('versions:versionFile', { number: numberOf(one), file: one.filename }),
  }));
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
      </div>
      <ComparedPictures before={before} after={after} />
      {before.id === after.id ? (
        <p className="mq-hint">{t('versions:chooseTwo')}</p>
      ) : (
        <Differences before={before} after={after} />
      )}
    </section>
  );
}
