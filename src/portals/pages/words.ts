// Publishes in words, for portals.
import type { BrandUpdate } from '../../brands/publishing/schemas.ts';
import type { UpdateView } from '../../brands/pages/templates/contract.ts';
import { countText } from '../../sharing/words.ts';

/** "3 rules changed, 1 page added". */
export function changesText({ rules, pages }: BrandUpdate['changes']): string {
  const parts = (['added', 'changed', 'removed'] as const).flatMap((how) => [
    ...(pages[how].length > 0 ? [`${countText(pages[how].length, 'page')} ${how}`] : []),
    ...(rules[how].length > 0 ? [`${countText(rules[how].length, 'rule')} ${how}`] : []),
  ]);
  return parts.length === 0 ? 'Nothing changed for readers' : parts.join(', ');
}

export const toUpdateView = ({ version, publishedAt, note, changes }: BrandUpdate): UpdateView => ({
  version,
  publishedAt,
  note,
  summary: changesText(changes),
});
