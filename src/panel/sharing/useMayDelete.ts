'use client';
import { useDocumentInfo } from '@payloadcms/ui';

/** Whether the person may delete the record of this page, which takes the delete ability. */
export function useMayDelete(): boolean {
  const { docPermissions } = useDocumentInfo();
  return Boolean(docPermissions && 'delete' in docPermissions && docPermissions.delete);
}
