// Sites as targets of the access check: access to a site is access to its workspace.
import { rowInWorkspace, type TargetKind } from '../core/access/targets.ts';

declare module '../core/access/targets.ts' {
  interface TargetKinds {
    site: string;
  }
}

export const siteTargets: Readonly<Record<string, TargetKind>> = { site: rowInWorkspace('payload.sites') };
