// The initial content of every test's database, created once for a run and copied for each test file.
import { serviceOf } from '../../../src/core/service.ts';

/**
 * Migrates the template database, as a first start does.
 * @param url of an empty database; its connections are closed when this is done
 */
export async function fillTemplate(url: string): Promise<void> {
  process.env.DATABASE_URL = url;
  process.env.SECRET = 'a secret for tests, long enough to be taken';
  process.env.LOG_LEVEL = 'silent';
  const { getPayload } = await import('payload');
  const { default: config } = await import('../../../payload.config.ts');
  const payload = await getPayload({ config, key: url });
  await serviceOf(payload).close();
}
