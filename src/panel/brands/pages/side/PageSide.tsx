'use client';
// The page that is edited: its own fields, and the list of its sections.
import type { PageEntry } from '../../../../brands/pages/schemas.ts';
import { PartAccess } from '../../../access-report/WhoCanReach.tsx';
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { GripIcon, PlusIcon } from '../../../ui/icons.tsx';
import type { Reorder } from '../../../ui/useReorder.ts';
import { useWords } from '../../../words/useWords.ts';
import type { EditedPage, Section } from '../page-draft.ts';
import { PageBasics } from '../PageBasics.tsx';

interface OutlineProps {
  sections: readonly Section[];
  names: ReadonlyMap<string, string>;
  /** Null: the order can't be changed. */
  reorder: Reorder | null;
  onSelect: (id: string) => void;
}

function Outline({ sections, names, reorder, onSelect }: OutlineProps) {
  const { t } = useWords();
  return (
    <ol className="mq-outline" aria-label={t('pages:outline')}>
      {sections.map(({ id, hidden }) => {
        const drag = reorder?.dragOf(id);
        const grip = reorder?.gripOf(id);
        return (
          <li
            key={id}
            className={[drag?.isDragged && 'mq-dragged', drag?.over && `mq-outline__over--${drag.over}`]
              .filter(Boolean)
              .join(' ')}
            {...(drag && { ...drag.source, ...drag.target })}
          >
            {grip && (
              // The canvas has the same by the same name, and gets the focus back.
              <IconButton label={grip.label} title={grip.title} onKeyDown={grip.onKeyDown} tabIndex={-1}>
                <GripIcon />
              </IconButton>
            )}
            <button type="button" className="mq-outline__open" onClick={() => onSelect(id)}>
              {names.get(id)}
            </button>
            {hidden && <span className="mq-badge">{t('pages:hidden')}</span>}
          </li>
        );
      })}
    </ol>
  );
}

interface Props extends OutlineProps {
  brand: string;
  /** The address that the page is stored at. */
  slug: string;
  page: EditedPage;
  pages: readonly PageEntry[];
  mayWrite: boolean;
  onChange: (part: Partial<EditedPage>) => void;
  onInsert: (at: number) => void;
  onRemove: () => Promise<void>;
}

export function PageSide(props: Props) {
  const { t } = useWords();
  const { brand, slug, page, pages, mayWrite, sections, onChange, onInsert, onRemove, ...outline } = props;
  return (
    <section className="mq-side" aria-label={t('pages:page')}>
      <fieldset className="mq-plain" disabled={!mayWrite}>
        <PageBasics page={page} parents={pages.filter((one) => one.slug !== slug)} onChange={onChange} />
      </fieldset>
      <h2>{t('pages:sections')}</h2>
      {sections.length === 0 && <p className="mq-hint">{t('pages:noSections')}</p>}
      <Outline sections={sections} {...outline} />
      {mayWrite && (
        <button type="button" className="mq-button" onClick={() => onInsert(sections.length)}>
          <PlusIcon /> {t('pages:addSection')}
        </button>
      )}
      {mayWrite && (
        <p>
          <ConfirmButton
            label={t('pages:deleteAsk')}
            confirm={t('pages:deleteOne', { title: page.title })}
            onConfirm={onRemove}
          />
        </p>
      )}
      <PartAccess brand={brand} part={`page/${slug}`} />
    </section>
  );
}
