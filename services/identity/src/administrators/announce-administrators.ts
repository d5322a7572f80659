import { userChanged } from '@purple-sector/contracts/identity/events'
import { entry, outbox } from '@purple-sector/messaging'
import { stateOf } from '../accounts/account.ts'
import { accountRepository } from '../accounts/account-repository.ts'
import type { IdentityDependencies } from '../dependencies.ts'

/**
 * Publishes users whose rights changed with ADMIN_EMAILS since the last start; returns the added and removed addresses.
 */
export const announceAdministrators = ({ database, administrators }: IdentityDependencies): Promise<string[]> =>
  database.transaction(async (sql) => {
    await sql.raw('lock table announced_administrators in exclusive mode')
    const announcedEmails = new Set<string>(await sql('announced_administrators').pluck('email'))
    const addedEmails = [...administrators].filter((email) => !announcedEmails.has(email))
    const changedEmails = [...addedEmails, ...[...announcedEmails].filter((email) => !administrators.has(email))]
    if (changedEmails.length === 0) return []
    const accounts = await accountRepository(sql).verifiedWithEmails(changedEmails)
    await sql('announced_administrators').whereIn('email', changedEmails).delete()
    if (addedEmails.length > 0) await sql('announced_administrators').insert(addedEmails.map((email) => ({ email })))
    await outbox(sql).appendMany(accounts.map((account) => entry(userChanged, stateOf(account, administrators))))
    return changedEmails
  })
