import { weekendsAdminActed } from '@purple-sector/contracts/weekends/events'
import { entry, type OutboxEntry } from '@purple-sector/messaging'
import type { Caller } from '@purple-sector/service-kit'
import { auditAction } from '@purple-sector/service-kit/audit'

type Action = {
  at: Date
  /** The administrator who acts. */
  caller: Caller
  /** `weekend.created`, `race.reopened`, … */
  action: string
  subject: { type: 'weekend' | 'race' | 'car'; id: number }
  before: unknown
  after: unknown
}

/** The line of the audit log for one admin write; append it in the write's own transaction. */
export const adminAction = ({ caller, ...act }: Action): OutboxEntry =>
  entry(weekendsAdminActed, auditAction(caller, act))
