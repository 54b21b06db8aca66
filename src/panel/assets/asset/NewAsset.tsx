'use client';
// What stands in for Payload's form of a new asset: files are uploaded to the library. In a drawer, where an app's own form asks for a file,
// Payload's upload stays: it hands the new asset to that form.
import { DefaultEditView, useDocumentDrawerContext } from '@payloadcms/ui';
import type { DocumentViewClientProps } from 'payload';
import { ProductView } from '../../shell/ProductView.tsx';

export function NewAsset(props: DocumentViewClientProps) {
  const { drawerSlug } = useDocumentDrawerContext();
  return drawerSlug ? <DefaultEditView {...props} /> : <ProductView path="/collections/assets" />;
}
