import { randomUUID } from 'node:crypto'
import type { AuditAction } from '@purple-sector/contracts/admin/audit'
import type { Caller } from '../calls/identity-token.ts'

/** An administrator's action. `action` is the kind of the subject and the change: `weekend.created`. */
type AdminAction = {
  /** By the database's clock, in the transaction of the action. */
  at: Date
  action: string
  subject: { type: string; id: number | string }
  /** Visible state of the subject; null before its creation and after its deletion. */
  before: unknown
  after: unknown
}

/**
 * Makes the audit log entry of an administrator's action (docs/api/admin.md).
 *
 * It belongs to the transaction of the action: race control, which owns the log, inserts it there; other services
 * publish it with `entry(weekendsAdminActed, auditAction(caller, { … }))` among the events of the action.
 */
export const auditAction = (
  { userId, username }: Pick<Caller, 'userId' | 'username'>,
  { at, action, subject, before, after }: AdminAction,
): AuditAction => ({
  id: randomUUID(),
  at: at.toISOString(),
  actor: { id: userId, username },
  action,
  subject: { type: subject.type, id: String(subject.id) },
  before,
  after,
})
