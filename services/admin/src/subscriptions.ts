import { onChatAdminActed } from './audit/on-chat-admin-acted.ts'
import { onWeekendsAdminActed } from './audit/on-weekends-admin-acted.ts'
import { onCarChanged } from './projections/car-projection.ts'
import { onCategoryChanged } from './projections/category-projection.ts'
import { onRaceChanged } from './projections/race-projection.ts'
import { onWeekendChanged } from './projections/weekend-projection.ts'
import { onBoardChanged } from './webhooks/on-board-changed.ts'
import { onSessionLockChanged } from './webhooks/on-session-lock-changed.ts'

/** Everything race control subscribes to. `removeTiming` removes the shared timing of a deleted race. */
export const subscriptions = ({ removeTiming }: { removeTiming: (raceId: number) => Promise<void> }) => [
  onWeekendChanged(removeTiming),
  onRaceChanged(removeTiming),
  onCarChanged,
  onCategoryChanged,
  onWeekendsAdminActed,
  onChatAdminActed,
  onBoardChanged,
  onSessionLockChanged,
]
