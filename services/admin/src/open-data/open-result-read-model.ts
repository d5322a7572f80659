import type { OpenResult, OpenResults } from '@purple-sector/contracts/admin/open-data'
import { isOpenToAll } from '@purple-sector/contracts/weekends/open-to-all'
import type { Database } from '@purple-sector/database'
import { notFound } from '@purple-sector/service-kit/errors'
import { findWeekend } from '../projections/weekend-projection.ts'
import type { NamedRow, ResultStatus } from '../results/result.ts'

type Row = {
  race_id: number
  name: string
  category: string
  revision: number
  status: ResultStatus
  reason: string | null
  classification: NamedRow[]
  published_at: Date
}

const RESULTS = `
select r.race_id, races.name, coalesce(categories.name, '') as category, r.revision, r.status, r.reason,
  r.classification, r.published_at
from (
  select distinct on (race_id) *, min(published_at) over (partition by race_id) as first_published_at
  from result_revisions where weekend_id = ? order by race_id, revision desc
) r
join races on races.id = r.race_id
left join categories on categories.id = races.category_id
order by r.first_published_at, r.race_id`

const openRow = ({
  carId: _,
  car: { plate, driver, team },
  ...row
}: NamedRow): OpenResult['classification'][number] => ({
  ...row,
  plate,
  driver,
  team,
})

const openResult = ({ race_id, name, category, classification, published_at, ...row }: Row): OpenResult => ({
  race: { id: race_id, name, category },
  ...row,
  publishedAt: published_at.toISOString(),
  classification: classification.map(openRow),
})

/** Reads the public results of a weekend; 404 while it is not open to all (docs/rules.md, Open data). */
export const readOpenResults =
  (database: Database) =>
  async (weekendId: number): Promise<OpenResults> => {
    const weekend = await findWeekend(database, weekendId)
    if (!weekend || !isOpenToAll(weekend)) throw notFound('WEEKEND_NOT_FOUND', 'There’s no such weekend.')
    const { rows } = await database.raw<{ rows: Row[] }>(RESULTS, [weekendId])
    return { weekend: { id: weekendId, name: weekend.name }, results: rows.map(openResult) }
  }
