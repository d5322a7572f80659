import { randomUUID } from 'node:crypto'
import { lockSubject, type Transaction } from '@purple-sector/database'
import { userOf } from '../accounts/account.ts'
import { accountRepository } from '../accounts/account-repository.ts'
import { announceUser } from '../accounts/announce-user.ts'
import { oneTimeTokens } from '../accounts/one-time-tokens.ts'
import { isReserved } from '../accounts/reserved-names.ts'
import type { IdentityDependencies } from '../identity-dependencies.ts'
import { type Browser, sessionRepository } from '../sessions/session-repository.ts'
import type { SignedIn } from '../sessions/sign-in.ts'
import { decideLinking, type Linking } from './link-account.ts'
import { oidcRepository } from './oidc-repository.ts'
import type { ProviderClaims } from './provider-claims.ts'

type Arrival = { issuer: string; claims: ProviderClaims; browser: Browser }

/** One person at a time for each address and each subject: twins would both find nobody and both create. */
const lockArrival = (sql: Transaction, { issuer, claims }: Arrival) =>
  lockSubject(sql, 'exclusive', `oidc/${issuer}/${claims.sub}`, `oidc/${claims.email?.toLowerCase() ?? ''}`)

const accountFor = async (sql: Transaction, arrival: Arrival, linking: Linking) => {
  const accounts = accountRepository(sql)
  const { claims } = arrival
  if (linking.kind === 'create') {
    const names = { firstName: claims.given_name, lastName: claims.family_name }
    return accounts.create({
      id: randomUUID(),
      email: linking.email,
      isVerified: true,
      passwordHash: null,
      ...(isReserved(names) ? {} : names),
      profileImageUrl: claims.picture,
    })
  }
  const { account } = linking
  if (linking.kind !== 'take-over') return account
  await accounts.setPassword(account.id, null)
  await oneTimeTokens(sql).withdraw(account.id, ['verify', 'reset'])
  await accounts.markVerified(account.id)
  return { ...account, passwordHash: null, isVerified: true }
}

/** Signs in whom the provider vouches for; links or makes the account at their first visit. */
export const signInByProvider =
  ({ database, administrators, tipping, log }: IdentityDependencies) =>
  async (arrival: Arrival): Promise<SignedIn> => {
    const { signedIn, kind, state } = await database.transaction(async (sql) => {
      const { issuer, claims, browser } = arrival
      await lockArrival(sql, arrival)
      const links = oidcRepository(sql)
      const accounts = accountRepository(sql)
      const linkedTo = await links.userOf(issuer, claims.sub)
      const linking = decideLinking(claims, {
        linked: linkedTo === undefined ? undefined : await accounts.hold(linkedTo),
        byEmail: claims.email === undefined ? undefined : await accounts.holdByEmail(claims.email),
      })
      const account = await accountFor(sql, arrival, linking)
      // Also where the account it was linked to has just been deleted.
      if (linkedTo !== account.id) await links.link(issuer, claims.sub, account.id)
      const sessions = sessionRepository(sql)
      if (linking.kind === 'take-over') await sessions.endAll(account.id)
      const entered = await sessions.begin(account.id, browser)
      const isTold = linking.kind === 'take-over' || linking.kind === 'create'
      const state = isTold ? await announceUser(sql, account, administrators) : undefined
      return { signedIn: { user: userOf(account, administrators), entered }, kind: linking.kind, state }
    })
    if (state) await tipping.applyUser(state)
    log.info({ userId: signedIn.user.id, account: kind }, 'signed in by the provider')
    return signedIn
  }
