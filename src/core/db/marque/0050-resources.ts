// Records of other modules on the scope ladder: one row for each, kept by a trigger on its table, so that grants, invitations, the access
// report and proposals need to know no kind by name.
export const name = '0050-resources';

export const sql = /* sql */ `
create table marque.resources (
  id uuid primary key,
  kind text not null check (kind ~ '^[a-z][a-z0-9_]{0,39}$'),
  workspace_id uuid not null references payload.workspaces(id) on delete cascade,
  name text not null,
  private boolean not null
);
create index on marque.resources (workspace_id, kind);

-- With the name of the kind, and the column that has a record's name.
create function marque.follow_resource() returns trigger language plpgsql as $$
declare
  fields jsonb;
begin
  if tg_op = 'DELETE' then
    delete from marque.resources where id = old.id;
    return null;
  end if;
  fields := to_jsonb(new);
  insert into marque.resources as r (id, kind, workspace_id, name, private)
  values (new.id, tg_argv[0], new.workspace_id, coalesce(fields->>tg_argv[1], ''), coalesce((fields->>'private')::boolean, false))
  on conflict (id) do update set workspace_id = excluded.workspace_id, name = excluded.name, private = excluded.private
    where (r.workspace_id, r.name, r.private) is distinct from (excluded.workspace_id, excluded.name, excluded.private);
  return null;
end $$;

create trigger marque_drop_grants after delete on marque.resources for each row execute function marque.drop_grants();
create trigger marque_drop_invitations after delete on marque.resources for each row execute function marque.drop_invitations();

alter table marque.invitations drop constraint invitations_resource_check;
alter table marque.invitations add constraint invitations_resource_form check (resource ~ '^[a-z][a-z0-9_]{0,39}$');

alter table marque.proposals add column resource_id uuid references marque.resources(id) on delete cascade;
create index on marque.proposals (resource_id) where resource_id is not null;
alter table marque.proposals drop constraint proposals_check;
alter table marque.proposals add constraint proposals_one_target check (num_nonnulls(asset_id, brand_id, resource_id) = 1);
`;
