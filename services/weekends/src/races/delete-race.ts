import { raceChanged } from '@purple-sector/contracts/weekends/events'
import type { Database, Transaction } from '@purple-sector/database'
import { markDeleted } from '@purple-sector/messaging'
import type { Caller } from '@purple-sector/service-kit'
import { conflict, unavailable } from '@purple-sector/service-kit/errors'
import { adminAction } from '../audit/admin-action.ts'
import { carState } from '../cars/car.ts'
import { carRepository } from '../cars/car-repository.ts'
import type { WeekendsDependencies } from '../dependencies.ts'
import { removeUnusedImages } from '../images/image-repository.ts'
import { publish } from '../published.ts'
import type { TipCounts } from '../tipping-client.ts'
import { lockWeekend } from '../weekends/lock-weekend.ts'
import { findRace, selectRaceForUpdate } from './find-race.ts'
import { raceReply, raceState, type StoredRace } from './race.ts'
import { assertDeletable } from './race-change.ts'
import { raceRepository } from './race-repository.ts'

type Dependencies = Pick<WeekendsDependencies, 'database' | 'commit' | 'tipping'>

const isLastOfCategory = async (sql: Database | Transaction, { id, weekendId, categoryId }: StoredRace) => {
  const races = await raceRepository(sql).list({ weekendId })
  return !races.some(({ race }) => race.id !== id && race.categoryId === categoryId)
}

/** Requires a confirmation if tips are deleted with the last race of their category (docs/rules.md, Races). */
const assertConfirmed = (race: StoredRace, { tips }: TipCounts): void => {
  if (tips === 0) return
  const warning = `${race.name} is the last session of ${race.category}: ${tips === 1 ? '1 tip goes' : `${tips} tips go`} with it.`
  throw conflict('CONFIRM_NEEDED', `${warning} Confirm to delete them too.`)
}

/** Deletes a race. Cars entered through it stay in their category; the filters keep its id (docs/rules.md, Races). */
export const deleteRaceOf =
  ({ database, commit, tipping }: Dependencies) =>
  async (caller: Caller, id: number, { isConfirmed }: { isConfirmed: boolean }): Promise<void> => {
    const unlocked = (await findRace(database, id)).race
    assertDeletable(unlocked)
    const needsConfirmation = !isConfirmed && (await isLastOfCategory(database, unlocked))
    const counts = needsConfirmation ? await tipping.countTips(unlocked.weekendId, unlocked.categoryId) : undefined
    if (counts) assertConfirmed(unlocked, counts)
    await commit(async (sql) => {
      // Exclusive lock: of two races deleted at once, the second sees that it is the last.
      await lockWeekend(sql, 'exclusive', unlocked.weekendId)
      const { race, now } = await selectRaceForUpdate(sql, id)
      assertDeletable(race)
      if (!isConfirmed && counts === undefined && (await isLastOfCategory(sql, race)))
        throw unavailable('Another session was deleted at the same time. Please try again.')
      const cars = await carRepository(sql).selectAllForUpdate({ raceId: id })
      await raceRepository(sql).remove(id)
      await markDeleted(sql, raceChanged.subject(raceState(race)))
      if (race.image) await removeUnusedImages(sql, [race.image.id])
      const subject = { type: 'race', id } as const
      const before = raceReply(race, now)
      const action = adminAction({ at: now, caller, action: 'race.deleted', subject, before, after: null })
      const states = { races: [raceState(race, true)], cars: cars.map((car) => carState({ ...car, raceId: null })) }
      return { reply: undefined, published: await publish(sql, race.weekendId, states, action) }
    })
  }
