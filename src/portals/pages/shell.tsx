// The frame of every portal page: name, navigation, footer. Works with a keyboard, on a phone and on paper,
// and without scripts.
import type { ReactElement, ReactNode } from 'react';
import type { PageState } from '../../brands/publishing/state.ts';
import type { Answer } from '../../core/operation.ts';
import { portalScript } from '../../generated/scripts.ts';
import type { Service } from '../../core/service.ts';
import { variesByLanguage } from '../../assets/languages/visitor-language.ts';
import { miningOfWorkspace, type Mining } from '../../assets/mining.ts';
import { pageAnswer } from '../../sharing/document.tsx';
import type { Look } from '../../sharing/look.ts';
import type { EnteredPortal } from '../visibility.ts';
import { fontStyles } from '../fonts.ts';
import { readersBrand } from '../published.ts';
import { pagePath } from '../rules.ts';
import type { SignInTheme } from '../schemas.ts';
import { signInTheme } from '../theme.ts';
import { iconOf, portalLook } from './look.ts';
import { feedOf, homeOf, pageOf, printOf, viewOf } from './paths.ts';
import { LangInput } from './lang-input.tsx';
import { portalStyles } from './styles.ts';
import type { PortalView, ViewContent } from './view.ts';
import { portalViews, viewNames, type ViewName } from './views/index.ts';

interface BrandInNav {
  slug: string;
  name: string;
  pages: readonly PageState[];
}

/** A portal as its pages need it, for one visitor. */
export interface ShownPortal {
  service: Service;
  portal: EnteredPortal;
  brands: BrandInNav[];
  /** Its own logo and names. */
  signIn: SignInTheme;
  look: Look;
  /** The @font-face rules of its brands. */
  fonts: string;
  mining: Mining | null;
}

export async function showPortal(service: Service, portal: EnteredPortal): Promise<ShownPortal> {
  const [signIn, look, mining, views] = await Promise.all([
    signInTheme(service, portal),
    portalLook(service, portal),
    miningOfWorkspace(service.db, portal.workspaceId),
    Promise.all(portal.brands.map((brand) => readersBrand(service.db, brand, portal.audience))),
  ]);
  const fonts = await fontStyles(service, portal.workspaceId, views);
  const brands = portal.brands.flatMap(({ slug, name }, at): BrandInNav[] => {
    const view = views[at];
    return view ? [{ slug, name, pages: view.state.pages }] : [];
  });
  return { service, portal, brands, signIn, look, fonts, mining };
}

/** The visitor's location: the path of a page, or a view. */
export type Here = { brand: string; page: string } | { view: ViewName } | null;

function PageLinks({
  portal,
  brand,
  parent,
  here,
}: {
  portal: EnteredPortal;
  brand: BrandInNav;
  parent: string | null;
  here: Here;
}): ReactElement | null {
  const pages = brand.pages.filter((page) => page.parent === parent);
  if (pages.length === 0) return null;
  const isHere = (page: PageState): boolean =>
    here !== null && 'page' in here && here.brand === brand.slug && here.page === page.slug;
  return (
    <ul>
      {pages.map((page) => (
        <li key={page.slug}>
          <a
            href={pageOf(portal, pagePath(brand.slug, page.slug))}
            aria-current={isHere(page) ? 'page' : undefined}
          >
            {page.title}
          </a>
          <PageLinks portal={portal} brand={brand} parent={page.slug} here={here} />
        </li>
      ))}
    </ul>
  );
}

const inNavigation = (view: PortalView, portal: EnteredPortal): boolean =>
  'inNavigation' in view && (view.inNavigation?.(portal) ?? false);

