'use client';
// Runs what a button starts: the button is disabled meanwhile, and an error is shown as a toast.
import { toast } from '@payloadcms/ui';
import { useState } from 'react';
import { wordsOf } from './api.ts';

/** @returns true while work runs, and a function that runs work. */
export function useBusy(): [busy: boolean, during: (work: () => Promise<void>) => Promise<void>] {
  const [busy, setBusy] = useState(false);
  const during = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toast.error(wordsOf(error));
    } finally {
      setBusy(false);
    }
  };
  return [busy, during];
}
