'use client';
// Tags to add to many assets, and to take away from them.
import type { Asset } from '../../../../assets/schemas.ts';
import { Frame } from '../../../ui/form/inputs.tsx';
import { Chips, withAdded } from '../../../ui/tags/Chips.tsx';
import { hasTag } from './bulk-change.ts';
import type { PartProps } from './properties.tsx';
import { useWords } from '../../../words/useWords.ts';
import type { Translate } from '../../../words/words.tsx';

/** Tags offered to take away: the most common ones. */
const offered = 30;

interface Counted {
  tag: string;
  count: number;
}

function commonTags(assets: readonly Asset[]): Counted[] {
  const counts = new Map<string, Counted>();
  for (const tag of assets.flatMap(({ tags }) => tags)) {
    const known = counts.get(tag.toLowerCase());
    if (known) known.count += 1;
    else counts.set(tag.toLowerCase(), { tag, count: 1 });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count || (a.tag < b.tag ? -1 : 1)).slice(0, offered);
}

/** "night: 2 of 30 already have it". */
function knownTags(tags: readonly string[], assets: readonly Asset[], t: Translate): string | undefined {
  const known = tags.flatMap((tag) => {
    const count = assets.filter((asset) => hasTag(asset, tag)).length;
    return count === 0 ? [] : [t('bulk:tagAlready', { tag, count, total: assets.length })];
  });
  return known.length > 0 ? known.join(' ') : undefined;
}

function RemovedTags({ id, change, assets, readOnly, onChange }: PartProps) {
  const { t } = useWords();
  const { removeTags } = change;
  const tags = commonTags(assets);
  if (tags.length === 0) return null;
  return (
    <div className="mq-field">
      <span className="mq-label" id={id}>
        {t('review:tagsToRemove')}
      </span>
      <ul className="mq-bulk__tags" aria-labelledby={id}>
        {tags.map(({ tag, count }) => {
          const removed = removeTags.includes(tag);
          return (
            <li key={tag}>
              <button
                type="button"
                className="mq-bulk__tag"
                aria-pressed={removed}
                disabled={readOnly}
                onClick={() =>
                  onChange({
                    ...change,
                    removeTags: removed ? removeTags.filter((one) => one !== tag) : [...removeTags, tag],
                  })
                }
              >
                {tag} <span className="mq-filters__count">{count}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

export function TagParts({ label, ...props }: PartProps & { label?: string }) {
  const { t } = useWords();
  const { id, change, assets, readOnly, onChange } = props;
  return (
    <>
      <Frame
        id={`${id}-add`}
        label={label ?? t('bulk:tagsToAdd')}
        hint={knownTags(change.addTags, assets, t)}
      >
        <Chips
          id={`${id}-add`}
          values={change.addTags}
          noun="tag"
          readOnly={readOnly}
          onChange={(tags) => onChange({ ...change, addTags: withAdded([], tags) })}
        />
      </Frame>
      <RemovedTags {...props} id={`${id}-remove`} />
    </>
  );
}
