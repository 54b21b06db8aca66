'use client';
// The brands that Ctrl+K finds, with their rules and pages.
import type { Rule } from '../../brands/rules/schemas.ts';
import { useFound, useIsAsked, type Found } from '../shell/finder/finding.ts';
import { Matching } from '../shell/finder/Matching.tsx';
import { useWords } from '../words/useWords.ts';
import { brandPathOf } from './paths.ts';
import { Swatch, wordsOfRule } from './rules/RuleSample.tsx';

/** How many brands are looked into: each takes two calls. */
const mostSearched = 8;

/** What tells rules of the same name apart; texts are too long for it. */
const detailOf = (rule: Rule): string =>
  [rule.context, ['color', 'font', 'number'].includes(rule.type) && wordsOfRule(rule)]
    .filter(Boolean)
    .join(' · ');

interface PartsProps {
  slug: string;
  /** Null: there is only one brand. */
  name: string | null;
}

function BrandParts({ slug, name }: PartsProps) {
  const { t } = useWords();
  const rules = useFound('list_rules', { brand: slug })?.map((rule): Found => ({
    id: rule.id,
    label: rule.label || rule.key,
    detail: detailOf(rule),
    path: `${brandPathOf(slug)}?rule=${rule.id}`,
    picture: <Swatch rule={rule} />,
  }));
  const pages = useFound('list_pages', { slug })?.map((page): Found => ({
    id: page.slug,
    label: page.title,
    path: brandPathOf(slug, `pages/${page.slug}`),
  }));
  const named = (heading: string): string =>
    name === null ? heading : t('merge:listed', { name, value: heading });
  return (
    <>
      <Matching heading={named(t('brands:tabRules'))} among={rules} />
      <Matching heading={named(t('brands:tabPages'))} among={pages} />
    </>
  );
}

export function BrandsFound() {
  const { t } = useWords();
  const brands = useFound('list_brands', useIsAsked() ? {} : null) ?? [];
  const among = brands.map(({ slug, name }): Found => ({ id: slug, label: name, path: brandPathOf(slug) }));
  return (
    <>
      <Matching heading={t('menu:brands')} among={among} />
      {brands.slice(0, mostSearched).map(({ slug, name }) => (
        <BrandParts key={slug} slug={slug} name={brands.length > 1 ? name : null} />
      ))}
    </>
  );
}
