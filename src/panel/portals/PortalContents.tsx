'use client';
// What a portal shows: brands and collections, in order.
import { useState } from 'react';
import { useOperation } from '../client/useOperation.ts';
import { useSaving } from '../client/useSaving.ts';
import { Alert } from '../ui/Alert.tsx';
import { ChosenPart } from '../ui/ChosenPart.tsx';
import { SaveFoot } from '../ui/form/SaveFoot.tsx';
import type { PartProps } from './usePortal.ts';
import { useWords } from '../words/useWords.ts';
import type { Translate } from '../words/words.tsx';

const hiddenWords = (resource: { private: boolean }, t: Translate): string | null =>
  resource.private ? t('portals:privateHidden') : null;

export function PortalContents({ portal, patch, workspace }: PartProps & { workspace: string | null }) {
  const { t } = useWords();
  const brands = useOperation('list_brands', workspace === null ? null : {}, workspace);
  const collections = useOperation('list_collections', workspace === null ? null : {}, workspace);
  const [draft, setDraft] = useState<{ brands?: string[]; collections?: string[] }>({});
  const saving = useSaving(['brands', 'collections']);
  const problem = brands.problem ?? collections.problem;
  return (
    <section className="mq-panel" aria-labelledby="mq-portal-contents">
      <h2 id="mq-portal-contents">{t('portals:contents')}</h2>
      <Alert problem={problem} />
      {brands.data && collections.data && (
        <>
          <ChosenPart
            id="mq-portal-brands"
            label={t('portals:brands')}
            noun="brand"
            choices={brands.data.map((brand) => ({
              value: brand.slug,
              name: brand.published === null ? t('portals:notPublished', { name: brand.name }) : brand.name,
              unavailable: hiddenWords(brand, t),
            }))}
            chosen={draft.brands ?? portal.brands}
            problem={saving.at('brands')}
            hint={t('portals:brandsHint')}
            onChange={(next) => setDraft({ ...draft, brands: next })}
          />
          <ChosenPart
            id="mq-portal-collections"
            label={t('portals:collections')}
            noun="collection"
            choices={collections.data.map((collection) => ({
              value: collection.id,
              name: collection.name,
              unavailable: hiddenWords(collection, t),
            }))}
            chosen={draft.collections ?? portal.collections}
            problem={saving.at('collections')}
            hint={t('portals:collectionsHint')}
            onChange={(next) => setDraft({ ...draft, collections: next })}
          />
          <SaveFoot
            label={t('portals:saveContents')}
            saving={saving}
            changed={Object.keys(draft).length > 0}
            onSave={async () => {
              await patch(draft, t('portals:contentsSaved'));
              setDraft({});
            }}
          />
        </>
      )}
    </section>
  );
}
