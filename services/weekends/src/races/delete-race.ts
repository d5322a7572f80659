import { carChanged, raceChanged } from '@purple-sector/contracts/weekends/events'
import type { Transaction } from '@purple-sector/database'
import { entry, markDeleted, outbox } from '@purple-sector/messaging'
import { conflict } from '@purple-sector/service-kit/errors'
import type { RaceControl } from '../ask-race-control.ts'
import type { Tipping } from '../ask-tipping.ts'
import { type Actor, adminAction } from '../audit/admin-action.ts'
import { carState } from '../cars/car.ts'
import { carRepository } from '../cars/car-repository.ts'
import { removeUnusedImages } from '../images/image-repository.ts'
import { holdRace } from './hold-race.ts'
import { raceReply, raceState, type StoredRace } from './race.ts'
import { assertDeletable } from './race-change.ts'
import { raceRepository } from './race-repository.ts'

type Request = { id: number; isConfirmed: boolean }

/** Tips of a category go with its last session; whoever deletes it must have been told (docs/rules.md, Sessions). */
const assertConfirmed = async (sql: Transaction, race: StoredRace, tipping: Pick<Tipping, 'countTips'>) => {
  const sessions = await raceRepository(sql).list({ weekendId: race.weekendId })
  if (sessions.some((other) => other.race.id !== race.id && other.race.category === race.category)) return
  const counts = await tipping.countTips(race.weekendId, race.category)
  if (!counts || counts.tips === 0) return
  const what = `${race.name} is the last session of ${race.category}: ${counts.tips === 1 ? '1 tip goes' : `${counts.tips} tips go`} with it.`
  throw conflict('CONFIRM_NEEDED', `${what} Confirm to delete them too.`)
}

/** Deletes a session. Cars entered through it stay in their category; the filters keep its id (docs/rules.md, Sessions). */
export const deleteRaceOf =
  (tipping: Pick<Tipping, 'countTips'>, raceControl: RaceControl) =>
  async (sql: Transaction, actor: Actor, { id, isConfirmed }: Request): Promise<void> => {
    const { race, now } = await holdRace(sql, id)
    assertDeletable(await raceControl.withPresentResult(race))
    if (!isConfirmed) await assertConfirmed(sql, race, tipping)
    const cars = carRepository(sql)
    const entered = (await cars.holdAll({ raceId: id })).map((car) => ({ ...car, raceId: null }))
    const gone = entry(raceChanged, raceState(race, now, true))
    await raceRepository(sql).remove(id)
    await markDeleted(sql, gone.subject)
    if (race.imageId !== null) await removeUnusedImages(sql, [race.imageId])
    await outbox(sql).appendMany([
      gone,
      ...entered.map((car) => entry(carChanged, carState(car))),
      adminAction({
        at: now,
        actor,
        action: 'race.deleted',
        subject: { type: 'race', id },
        before: raceReply(race, now),
        after: null,
      }),
    ])
  }
