'use client';
// What a portal shows: brands and collections, in order.
import { useState } from 'react';
import { useOperation } from '../client/useOperation.ts';
import { useSaving } from '../client/useSaving.ts';
import { Alert } from '../ui/Alert.tsx';
import { ChosenPart } from '../ui/ChosenPart.tsx';
import { SaveFoot } from '../ui/form/SaveFoot.tsx';
import type { PartProps } from './usePortal.ts';

const hidden = (resource: { private: boolean }): string | null =>
  resource.private ? 'private, so not shown' : null;

export function PortalContents({ portal, patch, workspace }: PartProps & { workspace: string | null }) {
  const brands = useOperation('list_brands', workspace === null ? null : {}, workspace);
  const collections = useOperation('list_collections', workspace === null ? null : {}, workspace);
  const [draft, setDraft] = useState<{ brands?: string[]; collections?: string[] }>({});
  const saving = useSaving(['brands', 'collections']);
  const problem = brands.problem ?? collections.problem;
  return (
    <section className="mq-panel" aria-labelledby="mq-portal-contents">
      <h2 id="mq-portal-contents">Contents</h2>
      <Alert problem={problem} />
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
            chosen={draft.brands ?? portal.brands}
            problem={saving.at('brands')}
            hint="Shown as last published, in this order. The first brand provides the portal’s logo and colours."
            onChange={(next) => setDraft({ ...draft, brands: next })}
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
            chosen={draft.collections ?? portal.collections}
            problem={saving.at('collections')}
            hint="Only files that may be used right now are shown."
            onChange={(next) => setDraft({ ...draft, collections: next })}
          />
          <SaveFoot
            label="Save contents"
            saving={saving}
            changed={Object.keys(draft).length > 0}
            onSave={async () => {
              await patch(draft, 'Contents saved.');
              setDraft({});
            }}
          />
        </>
      )}
    </section>
  );
}
