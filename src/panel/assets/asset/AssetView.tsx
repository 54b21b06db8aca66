'use client';
// An asset's page: its file on the left, what people edit on the right, and below the file what concerns the asset as a whole.
import { Gutter, SetStepNav, useDocumentDrawerContext, useDocumentInfo } from '@payloadcms/ui';
import { memo, useMemo } from 'react';
import { useAdminRoute } from '../../shell/routes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { NotLoaded } from '../../ui/states/NotLoaded.tsx';
import { useWords } from '../../words/useWords.ts';
import { AssetCollections } from '../collections/AssetCollections.tsx';
import { nameOf } from '../name-of.ts';
import type { PicturedAsset } from '../pictured.ts';
import { AssetFile } from './file/AssetFile.tsx';
import { AssetForm } from './form/AssetForm.tsx';
import { PrivacyParts } from './form/PrivacyParts.tsx';
import { SaveAsset } from './form/SaveAsset.tsx';
import { useAssetDraft, type AssetDraft } from './form/useAssetDraft.ts';
import { AssetNavigation } from './navigation/AssetNavigation.tsx';
import { OpenAssetContext, type OpenAsset } from './record/open-asset.ts';
import { useAssetRecord, type AssetRecord } from './record/useAssetRecord.ts';
import { usePatch } from './record/usePatch.ts';
import { AssetState } from './state/AssetState.tsx';
import { Suggestions } from './state/Suggestions.tsx';
import { AssetTabs } from './tabs/AssetTabs.tsx';
import { InTrash } from './trash/InTrash.tsx';
import './asset.css';

/** Drawn again when the asset changes, and not at each key that is pressed in its form. */
const File = memo(AssetFile);
const Tabs = memo(AssetTabs);
const Collections = memo(AssetCollections);
const State = memo(AssetState);
const Suggested = memo(Suggestions);

/** What the person may do with it: Payload asks for each document. */
function usePermissions(asset: PicturedAsset | null): Pick<OpenAsset, 'mayWrite' | 'mayApprove'> {
  const { docPermissions, hasSavePermission } = useDocumentInfo();
  // Only people who can approve may edit the review note (collections/assets.ts), so its permission tells who can approve.
  const onFields: unknown = docPermissions && 'fields' in docPermissions ? docPermissions.fields : null;
  const onNote =
    typeof onFields === 'object' && onFields ? (onFields as Record<string, unknown>).reviewNote : onFields;
  const mayReview =
    onNote === true ||
    (typeof onNote === 'object' && onNote !== null && 'update' in onNote && Boolean(onNote.update));
  const mayWrite = Boolean(hasSavePermission) && asset?.deletedAt === null;
  return { mayWrite, mayApprove: mayWrite && mayReview };
}

interface PlaceProps {
  asset: PicturedAsset;
  draft: AssetDraft;
  languages: AssetRecord['languages'];
  mayWrite: boolean;
  isInDrawer: boolean;
}

function Place({ asset, draft, languages, mayWrite, isInDrawer }: PlaceProps) {
  return (
    <>
      <header className="mq-asset__bar">
        {!isInDrawer && <AssetNavigation id={asset.id} />}
        {mayWrite && <SaveAsset asset={asset} draft={draft} />}
      </header>
      <h1 className="mq-asset__name">{nameOf(asset)}</h1>
      {asset.deletedAt !== null && <InTrash />}
      <div className="mq-asset">
        <div className="mq-asset__file">
          <File />
        </div>
        <div className="mq-asset__side">
          <State />
          <Suggested />
          {draft.value && (
            <AssetForm
              asset={asset}
              draft={draft}
              value={draft.value}
              languages={languages}
              readOnly={!mayWrite}
            />
          )}
          {asset.deletedAt === null && <Collections />}
          {draft.value && <PrivacyParts draft={draft} value={draft.value} readOnly={!mayWrite} />}
        </div>
        <div className="mq-asset__more">
          <Tabs />
        </div>
      </div>
    </>
  );
}

/** Where it is, in the header. */
const Steps = memo(function Steps({ name }: { name: string }) {
  const { t } = useWords();
  const route = useAdminRoute();
  return (
    <SetStepNav nav={[{ label: t('menu:library'), url: route('/collections/assets') }, { label: name }]} />
  );
});

/** In the shape of what comes. */
function LoadingAsset() {
  return (
    <div className="mq-asset mq-asset--loading" aria-hidden="true">
      <div className="mq-asset__file" />
      <div className="mq-asset__side" />
    </div>
  );
}

function Opened({ id, isInDrawer }: { id: string; isInDrawer: boolean }) {
  const { t } = useWords();
  const record = useAssetRecord(id);
  const { asset, again } = record;
  const { mayWrite, mayApprove } = usePermissions(asset);
  const draft = useAssetDraft({ id, record, mayWrite });
  const { busy: patching, patch } = usePatch(id, record.show);
  const { isChanged } = draft.edits;
  const busy = patching || draft.busy;
  const open = useMemo(
    () => asset && { asset, mayWrite, mayApprove, isChanged, busy, patch, again },
    [asset, mayWrite, mayApprove, isChanged, busy, patch, again],
  );
  if (record.gone) return <Empty title={t('asset:unavailable')}>{t('asset:unavailableHint')}</Empty>;
  const trouble = <NotLoaded problem={record.problem} onRetry={() => void again()} />;
  if (!open) return record.problem === null ? <LoadingAsset /> : trouble;
  return (
    <OpenAssetContext value={open}>
      {!isInDrawer && <Steps name={nameOf(open.asset)} />}
      {trouble}
      <Place
        asset={open.asset}
        draft={draft}
        languages={record.languages}
        mayWrite={mayWrite}
        isInDrawer={isInDrawer}
      />
    </OpenAssetContext>
  );
}

export function AssetView({ id }: { id: string }) {
  const { drawerSlug } = useDocumentDrawerContext();
  const isInDrawer = Boolean(drawerSlug);
  const Frame = isInDrawer ? 'div' : 'main';
  return (
    <Frame>
      <Gutter className="mq-library mq-asset-page">
        <Opened key={id} id={id} isInDrawer={isInDrawer} />
      </Gutter>
    </Frame>
  );
}
