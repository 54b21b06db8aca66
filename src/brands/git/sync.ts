// Syncs a brand with its repository in a job: fetch, merge and import, then commit and push what the
// repository lacks. A push that loses a race is fetched, merged and tried again.
import { nameOf } from '../../core/access/caller.ts';
import { isApiError, ApiError, type Issue } from '../../core/errors.ts';
import type { Service } from '../../core/service.ts';
import { blobKey } from '../../core/storage/contract.ts';
import { agree, agreementOf, type Agreement } from './agreement.ts';
import { arrivingAssets } from './arriving-assets.ts';
import { assetsByPath, textsOf, type AssetAt } from './export-files.ts';
import { overHttp } from './git-http.ts';
import { isOnDisk, onDisk } from './git-on-disk.ts';
import { importFiles } from './import-files.ts';
import { brandFile } from './layout.ts';
import type { Conflict } from './merge.ts';
import { parseFiles } from './read-files.ts';
import type { Remote } from './remote.ts';
import { maxAssetBytes, withRepository, type Checkout } from './repository.ts';
import {
  beginSync,
  finishSync,
  openSource,
  recordAgreement,
  type BegunSync,
  type OpenSource,
  type SyncResult,
} from './source.ts';
import { asCaller, brandNow, demandStill } from './sync-caller.ts';

/** Maximum number of attempts if others push at the same time. */
const tries = 5;
/** Maximum number of file problems stored per sync. */
const maxProblems = 500;

/**
 * The job. Failures are stored as the sync's error message and not retried automatically.
 *
 * @param signal aborted if this process stops or loses the job: the sync is left to the next run.
 */
export async function runSync(
  service: Service,
  data: Record<string, unknown>,
  signal?: AbortSignal,
): Promise<void> {
  const id = typeof data.sync === 'string' ? data.sync : '';
  const begun = await beginSync(service.db, id);
  if (!begun) return;
  try {
    await demandStill(service.db, begun);
    const source = await openSource(service, service.db, begun.brand_id);
    if (!source) throw new ApiError('conflict', 'The repository is no longer connected.');
    const result = await sync(service, begun, source, signal);
    signal?.throwIfAborted();
    await finishSync(service.db, id, { result });
  } catch (error) {
    if (signal?.aborted) throw error;
    const isExpected = isApiError(error);
    if (!isExpected) service.log.error({ err: error, sync: id }, 'repository sync failed');
    await finishSync(service.db, id, {
      error: isExpected
        ? error.message
        : `The sync failed unexpectedly. The server's log has the cause under ${id}.`,
      problems: isExpected ? issuesOf(error) : [],
    });
  }
}

/** Only problems of files: the message covers those of the repository. */
function issuesOf({ detail }: ApiError): Issue[] {
  const { issues = [] } = (detail ?? {}) as { issues?: Issue[] };
  return issues.filter(({ path }) => path !== 'remote').slice(0, maxProblems);
}

const remoteOf = ({ remote, token }: OpenSource, allow: readonly string[]): Remote =>
  isOnDisk(remote) ? onDisk(remote, allow) : overHttp(remote, { allow, token });

async function sync(
  service: Service,
  begun: BegunSync,
  source: OpenSource,
  signal?: AbortSignal,
): Promise<SyncResult> {
  const { direction } = begun;
  const remote = remoteOf(source, service.env.fetchAllow);
  const conflicts: Conflict[] = [];
  let version: number | null = null;
  for (let attempt = 1; ; attempt += 1) {
    const came = await withRepository(source, remote, async (repository) => {
      demandBranch(repository, source, direction);
      const agreement = await agreementOf(service.db, begun.brand_id);
      const isNew = repository.head !== null && repository.head !== (agreement?.commit ?? null);
      const holdsBrand = brandFile in repository.files;
      // A push first pulls what others pushed, or it would revert that.
      if (direction === 'pull' || (isNew && holdsBrand)) {
        const pulled = await pull(service, begun, source, repository, agreement);
        ({ version } = pulled);
        conflicts.push(...pulled.conflicts);
      }
      // What was pulled stays; pulling it again changes nothing.
      signal?.throwIfAborted();
      if (direction === 'pull') return { commit: repository.head, pushed: 0 };
      return push(service, begun, repository);
    });
    if (came) return { ...came, version, conflicts };
    if (attempt === tries)
      throw new ApiError(
        'conflict',
        `Others pushed to the branch during each of ${tries} attempts. Try again later.`,
      );
  }
}

