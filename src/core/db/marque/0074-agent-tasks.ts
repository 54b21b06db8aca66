// Tasks: calls of agents that take long, and that their clients poll (plugins/agents/tasks). And how far a deployment is checked.
export const name = '0074-agent-tasks';

export const sql = /* sql */ `
-- begun: what goes on without the process that began it, as the path of the operation that reads it.
-- outcome: what the call answered, once it has ended: a tool's result, or for a failed one the error.
-- worker_until: a task that isn't renewed belongs to a process that died.
create table marque.agent_tasks (
  id uuid primary key default gen_random_uuid(),
  key_id uuid not null references payload.keys(id) on delete cascade,
  tool text not null,
  status text not null default 'working' check (status in ('working', 'completed', 'failed', 'cancelled')),
  part real,
  message text,
  begun jsonb,
  outcome json,
  cancel_asked boolean not null default false,
  worker_until timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index on marque.agent_tasks (key_id);
create index on marque.agent_tasks (expires_at);

-- From 0 to 1, while the state is checking.
alter table marque.deployments add column checked real not null default 0;
`;
