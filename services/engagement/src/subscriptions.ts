import type { Reaction } from '@purple-sector/messaging'
import { fanActivity } from './achievements/on-done.ts'
import { ofResults } from './achievements/on-result.ts'
import { heatMapFollowing } from './heat-map/on-heat-map-concerned.ts'
import { notificationFollowing, notificationNoticing } from './notifications/notification-subscriptions.ts'
import { onMemberJoined, onMessageWritten, onTipEarned } from './points/on-activity.ts'
import { noticeRenamed } from './points/on-renamed.ts'
import { pollNoticing } from './poll/on-poll-concerned.ts'
import { onCarChanged } from './projections/car-projection.ts'
import { onCategoryChanged } from './projections/category-projection.ts'
import { onGroupChanged, onMembershipChanged } from './projections/group-projection.ts'
import { onMessageDeleted, onMessageSent } from './projections/message-projection.ts'
import { onRaceChanged } from './projections/race-projection.ts'
import { onResultPublished } from './projections/result-projection.ts'
import { onTipSubmitted, onTipsRemoved } from './projections/tip-projection.ts'
import { onUserChanged } from './projections/user-projection.ts'
import { onWeekendChanged } from './projections/weekend-projection.ts'
import { noticeReactorGone, onMessageGone, onRaceGone, onResultGone } from './reactions/on-removed.ts'
import { onRaceToRemindOf } from './reminders/plan-reminders.ts'

/** What compares an event with what is known: it comes before the copies take the event over. */
const noticing: Reaction[] = [...pollNoticing, ...notificationNoticing, noticeRenamed, noticeReactorGone]

const copies: Reaction[] = [
  onUserChanged,
  onWeekendChanged,
  onCategoryChanged,
  onRaceChanged,
  onCarChanged,
  onResultPublished,
  onGroupChanged,
  onMembershipChanged,
  onTipSubmitted,
  onTipsRemoved,
  onMessageSent,
  onMessageDeleted,
]

/** What follows from an event, once the copies have it. */
const following: Reaction[] = [
  ...notificationFollowing,
  ...[onTipEarned, onMemberJoined, onMessageWritten],
  ...heatMapFollowing,
  ...[onResultGone, onRaceGone, onMessageGone],
  onRaceToRemindOf,
  ...fanActivity,
  ...ofResults,
]

/** Everything this service listens to; of one event in this order, in one transaction. */
export const subscriptions: Reaction[] = [...noticing, ...copies, ...following]
