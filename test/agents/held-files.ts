// A server of somebody else's that sends half of a file, and the rest when the test says so.
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HeldFile {
  url: string;
  /** Resolves once half of it has been sent. */
  begun: Promise<void>;
  /** Sends the rest. */
  release: () => void;
  /** Resolves once whoever fetched it has left. */
  left: Promise<void>;
}

/** A promise, and what resolves it. */
function signal(): { promise: Promise<void>; give: () => void } {
  let give = (): void => undefined;
  const promise = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { promise, give };
}

export interface HeldFiles {
  hold: (bytes: Buffer, mime: string) => HeldFile;
  close: () => void;
}

export async function serveHeldFiles(): Promise<HeldFiles> {
  const held = new Map<string, (response: http.ServerResponse) => void>();
  const server = http.createServer((request, response) => {
    const send = held.get(request.url ?? '');
    if (send) send(response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  let made = 0;
  return {
    hold: (bytes, mime) => {
      const path = `/file-${(made += 1)}`;
      const [begun, released, left] = [signal(), signal(), signal()];
      held.set(path, (response) => {
        response.writeHead(200, { 'content-type': mime, 'content-length': bytes.length });
        response.on('close', left.give);
        const half = Math.floor(bytes.length / 2);
        response.write(bytes.subarray(0, half), () => begun.give());
        void released.promise.then(() => response.end(bytes.subarray(half)));
      });
      return {
        url: `http://127.0.0.1:${port}${path}`,
        begun: begun.promise,
        release: released.give,
        left: left.promise,
      };
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
