// Whether files can be stored, read and removed.
import { buffer } from 'node:stream/consumers';
import { stagedKey } from '../../core/storage/contract.ts';
import { openNamedStorage } from '../../core/storage/index.ts';
import { reasonOf } from '../../log.ts';
import { ok, problem, type Finding, type Installation } from './finding.ts';

const check = 'storage';
const probe = Buffer.from('marque doctor');

export async function checkStorage({ env }: Pick<Installation, 'env'>): Promise<Finding[]> {
  const { storage, name } = openNamedStorage(env);
  const key = stagedKey();
  const failed = (what: string, error: unknown): Finding[] => [
    problem(
      check,
      `A file can't be ${what} in ${name}: ${reasonOf(error)}`,
      env.s3
        ? 'Check S3_BUCKET, S3_ENDPOINT and the rights of the access key.'
        : 'Check DATA_DIR, and who may write there.',
    ),
  ];
  try {
    await storage.put(key, probe);
  } catch (error) {
    return failed('stored', error);
  }
  try {
    const read = await storage.read(key);
    if (!read || !(await buffer(read)).equals(probe))
      return failed('read', new Error('it came back changed'));
  } catch (error) {
    return failed('read', error);
  }
  try {
    await storage.remove(key);
  } catch (error) {
    return failed('removed', error);
  }
  return [ok(check, `Files are stored, read and removed in ${name}.`)];
}
