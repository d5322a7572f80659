import { userChanged } from '@purple-sector/contracts/identity/events'
import { carChanged, weekendChanged } from '@purple-sector/contracts/weekends/events'
import type { Queue } from '@purple-sector/jobs'
import { projects, type Reaction } from '@purple-sector/messaging'
import { learnCar } from './projections/car-repository.ts'
import { onRaceChanged } from './projections/on-race-changed.ts'
import { learnUser } from './projections/user-repository.ts'
import { isWeekendDeleted, learnWeekend } from './projections/weekend-repository.ts'
import { onResultPublished } from './scoring/on-result-published.ts'

/** Everything tipping listens to. */
export const subscriptions = ({ scoring }: { scoring: Queue }): Reaction[] => [
  projects(weekendChanged, ({ data }, sql) => learnWeekend(sql, data)),
  onRaceChanged,
  projects(carChanged, async ({ data }, sql) => {
    if (!(await isWeekendDeleted(sql, data.weekendId))) await learnCar(sql, data)
  }),
  projects(userChanged, ({ data }, sql) => learnUser(sql, data)),
  onResultPublished(scoring),
]
