import { userKey, weekendKey } from '@purple-sector/contracts/event'
import { tipSubmitted, tipsRemoved } from '@purple-sector/contracts/tipping/events'
import { table } from '@purple-sector/database'
import { isDeleted, on } from '@purple-sector/messaging'

export type TipRow = {
  id: number
  weekend_id: number
  category_id: number
  group_id: number | null
  user_id: string
  car_id: number
  submitted_at: Date
}

export const tips = table<TipRow, { submitted_at: string }>('tips')

export const onTipSubmitted = on(tipSubmitted, async ({ data: tip }, sql) => {
  const { tipId: id, userId: user_id, weekendId: weekend_id, categoryId: category_id } = tip
  const { groupId: group_id, carId: car_id, submittedAt: submitted_at } = tip
  const gone = [userKey(user_id), weekendKey(weekend_id), ...(group_id === null ? [] : [`group/${group_id}`])]
  for (const subject of gone) if (await isDeleted(sql, subject)) return
  await tips(sql)
    .insert({ id, user_id, weekend_id, category_id, group_id, car_id, submitted_at })
    .onConflict('id')
    .merge()
})

/** Tips of a category go with its last race. */
export const onTipsRemoved = on(tipsRemoved, async ({ data: { weekendId: weekend_id, categoryId } }, sql) => {
  await tips(sql).where({ weekend_id, category_id: categoryId }).delete()
})
