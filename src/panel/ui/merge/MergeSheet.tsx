'use client';
// Two versions of one record, and which of each value counts. What only one person changed is chosen already.
import { useState, type ReactNode } from 'react';
import { merge, type Difference, type Side } from '../../client/drafts/merge.ts';
import { Sheet } from '../overlays/Sheet.tsx';
import { Marked, useTextDiff } from '../TextDiff.tsx';
import { useWords } from '../../words/useWords.ts';
import type { Translate } from '../../words/words.tsx';
import './merge.css';

/** How the values of a record are called and shown. */
export interface RecordWords {
  labelOf: (path: string) => string;
  /** Null: as text. */
  show: (value: unknown, path: string) => ReactNode;
}

function textOf(value: unknown, t: Translate): string {
  if (value === undefined || value === null || value === '') return '';
  if (typeof value === 'boolean') return t(value ? 'ui:yes' : 'ui:no');
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map((one) => textOf(one, t)).join(', ');
  return Object.entries(value)
    .map(([name, inner]) => t('merge:listed', { name, value: textOf(inner, t) }))
    .join(', ');
}

interface TextSideProps {
  difference: Difference;
  side: Side;
}

/** One side's text, with what it changed marked. */
function TextSide({ difference: { before, ...sides }, side }: TextSideProps) {
  const { t } = useWords();
  const text = textOf(sides[side], t);
  const [, after] = useTextDiff(textOf(before, t), text);
  if (text === '') return <span className="mq-muted">{t('ui:nothing')}</span>;
  return typeof before === 'string' && typeof sides[side] === 'string' ? (
    <Marked parts={after} side="after" />
  ) : (
    <span className="mq-text">{text}</span>
  );
}

interface ChoiceProps extends TextSideProps {
  words: RecordWords;
  label: string;
  onChoose: (side: Side) => void;
}

function Choice({ difference, side, words, label, onChoose }: ChoiceProps) {
  const { path } = difference;
  return (
    <label className={`mq-merge__side mq-framed ${difference.side === side ? 'mq-merge__side--chosen' : ''}`}>
      <span className="mq-merge__who">
        <input
          type="radio"
          name={`mq-merge-${path}`}
          checked={difference.side === side}
          onChange={() => onChoose(side)}
        />
        {label}
      </span>
      {words.show(difference[side], path) ?? <TextSide difference={difference} side={side} />}
    </label>
  );
}

interface DifferencesProps {
  differences: readonly Difference[];
  words: RecordWords;
  /** Whose the other version is. */
  theirName: string;
  onChoose: (path: string, side: Side) => void;
}

function Differences({ differences, words, theirName, onChoose }: DifferencesProps) {
  const { t } = useWords();
  return (
    <ul className="mq-merge">
      {differences.map((difference) => (
        <li key={difference.path} data-path={difference.path}>
          <fieldset>
            <legend>{words.labelOf(difference.path)}</legend>
            <div className="mq-merge__sides">
              {(['theirs', 'mine'] as const).map((side) => (
                <Choice
                  key={side}
                  difference={difference}
                  side={side}
                  words={words}
                  label={side === 'mine' ? t('merge:yours') : theirName}
                  onChoose={(chosen) => onChoose(difference.path, chosen)}
                />
              ))}
            </div>
          </fieldset>
        </li>
      ))}
    </ul>
  );
}

interface Props<T> {
  before: T;
  theirs: T;
  mine: T;
  words: RecordWords;
  /** Who made the other version, as far as that is known. */
  by: readonly string[];
  /** What the button does: "Merge and save". */
  action: string;
  onMerge: (value: T) => void;
  /** Merging later: nothing typed is lost. */
  onClose: () => void;
}

export function MergeSheet<T>({ before, theirs, mine, words, by, action, onMerge, onClose }: Props<T>) {
  const { t, list: listed } = useWords();
  const [choices, setChoices] = useState<ReadonlyMap<string, Side>>(new Map());
  const { value, differences } = merge(before, theirs, mine, choices);
  const conflicts = differences.filter(({ isConflict }) => isConflict);
  const others = differences.filter(({ isConflict }) => !isConflict);
  const who = by.length > 0 ? listed(by) : t('merge:somebodyElse');
  const list = {
    words,
    theirName: by.length === 1 ? who : t('merge:theirs'),
    onChoose: (path: string, side: Side) => setChoices(new Map(choices).set(path, side)),
  };
  return (
    <Sheet title={t('merge:changedToo', { who })} className="mq-sheet--merge" onClose={onClose}>
      <p>{t(conflicts.length > 0 ? 'merge:conflicts' : 'merge:noConflicts')}</p>
      <Differences differences={conflicts} {...list} />
      {others.length > 0 && (
        <details className="mq-advanced" open={conflicts.length === 0}>
          <summary>{t('merge:byOne', { count: others.length })}</summary>
          <Differences differences={others} {...list} />
        </details>
      )}
      <div className="mq-row mq-form__foot">
        <button type="button" className="mq-button mq-button--primary" onClick={() => onMerge(value)}>
          {action}
        </button>
        <button type="button" className="mq-link" onClick={onClose}>
          {t('merge:notNow')}
        </button>
      </div>
    </Sheet>
  );
}
