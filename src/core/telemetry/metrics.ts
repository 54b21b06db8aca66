// What this process counts and measures, for Prometheus. Only there where METRICS_TOKEN or METRICS_PORT is set: elsewhere it costs nothing.
// Labels are names of operations, jobs and calls, never IDs or addresses, so the number of series stays small.
import type * as Client from 'prom-client';
import type { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { within } from '../../lib/within.ts';

const seconds = {
  request: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10],
  storage: [0.001, 0.01, 0.05, 0.25, 1, 5, 30],
  work: [0.1, 1, 10, 60, 600, 3600],
};

/** How long what a gauge asks may take to answer a scrape. */
const limitMs = 2_000;

type Labels = Readonly<Record<string, string>>;
/** Sets a gauge for some labels. */
export type SetGauge = (labels: Labels, value: number) => void;
type Result = 'ok' | 'error';

interface Instruments {
  requests: Histogram;
  inFlight: Gauge;
  slowStatements: Counter;
  jobs: Histogram;
  storage: Histogram;
  caches: Counter;
  renditions: Histogram;
  indexBuilds: Histogram;
}

function instrumentsOf({ Counter, Gauge, Histogram }: typeof Client, registers: Registry[]): Instruments {
  const histogram = (name: string, help: string, labelNames: string[], buckets: number[]): Histogram =>
    new Histogram({ name, help, labelNames, buckets, registers });
  const counter = (name: string, help: string, labelNames: string[] = []): Counter =>
    new Counter({ name, help, labelNames, registers });
  return {
    requests: histogram(
      'marque_request_duration_seconds',
      'Duration of requests, from the headers to the last byte of the response; MCP tool calls have the transport mcp',
      ['operation', 'status', 'transport'],
      seconds.request,
    ),
    inFlight: new Gauge({
      name: 'marque_requests_in_flight',
      help: 'Requests being answered',
      registers,
    }),
    slowStatements: counter(
      'marque_slow_statements_total',
      'Database statements that took longer than SLOW_MS',
    ),
    jobs: histogram(
      'marque_job_duration_seconds',
      'Duration of background jobs run by this process',
      ['job', 'result'],
      seconds.work,
    ),
    storage: histogram(
      'marque_storage_duration_seconds',
      'Duration of file storage calls; for reads, until the first byte',
      ['call', 'result'],
      seconds.storage,
    ),
    caches: counter('marque_cache_requests_total', 'Cache lookups', ['cache', 'result']),
    renditions: histogram(
      'marque_rendition_duration_seconds',
      'Time to make a rendition, including time spent queued',
      ['result'],
      seconds.request,
    ),
    indexBuilds: histogram(
      'marque_search_index_build_seconds',
      'Time to build the search index of a workspace',
      [],
      seconds.work,
    ),
  };
}

export class Metrics {
  private constructor(
    private readonly client: typeof Client,
    private readonly registry: Registry,
    private readonly instruments: Instruments,
  ) {}

  static async open(version: string): Promise<Metrics> {
    const { default: client } = await import('prom-client');
    const registry = new client.Registry();
    client.collectDefaultMetrics({ register: registry });
    const metrics = new Metrics(client, registry, instrumentsOf(client, [registry]));
    metrics.gauge('marque_info', 'The release that runs', ['version'], (set) => {
      set({ version }, 1);
    });
    return metrics;
  }

  began(): void {
    this.instruments.inFlight.inc();
  }

  ended(): void {
    this.instruments.inFlight.dec();
  }

  request(operation: string, status: number, transport: string, ms: number): void {
    this.instruments.requests.observe({ operation, status, transport }, ms / 1000);
  }

  slowStatement(): void {
    this.instruments.slowStatements.inc();
  }

  cache(cache: string, isHit: boolean): void {
    this.instruments.caches.inc({ cache, result: isHit ? 'hit' : 'miss' });
  }

  storage(call: string, result: Result, ms: number): void {
    this.instruments.storage.observe({ call, result }, ms / 1000);
  }

  indexBuilt(ms: number): void {
    this.instruments.indexBuilds.observe(ms / 1000);
  }

  job<T>(job: string, run: () => Promise<T>): Promise<T> {
    return timed(run, (result, ms) => {
      this.instruments.jobs.observe({ job, result }, ms / 1000);
    });
  }

  rendition<T>(make: () => Promise<T>): Promise<T> {
    return timed(make, (result, ms) => {
      this.instruments.renditions.observe({ result }, ms / 1000);
    });
  }

  /**
   * Adds a gauge that is read when it's asked for. One that fails or takes too long has no values (without labels: 0).
   * @param read sets the value for each combination of labels
   */
  gauge(
    name: string,
    help: string,
    labelNames: readonly string[],
    read: (set: SetGauge) => Promise<void> | void,
  ): void {
    const { Gauge } = this.client;
    new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [this.registry],
      async collect() {
        this.reset();
        const readNow = async (): Promise<void> => {
          await read((labels, value) => {
            this.set(labels, value);
          });
        };
        try {
          await within(limitMs, readNow(), () => undefined);
        } catch {
          this.reset();
        }
      },
    });
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  /** Everything, in Prometheus' text format. */
  text(): Promise<string> {
    return this.registry.metrics();
  }
}

/** Runs work and says how it went. */
export async function timed<T>(
  run: () => Promise<T>,
  ended: (result: Result, ms: number) => void,
  isError: (error: unknown) => boolean = () => true,
): Promise<T> {
  const began = performance.now();
  try {
    const value = await run();
    ended('ok', performance.now() - began);
    return value;
  } catch (error) {
    ended(isError(error) ? 'error' : 'ok', performance.now() - began);
    throw error;
  }
}
