import { userSubject, weekendSubject } from '@purple-sector/contracts/event'
import { tipSubmitted, tipsRemoved } from '@purple-sector/contracts/tipping/events'
import { table } from '@purple-sector/database'
import { defineProjection, on } from '@purple-sector/messaging'

export type TipRow = {
  id: number
  weekend_id: number
  category_id: number
  group_id: number | null
  user_id: string
  car_id: number
  submitted_at: Date
  is_automatic: boolean
  is_copy: boolean
}

export const tips = table<TipRow>('tips')

export const { handler: onTipSubmitted } = defineProjection({
  state: tipSubmitted,
  table: 'tips',
  fields: ['userId', 'weekendId', 'categoryId', 'groupId', 'carId', 'submittedAt', 'isAutomatic', 'isCopy'],
  columns: ({ tipId }) => ({ id: tipId }),
  parents: ({ userId, weekendId, groupId }) => [
    userSubject(userId),
    weekendSubject(weekendId),
    ...(groupId === null ? [] : [`group/${groupId}`]),
  ],
})

/** Deletes tips of a category whose last race was deleted. */
export const onTipsRemoved = on(tipsRemoved, async ({ data: { weekendId: weekend_id, categoryId } }, sql) => {
  await tips(sql).where({ weekend_id, category_id: categoryId }).delete()
})
