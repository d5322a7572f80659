import { randomUUID } from 'node:crypto'
import type { AuditAction } from '@purple-sector/contracts/admin/audit'
import type { Caller } from '../calls/identity-token.ts'

/** What an administrator did. `action` is the kind of the subject and what became of it: `weekend.created`. */
type Act = {
  /** By the database's clock, in the transaction of the act. */
  at: Date
  action: string
  subject: { type: string; id: number | string }
  /** What is shown of the subject; null where it was not there yet, or is gone. */
  before: unknown
  after: unknown
}

/**
 * The line of the audit log for what an administrator did (docs/contract.md, Race control). It belongs to the
 * transaction of the act: race control, which keeps the log, adds it there; everybody else publishes it, as
 * `entry(weekendsAdminActed, auditAction(caller, { … }))` among the events of the act.
 */
export const auditAction = (
  { userId, username }: Pick<Caller, 'userId' | 'username'>,
  { at, action, subject, before, after }: Act,
): AuditAction => ({
  id: randomUUID(),
  at: at.toISOString(),
  actor: { id: userId, username },
  action,
  subject: { type: subject.type, id: String(subject.id) },
  before,
  after,
})
