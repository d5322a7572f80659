import { weekendChanged } from '@purple-sector/contracts/weekends/events'
import type { CreateWeekendBody, Weekend } from '@purple-sector/contracts/weekends/http'
import { databaseTime, type Transaction } from '@purple-sector/database'
import { entry, outbox } from '@purple-sector/messaging'
import { type Actor, adminAction } from '../audit/admin-action.ts'
import { newWeekend, weekendReply, weekendState } from './weekend.ts'
import { weekendRepository } from './weekend-repository.ts'

export const createWeekend = async (sql: Transaction, actor: Actor, body: CreateWeekendBody): Promise<Weekend> => {
  const weekend = await weekendRepository(sql).insert(newWeekend(body))
  const after = weekendReply(weekend)
  const subject = { type: 'weekend', id: weekend.id } as const
  const at = await databaseTime(sql)
  await outbox(sql).appendMany([
    entry(weekendChanged, weekendState(weekend)),
    adminAction({ at, actor, action: 'weekend.created', subject, before: null, after }),
  ])
  return after
}
