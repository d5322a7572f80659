import type { Database } from '@purple-sector/database'

/* The names of the categories, and the ids by which races and cars refer to one from here on. */
const categories = `
create table categories (id integer primary key, name text not null);
insert into categories (id, name) values
  (1, 'Repco Supercars Championship'), (2, 'Boost Mobile TTSO'), (3, 'Dunlop Super2 Series'),
  (4, 'Heritage Touring Cars'), (5, 'Porsche Carrera Cup Australia'), (6, 'TOYOTA GAZOO Racing Australia GR CUP'),
  (7, 'Tyrepower V8 SuperUte Series'), (8, 'Australian Superbike Championship');

alter table races add column category_id integer;
update races set category_id = categories.id from categories where categories.name = races.category;
alter table races alter column category_id set not null, drop column category;

alter table cars add column category_id integer;
update cars set category_id = categories.id from categories where categories.name = cars.category;
alter table cars alter column category_id set not null, drop column category;
`

export const up = async (sql: Database): Promise<void> => {
  await sql.raw(categories)
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
