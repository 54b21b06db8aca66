'use client';
// One version of a brand, page by page, as its readers see it.
import { Link } from '@payloadcms/ui';
import { useAddress, type GoTo } from '../../client/useAddress.ts';
import { useOperation } from '../../client/useOperation.ts';
import { useAdminRoute } from '../../shell/routes.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { FilterButtons } from '../../ui/form/FilterButtons.tsx';
import { PreviousIcon } from '../../ui/icons.tsx';
import { useWords } from '../../words/useWords.ts';
import { PageFrame, type Device } from '../pages/canvas/PageFrame.tsx';
import { WidthChoice } from '../pages/canvas/WidthChoice.tsx';
import '../pages/pages.css';
import { brandPathOf } from '../paths.ts';

const audiences = ['everyone', 'partners', 'members'] as const;
type Audience = (typeof audiences)[number];

const isAudience = (text: string | null): text is Audience => audiences.some((one) => one === text);

interface Props {
  brand: string;
  version: number;
}

interface HeadProps extends Props {
  audience: Audience;
  device: Device;
  goTo: GoTo;
}

function Head({ brand, version, audience, device, goTo }: HeadProps) {
  const { t } = useWords();
  const route = useAdminRoute();
  return (
    <header className="mq-editor-bar">
      <Link className="mq-side__back" href={route(brandPathOf(brand, 'versions'))} prefetch={false}>
        <PreviousIcon /> {t('publishing:history')}
      </Link>
      <strong>{t('publishing:version', { version: String(version) })}</strong>
      <span className="mq-editor-bar__end">
        <FilterButtons
          label={t('publishing:readBy')}
          options={audiences.map((value) => ({ value, label: t(`options:${value}`) }))}
          chosen={audience}
          onChange={(next) => goTo({ audience: next, page: null }, 'replace')}
        />
        <WidthChoice
          chosen={device}
          onChange={(next) => goTo({ width: next === 'wide' ? null : next }, 'replace')}
        />
      </span>
    </header>
  );
}

export function VersionPreview({ brand, version }: Props) {
  const { t } = useWords();
  const [parameters, goTo] = useAddress();
  const asked = parameters.get('audience');
  const audience = isAudience(asked) ? asked : 'everyone';
  const device: Device = parameters.get('width') === 'phone' ? 'phone' : 'wide';
  const page = parameters.get('page');
  const { data, problem } = useOperation('preview_brand_version', {
    slug: brand,
    n: String(version),
    audience,
    ...(page ? { page } : {}),
  });
  return (
    <section aria-label={t('publishing:version', { version: String(version) })}>
      <Head brand={brand} version={version} audience={audience} device={device} goTo={goTo} />
      <Alert problem={problem} />
      {data?.pages.length === 0 && (
        <Empty title={t('publishing:nothingToRead')}>{t('publishing:nothingToReadHint')}</Empty>
      )}
      {data?.page && (
        <div className="mq-editor">
          <nav className="mq-side" aria-label={t('publishing:pagesOfVersion')}>
            <ul className="mq-tree">
              {data.pages.map(({ slug, title, depth }) => (
                <li key={slug} style={{ paddingInlineStart: `${depth * 1.2}rem` }}>
                  <button
                    type="button"
                    className="mq-entry-button mq-tree__page"
                    aria-current={slug === data.page?.slug ? 'page' : undefined}
                    onClick={() => goTo({ page: slug }, 'push')}
                  >
                    {title}
                  </button>
                </li>
              ))}
            </ul>
          </nav>
          <PageFrame title={data.page.title} html={data.html} device={device} />
        </div>
      )}
    </section>
  );
}
