// What an agent gets when it deploys: the live URL, or the reason it isn't live.
import { z } from 'zod';
import { ApiError } from '../core/errors.ts';
import type { Service } from '../core/service.ts';
import { siteNow } from './queries.ts';
import { Deployment } from './schemas.ts';

export const LiveDeployment = z.object({
  data: Deployment,
  url: z.string().nullable().describe('Its live URL; null while it is still being checked'),
});

/**
 * A deployment with its URL.
 * @throws ApiError invalid if it failed, with the reason and the deployment as `detail.deployment`.
 */
export async function liveDeployment(
  service: Service,
  answered: unknown,
  path: Record<string, string>,
): Promise<z.input<typeof LiveDeployment>> {
  const { data } = answered as { data: Deployment };
  if (data.state === 'failed')
    throw new ApiError('invalid', `The deployment failed: ${data.error ?? 'no reason was recorded.'}`, {
      deployment: data,
    });
  const site = data.state === 'checking' ? null : await siteNow(service.db, path.id ?? '', service.env);
  return { data, url: site && `${site.url}${data.path}` };
}
