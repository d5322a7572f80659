import { resultPublished } from '@purple-sector/contracts/admin/events'
import { weekendKey } from '@purple-sector/contracts/event'
import { carChanged, categoryChanged, raceChanged, weekendChanged } from '@purple-sector/contracts/weekends/events'
import type { Transaction } from '@purple-sector/database'
import { isDeleted, on } from '@purple-sector/messaging'

/** What a heat map is made of has changed, or may have: whoever tells of maps finds out. */
const raise = async (sql: Transaction, weekendId: number): Promise<void> => {
  if (await isDeleted(sql, weekendKey(weekendId))) return
  await sql.raw(
    `insert into heat_maps (weekend_id) values (?)
     on conflict (weekend_id) do update set version = heat_maps.version + 1`,
    [weekendId],
  )
}

/** What heat maps follow, once the copies have it. */
export const heatMapFollowing = [
  on(resultPublished, ({ data }, sql) => raise(sql, data.weekendId)),
  on(raceChanged, ({ data }, sql) => raise(sql, data.weekendId)),
  on(carChanged, ({ data }, sql) => raise(sql, data.weekendId)),
  on(weekendChanged, ({ data }, sql) => raise(sql, data.id)),
  on(categoryChanged, async (_, sql) => {
    await sql.raw('update heat_maps set version = version + 1')
  }),
]
