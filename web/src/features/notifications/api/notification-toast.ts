import type { Notification, NotificationType } from '@purple-sector/contracts/engagement/http'
import { amendToast, notifyToast } from '../../../client/messages/notify.ts'

/** Types whose toast comes from the list of groups, also after a reconnect, with the same text (`membership-toasts.ts`). */
const TOASTED_ELSEWHERE: readonly NotificationType[] = ['membership', 'group-rules']

/** Where the rules of a season lead; they have no toast of groups. */
const SEASON_LINK = '/season'
const RESULT_TYPES: readonly NotificationType[] = ['position', 'correction']

/** Prefix of the `about` of result toasts (`result-announcements.ts`). */
const RESULT_ABOUT_PREFIX = 'result of '

/**
 * Shows a toast for a new notification on any page. If the toast of the result is still queued, the result's effect
 * on this user becomes its detail instead of a second toast.
 */
export const showNotificationToast = ({
  type,
  title,
  message,
  link,
}: Pick<Notification, 'type' | 'title' | 'message' | 'link'>): void => {
  if (TOASTED_ELSEWHERE.includes(type) && link !== SEASON_LINK) return
  if (RESULT_TYPES.includes(type) && amendToast(RESULT_ABOUT_PREFIX, message)) return
  // A rescheduled session replaces its toast; notifications of other types each get one, such as two achievements.
  const about = type === 'session' ? `notification ${title}` : `notification ${title} ${message}`
  notifyToast({ about, title, message, kind: type === 'achievement' ? 'success' : 'info' })
}
