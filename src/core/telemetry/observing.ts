// Observes each request from its first to its last byte: gives it an id, and when it's over, counts it and writes its access line.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { logContext } from '../../log.ts';
import type { Service } from '../service.ts';
import { observe, observedNow, type Observed } from './request.ts';

export type Listener = (request: IncomingMessage, response: ServerResponse) => void;

export const requestIdHeader = 'x-request-id';

/** As proxies log it: the client went before there was an answer. */
const clientGone = 499;

interface Ended {
  method: string;
  status: number;
  /** Bytes sent, with headers, if they're known. */
  bytes?: number | undefined;
  /** False: the answer ended before its last byte. */
  complete: boolean;
}

function end(service: Service, observed: Observed, { method, status, bytes, complete }: Ended): void {
  const { env, log, metrics } = service;
  if (metrics) {
    metrics.ended();
    const ms = performance.now() - observed.began;
    metrics.request(observed.operation, status, observed.transport, ms);
  }
  if (!env.accessLog) return;
  const { requestId, traceId, operation, caller, callerId, transport, began } = observed;
  const ms = Math.round((performance.now() - began) * 10) / 10;
  // No address, path or header: they contain tokens, signatures and names of files.
  log.info(
    {
      requestId,
      traceId,
      method,
      operation,
      status,
      ms,
      bytes,
      ...(complete ? {} : { complete }),
      caller: caller ?? undefined,
      callerId,
      transport,
    },
    'request',
  );
}

/** Wraps what answers requests of our own server. */
export function observing(service: Service, listener: Listener): Listener {
  return (request, response) => {
    const observed = observe('http', {
      requestId: request.headers[requestIdHeader],
      traceparent: request.headers.traceparent,
    });
    service.metrics?.began();
    const { socket } = request;
    const sentBefore = socket.bytesWritten;
    response.once('close', () => {
      const { headersSent, statusCode, writableFinished } = response;
      end(service, observed, {
        method: request.method ?? 'GET',
        status: headersSent ? statusCode : clientGone,
        bytes: socket.bytesWritten - sentBefore,
        complete: writableFinished,
      });
    });
    logContext.run(observed, listener, request, response);
  };
}

/** Gives the answer to the current request its id. What another app answers is its own concern. */
export function setRequestId(response: ServerResponse): void {
  const observed = observedNow();
  if (observed) response.setHeader(requestIdHeader, observed.requestId);
}

/** The same behind Payload's endpoint: until the response begins. */
export async function observingFetch(
  service: Service,
  request: Request,
  answer: () => Response | Promise<Response>,
): Promise<Response> {
  // Our own server has passed it to Next.
  if (observedNow()) return answer();
  const observed = observe('next', {
    requestId: request.headers.get(requestIdHeader),
    traceparent: request.headers.get('traceparent'),
  });
  service.metrics?.began();
  const response = await logContext.run(observed, async () => answer());
  response.headers.set(requestIdHeader, observed.requestId);
  const length = response.headers.get('content-length');
  end(service, observed, {
    method: request.method,
    status: response.status,
    bytes: length === null ? undefined : Number(length),
    complete: true,
  });
  return response;
}
