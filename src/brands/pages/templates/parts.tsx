// Parts that templates are made of.
import type { ReactElement, ReactNode } from 'react';
import { htmlOf } from '../prose.ts';
import type { Rule } from '../../rules/schemas.ts';
import type { AssetView, Surroundings } from './contract.ts';

export function Prose({
  text,
  around,
}: {
  text: string | null | undefined;
  around: Surroundings;
}): ReactElement | null {
  if (!text) return null;
  const html = htmlOf(text, {
    page: (slug) => around.pages.find((page) => page.slug === slug)?.url ?? null,
    asset: (id) => around.asset(id, null)?.url ?? null,
    picture: (id) => pictureAttributes(around.asset(id, null)),
    eager: around.isPrinted,
  });
  return <div className="mqb-prose" dangerouslySetInnerHTML={{ __html: html }} />;
}

/** How wide pictures are: in columns, in those of which a phone shows two, and as wide as the page. */
const pictureSizes = {
  column: '(max-width: 34rem) 92vw, 24rem',
  tile: '(max-width: 34rem) 46vw, 24rem',
  page: '(max-width: 75rem) 92vw, 70rem',
};

/** What an `img` needs to load as many pixels as it shows, and to keep its place until then. */
export const sidesAndWidths = (
  { srcset, width, height }: AssetView,
  shown: keyof typeof pictureSizes,
): { srcSet?: string; sizes?: string; width?: number; height?: number } => ({
  ...(srcset !== undefined && { srcSet: srcset, sizes: pictureSizes[shown] }),
  ...(width && height ? { width, height } : {}),
});

/** The same for an `img` in running text, as HTML has it. */
function pictureAttributes(asset: AssetView | null): Record<string, string> {
  if (!asset) return {};
  const { srcSet, sizes, width, height } = sidesAndWidths(asset, 'page');
  return {
    ...(asset.picture !== undefined && { src: asset.picture }),
    ...(srcSet !== undefined && sizes !== undefined && { srcset: srcSet, sizes }),
    ...(width !== undefined && height !== undefined && { width: String(width), height: String(height) }),
  };
}

/** A file shown the best way: images directly, anything else by name. */
export function Picture({
  asset,
  alt,
  className,
  shown = 'column',
}: {
  asset: AssetView;
  alt?: string;
  className?: string;
  shown?: keyof typeof pictureSizes;
}): ReactElement {
  const label = alt ?? asset.alt ?? asset.title ?? asset.filename;
  if (asset.mime.startsWith('video/'))
    return <video className={className} src={asset.url} controls preload="metadata" aria-label={label} />;
  if (!asset.mime.startsWith('image/'))
    return (
      <a className="mqb-file" href={asset.url} download>
        {label}
      </a>
    );
  const source = asset.picture ?? asset.url;
  return (
    <img
      className={className}
      src={source}
      {...sidesAndWidths(asset, shown)}
      alt={label}
      loading={asset.eager ? 'eager' : 'lazy'}
      decoding="async"
    />
  );
}

/** The files of a rule that this reader may see. */
export function filesOf(rule: Rule, around: Surroundings): AssetView[] {
  return rule.assets.flatMap(({ id, rendition }) => around.asset(id, rendition) ?? []);
}

/** "SVG" of `mark.svg`. */
const formatOf = (filename: string): string =>
  /\.([a-z0-9]{1,8})$/i.exec(filename)?.[1]?.toUpperCase() ?? 'file';

/** Buttons that download a file: the file itself, and its renditions folded up. @param named true if no picture says which it is */
export function Downloads({ asset, named = false }: { asset: AssetView; named?: boolean }): ReactElement {
  const { filename, url, downloads: [original, ...others] = [] } = asset;
  const action = `Download ${named ? filename : formatOf(filename)}`;
  return (
    <div className="mqb-downloads noprint">
      <a
        className="button plain"
        href={original?.url ?? url}
        download={filename}
        {...(!named && { 'aria-label': `${action}: ${filename}` })}
      >
        {action}
      </a>
      {others.length === 0 ? null : (
        <details className="more">
          <summary aria-label={`Other formats of ${filename}`}>Other formats</summary>
          <ul className="downloads">
            {others.map(({ name, url: address }) => (
              <li key={name}>
                <a href={address} aria-label={`${name}: ${filename}`}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** Items side by side, in as many columns as the section says, fewer on narrow screens. */
export function Grid({ columns, children }: { columns: number | null; children: ReactNode }): ReactElement {
  return (
    <div className="mqb-grid" style={columns ? { ['--mqb-columns' as string]: columns } : undefined}>
      {children}
    </div>
  );
}

export function Usage({ rule, around }: { rule: Rule; around: Surroundings }): ReactElement | null {
  return <Prose text={rule.usage} around={around} />;
}

/**
 * The target of an item's link: a page by its slug, or an address. Null if this reader can't see the page.
 */
export function addressOf(href: string, around: Surroundings): string | null {
  if (/^(?:https?:|mailto:|tel:)/i.test(href)) return href;
  return around.pages.find(({ slug }) => slug === href.replace(/^page:/, ''))?.url ?? null;
}

/**
 * Attributes of an element whose text readers copy by a click: a script makes it a button (`block`: puts one below it). Without
 * the script it's plain text.
 *
 * @param name what is copied, if `text` alone doesn't say it
 */
export const copies = (
  text: string,
  { name, block = false }: { name?: string; block?: boolean } = {},
): Record<`data-copy${string}`, string> => ({
  'data-copy': text,
  ...(name !== undefined && { 'data-copy-name': name }),
  ...(block && { 'data-copy-as': 'block' }),
});

/** A rule's value as text, for any type. */
export function valueText({ value, spec }: Pick<Rule, 'value' | 'spec'>): string {
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'object') {
    const { family, size, weight } = value as { family: string; size?: number | string; weight?: number };
    return [family, size === undefined ? null : typeof size === 'number' ? `${size}px` : size, weight]
      .filter((part) => part !== null && part !== undefined)
      .join(', ');
  }
  if (typeof value === 'number') {
    const { unit, of } = spec as { unit?: string; of?: string };
    return `${value}${unit ? (unit.length > 2 ? ` ${unit}` : unit) : ''}${of ? ` of ${of}` : ''}`;
  }
  return value;
}
