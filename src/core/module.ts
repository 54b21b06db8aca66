// A module is a record of everything one part of the product contributes. Marque's own parts and an agency's are of this one type;
// the core runs what is registered and knows no module by name.
import type { CollectionConfig, Config, LabelFunction, StaticLabel } from 'payload';
import { registerGrantable, type GrantableKind } from './access/grantable.ts';
import type { Scope } from './access/ladder.ts';
import { demandResourceName } from './access/resources.ts';
import type { AccessSource, ReportedKind } from './access/reported.ts';
import {
  registerTargetAliases,
  registerTargets,
  targetOfKind,
  type TargetAlias,
  type TargetKind,
} from './access/targets.ts';
import type { PhrasesByLanguage } from '../lib/phrases.ts';
import { contribute, contributionKeys, type Contributed } from './contributions.ts';
import type { Connection } from './db/app-database.ts';
import type { Db } from './db/pool.ts';
import type { Listener } from './events/listeners.ts';
import { registerEventSubjects, registerStreamedSubjects, type EventSubjects } from './events/subjects.ts';
import type { Job } from './jobs/jobs.ts';
import type { Answer, AnyOperation, ProtocolRoute, RequestFacts } from './operation.ts';
import type { Service } from './service.ts';
import { registerSettingChecks, type SettingChecks } from './settings/checks.ts';
import type { SettingDefinition } from './settings/schemas.ts';

/** A job of a module: `run` is given the service as well. */
export interface ModuleJob extends Omit<Job, 'run' | 'module'> {
  /** @param signal aborted when the process stops, the time is up, or another process has taken the job over. */
  run(service: Service, data: Record<string, unknown>, signal: AbortSignal): Promise<void>;
}

/** Hosts other than the app's. The app isn't served on them. */
export interface HostHandler {
  /**
   * True if the host belongs to the module. Asked on every request, so by the name alone wherever that is enough; a promise for names that
   * have to be looked up. If it rejects, the request fails: the app isn't served at a host that may not be its own.
   */
  holds(service: Service, host: string): boolean | Promise<boolean>;
  answer(service: Service, request: RequestFacts): Promise<Answer>;
}

/** In one language, by language, or as Payload's `({ t }) => …`. */
export type PanelLabel = StaticLabel | LabelFunction;

export interface PanelPage extends Pick<MenuEntry, 'path' | 'label' | 'icon' | 'order'> {
  /** A client component without props, as a path of Payload's import map: `./panel.tsx#Campaigns`. */
  component: string;
}

/** An entry of the panel's menu, for people who have a workspace. Component paths are those of Payload's import map. */
export interface MenuEntry {
  label: PanelLabel;
  /** Below the panel's address; collections go by the names that we give them: `/collections/assets`. */
  path: `/${string}`;
  /** Draws its icon, and is given its `size` in pixels. Without one there's a plain mark. */
  icon?: string;
  /** Lower ones come first: Marque's own have 10 (Review), 20, … 90 (Settings), and pages of modules 55 unless they say otherwise. */
  order?: number;
  /** The path of the entry that it's listed below. */
  under?: `/${string}`;
  /** Other views that belong to it, with everything below their paths. */
  also?: readonly `/${string}`[];
  /** The lowest scope on the workspace with which there is something to do. */
  scope?: Scope;
  /** Draws the link where there's more to it, such as a count. It's given `label`, `path`, `also` and the drawn `icon`. */
  component?: string;
  /** Draws more links below it. */
  children?: string;
}

/** Something that Ctrl+K offers to do. */
export interface PanelCommand {
  /** Begins with a verb, unless it names a view: "New brand", "Trash". */
  label: PanelLabel;
  /** The view where it's done. */
  path: `/${string}`;
  /** The lowest scope on the workspace that it takes. */
  scope?: Scope;
  /** Listed with the menu's views. */
  isView?: boolean;
}

/** What a module adds to Payload's panel. Component paths are those of Payload's import map. */
export interface PanelParts {
  views?: NonNullable<NonNullable<NonNullable<Config['admin']>['components']>['views']>;
  /** Pages in the panel's frame, for signed-in people, each with an entry in the menu. */
  pages?: readonly PanelPage[];
  menu?: readonly MenuEntry[];
  /** What Ctrl+K offers beside the menu's views: as records, or as client components that draw it with `useFinding`. */
  commands?: readonly (PanelCommand | string)[];
  /** What Ctrl+K finds: client components that draw it with `useFinding`. */
  searches?: readonly string[];
  /** Components in the header. */
  actions?: readonly string[];
  /** Wrapped around every page. */
  providers?: readonly string[];
}

/** What the panel knows of a kind of proposal that a module adds. */
export interface ProposalKindPart {
  name: string;
  label: PanelLabel;
  /** A path of Payload's import map. */
  component?: string | undefined;
  /** Accepting it shows something that isn't kept, so a person has to be there. */
  showsOnce?: true | undefined;
}

