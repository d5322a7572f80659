import { resultPublished } from '@purple-sector/contracts/admin/events'
import type { Result, ResultBody } from '@purple-sector/contracts/admin/http'
import type { ParsedCall } from '@purple-sector/contracts/call'
import type { takeResult } from '@purple-sector/contracts/weekends/internal'
import { databaseTime } from '@purple-sector/database'
import { outbox, sequencesOf } from '@purple-sector/messaging'
import type { Caller } from '@purple-sector/service-kit'
import { auditAction } from '@purple-sector/service-kit/audit'
import { conflict } from '@purple-sector/service-kit/errors'
import type { Closing } from '@purple-sector/service-kit/race-closings'
import { auditLog } from '../audit/audit-log.ts'
import type { RaceControlDependencies } from '../dependencies.ts'
import { endTiming } from '../live-timing/tell-status.ts'
import { findCars } from '../projections/car-projection.ts'
import { holdRace, type Race } from '../projections/race-projection.ts'
import { shareRace } from '../projections/share-race.ts'
import { tellResult } from '../webhooks/tell-result.ts'
import { judgeResult, noSuchRace } from './judge-result.ts'
import { actionOf, isSame, named, type Revision, type Verdict } from './result.ts'
import { resultReply } from './result-read-model.ts'
import { resultRepository, resultState } from './result-repository.ts'

type Dependencies = Pick<RaceControlDependencies, 'database' | 'weekends' | 'closings'>

/** What the audit log keeps of a revision. */
const told = ({ revision, status, reason, classification }: Revision) => ({ revision, status, reason, classification })

/** Who says which revision they started from overwrites no other. */
const assertBase = (current: Revision | undefined, baseRevision: number | undefined): void => {
  const revision = current?.revision ?? 0
  if (baseRevision === undefined || baseRevision === revision) return
  const now = revision === 0 ? 'There’s no result yet.' : `Revision ${revision} was published in the meantime.`
  throw conflict('RESULT_CHANGED', now)
}

type Judged = {
  race: Race
  verdict: Verdict
  baseRevision: number | undefined
  /** Of a first result. */
  closing?: Closing
}

/** The revision, and the state its event tells where it was stored just now. */
type Stored = { revision: Revision; state?: ParsedCall<typeof takeResult>['request'] }

const store = (
  { database, closings }: Dependencies,
  caller: Caller,
  { race, verdict, baseRevision, closing }: Judged,
): Promise<Stored> =>
  database.transaction(async (sql) => {
    const { isDeleted } = await shareRace(sql, race)
    if (closing) await closings.store(sql, closing)
    const held = await holdRace(sql, race.id)
    if (!held || isDeleted) throw noSuchRace()
    const results = resultRepository(sql)
    const before = await results.current(race.id)
    if (before && isSame(before, verdict)) return { revision: before }
    assertBase(before, baseRevision)
    const at = await databaseTime(sql)
    const classification = named(verdict.classification, {
      before: await results.names(race.id),
      now: await findCars(
        sql,
        verdict.classification.map(({ carId }) => carId),
      ),
    })
    const after = await results.add(race, { ...verdict, classification }, { before, at, by: caller.userId })
    await auditLog(sql).add(
      auditAction(caller, {
        at,
        action: actionOf(before, verdict),
        subject: { type: 'race', id: race.id },
        before: before ? told(before) : null,
        after: told(after),
      }),
    )
    const data = resultState(race, after)
    await tellResult(sql, race, after)
    await endTiming(sql, race.id)
    await outbox(sql).append(resultPublished, data)
    const subject = resultPublished.subject(data)
    const sequence = (await sequencesOf(sql, [subject]))(subject)
    return { revision: after, state: { sequence, data } }
  })

/**
 * Publishes a revision: result, event and audit in one transaction. The same result again answers the current revision
 * and writes nothing. The race is closed before its first result can be seen
 * (docs/adr/0008-a-lock-for-a-result-is-provisional.md), and weekends has the result before it is answered.
 */
export const publishResult = (dependencies: Dependencies) => {
  const { database, weekends, closings } = dependencies
  const judge = judgeResult(dependencies)
  return async (caller: Caller, raceId: number, body: ResultBody): Promise<Result> => {
    const { race, verdict, isFresh } = await judge(raceId, body)
    const current = await resultRepository(database).current(raceId)
    if (current && isSame(current, verdict)) return resultReply(raceId, current)
    assertBase(current, body.baseRevision)
    // The result keeps the names it is published with: a driver who was swapped a moment ago is among them.
    if (!isFresh) await weekends.refresh(race)
    const judged = { race, verdict, baseRevision: body.baseRevision }
    const { revision, state } = current
      ? await store(dependencies, caller, judged)
      : await closings.around({ ...race, begins: true }, (closing) =>
          store(dependencies, caller, { ...judged, closing }),
        )
    if (state) await weekends.takeResult(state)
    return resultReply(raceId, revision)
  }
}
