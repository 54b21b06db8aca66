'use client';
// A portal as the form of its page.
import type { Portal, PortalPatch } from '../../portals/schemas.ts';
import { callRecord } from '../client/operations.ts';
import { useRecordForm, type RecordForm } from '../sharing/useRecordForm.ts';

export type PortalForm = RecordForm<Portal, PortalPatch>;

const fields = [
  'name',
  'slug',
  'intro',
  'terms',
  'access',
  'password',
  'expiresAt',
  'indexed',
  'theme',
  'brands',
  'collections',
  'presets',
] as const satisfies readonly (keyof PortalPatch)[];

export const usePortal = (id: string): PortalForm =>
  useRecordForm<Portal, PortalPatch>({
    key: `mq-portal-${id}`,
    read: (signal) => callRecord('get_portal', { id }, { signal }),
    write: (body, ifMatch) => callRecord('update_portal', { id, body }, { ifMatch }),
    fields,
    secret: ['password'],
  });

/** What each part of the page is given. */
export interface PartProps {
  form: PortalForm;
  /** As it would be saved. */
  shown: Portal;
}
