// Where a reader of events is: a snapshot of the database, as PostgreSQL writes it (`xmin:xmax:running,…`), and when it was taken. What
// isn't visible in it is new. A sequence number couldn't say that: a lower one may be committed later.

export interface Position {
  /** Seconds since 1970, by the database's clock. */
  seconds: number;
  /** The text of a `pg_snapshot`. */
  snapshot: string;
}

/** As the ID of a server-sent event. */
export const idOf = ({ seconds, snapshot }: Position): string => `${seconds}-${snapshot}`;

/** More transactions than a database has connections. */
const maxLength = 16_384;
const idPattern = /^(\d{1,10})-((\d{1,19}):(\d{1,19}):((?:\d{1,19}(?:,\d{1,19})*)?))$/;

/** @returns null if it isn't an ID that `idOf` makes: PostgreSQL would refuse the snapshot. */
export function positionIn(id: string): Position | null {
  const [, seconds, snapshot = ''] = (id.length <= maxLength && idPattern.exec(id)) || [];
  if (seconds === undefined) return null;
  const { xmin, xmax, running } = partsOf(snapshot);
  const inOrder = [...running].every(
    (txid, at, all) => txid >= xmin && txid < xmax && (at === 0 || txid > (all[at - 1] ?? 0n)),
  );
  return xmin >= 1n && xmin <= xmax && inOrder ? { seconds: Number(seconds), snapshot } : null;
}

function partsOf(snapshot: string): { xmin: bigint; xmax: bigint; running: ReadonlySet<bigint> } {
  const [xmin = '', xmax = '', running = ''] = snapshot.split(':');
  const txids = running === '' ? [] : running.split(',').map(BigInt);
  return { xmin: BigInt(xmin), xmax: BigInt(xmax), running: new Set(txids) };
}

/** Tells whether a transaction was committed in a snapshot, as `pg_visible_in_snapshot` does. */
export function visibleIn(snapshot: string): (txid: string) => boolean {
  const { xmin, xmax, running } = partsOf(snapshot);
  return (text) => {
    const txid = BigInt(text);
    return txid < xmin || (txid < xmax && !running.has(txid));
  };
}
