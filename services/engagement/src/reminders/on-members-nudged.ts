import { weekendSubject } from '@purple-sector/contracts/event'
import { membersNudged } from '@purple-sector/contracts/tipping/events'
import { lockAllAndCheckDeleted, on } from '@purple-sector/messaging'
import { isNotifiable } from '../notifications/is-notifiable-sql.ts'
import { notifyMany, recipientsOf } from '../notifications/notify-sql.ts'
import { nudgeText } from './nudge-text.ts'
import { reminderRepository } from './reminder-repository.ts'

/** Notifies members of a group of the categories that they have not tipped, once for each group and weekend. */
export const onMembersNudged = on(membersNudged, async (event, sql) => {
  const { groupId, weekendId, categories, members } = event.data
  if (!(await isNotifiable(sql, event))) return
  const deleted = await lockAllAndCheckDeleted(sql, 'shared', [`group/${groupId}`, weekendSubject(weekendId)])
  if (deleted.size > 0) return
  const cause = `nudge/${groupId}/${weekendId}`
  for (const alike of Map.groupBy(members, ({ categoryIds }) => categoryIds.join()).values()) {
    const named = categories.filter(({ categoryId }) => alike[0]?.categoryIds.includes(categoryId))
    const userIds = alike.map(({ userId }) => userId)
    await notifyMany(sql, recipientsOf(userIds, `/groups?tip=${groupId}&weekend=${weekendId}`), {
      weekendId,
      type: 'nudge',
      ...nudgeText(event.data, named),
      cause,
      groupId,
    })
    await reminderRepository(sql).recordSent({ cause, groupId, weekendId, userIds, categories: named })
  }
})
