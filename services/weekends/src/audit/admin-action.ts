import type { AuditAction } from '@purple-sector/contracts/admin/audit'
import type { Caller } from '@purple-sector/service-kit'
import { auditAction } from '@purple-sector/service-kit/data/audit'

/** The acting administrator. */
export type Actor = Pick<Caller, 'userId' | 'username'>

type Action = {
  at: Date
  caller: Actor
  /** Such as `weekend.created` or `race.reopened`. */
  action: string
  subject: { type: 'weekend' | 'race' | 'car' | 'category' | 'season'; id: number }
  before: unknown
  after: unknown
}

/** Builds the audit entry of an admin write; it is published in the transaction of that write. */
export const adminAction = ({ caller, ...act }: Action): AuditAction => auditAction(caller, act)
