'use client';
// One brand, with tabs for rules, pages, theme, publishing and Git. Each tab has its own address.
import { Gutter, Link, SetStepNav } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { useEffect, useState } from 'react';
import type { Brand } from '../../brands/schemas.ts';
import { BrandSettings } from './BrandSettings.tsx';
import { stateOfBrand } from './list/BrandCard.tsx';
import { brandPathOf, brandsPath } from './paths.ts';
import './brand.css';
import { BrandPages } from './pages/BrandPages.tsx';
import { BrandRules } from './rules/BrandRules.tsx';
import { BrandSource } from './git/BrandSource.tsx';
import { BrandTheme } from './theme/BrandTheme.tsx';
import { VersionPreview } from './publishing/VersionPreview.tsx';
import { BrandVersions } from './publishing/BrandVersions.tsx';
import { useOperation } from '../client/useOperation.ts';
import { changesTo, useLive } from '../client/live.ts';
import { useMe, type Who } from '../client/me.tsx';
import { useAdminRoute } from '../shell/routes.ts';
import { Alert } from '../ui/Alert.tsx';
import { useWords } from '../words/useWords.ts';

const tabs = [
  { part: '', label: 'brands:tabRules' },
  { part: 'pages', label: 'brands:tabPages' },
  { part: 'theme', label: 'brands:tabTheme' },
  { part: 'versions', label: 'brands:tabPublishing' },
  { part: 'source', label: 'brands:tabGit' },
] as const;

function Tabs({ slug, open }: { slug: string; open: string }) {
  const { t } = useWords();
  const route = useAdminRoute();
  return (
    <nav className="mq-tabs" aria-label={t('access:brand')}>
      {tabs.map((tab) => (
        <Link
          key={tab.part}
          href={route(tab.part ? `/brands/${slug}/${tab.part}` : `/brands/${slug}`)}
          aria-current={tab.part === open ? 'page' : undefined}
          prefetch={false}
        >
          {t(tab.label)}
        </Link>
      ))}
    </nav>
  );
}

interface HeadProps {
  brand: Brand;
  mayWrite: boolean;
  onSaved: (brand: Brand) => void;
}

function Head({ brand, mayWrite, onSaved }: HeadProps) {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <header className="mq-room__head">
      <h1>{brand.name}</h1>
      <span className={`mq-badge ${brand.pending ? 'mq-badge--proposed' : 'mq-badge--active'}`}>
        {stateOfBrand(brand, t)}
      </span>
      {mayWrite && (
        <button type="button" className="mq-button mq-button--small" onClick={() => setOpen(true)}>
          {t('menu:settings')}
        </button>
      )}
      {isOpen && (
        <BrandSettings
          brand={brand}
          onClose={() => setOpen(false)}
          onSaved={(saved) => {
            setOpen(false);
            onSaved(saved);
          }}
        />
      )}
    </header>
  );
}

/** A null scope means a grant on the brand alone: everything is offered, and the server refuses what isn't allowed. */
const mayWriteBrand = (me: Who | null): boolean =>
  me !== null && me.scope !== 'read' && me.scope !== 'propose';

interface PartProps {
  /** The brand's, encoded for addresses. */
  slug: string;
  part: string;
  page: string | null;
  published: number | null;
  onChanged: () => void;
}

/** What the open tab shows. */
function Part({ slug, part, page, published, onChanged }: PartProps) {
  const me = useMe();
  const mayWrite = mayWriteBrand(me);
  const tab = { brand: slug, mayWrite, onChanged };
  switch (part) {
    case 'pages':
      return <BrandPages {...tab} page={page} mayComment={me !== null && me.scope !== 'read'} />;
    case 'theme':
      return <BrandTheme {...tab} />;
    case 'source':
      return <BrandSource {...tab} />;
    case 'versions':
      if (page !== null && /^[1-9]\d{0,8}$/.test(page))
        return <VersionPreview brand={slug} version={Number(page)} />;
      return <BrandVersions {...tab} published={published} />;
    default:
      return <BrandRules {...tab} />;
  }
}

/** @param segments of the address, after /brands. */
export function BrandRoom({ segments }: { segments: string[] }) {
  const { t } = useWords();
  const [name = '', part = '', page = null] = segments.map((one) => decodeURIComponent(one));
  const route = useAdminRoute();
  const router = useRouter();
  const me = useMe();
  const slug = encodeURIComponent(name);
  const brand = useOperation('get_brand', { slug });
  useLive(changesTo('brand'), brand.again);
  // The room may have been opened by the brand's id.
  const here = brand.data?.slug ?? name;
  useEffect(() => {
    if (here !== name) router.replace(route(brandPathOf(here, [part, page].filter(Boolean).join('/'))));
  }, [here, name, part, page, router, route]);
  if (brand.problem)
    return (
      <main>
        <Gutter className="mq-room">
          <h1>{t('access:brand')}</h1>
          <Alert problem={brand.problem} />
        </Gutter>
      </main>
    );
  if (!brand.data) return <main aria-busy="true" />;
  const { data } = brand;
  return (
    <main>
      <SetStepNav nav={[{ label: t('menu:brands'), url: route(brandsPath) }, { label: data.name }]} />
      <Gutter className="mq-room">
        <Head
          brand={data}
          mayWrite={mayWriteBrand(me)}
          onSaved={(saved) => {
            brand.again();
            if (saved.slug !== data.slug) router.replace(route(brandPathOf(saved.slug, part)));
          }}
        />
        <Tabs slug={slug} open={part} />
        <Part slug={slug} part={part} page={page} published={data.published} onChanged={brand.again} />
      </Gutter>
    </main>
  );
}
