import { randomUUID } from 'node:crypto'
import { lockSubject, type Transaction } from '@purple-sector/database'
import { userOf } from '../accounts/account.ts'
import { accountRepository } from '../accounts/account-repository.ts'
import { announceUser } from '../accounts/announce-user.ts'
import { oneTimeTokens } from '../accounts/one-time-token-repository.ts'
import { isReserved } from '../accounts/reserved-names.ts'
import type { IdentityDependencies } from '../dependencies.ts'
import { type Browser, sessionRepository } from '../sessions/session-repository.ts'
import type { SignedIn } from '../sessions/sign-in.ts'
import { decideLinking, type Linking } from './link-account.ts'
import { oidcRepository } from './oidc-repository.ts'
import type { ProviderClaims } from './provider-claims.ts'

type ProviderSignIn = { issuer: string; claims: ProviderClaims; browser: Browser }

/** Serializes sign-ins per address and per subject: concurrent ones would both find no account and both create one. */
const lockProviderSignIn = (sql: Transaction, { issuer, claims }: ProviderSignIn) =>
  lockSubject(sql, 'exclusive', `oidc/${issuer}/${claims.sub}`, `oidc/${claims.email?.toLowerCase() ?? ''}`)

const accountFor = async (sql: Transaction, providerSignIn: ProviderSignIn, linking: Linking) => {
  const accounts = accountRepository(sql)
  const { claims } = providerSignIn
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
  await oneTimeTokens(sql).revoke(account.id, ['verify', 'reset'])
  await accounts.markVerified(account.id)
  return { ...account, passwordHash: null, isVerified: true }
}

/** Signs in a person verified by the provider; links or creates the account at the first visit. */
export const signInByProvider =
  ({ database, administrators, tipping, log }: IdentityDependencies) =>
  async (providerSignIn: ProviderSignIn): Promise<SignedIn> => {
    const { signedIn, kind, state } = await database.transaction(async (sql) => {
      const { issuer, claims, browser } = providerSignIn
      await lockProviderSignIn(sql, providerSignIn)
      const links = oidcRepository(sql)
      const accounts = accountRepository(sql)
      const linkedTo = await links.userOf(issuer, claims.sub)
      const linking = decideLinking(claims, {
        linked: linkedTo === undefined ? undefined : await accounts.selectForUpdate(linkedTo),
        byEmail: claims.email === undefined ? undefined : await accounts.selectByEmailForUpdate(claims.email),
      })
      const account = await accountFor(sql, providerSignIn, linking)
      // Also needed if the linked account has just been deleted.
      if (linkedTo !== account.id) await links.link(issuer, claims.sub, account.id)
      const sessions = sessionRepository(sql)
      if (linking.kind === 'take-over') await sessions.endAll(account.id)
      const secrets = await sessions.start(account.id, browser)
      const isPublished = linking.kind === 'take-over' || linking.kind === 'create'
      const state = isPublished ? await announceUser(sql, account, administrators) : undefined
      return { signedIn: { user: userOf(account, administrators), secrets }, kind: linking.kind, state }
    })
    if (state) await tipping.applyUser(state)
    log.info({ event: 'oidc.signed_in', userId: signedIn.user.id, account: kind }, 'Signed in by the provider')
    return signedIn
  }
