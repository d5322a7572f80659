import type { Notification, NotificationType } from '@purple-sector/contracts/engagement/http'
import { amendToast, notifyToast } from '../../lib/notify.ts'

/** Types whose toast comes from the list of groups, also after a reconnect, with the same text (`membership-toasts.ts`). */
const TOASTED_ELSEWHERE: readonly NotificationType[] = ['membership', 'group-rules']
const OF_RESULTS: readonly NotificationType[] = ['position', 'correction']

/** Prefix of the `about` of result toasts (`result-announcements.ts`). */
const RESULT = 'result of '

/**
 * Shows a toast for a new notification on any page. While the toast of the result is still visible, what the result
 * means to this fan becomes its detail instead of a second toast.
 */
export const showNotificationToast = ({
  type,
  title,
  message,
}: Pick<Notification, 'type' | 'title' | 'message'>): void => {
  if (TOASTED_ELSEWHERE.includes(type)) return
  if (OF_RESULTS.includes(type) && amendToast(RESULT, message)) return
  // A rescheduled session replaces its toast; notifications of other types each get one, such as two achievements.
  const about = type === 'session' ? `notification ${title}` : `notification ${title} ${message}`
  notifyToast({ about, title, message, kind: type === 'achievement' ? 'success' : 'info' })
}
