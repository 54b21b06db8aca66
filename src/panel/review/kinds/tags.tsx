'use client';
// Tags to add or remove.
import type { ProposedOf } from '../proposed.ts';
import { Sides } from './Sides.tsx';
import { TagList } from './TagList.tsx';

export function TagsChange({ before, after }: Pick<ProposedOf<'tags'>, 'before' | 'after'>) {
  const removed = after.remove ?? [];
  const removedKeys = new Set(removed.map((tag) => tag.toLowerCase()));
  const kept = before.tags.filter((tag) => !removedKeys.has(tag.toLowerCase()));
  return (
    <Sides
      before={<TagList tags={before.tags} />}
      after={<TagList tags={kept} added={after.tags} removed={removed} />}
    />
  );
}
