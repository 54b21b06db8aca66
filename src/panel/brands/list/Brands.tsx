'use client';
// The brands of the workspace as cards.
import { Gutter, SetStepNav } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { changesTo, useLive } from '../../client/live.ts';
import { isAllowed, useMe } from '../../client/me.tsx';
import { useAddress } from '../../client/useAddress.ts';
import { useOperation } from '../../client/useOperation.ts';
import { useAdminRoute } from '../../shell/routes.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Empty, LoadingCards } from '../../ui/Empty.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { useWords } from '../../words/useWords.ts';
import { brandPathOf } from '../paths.ts';
import { BrandCard } from './BrandCard.tsx';
import { NewBrand } from './NewBrand.tsx';
import './brands.css';

const shown = changesTo('brand');

function NoBrands({ mayCreate }: { mayCreate: boolean }) {
  const { t } = useWords();
  return (
    <Empty title={t('brands:none')}>
      {t('brands:emptyHint')}
      {!mayCreate && ` ${t('brands:noAccess')}`}
    </Empty>
  );
}

export function Brands() {
  const { t } = useWords();
  const [parameters, goTo] = useAddress();
  const router = useRouter();
  const route = useAdminRoute();
  const me = useMe();
  const { data, problem, again } = useOperation('list_brands', {});
  useLive(shown, again);
  const mayCreate = me !== null && isAllowed(me, 'write');
  return (
    <main>
      <SetStepNav nav={[{ label: t('menu:brands') }]} />
      <Gutter className="mq-library">
        <header className="mq-head">
          <h1>{t('menu:brands')}</h1>
          {mayCreate && (
            <button
              type="button"
              className="mq-button mq-button--primary"
              onClick={() => goTo({ new: '1' }, 'replace')}
            >
              <PlusIcon /> {t('menu:newBrand')}
            </button>
          )}
        </header>
        <Alert problem={problem} />
        {!data && !problem && <LoadingCards />}
        {data?.length === 0 && <NoBrands mayCreate={mayCreate} />}
        {data && data.length > 0 && (
          <ul className="mq-brands" aria-label={t('menu:brands')}>
            {data.map((brand) => (
              <BrandCard key={brand.id} brand={brand} />
            ))}
          </ul>
        )}
        {mayCreate && parameters.has('new') && (
          <NewBrand
            brands={data ?? []}
            onClose={() => goTo({ new: null }, 'replace')}
            onMade={({ slug }) => router.push(route(brandPathOf(slug)))}
          />
        )}
      </Gutter>
    </main>
  );
}
