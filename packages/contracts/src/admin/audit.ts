import { z } from 'zod'
import { defineFact, type FactDefinition } from '../event.ts'
import type { ServiceName } from '../services.ts'

/** One line of the audit log, as reported by the owner of the data in the transaction of the write. */
export const auditActionSchema = z.object({
  id: z.string(),
  at: z.string(),
  actor: z.object({ id: z.string(), username: z.string().nullable() }),
  action: z.string(),
  subject: z.object({ type: z.string(), id: z.string() }),
  before: z.unknown(),
  after: z.unknown(),
})
export type AuditAction = z.infer<typeof auditActionSchema>

/** An administrator's action in this service; race control, which owns the audit log, subscribes to it. */
export const adminActedBy = (owner: ServiceName): FactDefinition<AuditAction> =>
  defineFact({
    type: `${owner}.admin-acted.v1`,
    owner,
    data: auditActionSchema,
    subject: (action) => `audit/${action.id}`,
    key: (action) => `audit/${action.subject.type}/${action.subject.id}`,
  })
