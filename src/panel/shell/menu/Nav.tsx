// The menu of our own panel, in place of Payload's groups of collections. What else is in the config stays reachable below it: lists
// that no entry leads to, globals, and links of other plugins.
import { getTranslation } from '@payloadcms/translations';
import { RenderServerComponent } from '@payloadcms/ui/elements/RenderServerComponent';
import { EntityType, groupNavItems } from '@payloadcms/ui/shared';
import type { PayloadComponent, ServerProps, VisibleEntities } from 'payload';
import { MenuEntries, slugsInMenu } from './entries.tsx';
import { NavLink } from './MenuLink.tsx';
import { NavFrame } from './NavFrame.tsx';
import { menuLinks } from './paths.ts';

type Props = ServerProps & { visibleEntities: VisibleEntities };

/** Payload's own lists, by group. */
function OtherLists({ payload, permissions, visibleEntities, i18n }: Props) {
  const { config } = payload;
  const ours = slugsInMenu(config);
  const collections = config.collections
    .filter(({ slug }) => visibleEntities.collections.includes(slug) && !ours.has(slug))
    .map((entity) => ({ type: EntityType.collection as const, entity }));
  const globals = config.globals
    .filter(({ slug }) => visibleEntities.globals.includes(slug))
    .map((entity) => ({ type: EntityType.global as const, entity }));
  const groups = permissions ? groupNavItems([...collections, ...globals], permissions, i18n) : [];
  return groups.map(({ label, entities }) => (
    <li key={label} className="mq-nav__item mq-nav__group">
      <span>{label}</span>
      <ul className="mq-nav__list">
        {entities.map(({ slug, type, label: name }) => (
          <li key={slug}>
            <NavLink
              label={getTranslation(name, i18n)}
              path={type === EntityType.global ? `/globals/${slug}` : `/collections/${slug}`}
              also={[]}
              icon={null}
            />
          </li>
        ))}
      </ul>
    </li>
  ));
}

/** Ours are in the menu already. */
const isOurs = (link: PayloadComponent): boolean => link === menuLinks;

export function Nav(props: Props) {
  const { payload, i18n, locale, params, permissions, searchParams, user, visibleEntities } = props;
  const { afterNav, afterNavLinks, beforeNav, beforeNavLinks, logout, settingsMenu } =
    payload.config.admin.components;
  const { importMap } = payload;
  const serverProps = { i18n, locale, params, payload, permissions, searchParams, user };
  const draw = (Component: PayloadComponent[] | undefined) =>
    RenderServerComponent({ Component, importMap, serverProps });
  return (
    <NavFrame
      before={draw(beforeNav)}
      after={draw(afterNav)}
      logout={logout?.Button && RenderServerComponent({ Component: logout.Button, importMap, serverProps })}
    >
      {draw(beforeNavLinks)}
      <ul className="mq-nav__list">
        <MenuEntries
          payload={payload}
          i18n={i18n}
          permissions={permissions}
          visibleEntities={visibleEntities}
        />
        <OtherLists {...props} />
      </ul>
      {draw(afterNavLinks?.filter((link) => !isOurs(link)))}
      {draw(settingsMenu)}
    </NavFrame>
  );
}
