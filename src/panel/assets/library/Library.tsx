'use client';
// The library in Payload's list view: where Payload lets people pick an asset, its own table stays.
import { DefaultListView, Gutter, SetStepNav, useAuth, useListDrawerContext } from '@payloadcms/ui';
import type { ListViewClientProps } from 'payload';
import { Trash } from '../trash/Trash.tsx';
import { LibraryView } from './LibraryView.tsx';
import { useWords } from '../../words/useWords.ts';

export function Library(props: ListViewClientProps) {
  const { t } = useWords();
  const { isInDrawer } = useListDrawerContext();
  const { permissions } = useAuth();
  const mayUpdate = Boolean(permissions?.collections?.[props.collectionSlug]?.update);
  if (isInDrawer) return <DefaultListView {...props} />;
  if (props.viewType === 'trash') return <Trash mayRestore={mayUpdate} />;
  return (
    <main>
      <SetStepNav nav={[{ label: t('menu:library') }]} />
      <Gutter className="mq-library">
        <LibraryView mayUpload={props.hasCreatePermission} mayUpdate={mayUpdate} />
      </Gutter>
    </main>
  );
}
