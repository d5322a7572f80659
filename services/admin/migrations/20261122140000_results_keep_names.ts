import type { Database } from '@purple-sector/database'

/** A result keeps the names it was published with. Older ones were shown with their cars' present names: they keep those. */
const names = `
update result_revisions set classification = (
  select jsonb_agg(row.value || jsonb_build_object('car', jsonb_build_object(
    'number', coalesce(car.number, 0), 'plate', coalesce(car.number, 0)::text,
    'driver', coalesce(car.driver, ''), 'team', coalesce(car.team, ''))) order by row.ordinality)
  from jsonb_array_elements(classification) with ordinality row (value, ordinality)
  left join cars car on car.id = (row.value ->> 'carId')::integer
) where jsonb_array_length(classification) > 0
`

export const up = async (database: Database): Promise<void> => {
  await database.raw(names)
}

/** Migrations are append-only: what one did, a later one undoes. */
export const down = async (): Promise<void> => {}
