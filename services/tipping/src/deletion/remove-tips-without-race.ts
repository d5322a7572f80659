import { tipsRemoved } from '@purple-sector/contracts/tipping/events'
import type { Transaction } from '@purple-sector/database'
import { entry, outbox } from '@purple-sector/messaging'
import { removeTipsOfCategory, type WeekendCategory } from './deletion-sql.ts'

/** Owners per event, which keeps it far below the limit of the bus. */
const OWNERS_PER_EVENT = 5_000

const hasRace = async (sql: Transaction, { weekendId, categoryId }: WeekendCategory): Promise<boolean> =>
  (await sql('races').where({ weekend_id: weekendId, category_id: categoryId, deleted: false }).first('race_id')) !==
  undefined

/**
 * Removes the tips of a category that has lost its last race, and publishes the ids of their owners. Call it while
 * holding the weekend's row lock, so that no worker scores, and its exclusive lock, so that no tip is submitted
 * meanwhile.
 */
export const removeTipsWithoutRace = async (sql: Transaction, weekendCategory: WeekendCategory): Promise<void> => {
  if (await hasRace(sql, weekendCategory)) return
  const { name: category } = await sql('categories').where({ id: weekendCategory.categoryId }).first('name')
  const owners = await removeTipsOfCategory(sql, weekendCategory)
  const events = []
  for (let offset = 0; offset < owners.length; offset += OWNERS_PER_EVENT) {
    const { weekendId, categoryId } = weekendCategory
    events.push(
      entry(tipsRemoved, { weekendId, categoryId, category, userIds: owners.slice(offset, offset + OWNERS_PER_EVENT) }),
    )
  }
  await outbox(sql).appendMany(events)
}
