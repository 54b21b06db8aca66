'use client';
// What a portal shows: brands and collections, in order.
import { useOperation } from '../client/useOperation.ts';
import { Alert } from '../ui/Alert.tsx';
import { ChosenPart } from '../ui/ChosenPart.tsx';
import type { PartProps } from './usePortal.ts';

const hidden = (resource: { private: boolean }): string | null =>
  resource.private ? 'private, so not shown' : null;

export function PortalContents({ form, shown }: PartProps) {
  const brands = useOperation('list_brands', {});
  const collections = useOperation('list_collections', {});
  const { change, saving } = form;
  return (
    <section className="mq-panel" aria-labelledby="mq-portal-contents">
      <h2 id="mq-portal-contents">Contents</h2>
      <Alert problem={brands.problem ?? collections.problem} />
      {brands.data && collections.data && (
        <>
          <ChosenPart
            id="mq-portal-brands"
            label="Brands"
            noun="brand"
            choices={brands.data.map((brand) => ({
              value: brand.slug,
              name: brand.published === null ? `${brand.name} (not published yet)` : brand.name,
              unavailable: hidden(brand),
            }))}
            chosen={shown.brands}
            problem={saving.at('brands')}
            hint="Shown as last published, in this order. The first brand provides the portal’s logo and colours."
            onChange={(next) => change({ brands: next })}
          />
          <ChosenPart
            id="mq-portal-collections"
            label="Collections"
            noun="collection"
            choices={collections.data.map((collection) => ({
              value: collection.id,
              name: collection.name,
              unavailable: hidden(collection),
            }))}
            chosen={shown.collections}
            problem={saving.at('collections')}
            hint="Only files that may be used right now are shown."
            onChange={(next) => change({ collections: next })}
          />
        </>
      )}
    </section>
  );
}
