import { raceChanged } from '@purple-sector/contracts/weekends/events'
import type { PatchRaceBody, Race } from '@purple-sector/contracts/weekends/http'
import { databaseTime, type Transaction } from '@purple-sector/database'
import { entry, outbox } from '@purple-sector/messaging'
import type { RaceControl } from '../ask-race-control.ts'
import type { Tipping } from '../ask-tipping.ts'
import { type Actor, adminAction } from '../audit/admin-action.ts'
import { holdRace } from './hold-race.ts'
import { raceReply, raceState } from './race.ts'
import { changeRace, closedRace } from './race-change.ts'
import { raceRepository } from './race-repository.ts'

/**
 * Changes a session. Where that closes it, tipping closes it first, while our row is held and the change unseen: no
 * tip is accepted after anybody could know that the session runs.
 */
export const changeRaceOf =
  (tipping: Pick<Tipping, 'closeSession'>, raceControl: RaceControl) =>
  async (sql: Transaction, actor: Actor, id: number, patch: PatchRaceBody): Promise<Race> => {
    const { race, now } = await holdRace(sql, id)
    const change = changeRace(race, patch, now)
    if (!change.changed) return raceReply(race, now)
    if (change.isJudgedDifferently) changeRace(await raceControl.withPresentResult(race), patch, now)
    const closedAt = change.closes ? await tipping.closeSession(race) : undefined
    const next = change.closes ? closedRace(change.next, closedAt ?? now) : change.next
    await raceRepository(sql).update(next)
    const before = raceReply(race, now)
    const seenAt = await databaseTime(sql)
    const after = raceReply(next, seenAt)
    await outbox(sql).appendMany([
      entry(raceChanged, raceState(next, seenAt)),
      adminAction({ at: now, actor, action: 'race.changed', subject: { type: 'race', id }, before, after }),
    ])
    return after
  }
