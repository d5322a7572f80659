import { weekendsAdminActed } from '@purple-sector/contracts/weekends/events'
import { entry, type OutboxEntry } from '@purple-sector/messaging'
import { callerOf } from '@purple-sector/service-kit'
import { auditAction } from '@purple-sector/service-kit/audit'
import type { FastifyRequest } from 'fastify'

/** The administrator who acts. */
export type Actor = { id: string; username: string | null }

export const actorOf = (request: FastifyRequest): Actor => {
  const { userId, username } = callerOf(request)
  return { id: userId, username }
}

type Action = {
  at: Date
  actor: Actor
  /** `weekend.created`, `race.reopened`, … */
  action: string
  subject: { type: 'weekend' | 'race' | 'car'; id: number }
  before: unknown
  after: unknown
}

/** The line of the audit log for one admin write; append it in the write's own transaction. */
export const adminAction = ({ actor: { id, username }, ...act }: Action): OutboxEntry =>
  entry(weekendsAdminActed, auditAction({ userId: id, username }, act))