/** What collections may depend on. */
export interface AppFacts {
  /** True if the server is called by https. */
  isSecure: boolean;
  /** True if the app has people of its own, who sign in there. */
  hasPeople: boolean;
}

/** Everything one part of the product contributes. What modules let others add to them comes beside this: `Contributions`. */
export interface Module extends Contributed {
  /** Lower case, unique. */
  name: string;
  /** Payload collections. A function where they depend on the app. */
  collections?: readonly CollectionConfig[] | ((app: AppFacts) => readonly CollectionConfig[]);
  operations?: readonly AnyOperation[];
  /** Descriptions, for the OpenAPI document, of the tags that its operations introduce. A tag without one is described by its name. */
  tags?: Readonly<Record<string, string>>;
  /** Addresses beside `/api/v1` that a protocol fixes. */
  routes?: readonly ProtocolRoute[];
  hosts?: HostHandler;
  /** Edited in the panel and at `/api/v1/settings`. */
  settings?: readonly SettingDefinition[];
  /** More checks of settings, of any module, by their keys. */
  settingChecks?: SettingChecks;
  jobs?: readonly ModuleJob[];
  /** Hourly, before unneeded files are deleted: removes what has expired. Counts go to the log. */
  sweep?(service: Service, signal: AbortSignal): Promise<Readonly<Record<string, number>> | void>;
  /** Runs once the service is there. @returns what stops it. */
  start?(
    service: Service,
    options: { connection: Connection },
  ): Promise<() => Promise<void> | void> | (() => Promise<void> | void);
  /** Notified of events, after their commit, until they succeed. */
  listeners?: readonly Listener[];
  /**
   * Removes everything the module keeps of workspaces that are deleted, in the transaction of that call. Modules are asked in the
   * opposite order of the list, so whatever points at another module's rows goes before them.
   *
   * @returns numbers for the event, by name: `{ assets: 12 }`.
   */
  onWorkspaceDelete?(
    db: Db,
    workspaceIds: readonly string[],
  ): Promise<Readonly<Record<string, number>> | void>;
  /** Kinds of resources, in the module's own tables, that grants can be on. Records declared in `resources` are included already. */
  grantable?: readonly GrantableKind[];
  /** Kinds of target that operations can act on, and other ways to identify them. */
  targets?: Readonly<Record<string, TargetKind>>;
  targetAliases?: Readonly<Record<string, TargetAlias>>;
  /** Kinds of subject whose events the activity shows, beside those that grants can be on. */
  activity?: EventSubjects;
  /** Kinds of subject whose events are sent to event streams but not shown in the activity. */
  streamed?: EventSubjects;
  /** Kinds of resource that the access report can be asked about. */
  reported?: Readonly<Record<string, ReportedKind>>;
  /** Who can see resources without a grant, the module's own or others'. */
  accessSources?: readonly AccessSource[];
  panel?: PanelParts;
  /** What its components say, by language: Payload's `t('campaigns:title')` finds the sentence `title` of the module `campaigns`. */
  words?: PhrasesByLanguage;
}

/** Declares a module. */
export function defineModule<M extends Module>(module: M): M {
  return module;
}

/** Registers what is known by name from the config on: Next has its own copy of every module, and reads the config in each. */
export function registerModule(module: Module): void {
  const { activity, grantable, settingChecks, streamed, targets, targetAliases } = module;
  if (grantable) {
    registerGrantable(grantable);
    registerTargets(Object.fromEntries(grantable.map((kind) => [kind.name, targetOfKind(kind)])));
  }
  if (activity) registerEventSubjects(activity);
  if (streamed) registerStreamedSubjects(streamed);
  if (settingChecks) registerSettingChecks(settingChecks);
  if (targets) registerTargets(targets);
  if (targetAliases) registerTargetAliases(targetAliases);
  contribute(module);
}

/** @throws Error for two modules, operations, settings or contributions of one name; a name that a resource can't have */
export function demandUniqueNames(modules: readonly Module[]): void {
  const among = (what: string, namesOf: (module: Module) => readonly string[]): void => {
    demandUnique(what, modules.flatMap(namesOf));
  };
  among('modules', ({ name }) => [name]);
  among('operations', ({ operations = [] }) => operations.map(({ name }) => name));
  among('tags', ({ tags = {} }) => Object.keys(tags));
  among('settings', ({ settings = [] }) => settings.map(({ key }) => key));
  among('checks of settings', ({ settingChecks = {} }) => Object.keys(settingChecks));
  among('kinds of resources', ({ grantable = [], resources = [] }) =>
    [...grantable, ...resources].map(({ name }) => name),
  );
  for (const { grantable = [] } of modules) for (const { name } of grantable) demandResourceName(name);
  for (const key of contributionKeys()) among(key, (module) => module[key]?.map(({ name }) => name) ?? []);
}

function demandUnique(what: string, names: readonly string[]): void {
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`Two ${what} are named "${twice}". Rename yours.`);
}
