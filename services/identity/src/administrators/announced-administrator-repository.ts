import { type Transaction, table } from '@purple-sector/database'

const announced = table<{ email: string }>('announced_administrators')

/** Addresses of the administrators whose rights were published. */
export const announcedAdministrators = (sql: Transaction) => ({
  /** Locks the table until the transaction ends, so that concurrent starts publish each change once. */
  async lock(): Promise<void> {
    await sql.raw('lock table announced_administrators in exclusive mode')
  },

  async list(): Promise<Set<string>> {
    return new Set(await announced(sql).pluck('email'))
  },

  async remove(emails: readonly string[]): Promise<void> {
    await announced(sql)
      .whereIn('email', [...emails])
      .delete()
  },

  async add(emails: readonly string[]): Promise<void> {
    if (emails.length > 0) await announced(sql).insert(emails.map((email) => ({ email })))
  },
})
