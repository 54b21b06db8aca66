// The entries of the menu as modules list them (`panel.menu` and `panel.pages`), and how each is drawn. On the server.
import { getTranslation } from '@payloadcms/translations';
import { RenderServerComponent } from '@payloadcms/ui/elements/RenderServerComponent';
import type {
  CollectionSlug,
  Payload,
  SanitizedConfig,
  SanitizedPermissions,
  ServerProps,
  VisibleEntities,
} from 'payload';
import { Fragment, type ReactNode } from 'react';
import type { MenuEntry } from '../../../core/module.ts';
import { panelAddress } from '../../../core/panel-address.ts';
import { PlainIcon } from './icons.ts';
import { MenuLink, type MenuLinkProps } from './MenuLink.tsx';

type I18n = ServerProps['i18n'];

interface Seen {
  i18n: I18n;
  permissions?: SanitizedPermissions | undefined;
  visibleEntities?: VisibleEntities | undefined;
}

const usualOrder = 100;
const iconSize = 20;

/** All entries, in their order. */
const entriesOf = ({ custom }: SanitizedConfig): readonly MenuEntry[] =>
  ((custom.marqueMenu ?? []) as readonly MenuEntry[]).toSorted(
    (one, other) => (one.order ?? usualOrder) - (other.order ?? usualOrder),
  );

/** The slug of the collection whose list an entry leads to. */
function slugOf({ path }: MenuEntry, config: SanitizedConfig): CollectionSlug | null {
  return /^\/collections\/[^/?]+$/.test(path)
    ? (panelAddress(config, path).split('/').at(-1) as CollectionSlug)
    : null;
}

/** The slugs of the collections that are reached by an entry. */
export const slugsInMenu = (config: SanitizedConfig): ReadonlySet<CollectionSlug> =>
  new Set(entriesOf(config).flatMap((entry) => slugOf(entry, config) ?? []));

/** Lists follow the rights on their collection; the links of other views decide in the browser. */
function isVisible(
  entry: MenuEntry,
  config: SanitizedConfig,
  { permissions, visibleEntities }: Seen,
): boolean {
  const slug = slugOf(entry, config);
  if (slug === null) return true;
  const isShown = visibleEntities?.collections.includes(slug) ?? true;
  return isShown && Boolean(permissions?.collections?.[slug]?.read);
}

function linkOf(entry: MenuEntry, { importMap }: Payload, i18n: I18n): ReactNode {
  const { path, also = [], scope = null, icon, under, component } = entry;
  const isTop = under === undefined;
  const drawn =
    isTop &&
    RenderServerComponent({
      Component: icon,
      Fallback: PlainIcon,
      importMap,
      clientProps: { size: iconSize },
    });
  const label = getTranslation(entry.label, i18n);
  const props: MenuLinkProps = { label, path, also, scope, icon: drawn || null };
  return component === undefined ? (
    <MenuLink {...props} />
  ) : (
    RenderServerComponent({ Component: component, importMap, clientProps: props })
  );
}

function Entry({
  entry,
  below,
  payload,
  i18n,
}: {
  entry: MenuEntry;
  below: readonly MenuEntry[];
  payload: Payload;
  i18n: I18n;
}) {
  const { importMap } = payload;
  const more = entry.children && RenderServerComponent({ Component: entry.children, importMap });
  return (
    <li className="mq-nav__item">
      {linkOf(entry, payload, i18n)}
      {(below.length > 0 || more) && (
        <ul className="mq-nav__below">
          {below.map((one) => (
            <li key={one.path}>{linkOf(one, payload, i18n)}</li>
          ))}
          {more}
        </ul>
      )}
    </li>
  );
}

/** The links of all entries, one after the other, for Ctrl+K. */
export function MenuViews({ payload, ...seen }: Seen & { payload: Payload }) {
  return entriesOf(payload.config)
    .filter((entry) => isVisible(entry, payload.config, seen))
    .map((entry) => <Fragment key={entry.path}>{linkOf(entry, payload, seen.i18n)}</Fragment>);
}

/** The entries as list items, those below others in lists of their own. */
export function MenuEntries({ payload, ...seen }: Seen & { payload: Payload }) {
  const visible = entriesOf(payload.config).filter((entry) => isVisible(entry, payload.config, seen));
  const isBelow = ({ under }: MenuEntry): boolean => visible.some(({ path }) => path === under);
  return visible
    .filter((entry) => !isBelow(entry))
    .map((entry) => (
      <Entry
        key={entry.path}
        entry={entry}
        below={visible.filter(({ under }) => under === entry.path)}
        payload={payload}
        i18n={seen.i18n}
      />
    ));
}
