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
import type { TippingLocks } from '../tipping-client.ts'
import { saveWeekend } from './change-weekend.ts'
import { lockWeekend } from './lock-weekend.ts'
import { chooseProductRaces } from './product-races.ts'
import { type StoredWeekend, weekendState } from './weekend.ts'

type Dependencies = Pick<WeekendsDependencies, 'database' | 'commit' | 'tipping'>
type Choice = { caller: Caller; id: number; chosen: readonly number[] }

/** The time of the decision, for the weekend as it was pushed to tipping. */
type DecisionTime = TippingLocks & { sequence: number; assertNotTimedOut(): void }

/** A choice is stored within this time or not at all, because races lock meanwhile. */
const TIMEOUT_MS = 10_000

const sequenceOf = async (sql: Transaction, weekend: StoredWeekend): Promise<number | undefined> =>
  (await sequenced(sql, weekendChanged, [weekendState(weekend)]))[0]?.sequence

/** Stores a choice; undefined if the weekend changed after it was pushed to tipping. */
const storeChoice =
  ({ caller, id, chosen }: Choice, { sequence, now, locks, assertNotTimedOut }: DecisionTime) =>
  async (sql: Transaction): Promise<Written<Weekend | undefined>> => {
    const before = await lockWeekend(sql, 'exclusive', id)
    assertNotTimedOut()
    if ((await sequenceOf(sql, before)) !== sequence) return { reply: undefined }
    const races = (await raceRepository(sql).list({ weekendId: id })).map(({ race }) => {
      // A race that this service closed while tipping did not reply is already locked for all users.
      const locked = isLocked(race, now) || isLocked({ locksAt: locks.get(race.id) ?? null }, now)
      return { id: race.id, name: race.name, locked }
    })
    const productRaceIds = chooseProductRaces(before.productRaceIds, chosen, races)
    const isSame = String(productRaceIds) === String(before.productRaceIds)
    const after = isSame ? before : { ...before, productRaceIds, productRacesChosenAt: now }
    const written = await saveWeekend(sql, { caller, action: 'weekend.product-races-chosen', before, after })
    assertNotTimedOut()
    return written
  }

/**
 * Chooses the races of the open competition.
 * Whether a race may be added or removed is decided at one time of tipping's clock, requested while no lock is held,
 * and the choice applies from that time. So tipping scores by the reply to the administrator, even if a race locks
 * before tipping receives the choice.
 */
export const changeProductRaces =
  ({ database, commit, tipping }: Dependencies) =>
  async (caller: Caller, id: number, chosen: readonly number[]): Promise<Weekend> => {
    const readModel = internalReadModel(database)
    const startedAt = performance.now()
    const assertNotTimedOut = () => {
      if (performance.now() - startedAt > TIMEOUT_MS)
        throw unavailable('This took too long, and nothing was changed. Please try again.')
    }
    const decideAndStore = async (): Promise<Weekend> => {
      const unlocked = await readModel.weekend(id)
      const tippingLocks = (await tipping.readLocks(id, unlocked)) ?? {
        now: await databaseTime(database),
        locks: new Map(),
      }
      const decisionTime = { ...tippingLocks, sequence: unlocked.weekend.sequence, assertNotTimedOut }
      return (await commit(storeChoice({ caller, id, chosen }, decisionTime))) ?? decideAndStore()
    }
    return decideAndStore()
  }
