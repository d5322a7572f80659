import { userChanged } from '@purple-sector/contracts/identity/events'
import { entry, outbox } from '@purple-sector/messaging'
import { stateOf } from '../accounts/account.ts'
import { accountRepository } from '../accounts/account-repository.ts'
import type { IdentityDependencies } from '../identity-dependencies.ts'

/**
 * Publishes users whose rights changed with ADMIN_EMAILS since the last start; returns the added and removed addresses.
 */
export const announceAdministrators = ({ database, administrators }: IdentityDependencies): Promise<string[]> =>
  database.transaction(async (sql) => {
    await sql.raw('lock table announced_administrators in exclusive mode')
    const announced = new Set<string>(await sql('announced_administrators').pluck('email'))
    const gained = [...administrators].filter((email) => !announced.has(email))
    const changed = [...gained, ...[...announced].filter((email) => !administrators.has(email))]
    if (changed.length === 0) return []
    const accounts = await accountRepository(sql).verifiedWithEmails(changed)
    await sql('announced_administrators').whereIn('email', changed).delete()
    if (gained.length > 0) await sql('announced_administrators').insert(gained.map((email) => ({ email })))
    await outbox(sql).appendMany(accounts.map((account) => entry(userChanged, stateOf(account, administrators))))
    return changed
  })
