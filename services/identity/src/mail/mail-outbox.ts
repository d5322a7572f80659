import type { Database, Transaction } from '@purple-sector/database'
import type { Purpose } from '../tables.ts'
import { mails } from '../tables.ts'

/** A mail whose turn it is. `email` is null where there is nobody to send it to. */
export type DueMail = {
  id: number
  kind: Purpose
  userId: string | null
  email: string | null
  attempts: number
  isOld: boolean
}

/** A mail taken out to be sent comes back after this, should whoever took it die: longer than any attempt lasts. */
const LEASE = '2 minutes'
/** After a day nobody waits for it any more. */
const GIVE_UP_AFTER = '24 hours'

/** Mails that wait: put in by the transaction that wants them sent, taken out until each was sent. */
export const mailOutbox = (sql: Database | Transaction) => ({
  async put(kind: Purpose, userId: string | null): Promise<void> {
    await mails(sql).insert({ kind, user_id: userId })
  },

  /** The next mail that is due, which is then nobody else's for two minutes. */
  async take(): Promise<DueMail | undefined> {
    const { rows } = await sql.raw<{ rows: DueMail[] }>(
      `update mails m set attempts = attempts + 1, due_at = now() + ?::interval
       where id = (select id from mails where due_at <= now() order by due_at limit 1 for update skip locked)
       returning m.id, m.kind, m.user_id as "userId", m.attempts, m.created_at < now() - ?::interval as "isOld",
         (select u.email from users u where u.id = m.user_id) as email`,
      [LEASE, GIVE_UP_AFTER],
    )
    return rows[0]
  },

  async remove(id: number): Promise<void> {
    await mails(sql).where({ id }).delete()
  },

  async postpone(id: number, seconds: number): Promise<void> {
    await mails(sql)
      .where({ id })
      .update({ due_at: sql.raw('now() + make_interval(secs => ?)', [seconds]) })
  },
})
