'use client';
// Publishing with a note and an image, and the version history with restore.
import { useOperation } from '../../client/useOperation.ts';
import { Alert } from '../../ui/Alert.tsx';
import { useWords } from '../../words/useWords.ts';
import type { BrandTab } from '../brand-tab.ts';
import { PublishForm } from './PublishForm.tsx';
import { VersionEntry } from './VersionEntry.tsx';
import './publishing.css';

interface Props extends BrandTab {
  /** Number of the version that readers see; null: none yet. */
  published: number | null;
}

export function BrandVersions({ brand, published, mayWrite, onChanged }: Props) {
  const { t } = useWords();
  const versions = useOperation('list_brand_versions', { slug: brand, limit: 50 });
  const status = useOperation('get_brand_status', { slug: brand });
  const done = (): void => {
    versions.again();
    status.again();
    onChanged();
  };
  const lacks = status.data?.lacks.filter(({ code }) => code !== 'publish') ?? [];
  const latest = versions.data?.[0]?.number;
  return (
    <>
      {lacks.length > 0 && (
        <section className="mq-section" aria-labelledby="mq-lacks">
          <h2 id="mq-lacks">{t('publishing:beforeSharing')}</h2>
          <ol className="mq-lacks">
            {lacks.map(({ code, message }) => (
              <li key={code}>{message}</li>
            ))}
          </ol>
        </section>
      )}
      <Alert problem={versions.problem} />
      {mayWrite && latest !== undefined && status.data && (
        <PublishForm
          key={`${latest} ${published ?? 0}`}
          brand={brand}
          published={status.data.pending ? published : latest}
          latest={latest}
          onDone={done}
        />
      )}
      <section className="mq-section" aria-labelledby="mq-history">
        <h2 id="mq-history">{t('publishing:history')}</h2>
        <ol className="mq-versions">
          {versions.data?.map((version, index) => (
            <VersionEntry
              key={`${version.number} ${version.updatedAt}`}
              brand={brand}
              version={version}
              last={index === 0}
              mayWrite={mayWrite}
              onDone={done}
            />
          ))}
        </ol>
      </section>
    </>
  );
}
