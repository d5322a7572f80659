import { z } from 'zod'

/** One line of the audit log as the owner of the data reports it, in the transaction of the write. */
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
