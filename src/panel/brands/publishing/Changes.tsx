'use client';
// What differs between two versions of a brand, as it looks.
import type { BrandVersionView } from '../../../brands/publishing/schemas.ts';
import { useWords } from '../../words/useWords.ts';
import { themeKeys } from '../theme/theme-words.ts';
import { PageChange } from './PageChange.tsx';
import { RuleChange } from './RuleChange.tsx';

type Compared = Pick<BrandVersionView, 'number' | 'against' | 'differences'>;

/** Pages that are compared at once, without being asked for. */
const mostOpen = 2;

interface Props {
  brand: string;
  version: Compared;
}

/** What isn't a rule or a page. */
function Others({ differences: { name, theme, order } }: Pick<Compared, 'differences'>) {
  const { t } = useWords();
  const roles = theme.map((role) =>
    role in themeKeys ? t(themeKeys[role as keyof typeof themeKeys]) : role,
  );
  return (
    <>
      {name && (
        <li className="mq-change">
          <strong>{t('ui:name')}</strong> {t('publishing:renamed', name)}
        </li>
      )}
      {theme.length > 0 && (
        <li className="mq-change">
          <strong>{t('publishing:theme')}</strong> <span className="mq-muted">{roles.join(', ')}</span>
        </li>
      )}
      {order && (
        <li className="mq-change">
          <strong>{t('publishing:order')}</strong>{' '}
          <span className="mq-muted">{t('publishing:reordered')}</span>
        </li>
      )}
    </>
  );
}

export function Changes({ brand, version }: Props) {
  const { t } = useWords();
  const { name, theme, rules, pages, order } = version.differences;
  const none = !name && theme.length === 0 && rules.length === 0 && pages.length === 0 && !order;
  if (none) return <p className="mq-quiet">{t('publishing:nothingChanged')}</p>;
  return (
    <ul className="mq-changes" aria-label={t('publishing:changes')}>
      <Others differences={version.differences} />
      {rules.map((difference) => (
        <RuleChange key={`${difference.key} ${difference.context ?? ''}`} difference={difference} />
      ))}
      {pages.map((difference, at) => (
        <PageChange
          key={difference.slug}
          brand={brand}
          difference={difference}
          before={version.against}
          after={version.number}
          isOpen={difference.change === 'changed' && at < mostOpen}
        />
      ))}
    </ul>
  );
}
