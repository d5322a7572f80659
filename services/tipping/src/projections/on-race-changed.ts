import { raceChanged } from '@purple-sector/contracts/weekends/events'
import type { Transaction } from '@purple-sector/database'
import { projects } from '@purple-sector/messaging'
import { removeTipsWithoutSession } from '../deletion/remove-tips-without-session.ts'
import { learnRace, type RaceData } from './session-repository.ts'
import { holdWeekend, isWeekendDeleted } from './weekend-repository.ts'

/** Tips of a category go with its last session (docs/rules.md, Sessions): nothing is left that they could count for. */
export const followRace = async (sql: Transaction, race: RaceData): Promise<void> => {
  if (await isWeekendDeleted(sql, race.weekendId)) return
  if (race.deleted) await holdWeekend(sql, race.weekendId)
  await learnRace(sql, race)
  if (race.deleted) await removeTipsWithoutSession(sql, race)
}

export const onRaceChanged = projects(raceChanged, ({ data }, sql) => followRace(sql, data))
