import type { AuditAction } from '@purple-sector/contracts/admin/audit'
import type { Caller } from '@purple-sector/service-kit'
import { auditAction } from '@purple-sector/service-kit/data/audit'

/** The administrator who acts. */
export type Actor = Pick<Caller, 'userId' | 'username'>

type Action = {
  at: Date
  caller: Actor
  /** `weekend.created`, `race.reopened`, … */
  action: string
  subject: { type: 'weekend' | 'race' | 'car' | 'category'; id: number }
  before: unknown
  after: unknown
}

/** The line of the audit log for one admin write; it is published in the write's own transaction. */
export const adminAction = ({ caller, ...act }: Action): AuditAction => auditAction(caller, act)
