import type { Database } from '@purple-sector/database'

/**
 * Until now a mailed link verified its address wherever it was opened, so somebody else's session may have been
 * verified by it, and may have been kept when a provider was linked. Which ones cannot be told any more: only accounts
 * that are entered through the provider alone stay verified. All others prove their address again.
 */
export const up = async (database: Database): Promise<void> => {
  await database.raw(`
    update users u set email_verified_at = null
    where email_verified_at is not null
      and not (password_hash is null and exists (select from oidc_identities i where i.user_id = u.id))`)
}

/** Migrations are append-only: what one did, a later one undoes. */
export const down = async (): Promise<void> => {}
