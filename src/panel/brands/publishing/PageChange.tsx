'use client';
// A page before and after, as its readers see it, with the changed sections marked.
import { useState, type ComponentProps } from 'react';
import type { BrandVersionView } from '../../../brands/publishing/schemas.ts';
import type { Words } from '../../words/words.tsx';
import { useWords } from '../../words/useWords.ts';
import type { Placed } from '../pages/canvas/PageFrame.tsx';
import { labelOfProperty } from '../pages/property-words.ts';
import { VersionPage } from './VersionPage.tsx';

type PageDifference = BrandVersionView['differences']['pages'][number];

const kinds = {
  added: 'publishing:pageAdded',
  changed: 'publishing:pageChanged',
  removed: 'publishing:pageRemoved',
} as const;

function summaryOf({ fields, sections }: PageDifference, words: Words): string {
  const { t } = words;
  const [added, changed, removed] = [sections.added.length, sections.changed.length, sections.removed.length];
  return [
    ...(fields.length > 0 ? [fields.map((name) => labelOfProperty(name, words)).join(', ')] : []),
    ...(added > 0 ? [t('publishing:sectionsAdded', { count: added })] : []),
    ...(changed > 0 ? [t('publishing:sectionsChanged', { count: changed })] : []),
    ...(removed > 0 ? [t('publishing:sectionsRemoved', { count: removed })] : []),
  ].join(' · ');
}

interface MarksProps {
  placed: Placed;
  /** Ids of sections. */
  marked: readonly string[];
  kind: 'added' | 'changed' | 'removed';
}

function Marks({ placed, marked, kind }: MarksProps) {
  const { t } = useWords();
  return marked.flatMap((id) => {
    const box = placed.sections.get(id);
    if (!box) return [];
    const { scale } = placed;
    return (
      <span
        key={`${kind} ${id}`}
        className={`mq-section-mark mq-section-mark--${kind}`}
        data-marked={kind}
        style={{ top: box.top * scale, height: box.height * scale }}
      >
        <span>{t(`publishing:${kind}`)}</span>
      </span>
    );
  });
}

const sideWords = {
  before: { label: 'publishing:before', title: 'publishing:titleBefore' },
  after: { label: 'publishing:after', title: 'publishing:titleAfter' },
} as const;

interface SideProps extends Pick<ComponentProps<typeof VersionPage>, 'brand' | 'version' | 'children'> {
  side: 'before' | 'after';
  slug: string;
  /** Of the page. */
  title: string;
}

/** The page as it was, or as it will be. */
function Side({ side, slug, title, ...shown }: SideProps) {
  const { t } = useWords();
  const words = sideWords[side];
  return (
    <div className="mq-change__side" data-side={side}>
      <span className="mq-change__label">{t(words.label)}</span>
      <VersionPage page={slug} title={t(words.title, { title })} {...shown} />
    </div>
  );
}

interface Props {
  brand: string;
  difference: PageDifference;
  /** Null: nothing. */
  before: number | null;
  after: number;
  isOpen: boolean;
}

export function PageChange({ brand, difference, before, after, isOpen }: Props) {
  const words = useWords();
  const { t } = words;
  const [open, setOpen] = useState(isOpen);
  const { slug, title, change, sections } = difference;
  const page = { brand, slug, title };
  return (
    <li className="mq-change mq-change--page" data-changed={slug}>
      <header className="mq-row">
        <strong>{title}</strong>
        <span className="mq-muted">{t(kinds[change])}</span>
        {change === 'changed' && <span className="mq-muted">{summaryOf(difference, words)}</span>}
        <button type="button" className="mq-link" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'publishing:hide' : 'publishing:compare', { title })}
        </button>
      </header>
      {open && (
        <div className="mq-change__sides">
          {before !== null && change !== 'added' && (
            <Side side="before" version={before} {...page}>
              {(placed) => (
                <>
                  <Marks placed={placed} marked={sections.removed} kind="removed" />
                  <Marks placed={placed} marked={sections.changed} kind="changed" />
                </>
              )}
            </Side>
          )}
          {change !== 'removed' && (
            <Side side="after" version={after} {...page}>
              {(placed) => (
                <>
                  {change === 'changed' && <Marks placed={placed} marked={sections.added} kind="added" />}
                  <Marks placed={placed} marked={sections.changed} kind="changed" />
                </>
              )}
            </Side>
          )}
        </div>
      )}
    </li>
  );
}
