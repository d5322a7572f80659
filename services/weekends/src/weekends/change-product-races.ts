import { isLocked } from '@purple-sector/contracts/race-lock'
import { weekendChanged } from '@purple-sector/contracts/weekends/events'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { databaseTime, type Transaction } from '@purple-sector/database'
import { sequenced } from '@purple-sector/messaging'
import type { Caller } from '@purple-sector/service-kit'
import { unavailable } from '@purple-sector/service-kit/errors'
import type { Written } from '../commit.ts'
import type { WeekendsDependencies } from '../dependencies.ts'
import { internalReadModel } from '../internal-read-model.ts'
import { raceRepository } from '../races/race-repository.ts'
import type { LockReading } from '../tipping-client.ts'
import { saveWeekend } from './change-weekend.ts'
import { holdWeekend } from './hold-weekend.ts'
import { chooseProductRaces } from './product-races.ts'
import { type StoredWeekend, weekendState } from './weekend.ts'

type Dependencies = Pick<WeekendsDependencies, 'database' | 'commit' | 'tipping'>
type Choice = { caller: Caller; id: number; chosen: readonly number[] }

/** When a choice is decided, for the weekend as tipping was handed it. */
type Moment = LockReading & { sequence: number; requireSoon(): void }

/** A choice is stored within so long, or not at all: races lock in the meantime. */
const MAX_MS = 10_000

const sequenceOf = async (sql: Transaction, weekend: StoredWeekend): Promise<number | undefined> =>
  (await sequenced(sql, weekendChanged, [weekendState(weekend)]))[0]?.sequence

/** Stores a choice as of its moment. Undefined where the weekend is another one by now than tipping was handed. */
const choose =
  ({ caller, id, chosen }: Choice, { sequence, now, locks, requireSoon }: Moment) =>
  async (sql: Transaction): Promise<Written<Weekend | undefined>> => {
    const before = await holdWeekend(sql, 'exclusive', id)
    requireSoon()
    if ((await sequenceOf(sql, before)) !== sequence) return { reply: undefined }
    const races = (await raceRepository(sql).list({ weekendId: id })).map(({ race }) => {
      // What this service has closed while tipping did not answer is locked to everybody already.
      const locked = isLocked(race, now) || isLocked({ locksAt: locks.get(race.id) ?? null }, now)
      return { id: race.id, name: race.name, locked }
    })
    const productRaceIds = chooseProductRaces(before.productRaceIds, chosen, races)
    const isSame = String(productRaceIds) === String(before.productRaceIds)
    const after = isSame ? before : { ...before, productRaceIds, productRacesChosenAt: now }
    const written = await saveWeekend(sql, { caller, action: 'weekend.product-races-chosen', before, after })
    requireSoon()
    return written
  }

/**
 * Chooses the races of the open competition. Whether each may still come or go is decided at one moment of tipping's
 * clock, asked with nothing held, and the choice counts from that moment: tipping scores what its administrator was
 * answered, also where a race locks before tipping has heard of it.
 */
export const changeProductRaces =
  ({ database, commit, tipping }: Dependencies) =>
  async (caller: Caller, id: number, chosen: readonly number[]): Promise<Weekend> => {
    const read = internalReadModel(database)
    const since = performance.now()
    const requireSoon = () => {
      if (performance.now() - since > MAX_MS)
        throw unavailable('This took too long, and nothing was changed. Please try again.')
    }
    const decide = async (): Promise<Weekend> => {
      const seen = await read.weekend(id)
      const reading = (await tipping.readLocks(id, seen)) ?? { now: await databaseTime(database), locks: new Map() }
      const moment = { ...reading, sequence: seen.weekend.sequence, requireSoon }
      return (await commit(choose({ caller, id, chosen }, moment))) ?? decide()
    }
    return decide()
  }
