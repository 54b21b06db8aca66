'use client';
// The sections of a page on its frame: click one to edit it, drag it elsewhere, insert another between two.
import type { Reorder } from '../../../ui/useReorder.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { EyeIcon, GripIcon, PlusIcon } from '../../../ui/icons.tsx';
import { RemoveButton } from '../../../ui/RemoveButton.tsx';
import { useWords } from '../../../words/useWords.ts';
import type { Section } from '../page-draft.ts';
import type { Placed } from './PageFrame.tsx';

export interface SectionActions {
  onSelect: (id: string | null) => void;
  /** @param at the index of the new section */
  onInsert: (at: number) => void;
  onChange: (id: string, part: Partial<Section>) => void;
  onRemove: (id: string) => void;
}

interface PlaceProps extends SectionActions {
  section: Section;
  index: number;
  /** What it's called: "2. Our palette". */
  name: string;
  isSelected: boolean;
  /** Whether readers would notice something. */
  hasProblem: boolean;
  reorder: Reorder;
  style: { top: number; height: number };
}

function Tools({ section, index, name, reorder, onChange, onRemove }: PlaceProps) {
  const { t } = useWords();
  const { id, hidden } = section;
  const position = index + 1;
  return (
    <div className="mq-place-section__tools">
      <IconButton {...reorder.gripOf(id)}>
        <GripIcon />
      </IconButton>
      <span className="mq-place-section__name">{name}</span>
      <IconButton
        label={t(hidden ? 'pages:showSection' : 'pages:hideSection', { position })}
        aria-pressed={hidden}
        onClick={() => onChange(id, { hidden: !hidden })}
      >
        <EyeIcon />
      </IconButton>
      <RemoveButton label={t('pages:removeSection', { position })} onRemove={() => onRemove(id)} />
    </div>
  );
}

function SectionPlace(props: PlaceProps) {
  const { section, index, name, isSelected, hasProblem, reorder, style, onSelect, onInsert } = props;
  const { t } = useWords();
  const drag = reorder.dragOf(section.id);
  const marks = [
    isSelected && 'mq-place-section--selected',
    drag.isDragged && 'mq-dragged',
    drag.over && `mq-place-section--${drag.over}`,
  ];
  return (
    <li
      className={['mq-place-section', ...marks].filter(Boolean).join(' ')}
      data-section={section.id}
      style={style}
      {...drag.source}
      {...drag.target}
    >
      <button
        type="button"
        className="mq-place-section__open"
        aria-label={t('pages:editSection', { name })}
        aria-pressed={isSelected}
        onClick={() => onSelect(section.id)}
      />
      <span className="mq-place-section__marks">
        {section.hidden && <span className="mq-badge">{t('pages:hidden')}</span>}
        {hasProblem && <span className="mq-badge mq-badge--proposed">{t('pages:problem')}</span>}
      </span>
      <Tools {...props} />
      <button
        type="button"
        className="mq-place-section__insert"
        aria-label={t('pages:insertBefore', { position: index + 1 })}
        onClick={() => onInsert(index)}
      >
        <PlusIcon />
      </button>
    </li>
  );
}

interface Props extends SectionActions {
  placed: Placed;
  sections: readonly Section[];
  names: ReadonlyMap<string, string>;
  selected: string | null;
  problems: ReadonlySet<string>;
  reorder: Reorder;
}

export function SectionPlaces({ placed, sections, names, selected, problems, reorder, ...actions }: Props) {
  const { t } = useWords();
  const { scale, head } = placed;
  return (
    <>
      {head && (
        <button
          type="button"
          className="mq-place-head"
          aria-label={t('pages:editHead')}
          style={{ top: head.top * scale, height: head.height * scale }}
          onClick={() => actions.onSelect(null)}
        />
      )}
      <ol className="mq-places" aria-label={t('pages:sectionsOf')}>
        {sections.map((section, index) => {
          const box = placed.sections.get(section.id);
          return (
            box && (
              <SectionPlace
                key={section.id}
                section={section}
                index={index}
                name={names.get(section.id) ?? ''}
                isSelected={section.id === selected}
                hasProblem={problems.has(section.id)}
                reorder={reorder}
                style={{ top: box.top * scale, height: Math.max(box.height * scale, 24) }}
                {...actions}
              />
            )
          );
        })}
      </ol>
    </>
  );
}
