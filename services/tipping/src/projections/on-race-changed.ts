import { raceChanged } from '@purple-sector/contracts/weekends/events'
import { projects } from '@purple-sector/messaging'
import { removeTipsWithoutSession } from '../deletion/remove-tips-without-session.ts'
import { learnRace } from './session-repository.ts'
import { isWeekendDeleted } from './weekend-repository.ts'

/** Tips of a category go with its last session (rules, Sessions): nothing is left that they could count for. */
export const onRaceChanged = projects(raceChanged, async ({ data: race }, sql) => {
  if (await isWeekendDeleted(sql, race.weekendId)) return
  await learnRace(sql, race)
  if (race.deleted) await removeTipsWithoutSession(sql, race)
})
