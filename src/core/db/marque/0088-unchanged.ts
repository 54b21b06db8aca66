// A write that changes nothing leaves `updated_at`: no event says that it moved, so copies kept by webhooks or the change feed would differ.
export const name = '0088-unchanged';

export const sql = /* sql */ `
-- With the columns that don't count: Payload works them out anew.
create function marque.keep_updated_at() returns trigger language plpgsql as $$
declare
  aside text[] := array['updated_at'] || coalesce(tg_argv, '{}'::text[]);
begin
  if to_jsonb(new) - aside = to_jsonb(old) - aside then
    new.updated_at := old.updated_at;
  end if;
  return new;
end $$;

-- By name after the triggers that work out what's private.
create trigger marque_unchanged before update on payload.assets for each row execute function marque.keep_updated_at('url', 'thumbnail_u_r_l');
create trigger marque_unchanged before update on payload.collections for each row execute function marque.keep_updated_at();
create trigger marque_unchanged before update on payload.brands for each row execute function marque.keep_updated_at();
create trigger marque_unchanged before update on payload.portals for each row execute function marque.keep_updated_at();
create trigger marque_unchanged before update on payload.sites for each row execute function marque.keep_updated_at();
`;
