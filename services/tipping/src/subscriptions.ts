import type { Queue } from '@purple-sector/jobs'
import type { EventHandler } from '@purple-sector/messaging'
import { onGroupChanged } from './groups/group-projection.ts'
import { onMembershipChanged } from './groups/membership-projection.ts'
import { onLiveTimingChanged } from './leaderboards/live-timing-projection.ts'
import { onRaceLockFinalized } from './locks/finalize-race-lock.ts'
import { onTimingStarted } from './locks/on-timing-started.ts'
import { onRaceLockSet } from './locks/set-lock.ts'
import { onCarChanged } from './projections/car-projection.ts'
import { onCategoryChanged } from './projections/category-projection.ts'
import { onRaceChanged } from './projections/race-projection.ts'
import { onUserChanged } from './projections/user-projection.ts'
import { onWeekendChanged } from './projections/weekend-projection.ts'
import { onResultPublished } from './scoring/on-result-published.ts'
import { onSeasonChanged } from './seasons/season-projection.ts'

/** All events this service consumes. `scoring` is woken for races that have to be scored. */
export const subscriptions = ({ scoring }: { scoring: Queue }): EventHandler[] => [
  onCategoryChanged,
  onSeasonChanged,
  onWeekendChanged,
  onRaceChanged,
  onCarChanged,
  onUserChanged,
  onGroupChanged,
  onMembershipChanged,
  onLiveTimingChanged,
  onTimingStarted,
  ...onRaceLockFinalized,
  onRaceLockSet(scoring),
  onResultPublished(scoring),
]
