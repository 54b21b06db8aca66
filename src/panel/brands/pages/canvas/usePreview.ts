'use client';
// What the server makes of a page with unsaved changes: its HTML, and what its readers would notice.
import { useDebounce } from '@payloadcms/ui';
import { useEffect, useState } from 'react';
import type { PageInput } from '../../../../brands/pages/schemas.ts';
import { wordsOf } from '../../../client/api.ts';
import { call, type DataFor } from '../../../client/operations.ts';
import { reading } from '../../../client/reading.ts';

interface Options {
  brand: string;
  page: string;
  /** Null: everywhere. */
  context: string | null;
  /** The page as JSON, as it would be saved. */
  draft: string;
}

export interface Preview {
  /** Null until loaded. */
  data: DataFor<'preview_page'> | null;
  problem: string | null;
}

const pauseMs = 250;

export function usePreview({ brand, page, context, draft }: Options): Preview {
  const settled = useDebounce(draft, pauseMs);
  const [preview, setPreview] = useState<Preview>({ data: null, problem: null });
  useEffect(() => {
    const body = JSON.parse(settled) as PageInput;
    return reading(
      (signal) =>
        call(
          'preview_page',
          { slug: brand, page, editing: 'true', ...(context ? { context } : {}), body },
          { signal },
        ),
      ({ data }) => setPreview({ data, problem: null }),
      (error) => setPreview((before) => ({ data: before.data, problem: wordsOf(error) })),
    );
  }, [brand, page, context, settled]);
  return preview;
}
