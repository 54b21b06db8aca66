// What the log says of errors.
import { afterAll, describe, expect, it } from '@jest/globals';
import { sql } from '@payloadcms/db-postgres';
import { plainError, reasonOf } from '../../src/log.ts';
import { startService } from '../setup/service.ts';

const marque = await startService();

afterAll(() => marque.close());

describe('an error of Payload’s database adapter', () => {
  it('is logged with its statement and cause, without the values', async () => {
    const { drizzle } = marque.payload.db as unknown as {
      drizzle: { execute(what: unknown): Promise<unknown> };
    };
    const error: unknown = await drizzle
      .execute(sql`select 1 from payload.nothing where hash = ${'d0a5c0ffee'}`)
      .then(() => null)
      .catch((reason: unknown) => reason);

    expect(String(error)).toContain('d0a5c0ffee');
    const logged = JSON.stringify(plainError(error));
    expect(logged).toContain('from payload.nothing where hash = $1');
    expect(logged).toContain('does not exist');
    expect(logged).not.toContain('d0a5c0ffee');
    expect(reasonOf(error)).toMatch(
      /^Failed query: select 1 .+: relation "payload.nothing" does not exist$/s,
    );
  });

  it('is logged the same way by Payload itself', () => {
    const { logger } = marque.payload.config as unknown as {
      logger: { options: { serializers: { err: unknown } } };
    };
    expect(logger.options.serializers.err).toBe(plainError);
  });
});
