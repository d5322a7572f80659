import { bidiIsolate } from '@purple-sector/contracts/bidi-isolate'
import { weekendSubject } from '@purple-sector/contracts/event'
import { tipsRemoved } from '@purple-sector/contracts/tipping/events'
import { lockAndCheckDeleted, on } from '@purple-sector/messaging'
import { categories } from '../projections/category-projection.ts'
import { weekends } from '../projections/weekend-projection.ts'
import { isNotifiable } from './is-notifiable-sql.ts'
import { notifyMany, recipientsOf } from './notify-sql.ts'

/** Notifies users whose tips were deleted with the last session of a category. */
export const notifyOfRemovedTips = on(tipsRemoved, async (event, sql) => {
  const { weekendId, categoryId, category, userIds } = event.data
  if (
    !(await isNotifiable(sql, event)) ||
    (await lockAndCheckDeleted(sql, 'shared', weekendSubject(weekendId))).isDeleted
  )
    return
  const weekend = await weekends(sql).where({ id: weekendId }).first('name')
  const projectedCategory = await categories(sql).where({ id: categoryId }).first('short_name')
  const name = bidiIsolate(projectedCategory?.short_name ?? category)
  await notifyMany(sql, recipientsOf(userIds, '/my-tips'), {
    weekendId,
    type: 'tips-removed',
    title: `Your ${name} tips are gone`,
    message: `${bidiIsolate(weekend?.name ?? 'The weekend')} no longer has any ${name} sessions, so your tips for them were deleted.`,
    cause: `tips-removed/${categoryId}/${event.id}`,
  })
})
