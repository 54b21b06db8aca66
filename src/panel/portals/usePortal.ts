'use client';
// The portal of the edit view as the API returns it, and changes that don't wait for Save. They are sent with If-Match and merged
// into the form, which would otherwise overwrite the expiry with an old one on its next save.
import { toast, useDocumentInfo, useForm } from '@payloadcms/ui';
import { useEffect, useState } from 'react';
import type { Portal, PortalPatch } from '../../portals/schemas.ts';
import { CallFailed, wordsOf, type Tagged } from '../client/api.ts';
import { call, callRecord } from '../client/operations.ts';
import { asOwnChange } from '../client/own-changes.tsx';
import { rebase } from '../client/rebase.ts';
import { workspaceOf, type StoredAsset } from '../assets/asset/useAssetForm.ts';
import { useWords } from '../words/useWords.ts';

interface Opened extends Tagged<Portal> {
  closed: boolean;
  /** The form document's `updatedAt` when this was read; it changes with the form's own Save. */
  of: string;
}

const openedBy = ({ data, etag }: Tagged<Portal>, of: string): Opened => ({
  data,
  etag,
  of,
  closed: data.expiresAt !== null && Date.parse(data.expiresAt) <= Date.now(),
});

export interface PortalForm {
  /** Null until loaded, and while creating a new one. */
  portal: Portal | null;
  closed: boolean;
  /** Id of its workspace. */
  workspace: string | null;
  problem: string | null;
  /** @throws CallFailed */
  patch: (change: PortalPatch, done: string) => Promise<void>;
  /** @throws CallFailed */
  close: () => Promise<void>;
}

/** What each part of the settings is given. */
export interface PartProps {
  portal: Portal;
  patch: PortalForm['patch'];
}

/** @param stand the form document's `updatedAt`; the portal is read again when it changes. */
function useOpened(portalId: string | null, stand: string) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const isKnown = opened !== null && opened.of === stand && opened.data.id === portalId;

  useEffect(() => {
    if (portalId === null || isKnown) return;
    const controller = new AbortController();
    callRecord('get_portal', { id: portalId }, { signal: controller.signal }).then(
      (read) => {
        setOpened(openedBy(read, stand));
        setProblem(null);
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setProblem(wordsOf(error));
      },
    );
    return () => {
      controller.abort();
    };
  }, [portalId, stand, isKnown]);
  return { opened, setOpened, isKnown, problem };
}

export function usePortal(): PortalForm {
  const { t } = useWords();
  const { id, data, setData } = useDocumentInfo();
  const { dispatchFields, getField } = useForm();
  const portalId = id === undefined ? null : String(id);
  const stand = typeof data?.updatedAt === 'string' ? data.updatedAt : '';
  const { opened, setOpened, isKnown, problem } = useOpened(portalId, stand);

  const take = (read: Opened): void => {
    const { expiresAt, updatedAt } = read.data;
    const value = rebase(data?.expiresAt, expiresAt, getField('expiresAt')?.value);
    dispatchFields({ type: 'UPDATE', path: 'expiresAt', value, initialValue: expiresAt, valid: true });
    setData({ ...data, expiresAt, updatedAt });
    setOpened(read);
  };

  const patch = async (change: PortalPatch, done: string): Promise<void> => {
    if (portalId === null || opened === null) return;
    try {
      await asOwnChange(async () => {
        // After the form was saved, its new state may not have been read yet.
        const { etag } = isKnown ? opened : await callRecord('get_portal', { id: portalId });
        const asked = { id: portalId, body: change };
        const read = await callRecord('update_portal', asked, { ifMatch: etag });
        take(openedBy(read, read.data.updatedAt));
      });
    } catch (error) {
      if (!(error instanceof CallFailed) || error.status !== 412) throw error;
      setOpened({ ...opened, of: '' });
      throw new CallFailed(t('portals:changedSince'), error.status);
    }
    toast.success(done);
  };

  const close = (): Promise<void> =>
    asOwnChange(async () => {
      if (portalId === null) return;
      await call('close_portal', { id: portalId });
      const read = await callRecord('get_portal', { id: portalId });
      // Closed by the server's clock, which may be ahead of this one.
      take({ ...openedBy(read, read.data.updatedAt), closed: true });
    });

  return {
    portal: opened && opened.data.id === portalId ? opened.data : null,
    closed: opened?.closed ?? false,
    workspace: workspaceOf((data ?? null) as Pick<StoredAsset, 'workspace'> | null),
    problem,
    patch,
    close,
  };
}
