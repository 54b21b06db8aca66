'use client';
// The library: assets as a grid, or as Payload's own table.
import { DefaultListView, Gutter, Link, SetStepNav, useAuth, useListDrawerContext } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import type { ListViewClientProps } from 'payload';
import { useEffect } from 'react';
import { DropZone } from '../../ui/form/DropZone.tsx';
import { useAdminRoute } from '../../shell/routes.ts';
import { useUploads } from '../uploads.tsx';
import { Trash } from '../trash/Trash.tsx';
import { LibraryGrid } from './LibraryGrid.tsx';
import { useView, ViewSwitch } from './ViewSwitch.tsx';

/** Payload's table, refreshed when it's opened and when files were uploaded. */
function Table({ mayUpload, ...props }: ListViewClientProps & { mayUpload: boolean }) {
  const router = useRouter();
  const { filed, add } = useUploads();
  useEffect(() => {
    router.refresh();
  }, [router, filed]);
  return (
    <>
      {mayUpload && <DropZone onFiles={add} />}
      <DefaultListView {...props} />
    </>
  );
}

export function Library(props: ListViewClientProps) {
  const { isInDrawer } = useListDrawerContext();
  const { permissions } = useAuth();
  const [view, setView] = useView();
  const route = useAdminRoute();
  const mayUpdate = Boolean(permissions?.collections?.[props.collectionSlug]?.update);
  if (isInDrawer) return <DefaultListView {...props} />;
  if (props.viewType === 'trash') return <Trash mayRestore={mayUpdate} />;
  const switcher = (
    <>
      <ViewSwitch view={view} onChange={setView} />
      <Link className="mq-link" href={route('/collections/assets/trash')} prefetch={false}>
        Trash
      </Link>
    </>
  );
  if (view === 'table') {
    return (
      <>
        <Gutter className="mq-library__switch">{switcher}</Gutter>
        <Table {...props} mayUpload={props.hasCreatePermission} />
      </>
    );
  }
  return (
    <main>
      <SetStepNav nav={[{ label: 'Assets' }]} />
      <Gutter className="mq-library">
        <LibraryGrid mayUpload={props.hasCreatePermission} mayUpdate={mayUpdate} switcher={switcher} />
      </Gutter>
    </main>
  );
}
