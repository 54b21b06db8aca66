// Connections to public or allowed addresses only, for HTTP and other protocols.
import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import { isPermitted, type AllowRule, type Destination } from './allow-rules.ts';
import { FetchError } from './fetch-error.ts';

/**
 * Connects to permitted addresses only. The resolver's answer is filtered on its way into the socket, so the checked address is the
 * one connected to; literal addresses skip the resolver and are checked here.
 */
export function guardedConnector(
  rules: readonly AllowRule[],
  lookup: LookupFunction,
): buildConnector.connector {
  return (options, callback) => {
    const hostname = options.hostname.replace(/^\[|\]$/g, '');
    const port = options.port || (options.protocol === 'https:' ? '443' : '80');
    const destination = { hostname, port };
    if (isIP(hostname) !== 0 && !isPermitted(hostname, destination, rules)) {
      callback(notPublic(), null);
      return;
    }
    const connectTo = buildConnector({
      lookup: guardedLookup(destination, rules, lookup),
      // No limit of its own: whoever asks has a deadline.
      timeout: 0,
    });
    connectTo(options, (...[error, socket]) => {
      if (error) {
        callback(error, null);
      } else if (!isPermitted(socket.remoteAddress ?? '', destination, rules)) {
        // Can't happen according to Node's docs for `lookup`; checked because everything depends on it.
        socket.destroy();
        callback(notPublic(), null);
      } else {
        callback(null, socket);
      }
    });
  };
}

/**
 * A connection to a user-supplied host for other protocols than HTTP (mail): to permitted addresses only, like `fetchPublic`.
 * @throws FetchError `not-public`; the system's own error if the host can't be reached.
 */
export function connectPublic(options: {
  host: string;
  port: number;
  allow: readonly AllowRule[];
  timeoutMs: number;
  lookup?: LookupFunction;
}): Promise<Socket> {
  const { host, port, allow: rules, timeoutMs } = options;
  const destination = { hostname: host, port: String(port) };
  return new Promise((resolve, reject) => {
    if (isIP(host) !== 0 && !isPermitted(host, destination, rules)) {
      reject(notPublicHost());
      return;
    }
    const lookup = guardedLookup(destination, rules, options.lookup ?? systemLookup);
    const socket = connect({ host, port, lookup, timeout: timeoutMs });
    const fail = (error: Error): void => {
      socket.destroy();
      reject(error instanceof FetchError ? notPublicHost() : error);
    };
    socket.once('error', fail);
    socket.once('timeout', () => {
      fail(Object.assign(new Error("The host didn't respond in time."), { code: 'ETIMEDOUT' }));
    });
    socket.once('connect', () => {
      if (!isPermitted(socket.remoteAddress ?? '', destination, rules)) {
        fail(notPublicHost());
        return;
      }
      socket.off('error', fail).removeAllListeners('timeout');
      socket.setTimeout(0);
      resolve(socket);
    });
  });
}

function guardedLookup(
  destination: Destination,
  rules: readonly AllowRule[],
  lookup: LookupFunction,
): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) {
        callback(error, '', 0);
        return;
      }
      const addresses = (found as LookupAddress[]).filter(({ address }) =>
        isPermitted(address, destination, rules),
      );
      const [first] = addresses;
      if (!first) callback(notPublic(), '', 0);
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

const notPublic = () => new FetchError('not-public', 'This URL, or one it redirects to, is not public.');
const notPublicHost = () => new FetchError('not-public', 'This host is not public.');
