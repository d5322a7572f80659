import type { EventHandler } from '@purple-sector/messaging'
import { activityConsumers } from './achievements/on-activity.ts'
import { achievementResultConsumers } from './achievements/on-result.ts'
import { achievementSeasonConsumers } from './achievements/on-season.ts'
import { heatMapConsumers } from './heat-map/heat-map-consumers.ts'
import { onAutoTip } from './notifications/on-auto-tip.ts'
import { onBoardChanged, onTipsRemovedFromBoard } from './notifications/on-board-changed.ts'
import { onCarOut } from './notifications/on-car-out.ts'
import { onInvitation, onMembershipDecided, onRulesChanged } from './notifications/on-group-changed.ts'
import { onSessionMoved } from './notifications/on-session-moved.ts'
import { notifyOfRemovedTips } from './notifications/on-tips-removed.ts'
import { onMemberJoined, onMessageWritten, onTipEarned } from './points/on-activity.ts'
import { onUserRenamed } from './points/on-user-renamed.ts'
import { pollConsumers } from './poll/poll-consumers.ts'
import { onCarChanged } from './projections/car-projection.ts'
import { onCategoryChanged } from './projections/category-projection.ts'
import { onGroupChanged, onMembershipChanged } from './projections/group-projection.ts'
import { onMessageDeleted, onMessageSent } from './projections/message-projection.ts'
import { onRaceChanged } from './projections/race-projection.ts'
import { onResultPublished } from './projections/result-projection.ts'
import { onTipSubmitted, onTipsRemoved } from './projections/tip-projection.ts'
import { onUserChanged } from './projections/user-projection.ts'
import { onWeekendChanged } from './projections/weekend-projection.ts'
import {
  onReactedMessageDeleted,
  onReactedRaceDeleted,
  onReactedResultWithdrawn,
  onReactorDeleted,
} from './reactions/on-subject-removed.ts'
import { onMembersNudged } from './reminders/on-members-nudged.ts'
import { onRemindedRaceChanged } from './reminders/on-race-changed.ts'
import { seasonConsumers } from './season-notifications/on-season-event.ts'

/** Consumers that compare an event with the state before it; they run before the projections. */
const beforeProjections: EventHandler[] = [
  ...pollConsumers,
  ...[onCarOut, onSessionMoved, onMembershipDecided, onRulesChanged],
  onUserRenamed,
  onReactorDeleted,
]

const projections: EventHandler[] = [
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

/** Consumers that run after the projections. */
const afterProjections: EventHandler[] = [
  ...[onBoardChanged, onTipsRemovedFromBoard, notifyOfRemovedTips, onAutoTip, onInvitation],
  ...[onTipEarned, onMemberJoined, onMessageWritten],
  ...heatMapConsumers,
  ...[onReactedResultWithdrawn, onReactedRaceDeleted, onReactedMessageDeleted],
  ...[onRemindedRaceChanged, onMembersNudged],
  ...seasonConsumers,
  ...activityConsumers,
  ...achievementResultConsumers,
  ...achievementSeasonConsumers,
]

/** All events this service consumes; consumers of an event run in this order, in one transaction. */
export const subscriptions: EventHandler[] = [...beforeProjections, ...projections, ...afterProjections]
