// What a view of a portal is: a page beside the pages of its brands.
import type { ReactNode } from 'react';
import { z } from 'zod';
import { isId } from '../../core/access/ids.ts';
import type { Answer } from '../../core/operation.ts';
import type { Service } from '../../core/service.ts';
import type { EnteredPortal, PortalFacts } from '../visibility.ts';

/** Typed into an address bar: unreadable parts are ignored. */
export const ViewQuery = z.object({
  q: z.string().trim().max(200).catch(''),
  collection: z
    .string()
    .refine((id) => isId(id))
    .optional()
    .catch(undefined),
  brand: z.string().min(1).max(100).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(10_000).catch(1),
});
export type ViewQuery = z.output<typeof ViewQuery>;

export interface ViewContent {
  /** Of the page; differs from the view's own title, for example by what was searched for. */
  title?: string;
  /** Differs from the view's own title. */
  heading?: string;
  /** A sentence below the heading. */
  lede?: string;
  /** What the search field shows. */
  q?: string;
  children: ReactNode;
}

interface Visit {
  service: Service;
  portal: EnteredPortal;
  query: ViewQuery;
}

interface ViewForVisitors {
  title: string;
  /** Whether the navigation links to it; absent: never. */
  inNavigation?(portal: EnteredPortal): boolean;
  /** What goes into the portal's frame. */
  content(visit: Visit): ViewContent | Promise<ViewContent>;
}

/** Shown to everyone, even without access to the portal. */
interface ViewWithoutAccess {
  title: string;
  withoutAccess(service: Service, portal: PortalFacts): Promise<Answer>;
}

export type PortalView = ViewForVisitors | ViewWithoutAccess;
