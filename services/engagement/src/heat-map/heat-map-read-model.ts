import type { Points } from '@purple-sector/contracts/categories'
import type { HeatMapEntry } from '@purple-sector/contracts/engagement/http'
import { type Database, prepared, type Transaction } from '@purple-sector/database'
import { listCategories } from '../projections/category-projection.ts'
import type { ResultRow } from '../projections/result-projection.ts'
import { requireWeekend } from '../projections/weekend-projection.ts'
import { type HeatCar, type HeatRow, type HeatSession, heatMapOf } from './heat-map.ts'
import { IS_PAUSED, IS_RUNNING } from './running-session-sql.ts'

type RunningRow = Omit<HeatSession, 'points'>
type SessionRow = Pick<ResultRow, 'classification'> & {
  name: string
  categoryId: number
  points: Points
  pays: boolean
}

/** SQL: sessions with a result that was not withdrawn. Practice counts as a session but pays no points. */
const SESSIONS = `
select races.name, category_id as "categoryId", points, classification,
  session_type <> 'practice' and (product_race_ids = '{}' or races.id = any(product_race_ids)) as pays
from results join races on races.id = race_id join weekends on weekends.id = races.weekend_id
where results.weekend_id = :weekendId and results.status <> 'cancelled'
order by coalesce(starts_at, published_at), races.id`

const CARS = `
select id, category_id as "categoryId", number, plate, driver as "driverName", team from cars where weekend_id = :weekendId`

/** SQL: the running session, which pays no points before its result. */
const RUNNING = `
select races.name, races.category_id as "categoryId", running_rows as rows
from heat_maps join races on races.id = running_race_id
where heat_maps.weekend_id = :weekendId and ${IS_RUNNING} and not ${IS_PAUSED}`
const CHANGED_AT = 'select changed_at as "changedAt" from heat_maps where weekend_id = :weekendId'
/** SQL: version of the map, 0 if no event has changed it yet. */
const VERSION = `
select coalesce(version, 0) as version from weekends left join heat_maps on weekend_id = weekends.id
where weekends.id = :weekendId`

const rowOf = ({ car, ...row }: ResultRow['classification'][number]): HeatRow => ({
  ...row,
  sessionNames: car && { number: car.number, plate: car.plate, driverName: car.driver, team: car.team },
})

const sessionOf = ({ classification, points, pays, ...session }: SessionRow): HeatSession => ({
  ...session,
  points: pays ? points : null,
  rows: classification.map(rowOf),
})

/** Reads heat maps. */
export const heatMapReadModel = (sql: Database | Transaction) => ({
  /** Returns the version, which rises with every change of the map's sources; throws 404 for an unknown weekend. */
  async version(weekendId: number): Promise<number> {
    const { rows } = await prepared<{ version: number }>(sql, 'heat-map-version', VERSION, { weekendId })
    if (rows[0]) return rows[0].version
    await requireWeekend(sql, weekendId)
    return 0
  },

  async entries(weekendId: number): Promise<HeatMapEntry[]> {
    const results = await prepared<SessionRow>(sql, 'heat-map-sessions', SESSIONS, { weekendId })
    const running = await prepared<RunningRow>(sql, 'heat-map-running', RUNNING, { weekendId })
    const sessions = [...results.rows.map(sessionOf), ...running.rows.map((session) => ({ ...session, points: null }))]
    if (sessions.length === 0) return []
    const cars = await prepared<HeatCar>(sql, 'heat-map-cars', CARS, { weekendId })
    const categories = await listCategories(sql)
    return heatMapOf({ sessions, cars: cars.rows, categories })
  },

  /** Returns when racing last changed the map; read it after the entries, so that it is never too early. */
  async changedAt(weekendId: number): Promise<Date | null> {
    const { rows } = await prepared<{ changedAt: Date | null }>(sql, 'heat-map-changed-at', CHANGED_AT, { weekendId })
    return rows[0]?.changedAt ?? null
  },
})
