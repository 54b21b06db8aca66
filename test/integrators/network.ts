// A network that can be lost: a port that leads to another one.
import net, { type AddressInfo } from 'node:net';

export interface Network {
  port: number;
  /** Where it leads to from now on. */
  leadTo(port: number): void;
  /** Cuts every connection, and lets none through until `mend`. */
  lose(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function openNetwork(): Promise<Network> {
  let target = 0;
  let isLost = false;
  const sockets = new Set<net.Socket>();
  const server = net.createServer((incoming) => {
    if (isLost) {
      incoming.destroy();
      return;
    }
    const outgoing = net.connect(target, '127.0.0.1');
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    leadTo: (port) => {
      target = port;
    },
    lose: () => {
      isLost = true;
      cut();
    },
    mend: () => {
      isLost = false;
    },
    close: () => {
      cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
