'use client';
// One brand in the list: its logo on its own background, its colors, and what readers see of it. The whole card is a link.
import { Link } from '@payloadcms/ui';
import type { Brand } from '../../../brands/schemas.ts';
import type { Rule } from '../../../brands/rules/schemas.ts';
import type { ThemeView } from '../../../brands/theme/schemas.ts';
import { useOperation } from '../../client/useOperation.ts';
import { useAdminRoute } from '../../shell/routes.ts';
import { PrivateBadge } from '../../ui/StateBadge.tsx';
import type { Translate } from '../../words/words.tsx';
import { useWords } from '../../words/useWords.ts';
import { AssetImage } from '../AssetImage.tsx';
import { brandPathOf } from '../paths.ts';
import { fontFamilyOf } from '../font-family.ts';
import { onePerKey } from '../rules/RulePicker.tsx';

const mostColors = 12;

/** What readers see, in words. */
export function stateOfBrand(
  { published, pending }: Pick<Brand, 'published' | 'pending'>,
  t: Translate,
): string {
  if (published === null) return t('brands:notPublished');
  return t(pending ? 'brands:changedSince' : 'brands:versionPublished', { version: String(published) });
}

function Colors({ rules }: { rules: readonly Rule[] }) {
  const colors = onePerKey(rules).flatMap(({ key, type, value }) =>
    type === 'color' && typeof value === 'string' ? [{ key, value }] : [],
  );
  return (
    <span className="mq-brand__colors" aria-hidden="true">
      {colors.slice(0, mostColors).map(({ key, value }) => (
        <span key={key} style={{ background: value }} />
      ))}
    </span>
  );
}

interface FaceProps {
  name: string;
  theme: ThemeView | null;
  rules: readonly Rule[];
}

/** The logo; the name in the brand's own type if it has none. */
function Face({ name, theme, rules }: FaceProps) {
  const { logo, surface, ink, head } = theme?.applied ?? {};
  const file = rules.flatMap(({ assets }) => assets).find(({ id }) => id === logo?.id);
  return (
    <span className="mq-brand__face" style={{ background: surface, color: ink }}>
      {file ? (
        <AssetImage asset={file} width={640} />
      ) : (
        <span style={{ fontFamily: fontFamilyOf(head) }} aria-hidden="true">
          {theme && name}
        </span>
      )}
    </span>
  );
}

export function BrandCard({ brand }: { brand: Brand }) {
  const { slug, name, rules, pages, pending, published } = brand;
  const { t } = useWords();
  const route = useAdminRoute();
  const { data: theme } = useOperation('get_theme', { slug });
  const { data: shown } = useOperation('list_rules', { brand: slug });
  return (
    <li className="mq-card mq-brand" data-brand={slug}>
      <Face name={name} theme={theme} rules={shown ?? []} />
      <Colors rules={shown ?? []} />
      <div className="mq-card__text">
        <Link className="mq-card__name" href={route(brandPathOf(slug))} prefetch={false}>
          {name}
        </Link>
        <span className="mq-card__facts">
          {t('brands:rules', { count: rules })} · {t('brands:pages', { count: pages })}
        </span>
        <span className="mq-card__marks">
          <span
            className={`mq-badge ${published === null ? '' : pending ? 'mq-badge--proposed' : 'mq-badge--active'}`}
          >
            {stateOfBrand(brand, t)}
          </span>
          {brand.default && <span className="mq-badge mq-badge--note">{t('brands:default')}</span>}
          {brand.private && <PrivateBadge />}
        </span>
      </div>
    </li>
  );
}
