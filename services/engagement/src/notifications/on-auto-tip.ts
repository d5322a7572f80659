import { bidiIsolate } from '@purple-sector/contracts/bidi-isolate'
import { weekendSubject } from '@purple-sector/contracts/event'
import { tipSubmitted } from '@purple-sector/contracts/tipping/events'
import type { Transaction } from '@purple-sector/database'
import { lockAndCheckDeleted, on } from '@purple-sector/messaging'
import { isNotifiable } from './is-notifiable-sql.ts'
import { notifyMany, recipientsOf } from './notify-sql.ts'

type AutoTip = { category: string; plate: string; driver: string; group: string | null }

/** The automatic tips that a fan still has in a weekend, those of the open competition first. */
const autoTipsOf = async (sql: Transaction, userId: string, weekendId: number): Promise<AutoTip[]> => {
  const { rows } = await sql.raw<{ rows: AutoTip[] }>(
    `select category.short_name as category, car.plate, car.driver, groups.name as group
     from tips tip join categories category on category.id = tip.category_id join cars car on car.id = tip.car_id
     left join groups on groups.id = tip.group_id
     where tip.user_id = :userId and tip.weekend_id = :weekendId and tip.is_automatic
       and (tip.group_id is null or groups.id is not null)
     order by tip.group_id nulls first, category.list_order, category.id`,
    { userId, weekendId },
  )
  return rows
}

const textOf = ({ category, plate, driver, group }: AutoTip): string =>
  `#${plate} ${bidiIsolate(driver)} in ${bidiIsolate(category)}${group === null ? '' : ` (${bidiIsolate(group)})`}`

/** Tells a fan what was tipped for them: one notification a weekend, rewritten when another category follows. */
export const onAutoTip = on(tipSubmitted, async (event, sql) => {
  const { userId, weekendId, isAutomatic } = event.data
  if (!isAutomatic || !(await isNotifiable(sql, event))) return
  if ((await lockAndCheckDeleted(sql, 'shared', weekendSubject(weekendId))).isDeleted) return
  const autoTips = await autoTipsOf(sql, userId, weekendId)
  if (autoTips.length === 0) return
  await notifyMany(
    sql,
    recipientsOf([userId], '/my-tips'),
    {
      weekendId,
      type: 'auto-tip',
      title: 'We tipped for you',
      message: `You hadn’t tipped yet, so we used your car from last time: ${autoTips.map(textOf).join(', ')}. You can still change it until tips close.`,
      cause: `auto-tip/${weekendId}`,
    },
    { renotify: true },
  )
})
