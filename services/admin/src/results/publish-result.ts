import type { Result, ResultBody } from '@purple-sector/contracts/admin/http'
import type { Caller } from '@purple-sector/service-kit'
import type { ProvisionalLock } from '@purple-sector/service-kit/data/provisional-locks'
import { conflict } from '@purple-sector/service-kit/errors'
import type { AdminDependencies } from '../dependencies.ts'
import { findCars } from '../projections/car-projection.ts'
import { lockRaceShared } from '../projections/lock-race-shared.ts'
import { type Race, selectRaceForUpdate } from '../projections/race-projection.ts'
import { noSuchRace } from './no-such-race.ts'
import { isSame, type Revision, type ValidationResult, withNames } from './result.ts'
import { resultReply } from './result-read-model.ts'
import { resultRepository } from './result-repository.ts'
import { type StoredRevision, storeRevision } from './store-revision.ts'
import { validateResult } from './validate-result.ts'

type Dependencies = Pick<AdminDependencies, 'database' | 'weekends' | 'provisionalLocks'>

/** Throws if the stated base revision is not the current one, so that no revision is overwritten unseen. */
const assertBase = (current: Revision | undefined, baseRevision: number | undefined): void => {
  const revision = current?.revision ?? 0
  if (baseRevision === undefined || baseRevision === revision) return
  const message = revision === 0 ? 'There’s no result yet.' : `Revision ${revision} was published in the meantime.`
  throw conflict('RESULT_CHANGED', message)
}

type ValidatedResult = {
  race: Race
  validation: ValidationResult
  baseRevision: number | undefined
  /** For a first result. */
  provisionalLock: ProvisionalLock | undefined
}

const store = (
  { database, provisionalLocks }: Dependencies,
  caller: Caller,
  { race, validation, baseRevision, provisionalLock }: ValidatedResult,
): Promise<{ revision: Revision; state?: StoredRevision['state'] }> =>
  database.transaction(async (sql) => {
    const { isDeleted } = await lockRaceShared(sql, race)
    const locked = await selectRaceForUpdate(sql, race.id)
    if (!locked || isDeleted) throw noSuchRace()
    if (provisionalLock) await provisionalLocks.store(sql, provisionalLock)
    const results = resultRepository(sql)
    const before = await results.current(race.id)
    if (before && isSame(before, validation)) return { revision: before }
    assertBase(before, baseRevision)
    const classification = withNames(validation.classification, {
      before: await results.names(race.id),
      enteredCars: await findCars(
        sql,
        validation.classification.map(({ carId }) => carId),
      ),
    })
    return storeRevision(sql, caller, race, { before, validation: { ...validation, classification } })
  })

/**
 * Publishes a revision: result, event and audit line in one transaction.
 * An identical result returns the current revision and writes nothing. The race is closed before its first result is
 * visible (docs/adr/0008-provisional-race-locks.md), and weekends has the result before this resolves.
 */
export const publishResult = (dependencies: Dependencies) => {
  const { database, weekends, provisionalLocks } = dependencies
  const validate = validateResult(dependencies)
  return async (caller: Caller, raceId: number, body: ResultBody): Promise<Result> => {
    const { race, validation, isFresh } = await validate(raceId, body)
    const current = await resultRepository(database).current(raceId)
    if (current && isSame(current, validation)) return resultReply(raceId, current)
    assertBase(current, body.baseRevision)
    // A result keeps the names it is published with, also of a driver who was swapped a moment ago.
    const refreshed = isFresh ? undefined : weekends.refresh(race)
    const storeRefreshed = async (provisionalLock?: ProvisionalLock) => {
      await refreshed
      return store(dependencies, caller, { race, validation, baseRevision: body.baseRevision, provisionalLock })
    }
    const { revision, state } = current
      ? await storeRefreshed()
      : await provisionalLocks.around({ ...race, begins: true }, storeRefreshed)
    if (state) await weekends.applyResult(state)
    return resultReply(raceId, revision)
  }
}
