import { raceChanged } from '@purple-sector/contracts/weekends/events'
import type { Transaction } from '@purple-sector/database'
import { on } from '@purple-sector/messaging'
import { removeTipsWithoutRace } from '../deletion/remove-tips-without-race.ts'
import { projectRace, type RaceData } from './race-projection.ts'
import { holdWeekend, isWeekendDeleted } from './weekend-projection.ts'

/** Tips of a category go with its last race (docs/rules.md, Sessions): nothing is left that they could count for. */
export const followRace = async (sql: Transaction, race: RaceData): Promise<void> => {
  if (await isWeekendDeleted(sql, race.weekendId)) return
  if (race.deleted) await holdWeekend(sql, race.weekendId)
  await projectRace(sql, race)
  if (race.deleted) await removeTipsWithoutRace(sql, race)
}

export const onRaceChanged = on(raceChanged, ({ data }, sql) => followRace(sql, data))