function demandBranch(repository: Checkout, source: OpenSource, direction: BegunSync['direction']): void {
  const { head, branches, files } = repository;
  if (head === null && (direction === 'pull' || source.commit !== null)) {
    const others = branches.length > 0 ? ` Branches: ${branches.slice(0, 10).join(', ')}.` : '';
    throw new ApiError(
      'conflict',
      `The repository ${source.commit === null ? 'has no' : 'no longer has a'} branch "${source.branch}".${others} Connect another branch, or push this one.`,
    );
  }
  if (direction === 'pull' && !(brandFile in files))
    throw new ApiError(
      'conflict',
      `There is no ${brandFile} in ${source.path === '' ? 'the repository' : `the folder "${source.path}"`} on the branch "${source.branch}". Push the brand first, or connect another folder.`,
    );
}

async function pull(
  service: Service,
  begun: BegunSync,
  source: OpenSource,
  repository: Checkout,
  agreement: Agreement | null,
): Promise<{ version: number | null; conflicts: Conflict[] }> {
  const commit = repository.head ?? '';
  const parsed = await parseFiles(repository.files);
  const assets = await arrivingAssets(service, begun, repository, { agreement, parsed });
  return asCaller(service, begun, async (writer) => {
    const done = await importFiles(writer, begun.brand_id, {
      files: repository.files,
      parsed,
      assets,
      commit,
      message: `Pulled ${commit.slice(0, 8)} of ${source.branch}`,
    });
    await recordAgreement(writer.db, begun.brand_id, commit, countOf(repository));
    return done;
  });
}

const countOf = ({ files, assets }: Checkout): number => Object.keys(files).length + assets.size;

/** Commits what the repository lacks. @returns null if someone else was faster. */
async function push(
  service: Service,
  begun: BegunSync,
  repository: Checkout,
): Promise<{ commit: string | null; pushed: number } | null> {
  const { caller } = begun.caller;
  const brand = await brandNow({ db: service.db }, begun.brand_id);
  const agreement = await agreementOf(service.db, begun.brand_id);
  const assets = await assetsByPath(service.db, caller, brand, agreement);
  const texts = await textsOf(brand, assets, agreement);
  const changes = new Map<string, Uint8Array | null>();
  for (const [path, text] of texts) if (repository.files[path] !== text) changes.set(path, Buffer.from(text));
  for (const path of Object.keys(repository.files)) if (!texts.has(path)) changes.set(path, null);
  for (const [path, asset] of assets) {
    if (repository.assets.has(path) && agreement?.assets[path] === asset.id) continue;
    const bytes = await bytesIn(service, asset);
    if (bytes) changes.set(path, bytes);
  }
  // Deletes files that both sides knew and the brand no longer refers to; others' files under assets/ stay.
  for (const path of Object.keys(agreement?.assets ?? {}))
    if (!assets.has(path) && repository.assets.has(path)) changes.set(path, null);
  let commit = repository.head;
  if (changes.size > 0 || commit === null) {
    await demandStill(service.db, begun);
    const { hostname } = new URL(service.env.serverUrl);
    commit = await repository.push(changes, {
      message: `Brand ${brand.state.name.replace(/\s+/g, ' ')}`,
      author: { name: nameOf(caller), email: `marque@${hostname}` },
    });
    if (commit === null) return null;
  }
  const agreed = commit;
  await asCaller(service, begun, async ({ db }) => {
    await agree(db, begun.brand_id, {
      state: brand.state,
      files: Object.fromEntries(texts),
      assets: Object.fromEntries([...assets].map(([path, { id }]) => [path, id])),
      commit: agreed,
    });
    const inAssets = new Set([...repository.assets.keys(), ...assets.keys()]);
    for (const [path, bytes] of changes) if (bytes === null) inAssets.delete(path);
    await recordAgreement(db, begun.brand_id, agreed, texts.size + inAssets.size);
  });
  return { commit, pushed: changes.size };
}

async function bytesIn(service: Service, { sha256, size }: AssetAt): Promise<Uint8Array | null> {
  if (size > maxAssetBytes) return null;
  const stream = await service.storage.read(blobKey(sha256));
  if (!stream) return null;
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}
