import type { AuditAction } from '@purple-sector/contracts/admin/audit'
import type { AuditEntry, AuditFilter } from '@purple-sector/contracts/admin/http'
import type { PageQuery } from '@purple-sector/contracts/page'
import type { Database, Transaction } from '@purple-sector/database'
import { readPageById } from '@purple-sector/service-kit/http/read-page-by-id'

type Row = {
  id: number
  at: Date
  actor_id: string
  actor_username: string | null
  action: string
  subject_type: string
  subject_id: string
  before: unknown
  after: unknown
}

const entryOf = (row: Row): AuditEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  actor: { id: row.actor_id, username: row.actor_username },
  action: row.action,
  subject: { type: row.subject_type, id: row.subject_id },
  before: row.before,
  after: row.after,
})

/** The audit log: who did what to which subject, as the owners of the data report it. Append-only. */
export const auditLog = (sql: Database | Transaction) => {
  /** Adds a line, unless the log has one of that id. */
  const add = async ({ id, at, actor, action, subject, before, after }: AuditAction): Promise<void> => {
    await sql('audit_entries')
      .insert({
        action_id: id,
        at,
        actor_id: actor.id,
        actor_username: actor.username,
        action,
        subject_type: subject.type,
        subject_id: subject.id,
        before: JSON.stringify(before ?? null),
        after: JSON.stringify(after ?? null),
      })
      .onConflict('action_id')
      .ignore()
  }

  return {
    add,

    /** Adds the actions that the log does not have yet. */
    async addMissing(adminActions: readonly AuditAction[]): Promise<void> {
      if (adminActions.length === 0) return
      const ids = adminActions.map(({ id }) => id)
      const existingIds = new Set<string>(await sql('audit_entries').whereIn('action_id', ids).pluck('action_id'))
      for (const adminAction of adminActions) if (!existingIds.has(adminAction.id)) await add(adminAction)
    },

    /** Lists matching lines, newest first, page by page. */
    async list(page: PageQuery, filter: AuditFilter = {}): Promise<AuditEntry[]> {
      const { action, actorId, subjectType, subjectId, from, to } = filter
      const query = sql('audit_entries')
      if (action !== undefined) query.whereIn('action', action.split(','))
      if (actorId !== undefined) query.where({ actor_id: actorId })
      if (subjectType !== undefined) query.where({ subject_type: subjectType })
      if (subjectId !== undefined) query.where({ subject_id: subjectId })
      if (from !== undefined) query.where('at', '>=', from)
      if (to !== undefined) query.where('at', '<', to)
      return (await readPageById<Row>(query, page)).map(entryOf)
    },
  }
}
export type AuditLog = ReturnType<typeof auditLog>
