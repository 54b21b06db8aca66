'use client';
// What's in an archive, a 3D scene or an animation: its parts by name, a few at first. Nothing for other files.
import { useState } from 'react';
import { useWords } from '../../../words/useWords.ts';
import { useAsset } from '../../useAsset.ts';
import './contents.css';

interface Entry {
  kind: string;
  name: string;
  size: number | null;
}

const atFirst = 12;

/** What the server lists in `probe.entries` (src/media/contents.ts). */
function entriesIn(probe: Readonly<Record<string, unknown>>): { entries: Entry[]; total: number } {
  const { entries, entryCount } = probe;
  if (!Array.isArray(entries)) return { entries: [], total: 0 };
  return {
    entries: entries as Entry[],
    total: typeof entryCount === 'number' ? entryCount : entries.length,
  };
}

export function AssetContents({ id }: { id: string }) {
  const { t, filesize } = useWords();
  const { data } = useAsset(id);
  const [isWhole, setWhole] = useState(false);
  const { entries, total } = entriesIn(data?.probe ?? {});
  if (entries.length === 0) return null;
  const shown = isWhole ? entries : entries.slice(0, atFirst);
  return (
    <section className="mq-contents" aria-labelledby="mq-contents">
      <h2 id="mq-contents">{t('asset:contents', { count: total })}</h2>
      <ul>
        {shown.map(({ name, size }, at) => (
          // Names needn't be unique in an archive.
          <li key={at}>
            <bdi>{name}</bdi>
            {size !== null && <span className="mq-muted">{filesize(size)}</span>}
          </li>
        ))}
      </ul>
      {!isWhole && entries.length > atFirst && (
        <button type="button" className="mq-link" onClick={() => setWhole(true)}>
          {t('asset:allContents', { count: entries.length })}
        </button>
      )}
      {isWhole && total > entries.length && (
        <p className="mq-muted">{t('asset:moreContents', { count: total - entries.length })}</p>
      )}
    </section>
  );
}
