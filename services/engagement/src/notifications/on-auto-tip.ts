import { bidiIsolate } from '@purple-sector/contracts/bidi-isolate'
import { weekendSubject } from '@purple-sector/contracts/event'
import { tipSubmitted } from '@purple-sector/contracts/tipping/events'
import { lockAndCheckDeleted, on } from '@purple-sector/messaging'
import { type AutoTip, autoTipsOf } from './auto-tips-sql.ts'
import { isNotifiable } from './is-notifiable-sql.ts'
import { notifyMany, recipientsOf } from './notify-sql.ts'

const textOf = ({ category, plate, driver, group }: AutoTip): string =>
  `#${plate} ${bidiIsolate(driver)} in ${bidiIsolate(category)}${group === null ? '' : ` (${bidiIsolate(group)})`}`

/**
 * Notifies a fan of what was tipped for them: one notification a weekend, rewritten when another category follows. Copies
 * in groups are not mentioned.
 */
export const onAutoTip = on(tipSubmitted, async (event, sql) => {
  const { userId, weekendId, isAutomatic, isCopy } = event.data
  if (!isAutomatic || isCopy || !(await isNotifiable(sql, event))) return
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
