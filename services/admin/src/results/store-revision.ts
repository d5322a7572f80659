import { resultPublished } from '@purple-sector/contracts/admin/events'
import type { ParsedCall } from '@purple-sector/contracts/call'
import type { applyResult } from '@purple-sector/contracts/weekends/internal'
import { databaseTime, type Transaction } from '@purple-sector/database'
import { outbox, sequencesOf } from '@purple-sector/messaging'
import type { Caller } from '@purple-sector/service-kit'
import { auditAction } from '@purple-sector/service-kit/data/audit'
import { auditLog } from '../audit/audit-log-repository.ts'
import { endTiming } from '../live-timing/publish-status.ts'
import type { Race } from '../projections/race-projection.ts'
import { enqueueResultWebhook } from '../webhooks/enqueue-result-webhook.ts'
import { actionOf, type Revision } from './result.ts'
import { resultRepository, resultState } from './result-repository.ts'

/** A revision with the state that its event carries. */
export type StoredRevision = { revision: Revision; state: ParsedCall<typeof applyResult>['request'] }

type NextRevision = {
  before: Revision | undefined
  validation: Pick<Revision, 'status' | 'reason' | 'classification'>
}

/** Returns what the audit log stores of a revision. */
const auditView = ({ revision, status, reason, classification }: Revision) => ({
  revision,
  status,
  reason,
  classification,
})

/**
 * Stores the next revision with its audit line, event and webhooks, in a transaction that has locked the race.
 * `before` is the current revision.
 */
export const storeRevision = async (
  sql: Transaction,
  caller: Caller,
  race: Race,
  { before, validation }: NextRevision,
): Promise<StoredRevision> => {
  const at = await databaseTime(sql)
  const after = await resultRepository(sql).add(race, validation, { before, at, by: caller.userId })
  await auditLog(sql).add(
    auditAction(caller, {
      at,
      action: actionOf(before, validation),
      subject: { type: 'race', id: race.id },
      before: before ? auditView(before) : null,
      after: auditView(after),
    }),
  )
  const data = resultState(race, after)
  await enqueueResultWebhook(sql, race, after)
  await endTiming(sql, race.id)
  await outbox(sql).append(resultPublished, data)
  const subject = resultPublished.subject(data)
  const sequence = (await sequencesOf(sql, [subject]))(subject)
  return { revision: after, state: { sequence, data } }
}
