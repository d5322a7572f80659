import { randomUUID } from 'node:crypto'
import { resultPublished } from '@purple-sector/contracts/admin/events'
import type { ResultBody } from '@purple-sector/contracts/admin/http'
import { type Database, databaseTime } from '@purple-sector/database'
import { outbox } from '@purple-sector/messaging'
import { conflict } from '@purple-sector/service-kit/errors'
import { type Actor, auditLog } from '../audit/audit-log.ts'
import type { Weekends } from '../projections/ask-weekends.ts'
import { type Race, raceCopies } from '../projections/race-copies.ts'
import { isRaceDeleted, shareWeekend } from '../projections/weekend-lock.ts'
import type { Tipping } from './ask-tipping.ts'
import { judgeResult, noSuchRace } from './judge-result.ts'
import { actionOf, isSame, type Revision, type Verdict } from './result.ts'
import { resultRepository, resultState } from './result-repository.ts'

type Seams = { database: Database; weekends: Weekends; tipping: Tipping }

/** What the audit log keeps of a revision. */
const told = ({ revision, status, reason, classification }: Revision) => ({ revision, status, reason, classification })

/** Who says which revision they started from overwrites no other. */
const assertBase = (current: Revision | undefined, baseRevision: number | undefined): void => {
  const revision = current?.revision ?? 0
  if (baseRevision === undefined || baseRevision === revision) return
  throw conflict('RESULT_CHANGED', `Revision ${revision} was published meanwhile.`)
}

type Judged = { race: Race; verdict: Verdict; baseRevision: number | undefined }

const write = (database: Database, actor: Actor, { race, verdict, baseRevision }: Judged): Promise<Revision> =>
  database.transaction(async (sql) => {
    await shareWeekend(sql, race.weekendId)
    const held = await raceCopies(sql).hold(race.id)
    if (!held || (await isRaceDeleted(sql, held))) throw noSuchRace()
    const results = resultRepository(sql)
    const before = await results.current(race.id)
    if (before && isSame(before, verdict)) return before
    assertBase(before, baseRevision)
    const at = await databaseTime(sql)
    const after = await results.add(race, verdict, { before, at, by: actor.id })
    await auditLog(sql).add({
      id: randomUUID(),
      at: at.toISOString(),
      actor,
      action: actionOf(before, verdict),
      subject: { type: 'race', id: String(race.id) },
      before: before ? told(before) : null,
      after: told(after),
    })
    await outbox(sql).append(resultPublished, resultState(race, after))
    return after
  })

/**
 * Publishes a revision: result, event and audit in one transaction. The same result again answers the current revision
 * and writes nothing. The session is closed before its first result can be seen.
 */
export const publishResult = ({ database, weekends, tipping }: Seams) => {
  const judge = judgeResult({ database, weekends })
  return async (actor: Actor, raceId: number, body: ResultBody): Promise<Revision> => {
    const { race, verdict } = await judge(raceId, body)
    const current = await resultRepository(database).current(raceId)
    if (current && isSame(current, verdict)) return current
    assertBase(current, body.baseRevision)
    if (!current) await tipping.close(race)
    return write(database, actor, { race, verdict, baseRevision: body.baseRevision })
  }
}
