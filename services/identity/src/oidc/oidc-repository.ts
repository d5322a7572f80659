import type { Database, Transaction } from '@purple-sector/database'
import { hashOf } from '../accounts/one-time-token-repository.ts'
import { oidcIdentities } from '../tables.ts'
import type { PendingSignIn } from './provider.ts'

type SignInRow = { nonce: string; code_verifier: string; return_to: string; browser_hash: string; is_fresh: boolean }

/** Pending sign-ins at the provider, and the accounts linked to its subjects. */
export const oidcRepository = (sql: Database | Transaction) => ({
  async start({ state, nonce, codeVerifier }: PendingSignIn, browser: string, returnTo: string): Promise<void> {
    await sql('oidc_sign_ins').insert({
      state_hash: hashOf(state),
      browser_hash: hashOf(browser),
      nonce,
      code_verifier: codeVerifier,
      return_to: returnTo,
      expires_at: sql.raw(`now() + interval '10 minutes'`),
    })
  },

  /** Removes and returns the sign-in that this browser started with this state; a replay returns undefined. */
  async redeem(
    state: string,
    browser: string,
  ): Promise<{ pendingSignIn: PendingSignIn; returnTo: string } | undefined> {
    const [row] = await sql('oidc_sign_ins')
      .where({ state_hash: hashOf(state) })
      .delete()
      .returning<SignInRow[]>([
        'nonce',
        'code_verifier',
        'return_to',
        'browser_hash',
        sql.raw('expires_at > now() as is_fresh'),
      ])
    if (!row?.is_fresh || row.browser_hash !== hashOf(browser)) return undefined
    return { pendingSignIn: { state, nonce: row.nonce, codeVerifier: row.code_verifier }, returnTo: row.return_to }
  },

  async userOf(issuer: string, subject: string): Promise<string | undefined> {
    const row = await oidcIdentities(sql).where({ issuer, subject }).first('user_id')
    return row?.user_id
  },

  async link(issuer: string, subject: string, userId: string): Promise<void> {
    await oidcIdentities(sql).insert({ issuer, subject, user_id: userId })
  },
})
