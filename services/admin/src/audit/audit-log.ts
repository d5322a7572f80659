import type { AuditAction } from '@purple-sector/contracts/admin/audit'
import type { AuditEntry, AuditFilter } from '@purple-sector/contracts/admin/http'
import type { PageQuery } from '@purple-sector/contracts/page'
import type { Database, Transaction } from '@purple-sector/database'
import { pageOf } from '@purple-sector/service-kit/http/page-of'

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

/** Who did what to what, as the owners of the data report it. Lines are added and never changed. */
export const auditLog = (sql: Database | Transaction) => {
  /** Adds a line; one that is in the log already stays as it is. */
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

    /** Adds those that are not in the log yet. */
    async addMissing(acts: readonly AuditAction[]): Promise<void> {
      if (acts.length === 0) return
      const ids = acts.map(({ id }) => id)
      const known = new Set<string>(await sql('audit_entries').whereIn('action_id', ids).pluck('action_id'))
      for (const act of acts) if (!known.has(act.id)) await add(act)
    },

    /** The newest lines that match first, page by page. */
    async list(page: PageQuery, filter: AuditFilter = {}): Promise<AuditEntry[]> {
      const { action, actorId, subjectType, subjectId, from, to } = filter
      const lines = sql('audit_entries')
      if (action !== undefined) lines.whereIn('action', action.split(','))
      if (actorId !== undefined) lines.where({ actor_id: actorId })
      if (subjectType !== undefined) lines.where({ subject_type: subjectType })
      if (subjectId !== undefined) lines.where({ subject_id: subjectId })
      if (from !== undefined) lines.where('at', '>=', from)
      if (to !== undefined) lines.where('at', '<', to)
      return (await pageOf<Row>(lines, page)).map(entryOf)
    },
  }
}
export type AuditLog = ReturnType<typeof auditLog>
