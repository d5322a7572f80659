import { randomUUID } from 'node:crypto'
import { resultPublished } from '@purple-sector/contracts/admin/events'
import type { ResultBody } from '@purple-sector/contracts/admin/http'
import { type Database, databaseTime, type Transaction } from '@purple-sector/database'
import { outbox } from '@purple-sector/messaging'
import { auditAction } from '@purple-sector/service-kit/audit'
import { conflict, unavailable } from '@purple-sector/service-kit/errors'
import { type Actor, auditLog } from '../audit/audit-log.ts'
import type { Weekends } from '../projections/ask-weekends.ts'
import { type Race, raceCopies } from '../projections/race-copies.ts'
import { shareRace } from '../projections/share-race.ts'
import type { Tipping } from './ask-tipping.ts'
import { judgeResult, noSuchRace } from './judge-result.ts'
import { publishAttempts } from './publish-attempts.ts'
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

type Judged = {
  race: Race
  verdict: Verdict
  baseRevision: number | undefined
  /** Of a first result. */
  attempt?: string
}

/** Tipping may have taken back the lock that was made for this attempt: its result must not come after that. */
const useUp = async (sql: Transaction, attempt: string): Promise<void> => {
  if ((await publishAttempts(sql).end([attempt])) === 0)
    throw unavailable('Publishing took too long and nothing was published. Please try again.')
}

const write = (database: Database, actor: Actor, { race, verdict, baseRevision, attempt }: Judged): Promise<Revision> =>
  database.transaction(async (sql) => {
    const { isDeleted } = await shareRace(sql, race)
    if (attempt !== undefined) await useUp(sql, attempt)
    const held = await raceCopies(sql).hold(race.id)
    if (!held || isDeleted) throw noSuchRace()
    const results = resultRepository(sql)
    const before = await results.current(race.id)
    if (before && isSame(before, verdict)) return before
    assertBase(before, baseRevision)
    const at = await databaseTime(sql)
    const after = await results.add(race, verdict, { before, at, by: actor.id })
    await auditLog(sql).add(
      auditAction(
        { userId: actor.id, username: actor.username },
        {
          at,
          action: actionOf(before, verdict),
          subject: { type: 'race', id: race.id },
          before: before ? told(before) : null,
          after: told(after),
        },
      ),
    )
    await outbox(sql).append(resultPublished, resultState(race, after))
    return after
  })

/**
 * The session is closed before its first result can be seen. Where the result is then not stored, or that cannot be
 * told, tipping asks what became of the attempt and takes the lock back where nothing else closes the session (ADR 8).
 */
const writeFirst = async ({ database, tipping }: Seams, actor: Actor, judged: Judged): Promise<Revision> => {
  const attempt = randomUUID()
  await publishAttempts(database).begin(attempt, judged.race.id)
  await tipping.close(judged.race, attempt)
  try {
    return await write(database, actor, { ...judged, attempt })
  } catch (error) {
    await tipping.settle(judged.race, attempt)
    throw error
  }
}

/**
 * Publishes a revision: result, event and audit in one transaction. The same result again answers the current revision
 * and writes nothing.
 */
export const publishResult = (seams: Seams) => {
  const { database } = seams
  const judge = judgeResult(seams)
  return async (actor: Actor, raceId: number, body: ResultBody): Promise<Revision> => {
    const { race, verdict } = await judge(raceId, body)
    const current = await resultRepository(database).current(raceId)
    if (current && isSame(current, verdict)) return current
    assertBase(current, body.baseRevision)
    const judged = { race, verdict, baseRevision: body.baseRevision }
    return current ? write(database, actor, judged) : writeFirst(seams, actor, judged)
  }
}
