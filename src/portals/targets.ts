// Portals as targets of the access check: access to a portal is access to its workspace.
import { rowInWorkspace, type TargetKind } from '../core/access/targets.ts';

declare module '../core/access/targets.ts' {
  interface TargetKinds {
    portal: string;
  }
}

export const portalTargets: Readonly<Record<string, TargetKind>> = {
  portal: rowInWorkspace('payload.portals'),
};
