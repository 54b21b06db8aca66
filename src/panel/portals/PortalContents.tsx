'use client';
// What a portal shows: brands and collections, in order.
import { useOperation } from '../client/useOperation.ts';
import { Alert } from '../ui/Alert.tsx';
import { ChosenPart } from '../ui/ChosenPart.tsx';
import { useWords } from '../words/useWords.ts';
import type { Translate } from '../words/words.tsx';
import type { PartProps } from './usePortal.ts';
import { withThumbnails } from '../assets/pictured.ts';
import { PanelSection } from '../ui/PanelSection.tsx';

const hidden = (resource: { private: boolean }, t: Translate): string | null =>
  resource.private ? t('portals:privateHidden') : null;

export function PortalContents({ form, shown }: PartProps) {
  const { t } = useWords();
  const brands = useOperation('list_brands', {});
  const collections = useOperation('list_collections', withThumbnails);
  const { change, saving } = form;
  return (
    <PanelSection id="mq-portal-contents" title={t('portals:contents')}>
      <Alert problem={brands.problem ?? collections.problem} />
      {brands.data && collections.data && (
        <>
          <ChosenPart
            id="mq-portal-brands"
            label={t('portals:brands')}
            noun="brand"
            choices={brands.data.map((brand) => ({
              value: brand.slug,
              name: brand.published === null ? t('portals:notPublished', { name: brand.name }) : brand.name,
              unavailable: hidden(brand, t),
            }))}
            chosen={shown.brands}
            problem={saving.at('brands')}
            hint={t('portals:brandsHint')}
            onChange={(next) => change({ brands: next })}
          />
          <ChosenPart
            id="mq-portal-collections"
            label={t('portals:collections')}
            noun="collection"
            choices={collections.data.map((collection) => ({
              value: collection.id,
              name: collection.name,
              unavailable: hidden(collection, t),
            }))}
            chosen={shown.collections}
            problem={saving.at('collections')}
            hint={t('portals:collectionsHint')}
            onChange={(next) => change({ collections: next })}
          />
        </>
      )}
    </PanelSection>
  );
}
