import type { Notification, NotificationType } from '@purple-sector/contracts/engagement/http'
import { amendToast, notifyToast } from '../../lib/notify.ts'

/** What a list of groups tells by itself, also after a gap, and in the same words (`group-news.ts`). */
const TOLD_ELSEWHERE: readonly NotificationType[] = ['membership', 'group-rules']
const OF_RESULTS: readonly NotificationType[] = ['position', 'correction']

/** The toast of a result begins with this (`result-announcements.ts`). */
const RESULT = 'result of '

/**
 * Shows what has just been told, wherever the fan is. That a result is in is told to everybody: where that toast is still
 * here, what the result means to this fan becomes its detail, and there is no second one.
 */
export const tellNotification = ({ type, title, message }: Pick<Notification, 'type' | 'title' | 'message'>): void => {
  if (TOLD_ELSEWHERE.includes(type)) return
  if (OF_RESULTS.includes(type) && amendToast(RESULT, message)) return
  // A session that moves again makes what waits untrue; of everything else both are to be told, such as two achievements.
  const about = type === 'session' ? `notification ${title}` : `notification ${title} ${message}`
  notifyToast({ about, title, message, kind: type === 'achievement' ? 'success' : 'info' })
}
