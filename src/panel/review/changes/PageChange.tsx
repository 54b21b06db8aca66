'use client';
// A changed, new or deleted brand page, section by section.
import type { ProposedPage } from '../proposal/proposed.ts';
import { jsonEqual } from './json-equal.ts';
import { spaced } from '../../brands/pages/property-words.ts';
import { PropertyChanges } from './PropertyChanges.tsx';
import { useWords } from '../../words/useWords.ts';

type Section = ProposedPage['sections'][number];

/** Shown in the section's heading, or not at all. */
const sectionHidden = ['id', 'template'];

function SectionChange({ before, after }: { before: Section | null; after: Section | null }) {
  const { t } = useWords();
  const section = after ?? before;
  if (!section) return null;
  const change = !before ? t('review:sectionNew') : !after ? t('review:sectionRemoved') : t('review:section');
  return (
    <section className="mq-change" data-section={section.id}>
      <h3>
        {section.title ?? spaced(section.template)}{' '}
        <span className="mq-muted">
          {change} · {section.template}
        </span>
      </h3>
      <PropertyChanges before={before} after={after} without={sectionHidden} />
    </section>
  );
}

interface Props {
  /** Null: it's new. */
  before: ProposedPage | null;
  /** Null: it's deleted. */
  after: ProposedPage | null;
}

export function PageChange({ before, after }: Props) {
  const { t } = useWords();
  const fresh = after?.sections ?? [];
  const old = new Map((before?.sections ?? []).map((section) => [section.id, section]));
  const keptIds = new Set(fresh.map(({ id }) => id).filter((id) => old.has(id)));
  const changed = fresh.filter((section) => !jsonEqual(old.get(section.id), section));
  const removed = [...old.values()].filter(({ id }) => !keptIds.has(id));
  const unchanged = fresh.length - changed.length;
  const order = (sections: readonly Section[]): string[] =>
    sections.map(({ id }) => id).filter((id) => keptIds.has(id));
  const reordered = before && !jsonEqual(order(before.sections), order(fresh));
  return (
    <>
      <section className="mq-change">
        <PropertyChanges
          before={before}
          after={after}
          without={['sections', ...(before ? ['position'] : [])]}
        />
      </section>
      {changed.map((section) => (
        <SectionChange key={section.id} before={old.get(section.id) ?? null} after={section} />
      ))}
      {removed.map((section) => (
        <SectionChange key={section.id} before={section} after={null} />
      ))}
      {reordered && <p className="mq-muted">{t('review:sectionsReordered')}</p>}
      {unchanged > 0 && before && (
        <p className="mq-muted">{t('review:sectionsUnchanged', { count: unchanged })}</p>
      )}
    </>
  );
}
