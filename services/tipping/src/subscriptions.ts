import { liveTimingChanged } from '@purple-sector/contracts/admin/events'
import { groupChanged, membershipChanged } from '@purple-sector/contracts/groups/events'
import { userChanged } from '@purple-sector/contracts/identity/events'
import { carChanged, categoryChanged, raceChanged, weekendChanged } from '@purple-sector/contracts/weekends/events'
import type { Queue } from '@purple-sector/jobs'
import { type EventHandler, on } from '@purple-sector/messaging'
import { projectGroup } from './groups/group-projection.ts'
import { projectMemberships } from './groups/membership-projection.ts'
import { onRaceLockFinalized } from './locks/finalize-race-lock.ts'
import { onTimingStarted } from './locks/on-timing-started.ts'
import { onRaceLockSet } from './locks/set-lock.ts'
import { projectLiveTiming } from './projected/live-timing-projection.ts'
import { projectCar } from './projections/car-projection.ts'
import { projectCategory } from './projections/category-projection.ts'
import { projectRace } from './projections/race-projection.ts'
import { projectUser } from './projections/user-projection.ts'
import { projectWeekend } from './projections/weekend-projection.ts'
import { onResultPublished } from './scoring/on-result-published.ts'

/** All subscriptions of tipping. */
export const subscriptions = ({ scoring }: { scoring: Queue }): EventHandler[] => [
  on(categoryChanged, ({ data }, sql) => projectCategory(sql, data)),
  on(weekendChanged, ({ data }, sql) => projectWeekend(sql, data)),
  on(raceChanged, ({ data }, sql) => projectRace(sql, data)),
  on(carChanged, ({ data }, sql) => projectCar(sql, data)),
  on(userChanged, ({ data }, sql) => projectUser(sql, data)),
  on(groupChanged, ({ data }, sql) => projectGroup(sql, data), { isPushed: true }),
  on(membershipChanged, ({ data }, sql) => projectMemberships(sql, [data]), { isPushed: true }),
  on(liveTimingChanged, ({ data }, sql) => projectLiveTiming(sql, data)),
  onTimingStarted,
  ...onRaceLockFinalized,
  onRaceLockSet(scoring),
  onResultPublished(scoring),
]
