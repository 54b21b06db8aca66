'use client';
// A page before and after, as its readers see it, with the changed sections marked.
import { useState } from 'react';
import type { BrandVersionView } from '../../../brands/publishing/schemas.ts';
import { counted } from '../../ui/format.ts';
import type { Placed } from '../pages/canvas/PageFrame.tsx';
import { labelOfProperty } from '../pages/property-label.ts';
import { VersionPage } from './VersionPage.tsx';

type PageDifference = BrandVersionView['differences']['pages'][number];

const kinds = { added: 'New page', changed: 'Changed page', removed: 'Removed page' } as const;

function summaryOf({ fields, sections }: PageDifference): string {
  const { added, changed, removed } = sections;
  return [
    ...(fields.length > 0 ? [fields.map(labelOfProperty).join(', ')] : []),
    ...(added.length > 0 ? [`${counted(added.length, 'section')} added`] : []),
    ...(changed.length > 0 ? [`${counted(changed.length, 'section')} changed`] : []),
    ...(removed.length > 0 ? [`${counted(removed.length, 'section')} removed`] : []),
  ].join(' · ');
}

interface MarksProps {
  placed: Placed;
  /** Ids of sections. */
  marked: readonly string[];
  kind: 'added' | 'changed' | 'removed';
}

const markWords = { added: 'Added', changed: 'Changed', removed: 'Removed' } as const;

function Marks({ placed, marked, kind }: MarksProps) {
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
        <span>{markWords[kind]}</span>
      </span>
    );
  });
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
  const [open, setOpen] = useState(isOpen);
  const { slug, title, change, sections } = difference;
  return (
    <li className="mq-change mq-change--page" data-changed={slug}>
      <header className="mq-row">
        <strong>{title}</strong>
        <span className="mq-muted">{kinds[change]}</span>
        {change === 'changed' && <span className="mq-muted">{summaryOf(difference)}</span>}
        <button type="button" className="mq-link" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Hide' : 'Compare'} “{title}”
        </button>
      </header>
      {open && (
        <div className="mq-change__sides">
          {before !== null && change !== 'added' && (
            <div className="mq-change__side" data-side="before">
              <span className="mq-change__label">Before</span>
              <VersionPage brand={brand} version={before} page={slug} title={`${title}, before`}>
                {(placed) => (
                  <>
                    <Marks placed={placed} marked={sections.removed} kind="removed" />
                    <Marks placed={placed} marked={sections.changed} kind="changed" />
                  </>
                )}
              </VersionPage>
            </div>
          )}
          {change !== 'removed' && (
            <div className="mq-change__side" data-side="after">
              <span className="mq-change__label">After</span>
              <VersionPage brand={brand} version={after} page={slug} title={`${title}, after`}>
                {(placed) => (
                  <>
                    {change === 'changed' && <Marks placed={placed} marked={sections.added} kind="added" />}
                    <Marks placed={placed} marked={sections.changed} kind="changed" />
                  </>
                )}
              </VersionPage>
            </div>
          )}
        </div>
      )}
    </li>
  );
}
