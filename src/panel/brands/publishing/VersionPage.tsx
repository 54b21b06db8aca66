'use client';
// A page of one version as its readers see it.
import type { ReactNode } from 'react';
import { useOperation } from '../../client/useOperation.ts';
import { Alert } from '../../ui/Alert.tsx';
import { PageFrame, type Device, type Placed } from '../pages/canvas/PageFrame.tsx';

interface Props {
  brand: string;
  /** The number of the version. */
  version: number;
  /** Slug of the page. */
  page: string;
  title: string;
  audience?: 'everyone' | 'partners' | 'members';
  device?: Device;
  children?: (placed: Placed) => ReactNode;
}

export function VersionPage({
  brand,
  version,
  page,
  title,
  audience = 'members',
  device = 'wide',
  children,
}: Props) {
  const { data, problem } = useOperation('preview_brand_version', {
    slug: brand,
    n: String(version),
    page,
    audience,
  });
  return (
    <>
      <Alert problem={problem} />
      <PageFrame title={title} html={data?.html ?? null} device={device}>
        {children}
      </PageFrame>
    </>
  );
}
