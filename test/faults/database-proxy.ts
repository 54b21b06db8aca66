// A proxy in front of PostgreSQL that fails as networks and databases do. It understands just enough of the
// protocol to see a COMMIT.
import net from 'node:net';
import type { AddressInfo } from 'node:net';

/**
 * `pass`: forwards everything. `refuse`: refuses connections and cuts open ones. `blackhole`: connections
 * stay open and nothing arrives. `delay`: every answer is late. `before commit`: cuts the connection instead
 * of forwarding a COMMIT. `after commit`: cuts it once the database has answered the COMMIT, instead of
 * forwarding the answer. `no session`: notifications never arrive, as behind PgBouncer in transaction mode.
 * `short`: an answer stops half-way, and the connection stays. `flip`: the type of an answer's first message
 * is another.
 */
export type Fault =
  | 'pass'
  | 'refuse'
  | 'blackhole'
  | 'delay'
  | 'before commit'
  | 'after commit'
  | 'no session'
  | 'short'
  | 'flip';

export interface DatabaseProxy {
  /** The database's URL with the proxy as its host. */
  url: string;
  fault: Fault;
  delayMs: number;
  /** COMMITs that a fault has hit. */
  hits: number;
  /** Cuts every open connection. */
  cut(): void;
  close(): Promise<void>;
}

/** COMMIT as a simple query: its type, its length, its text. */
const commitQuery = Buffer.from('Q\0\0\0\x0bcommit\0', 'latin1');

/** Where the database of a URL listens: a folder with its Unix socket, or a host. */
function targetOf(url: URL): net.NetConnectOpts {
  const folder = url.searchParams.get('host') ?? decodeURIComponent(url.hostname);
  const port = Number(url.searchParams.get('port') ?? (url.port || 5432));
  return folder.startsWith('/') ? { path: `${folder}/.s.PGSQL.${port}` } : { host: folder, port };
}

function flipped(chunk: Buffer): Buffer {
  const copy = Buffer.from(chunk);
  copy[0] = (copy[0] ?? 0) ^ 0x80;
  return copy;
}

export async function openDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const url = new URL(databaseUrl);
  const target = targetOf(url);
  const open = new Set<() => void>();

  const server = net.createServer((client) => {
    const database = net.connect(target);
    let commitSent = false;
    const cut = (): void => {
      open.delete(cut);
      client.destroy();
      database.destroy();
    };
    open.add(cut);
    for (const socket of [client, database]) {
      socket.on('error', cut);
      socket.on('close', cut);
    }
    if (proxy.fault === 'refuse') {
      cut();
      return;
    }
    client.on('data', (chunk) => {
      if (proxy.fault === 'blackhole') return;
      if (proxy.fault.endsWith('commit') && chunk.includes(commitQuery)) {
        proxy.hits += 1;
        if (proxy.fault === 'before commit') {
          cut();
          return;
        }
        commitSent = true;
      }
      // The same length, and harmless: a LISTEN that is answered, but never delivers anything.
      if (proxy.fault === 'no session')
        database.write(Buffer.from(chunk.toString('latin1').replaceAll('listen', 'notify'), 'latin1'));
      else database.write(chunk);
    });
    database.on('data', (chunk) => {
      if (proxy.fault === 'blackhole') return;
      if (commitSent) {
        cut();
        return;
      }
      if (proxy.fault === 'short') client.write(chunk.subarray(0, Math.floor(chunk.length / 2)));
      else if (proxy.fault === 'flip') client.write(flipped(chunk));
      else if (proxy.fault === 'delay') setTimeout(() => client.write(chunk), proxy.delayMs).unref();
      else client.write(chunk);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const through = new URL(`postgresql://${url.username}:${url.password}@127.0.0.1:${port}${url.pathname}`);
  for (const [name, value] of url.searchParams)
    if (name !== 'host' && name !== 'port') through.searchParams.set(name, value);

  const proxy: DatabaseProxy = {
    url: through.href,
    fault: 'pass',
    delayMs: 15_000,
    hits: 0,
    cut() {
      for (const one of [...open]) one();
    },
    async close() {
      proxy.cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}
