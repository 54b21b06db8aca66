// Who gets in without a grant: every module that shows resources to outsiders answers for itself.
import type { Service } from '../core/service.ts';
import type { ReportedResource } from './resources.ts';
import type { Holder } from './schemas.ts';

/** Everyone who can see a resource without a grant, in the order of the modules. */
export async function waysIn(service: Service, { kind, id }: ReportedResource): Promise<Holder[]> {
  const sources = service.modules.flatMap(({ accessSources = [] }) => accessSources);
  const found = await Promise.all(
    sources.map((source) => source.waysIn[kind]?.(service.db, id) ?? Promise.resolve([])),
  );
  return found.flat().map((way) => ({ ...way, scope: null, grant: null }));
}
