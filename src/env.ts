// What the environment says, read once and checked: each variable with its default (see .env.example).
import { Resolver } from 'node:dns';
import path from 'node:path';
import { getDomain } from 'tldts';
import { chromiumNames, libreOfficeNames, onPath } from './lib/programs.ts';

/** The S3 bucket that files are stored in. */
export interface S3Env {
  bucket: string;
  /** URL of a service other than AWS; buckets are then addressed by path, which all of them support. */
  endpoint: string | undefined;
  region: string;
  /** Both keys or neither: without them the SDK's credential chain is used (environment, profile, instance role). */
  accessKeyId: string | undefined;
  secretAccessKey: string | undefined;
  /** A folder of the bucket; with or without slashes around it, empty for the bucket itself. */
  prefix: string;
  /**
   * How long a call may take, retries included, and how long a body may pause while its reader waits. Three times as long where bytes are
   * stored or copied.
   */
  timeoutSeconds: number;
}

export interface Env {
  port: number;
  host: string;
  /** Public origin, without a trailing slash: links, cookies, CSRF. */
  serverUrl: string;
  /** `host` or `host:port`: each site answers at `{slug}.` before it. */
  sitesHost: string;
  /** Sites may share a registrable domain with the app. */
  allowSameSite: boolean;
  dataDir: string;
  /** For our own app and its commands; in every other app its Payload config says which one is used (src/core/db/app-database.ts). */
  databaseUrl: string | undefined;
  /** Connections of each of the two pools, for reads and for writes; in our own app, the latter is Payload's. */
  databasePoolSize: number;
  /** Statement timeout; 0: none. Background work has an hour. */
  databaseStatementTimeoutMs: number;
  secret: string | undefined;
  s3: S3Env | undefined;
  maxUploadBytes: number;
  /** Requests per minute and caller to `/api/v1`; 0: unlimited. */
  rateLimit: number;
  /** Exceptions to fetching only public addresses: addresses, and folders on this disk (src/core/net). */
  fetchAllow: string[];
  /** Asked about custom domains; none: those of the system. */
  dnsServers: string[];
  trustProxy: boolean;
  /** URIs to report vulnerabilities to, for `/.well-known/security.txt`; none: there's no such file. */
  securityContacts: string[];
  /** A Chromium that draws pages for agents. */
  chromiumPath: string | undefined;
  /** An ffmpeg that draws previews of videos and sounds. */
  ffmpegPath: string | undefined;
  /** A LibreOffice. */
  libreOfficePath: string | undefined;
  /** Who may create organizations: admins of one, or everyone who is signed in. */
  organizations: 'admins' | 'everyone';
  logLevel: string;
  /** One line in the log per request. */
  accessLog: boolean;
  /** Statements that take longer are logged; 0: none. */
  slowMs: number;
  /** Our own server answers `/metrics` to whoever sends it. */
  metricsToken: string | undefined;
  /** Our own server answers `/metrics` there, without a token unless there is one. */
  metricsPort: number | undefined;
  production: boolean;
  adminEmail: string | undefined;
  adminPassword: string | undefined;
  /** Environment variables of settings, by name; only those that are set. */
  settings: Readonly<Record<string, string>>;
}

const GiB = 1024 ** 3;

function whole(name: string, value: string | undefined, otherwise: number): number {
  if (value === undefined || value === '') return otherwise;
  const number = Number(value);
  if (!Number.isSafeInteger(number) || number < 0)
    throw new Error(`${name} must be a whole number, not "${value}".`);
  return number;
}

function atLeastOne(name: string, value: string | undefined, otherwise: number): number {
  const number = whole(name, value, otherwise);
  if (number < 1) throw new Error(`${name} must be at least 1, not "${value ?? ''}".`);
  return number;
}

/** Treats empty as unset. */
function onlySet(variables: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
}

/** Variables of plugins' settings; only those that are set. */
export function variablesNamed(
  names: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  return onlySet(Object.fromEntries(names.map((name) => [name, env[name]])));
}

const yes = (value: string | undefined): boolean =>
  ['1', 'true', 'yes', 'on'].includes((value ?? '').toLowerCase());

/**
 * The host below which sites are served. Sites must not share a registrable domain with the app, since their JavaScript could then share
 * cookies and count as same-site.
 */
