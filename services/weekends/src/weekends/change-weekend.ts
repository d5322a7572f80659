import { weekendChanged } from '@purple-sector/contracts/weekends/events'
import type { PatchWeekendBody, Weekend } from '@purple-sector/contracts/weekends/http'
import { databaseTime, type Transaction } from '@purple-sector/database'
import { entry, outbox } from '@purple-sector/messaging'
import { type Actor, adminAction } from '../audit/admin-action.ts'
import { raceRepository } from '../races/race-repository.ts'
import { isLocked } from '../races/session-lock.ts'
import { holdWeekend } from './hold-weekend.ts'
import { chooseProductRaces } from './product-races.ts'
import { changedWeekend, type StoredWeekend, weekendReply, weekendState } from './weekend.ts'
import { weekendRepository } from './weekend-repository.ts'

type Change = { actor: Actor; action: string; before: StoredWeekend; after: StoredWeekend }

const saved = async (sql: Transaction, { actor, action, before, after }: Change): Promise<Weekend> => {
  if (JSON.stringify(before) === JSON.stringify(after)) return weekendReply(after)
  await weekendRepository(sql).update(after)
  const at = await databaseTime(sql)
  const subject = { type: 'weekend', id: after.id } as const
  await outbox(sql).appendMany([
    entry(weekendChanged, weekendState(after)),
    adminAction({ at, actor, action, subject, before: weekendReply(before), after: weekendReply(after) }),
  ])
  return weekendReply(after)
}

/** Changes the fields that were sent; at most one weekend is live at a time (docs/rules.md, Weekends). */
export const changeWeekend = async (
  sql: Transaction,
  actor: Actor,
  id: number,
  body: PatchWeekendBody,
): Promise<Weekend> => {
  const before = await holdWeekend(sql, 'exclusive', id)
  return saved(sql, { actor, action: 'weekend.changed', before, after: changedWeekend(before, body) })
}

/** Chooses the sessions of the open competition; held, so that no session is entered or deleted meanwhile. */
export const changeProductRaces = async (
  sql: Transaction,
  actor: Actor,
  id: number,
  chosen: readonly number[],
): Promise<Weekend> => {
  const before = await holdWeekend(sql, 'exclusive', id)
  const readings = await raceRepository(sql).list({ weekendId: id })
  const sessions = readings.map(({ race, now }) => ({ id: race.id, name: race.name, locked: isLocked(race, now) }))
  const after = { ...before, productRaceIds: chooseProductRaces(before.productRaceIds, chosen, sessions) }
  return saved(sql, { actor, action: 'weekend.product-races-chosen', before, after })
}
