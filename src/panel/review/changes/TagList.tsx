'use client';
// Tags, with added and removed ones marked.
import { Placeholder } from './Sides.tsx';
import { useWords } from '../../words/useWords.ts';

interface Props {
  tags: readonly string[];
  added?: readonly string[];
  removed?: readonly string[];
}

export function TagList({ tags, added = [], removed = [] }: Props) {
  const { t } = useWords();
  if (tags.length + added.length + removed.length === 0) return <Placeholder>{t('ui:none')}</Placeholder>;
  return (
    <ul className="mq-taglist">
      {tags.map((tag) => (
        <li key={tag} className="mq-chip">
          {tag}
        </li>
      ))}
      {added.map((tag) => (
        <li key={tag} className="mq-chip mq-chip--fresh">
          <span aria-hidden="true">+{tag}</span>
          <span className="mq-sr-only">{t('review:tagNew', { tag })}</span>
        </li>
      ))}
      {removed.map((tag) => (
        <li key={tag} className="mq-chip mq-chip--gone">
          <del aria-hidden="true">−{tag}</del>
          <span className="mq-sr-only">{t('review:tagRemoved', { tag })}</span>
        </li>
      ))}
    </ul>
  );
}
