import type { Database } from '@purple-sector/database'

/*
 * A copy of the categories that weekends keeps, and with them the ids by which races, cars and tips refer to one from
 * here on. `spellings` is everything one is called by, as spellings are compared: in lower case, the id too.
 */
const categories = `
create table categories (
  id integer primary key,
  name text not null,
  short_name text not null,
  aliases text[] not null,
  list_order integer not null,
  spellings text[] not null,
  deleted boolean not null default false
);
insert into categories (id, name, short_name, list_order, aliases, spellings)
select id, name, short_name, id, aliases,
  array[id::text, lower(name), lower(short_name)] || array(select lower(alias) from unnest(aliases) alias)
from (values
  (1, 'Repco Supercars Championship', 'Supercars', array['Repco Supercars', 'Supercars Championship']),
  (2, 'Boost Mobile TTSO', 'TTSO', array['Boost Mobile']),
  (3, 'Dunlop Super2 Series', 'Super2', array['Dunlop Super2', 'Super2 Series', 'Super 2']),
  (4, 'Heritage Touring Cars', 'Heritage', array['Heritage Touring']),
  (5, 'Porsche Carrera Cup Australia', 'Porsche', array['Porsche Carrera Cup', 'Carrera Cup']),
  (6, 'TOYOTA GAZOO Racing Australia GR CUP', 'GR Cup', array['Toyota GR Cup', 'Toyota GAZOO Racing GR Cup']),
  (7, 'Tyrepower V8 SuperUte Series', 'SuperUtes',
    array['SuperUte', 'SuperUte Series', 'V8 SuperUte', 'V8 SuperUtes', 'V8 SuperUte Series']),
  (8, 'Australian Superbike Championship', 'Superbikes', array['Superbike', 'ASBK'])
) founding (id, name, short_name, aliases);
`

const copies = `
alter table sessions add column category_id integer;
update sessions set category_id = categories.id from categories where categories.name = sessions.category;
alter table sessions alter column category_id set not null, drop column category;

alter table cars add column category_id integer;
update cars set category_id = categories.id from categories where categories.name = cars.category;
alter table cars alter column category_id set not null, drop column category;
create index cars_weekend on cars (weekend_id, category_id);
`

const tips = `
alter table tips add column category_id integer;
update tips set category_id = categories.id from categories where categories.name = tips.category;
alter table tips drop constraint tips_one_per_category;
alter table tips alter column category_id set not null, drop column category,
  add constraint tips_one_per_category unique nulls not distinct (scope_id, user_id, category_id, membership_id);
create index tips_of_car on tips (weekend_id, category_id, car_id);

update scope_rules set custom_points = (
  select jsonb_object_agg(coalesce(categories.id::text, key), value)
  from jsonb_each(custom_points) left join categories on categories.name = key
) where custom_points <> '{}';
`

export const up = async (sql: Database): Promise<void> => {
  for (const statements of [categories, copies, tips]) await sql.raw(statements)
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
