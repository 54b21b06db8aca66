'use client';
// The asset whose page is open, for the parts of the page.
import { createContext, use } from 'react';
import type { Asset, AssetPatch } from '../../../../assets/schemas.ts';
import type { PicturedAsset } from '../../pictured.ts';

type Change = AssetPatch | ((now: Asset) => AssetPatch);

export interface OpenAsset {
  /** As it's stored. */
  asset: PicturedAsset;
  mayWrite: boolean;
  mayApprove: boolean;
  /** Some of it is edited and isn't saved yet. */
  isChanged: boolean;
  /** A change is being sent. */
  busy: boolean;
  /**
   * Changes the asset right away, and leaves what is edited. Shows errors; resolves to whether it worked.
   *
   * @param change where it depends on what is stored, a function of that: nothing is said then
   * @param done what is said then
   * @param undo what takes it back, offered with it
   */
  patch: (change: Change, done?: string, undo?: AssetPatch) => Promise<boolean>;
  /** Reads it again. Doesn't reject. */
  again: () => Promise<void>;
}

export const OpenAssetContext = createContext<OpenAsset | null>(null);

export function useOpenAsset(): OpenAsset {
  const open = use(OpenAssetContext);
  if (!open) throw new Error('A part of an asset’s page is used outside of it.');
  return open;
}
