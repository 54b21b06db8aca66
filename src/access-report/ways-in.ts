// Who gets in without a grant: every module that shows resources to outsiders answers for itself.
import { reportFailure } from '../core/failures.ts';
import type { Module } from '../core/module.ts';
import type { Service } from '../core/service.ts';
import type { ReportedResource } from './resources.ts';
import type { Holder } from './schemas.ts';

export interface WaysIn {
  holders: Holder[];
  /** Modules that failed to answer, so that nobody takes the list for complete. */
  unanswered: string[];
}

async function waysInOf(
  service: Service,
  { name, accessSources = [] }: Module,
  { kind, id }: ReportedResource,
): Promise<WaysIn> {
  const what = { module: name, during: 'access-report', name: kind } as const;
  try {
    const found = await Promise.all(
      accessSources.map(async (source) => (await source.waysIn[kind]?.(service.db, id)) ?? []),
    );
    service.failures.recovered(what);
    return { holders: found.flat().map((way) => ({ ...way, scope: null, grant: null })), unanswered: [] };
  } catch (error) {
    reportFailure(service, what, error);
    return { holders: [], unanswered: [name] };
  }
}

/** Everyone who can see a resource without a grant, in the order of the modules. */
export async function waysIn(service: Service, resource: ReportedResource): Promise<WaysIn> {
  const found = await Promise.all(service.modules.map((module) => waysInOf(service, module, resource)));
  return {
    holders: found.flatMap(({ holders }) => holders),
    unanswered: found.flatMap(({ unanswered }) => unanswered),
  };
}
