'use client';
// Tags, with added and removed ones marked.
import { Placeholder } from './Sides.tsx';

interface Props {
  tags: readonly string[];
  added?: readonly string[];
  removed?: readonly string[];
}

export function TagList({ tags, added = [], removed = [] }: Props) {
  if (tags.length + added.length + removed.length === 0) return <Placeholder>None</Placeholder>;
  return (
    <ul className="mq-taglist">
      {tags.map((tag) => (
        <li key={tag} className="mq-chip">
          {tag}
        </li>
      ))}
      {added.map((tag) => (
        <li key={tag} className="mq-chip mq-chip--fresh">
          <span aria-hidden="true">+</span>
          <span className="mq-sr-only">new: </span>
          {tag}
        </li>
      ))}
      {removed.map((tag) => (
        <li key={tag} className="mq-chip mq-chip--gone">
          <span aria-hidden="true">−</span>
          <span className="mq-sr-only">removed: </span>
          <del>{tag}</del>
        </li>
      ))}
    </ul>
  );
}