function sitesHostOf(value: string, serverUrl: string, allowSameSite: boolean): string {
  const sitesHost = value.toLowerCase();
  if (!/^[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?$/.test(sitesHost))
    throw new Error(`SITES_HOST must be a host such as sites.example, not "${value}".`);
  const [name = ''] = sitesHost.split(':');
  const { hostname } = new URL(serverUrl);
  const domain = (host: string): string => getDomain(host, { allowPrivateDomains: true }) ?? host;
  if (domain(name) === domain(hostname) && !allowSameSite) {
    throw new Error(
      `SITES_HOST (${name}) shares the domain ${domain(name)} with SERVER_URL (${hostname}): deployed sites could access the app's cookies. Use a separate domain for sites, or set ALLOW_SAME_SITE=1 if you trust everyone who deploys.`,
    );
  }
  return sitesHost;
}

/** Payload keeps one connection for itself, and a write may need two at once: fewer could deadlock. */
const minPoolSize = 5;

/** Also read by payload.config.ts, which is loaded before everything else. */
export function poolSizeOf(value: string | undefined): number {
  const size = whole('DATABASE_POOL_SIZE', value, 10);
  if (size < minPoolSize)
    throw new Error(`DATABASE_POOL_SIZE must be at least ${minPoolSize}, not "${value ?? ''}".`);
  return size;
}

function organizationsOf(value: string | undefined): Env['organizations'] {
  const who = (value || 'admins').toLowerCase();
  if (who !== 'admins' && who !== 'everyone')
    throw new Error(`ORGANIZATIONS must be admins or everyone, not "${value ?? ''}".`);
  return who;
}

/** Programs that this server makes use of, if it has them. `none` switches one off. */
const programs = {
  chromium: { of: (env: NodeJS.ProcessEnv) => env.CHROMIUM_PATH, names: chromiumNames },
  ffmpeg: { of: (env: NodeJS.ProcessEnv) => env.FFMPEG_PATH, names: ['ffmpeg'] },
  libreoffice: { of: (env: NodeJS.ProcessEnv) => env.LIBREOFFICE_PATH, names: libreOfficeNames },
} as const;
export type Program = keyof typeof programs;

/** Where a program is; undefined if it's missing. */
export function pathOf(program: Program, env: NodeJS.ProcessEnv = process.env): string | undefined {
  const { of, names } = programs[program];
  const set = of(env);
  return set === 'none' ? undefined : set || onPath(names);
}

function dnsServersOf(value = ''): string[] {
  const servers = value.split(/[\s,]+/).filter(Boolean);
  try {
    if (servers.length > 0) new Resolver().setServers(servers);
  } catch {
    throw new Error(`DNS_SERVERS must be addresses such as 1.1.1.1 or 10.0.0.2:5353, not "${value}".`);
  }
  return servers;
}

/** Email addresses as `mailto:` URIs. */
function securityContactsOf(value = ''): string[] {
  const contacts = value.split(/[\s,]+/).filter(Boolean);
  return contacts.map((contact) => {
    const uri = /^[^\s:/@]+@[^\s:/@]+$/.test(contact) ? `mailto:${contact}` : contact;
    if (URL.canParse(uri) && /^(?:https|mailto|tel):/.test(uri)) return uri;
    throw new Error(
      `SECURITY_CONTACT must be an email address or an https:, mailto: or tel: URI, not "${contact}".`,
    );
  });
}

function metricsTokenOf(value: string | undefined): string | undefined {
  if (value && !/^[!-~]{16,}$/.test(value))
    throw new Error('METRICS_TOKEN must have at least 16 characters, and no spaces.');
  return value || undefined;
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

function logLevelOf(value: string | undefined): string {
  const level = (value || 'info').toLowerCase();
  if (!logLevels.includes(level))
    throw new Error(`LOG_LEVEL must be one of ${logLevels.join(', ')}, not "${level}".`);
  return level;
}

function s3Of(env: NodeJS.ProcessEnv): S3Env | undefined {
  if (!env.S3_BUCKET) return undefined;
  return {
    bucket: env.S3_BUCKET,
    endpoint: env.S3_ENDPOINT || undefined,
    region: env.S3_REGION || 'us-east-1',
    accessKeyId: env.S3_ACCESS_KEY_ID || undefined,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY || undefined,
    prefix: env.S3_PREFIX ?? '',
    timeoutSeconds: atLeastOne('S3_TIMEOUT_SECONDS', env.S3_TIMEOUT_SECONDS, 8),
  };
}

/**
 * Reads the environment.
 * @throws Error naming the variable and what it must be; for the server admin.
 */
export function readEnv(env: NodeJS.ProcessEnv = process.env): Env {
  const port = whole('PORT', env.PORT, 3000);
  const serverUrl = (env.SERVER_URL || `http://localhost:${port}`).replace(/\/+$/, '');
  if (!URL.canParse(serverUrl) || !/^https?:\/\/[^/]+$/.test(serverUrl)) {
    throw new Error(`SERVER_URL must be an origin such as https://marque.example, not "${serverUrl}".`);
  }
  if (env.SECRET !== undefined && env.SECRET.length < 32)
    throw new Error('SECRET must be at least 32 characters long.');
  return {
    port,
    // Treats empty as unset: an empty host would listen on all addresses.
    host: env.HOST || '127.0.0.1',
    serverUrl: new URL(serverUrl).origin,
    sitesHost: sitesHostOf(env.SITES_HOST || `sites.localhost:${port}`, serverUrl, yes(env.ALLOW_SAME_SITE)),
    allowSameSite: yes(env.ALLOW_SAME_SITE),
    // Hidden from Next's build: its tracer would otherwise include the whole project.
    dataDir: path.resolve(/* turbopackIgnore: true */ env.DATA_DIR || '.data'),
    databaseUrl: env.DATABASE_URL || undefined,
    databasePoolSize: poolSizeOf(env.DATABASE_POOL_SIZE),
    databaseStatementTimeoutMs: whole(
      'DATABASE_STATEMENT_TIMEOUT_MS',
      env.DATABASE_STATEMENT_TIMEOUT_MS,
      10_000,
    ),
    secret: env.SECRET,
    s3: s3Of(env),
    rateLimit: whole('RATE_LIMIT', env.RATE_LIMIT, 6000),
    maxUploadBytes: whole('MAX_UPLOAD_BYTES', env.MAX_UPLOAD_BYTES, 5 * GiB),
    fetchAllow: (env.FETCH_ALLOW ?? '').split(/[\s,]+/).filter(Boolean),
    dnsServers: dnsServersOf(env.DNS_SERVERS),
    trustProxy: yes(env.TRUST_PROXY),
    securityContacts: securityContactsOf(env.SECURITY_CONTACT),
    chromiumPath: pathOf('chromium', env),
    ffmpegPath: pathOf('ffmpeg', env),
    libreOfficePath: pathOf('libreoffice', env),
    organizations: organizationsOf(env.ORGANIZATIONS),
    logLevel: logLevelOf(env.LOG_LEVEL),
    accessLog: yes(env.ACCESS_LOG),
    slowMs: whole('SLOW_MS', env.SLOW_MS, 1000),
    metricsToken: metricsTokenOf(env.METRICS_TOKEN),
    metricsPort: whole('METRICS_PORT', env.METRICS_PORT, 0) || undefined,
    production: env.NODE_ENV === 'production',
    adminEmail: env.ADMIN_EMAIL || undefined,
    adminPassword: env.ADMIN_PASSWORD || undefined,
    settings: onlySet({
      SMTP_HOST: env.SMTP_HOST,
      SMTP_PORT: env.SMTP_PORT && String(whole('SMTP_PORT', env.SMTP_PORT, 0)),
      SMTP_USER: env.SMTP_USER,
      SMTP_PASSWORD: env.SMTP_PASSWORD,
      MAIL_FROM: env.MAIL_FROM,
      MAIL_REPLY_TO: env.MAIL_REPLY_TO,
    }),
  };
}

/** True if people use this server over HTTPS: its cookies are then `Secure`. */
export const isHttps = (serverUrl: string): boolean => serverUrl.startsWith('https:');

/** All origins of this server: SERVER_URL, and for loopback addresses each of their names. */
export function ownOrigins(serverUrl: string): string[] {
  const url = new URL(serverUrl);
  if (!isLoopbackName(url.hostname)) return [url.origin];
  const port = url.port ? `:${url.port}` : '';
  return ['localhost', '127.0.0.1', '[::1]'].map((host) => `${url.protocol}//${host}${port}`);
}

/** True for the names of the loopback interface in a URL. */
export function isLoopbackName(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
}
