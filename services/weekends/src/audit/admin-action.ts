import { randomUUID } from 'node:crypto'
import { weekendsAdminActed } from '@purple-sector/contracts/weekends/events'
import { entry, type OutboxEntry } from '@purple-sector/messaging'
import { callerOf } from '@purple-sector/service-kit'
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
export const adminAction = ({ at, subject, ...action }: Action): OutboxEntry =>
  entry(weekendsAdminActed, {
    id: randomUUID(),
    at: at.toISOString(),
    subject: { type: subject.type, id: String(subject.id) },
    ...action,
  })
