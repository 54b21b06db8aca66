// What an agent gets when it deploys: the live URL, or the reason it isn't live.
import { ApiError } from '../core/errors.ts';
import type { ToolView } from '../core/tool.ts';
import type { Service } from '../core/service.ts';
import { siteNow } from './queries.ts';
import type { Deployment } from './schemas.ts';

/**
 * A deployment with its `url`, null while it is still being checked.
 * @throws ApiError invalid if it failed, with the reason and the deployment as `detail.deployment`.
 */
export async function liveDeployment(
  service: Service,
  answered: unknown,
  { path }: { path: Record<string, string> },
): Promise<ToolView> {
  const { data } = answered as { data: Deployment };
  if (data.state === 'failed')
    throw new ApiError('invalid', `The deployment failed: ${data.error ?? 'no reason was recorded.'}`, {
      deployment: data,
    });
  const site = data.state === 'checking' ? null : await siteNow(service.db, path.id ?? '', service.env);
  return { value: { data, url: site && `${site.url}${data.path}` } };
}