function Nav({ shown, here }: { shown: ShownPortal; here: Here }): ReactElement {
  const { portal, brands } = shown;
  const views = viewNames.filter((name) => inNavigation(portalViews[name], portal));
  return (
    <nav className="nav" aria-label="Portal">
      {brands.map((brand) => (
        <div key={brand.slug}>
          {brands.length > 1 ? <h2>{brand.name}</h2> : null}
          <PageLinks portal={portal} brand={brand} parent={null} here={here} />
        </div>
      ))}
      <ul>
        {views.map((view) => (
          <li key={view}>
            <a
              href={viewOf(portal, view)}
              aria-current={here !== null && 'view' in here && here.view === view ? 'page' : undefined}
            >
              {portalViews[view].title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Side({ shown, here, q }: { shown: ShownPortal; here: Here; q: string }): ReactElement {
  const { portal, signIn } = shown;
  return (
    <header className="side">
      <a className="home" href={homeOf(portal)}>
        {signIn.logo === '' ? portal.name : <img className="mark" src={signIn.logo} alt={portal.name} />}
      </a>
      <div className="menu">
        <input id="menu" type="checkbox" />
        <label htmlFor="menu">Menu</label>
      </div>
      <form role="search" aria-label="Portal" action={viewOf(portal, 'search')}>
        <input
          type="search"
          name="q"
          defaultValue={q}
          placeholder="Search"
          aria-label="Search this portal"
          maxLength={200}
        />
        <LangInput portal={portal} />
      </form>
      <Nav shown={shown} here={here} />
    </header>
  );
}

const seenBy = {
  everyone: 'everyone',
  partners: 'people with the password or a personal link',
  members: 'members',
} as const satisfies Record<EnteredPortal['audience'], string>;

/** Says that this is a preview, and of what. */
function PreviewBar({ portal }: { portal: EnteredPortal }): ReactElement {
  return (
    <p className="previewing noprint" role="status">
      <span>
        Preview: what {seenBy[portal.audience]} can see.
        {portal.closed ? ' The portal isn’t open yet.' : ''}
      </span>
      <a href={homeOf(portal, { preview: 'off' })}>Leave the preview</a>
    </p>
  );
}

interface Shell {
  title: string;
  description?: string | null;
  here?: Here;
  q?: string;
  look?: Look;
  status?: number;
  body: ReactNode;
}

function Foot({ shown: { portal, brands, signIn }, here }: { shown: ShownPortal; here: Here }): ReactElement {
  const written = brands.filter(({ pages }) => pages.length > 0);
  const printed = here && 'page' in here ? here.brand : written[0]?.slug;
  return (
    <footer className="foot">
      <div className="wrap row">
        <span>
          {portal.name}
          {signIn.product === '' ? null : ` · ${signIn.product}`}
        </span>
        {printed === undefined ? null : (
          <a className="noprint" href={printOf(portal, { brand: printed })}>
            Print all pages
          </a>
        )}
        {portal.terms === null ? null : <a href={viewOf(portal, 'terms')}>Terms of use</a>}
      </div>
    </footer>
  );
}

/** A view of the portal: its heading, and below it what it shows. */
export function viewPage(
  shown: ShownPortal,
  { name, title }: { name: ViewName; title: string },
  { title: pageTitle = title, heading = title, lede, q, children }: ViewContent,
): Promise<Answer> {
  return portalPage(shown, {
    title: pageTitle,
    here: { view: name },
    ...(q === undefined ? {} : { q }),
    body: (
      <div className="wrap">
        <div className="head">
          <h1>{heading}</h1>
          {lede === undefined ? null : <p className="lede">{lede}</p>}
        </div>
        {children}
      </div>
    ),
  });
}

/** The feed of the brand that is shown, or else of the first one. */
function feedFor({ portal }: ShownPortal, here: Here): { title: string; url: string } {
  const slug = here && 'page' in here ? here.brand : undefined;
  const brand = portal.brands.find((one) => one.slug === slug);
  const name = portal.brands.length > 1 && brand ? brand.name : portal.name;
  return { title: `${name}: What’s new`, url: feedOf(portal, brand && { brand: brand.slug }) };
}

/** A portal page in its frame. */
export function portalPage(
  shown: ShownPortal,
  { title, description = null, here = null, q = '', look, status = 200, body }: Shell,
): Promise<Answer> {
  const { service, portal, signIn } = shown;
  return pageAnswer({
    serverUrl: service.env.serverUrl,
    title: title === portal.name ? title : `${title} · ${portal.name}`,
    description,
    look: look ?? shown.look,
    icon: iconOf(signIn),
    indexed: portal.indexed && portal.access === 'public',
    mining: shown.mining,
    moreStyles: portalStyles,
    script: portalScript,
    fonts: shown.fonts,
    status,
    headers: variesByLanguage,
    ...(portal.brands.length > 0 && { feed: feedFor(shown, here) }),
    body: (
      <>
        <a className="skip" href="#main">
          Skip to content
        </a>
        {portal.isPreview ? <PreviewBar portal={portal} /> : null}
        <div className="portal">
          <Side shown={shown} here={here} q={q} />
          <div className="main">
            <main id="main" tabIndex={-1}>
              {body}
            </main>
            <Foot shown={shown} here={here} />
          </div>
        </div>
      </>
    ),
  });
}
