'use client';
// One brand, with tabs for rules, pages, theme, publishing and Git. Each tab has its own address.
import { Gutter, Link, SetStepNav } from '@payloadcms/ui';
import type { Brand } from '../../brands/schemas.ts';
import './brand.css';
import { BrandPages } from './pages/BrandPages.tsx';
import { BrandRules } from './rules/BrandRules.tsx';
import { BrandSource } from './git/BrandSource.tsx';
import { BrandTheme } from './theme/BrandTheme.tsx';
import { BrandVersions } from './publishing/BrandVersions.tsx';
import { useOperation } from '../client/useOperation.ts';
import { useMe } from '../client/me.tsx';
import { useAdminRoute } from '../shell/routes.ts';
import { Alert } from '../ui/Alert.tsx';

const tabs = [
  { part: '', label: 'Rules' },
  { part: 'pages', label: 'Pages' },
  { part: 'theme', label: 'Theme' },
  { part: 'versions', label: 'Publish and history' },
  { part: 'source', label: 'Git' },
] as const;

function Tabs({ slug, open }: { slug: string; open: string }) {
  const route = useAdminRoute();
  return (
    <nav className="mq-tabs" aria-label="Brand">
      {tabs.map((tab) => (
        <Link
          key={tab.part}
          href={route(tab.part ? `/brands/${slug}/${tab.part}` : `/brands/${slug}`)}
          aria-current={tab.part === open ? 'page' : undefined}
          prefetch={false}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}

function statusOf({ published }: Brand, pending: boolean): string {
  if (published === null) return 'Not published yet';
  return pending ? `Changed since version ${published} was published` : `Published: version ${published}`;
}

interface HeadProps {
  brand: Brand;
  /** Something changed since the last publish. */
  pending: boolean;
  mayWrite: boolean;
}

function Head({ brand, pending, mayWrite }: HeadProps) {
  const route = useAdminRoute();
  return (
    <header className="mq-room__head">
      <h1>{brand.name}</h1>
      <span className={`mq-badge ${pending ? 'mq-badge--proposed' : 'mq-badge--active'}`}>
        {statusOf(brand, pending)}
      </span>
      {mayWrite && (
        <Link
          className="mq-button mq-button--small"
          href={route(`/collections/brands/${brand.id}`)}
          prefetch={false}
        >
          Name, slug, privacy
        </Link>
      )}
    </header>
  );
}

/** @param segments of the address, after /brands. */
export function BrandRoom({ segments }: { segments: string[] }) {
  const [name = '', part = '', page = null] = segments.map((one) => decodeURIComponent(one));
  const route = useAdminRoute();
  const me = useMe();
  const slug = encodeURIComponent(name);
  const brand = useOperation('get_brand', { slug });
  const status = useOperation('get_brand_status', { slug });
  // A null scope means a grant on the brand alone: offer everything, the server refuses what isn't allowed.
  const mayWrite = me !== null && me.scope !== 'read' && me.scope !== 'propose';
  const mayComment = me !== null && me.scope !== 'read';
  const changed = (): void => {
    brand.again();
    status.again();
  };
  if (brand.problem)
    return (
      <main>
        <Gutter className="mq-room">
          <h1>Brand</h1>
          <Alert problem={brand.problem} />
        </Gutter>
      </main>
    );
  if (!brand.data) return <main aria-busy="true" />;
  const { data } = brand;
  return (
    <main>
      <SetStepNav nav={[{ label: 'Brands', url: route('/collections/brands') }, { label: data.name }]} />
      <Gutter className="mq-room">
        <Head brand={data} pending={status.data?.pending ?? false} mayWrite={mayWrite} />
        <Tabs slug={slug} open={part} />
        {part === '' && <BrandRules brand={slug} mayWrite={mayWrite} onChanged={changed} />}
        {part === 'pages' && (
          <BrandPages
            brand={slug}
            page={page}
            mayWrite={mayWrite}
            mayComment={mayComment}
            onChanged={changed}
          />
        )}
        {part === 'theme' && <BrandTheme brand={slug} mayWrite={mayWrite} onChanged={changed} />}
        {part === 'source' && <BrandSource brand={slug} mayWrite={mayWrite} onChanged={changed} />}
        {part === 'versions' && (
          <BrandVersions brand={slug} published={data.published} mayWrite={mayWrite} onChanged={changed} />
        )}
      </Gutter>
    </main>
  );
}

interface CellProps {
  cellData?: unknown;
  rowData?: { slug?: unknown };
}

/** The name in Payload's list of brands, linked to the brand. */
export function BrandNameCell({ cellData, rowData }: CellProps) {
  const route = useAdminRoute();
  const slug = typeof rowData?.slug === 'string' ? rowData.slug : '';
  return (
    <Link href={route(`/brands/${slug}`)} prefetch={false}>
      {typeof cellData === 'string' ? cellData : slug}
    </Link>
  );
}
