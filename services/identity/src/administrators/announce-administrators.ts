import { userChanged } from '@purple-sector/contracts/identity/events'
import { entry, outbox } from '@purple-sector/messaging'
import { stateOf } from '../accounts/account.ts'
import { accountRepository } from '../accounts/account-repository.ts'
import type { IdentityDependencies } from '../dependencies.ts'
import { announcedAdministrators } from './announced-administrator-repository.ts'

/**
 * Publishes users whose rights changed with ADMIN_EMAILS since the last start; returns the added and removed addresses.
 */
export const announceAdministrators = ({ database, administrators }: IdentityDependencies): Promise<string[]> =>
  database.transaction(async (sql) => {
    const announced = announcedAdministrators(sql)
    await announced.lock()
    const announcedEmails = await announced.list()
    const addedEmails = [...administrators].filter((email) => !announcedEmails.has(email))
    const changedEmails = [...addedEmails, ...[...announcedEmails].filter((email) => !administrators.has(email))]
    if (changedEmails.length === 0) return []
    const accounts = await accountRepository(sql).verifiedWithEmails(changedEmails)
    await announced.remove(changedEmails)
    await announced.add(addedEmails)
    await outbox(sql).appendMany(accounts.map((account) => entry(userChanged, stateOf(account, administrators))))
    return changedEmails
  })
