import type { Database } from '@purple-sector/database'
import { USER_ID } from './fill-game.ts'

const ACCOUNTS = `
insert into users (id, email, username, first_name, last_name)
select ${USER_ID('n')}, 'fan' || n || '@bench.invalid', 'fan' || n, 'Fan', 'No. ' || n
from generate_series(1, :fans::int) n on conflict do nothing`

const SESSIONS = `
insert into sessions (id, hash, user_id)
select md5('session ' || n)::uuid, encode(sha256(('bench-session-of-fan-' || lpad(n::text, 10, '0'))::bytea), 'hex'),
  ${USER_ID('n')}
from generate_series(1, :fans::int) n on conflict do nothing`

/**
 * Creates accounts and sessions of the first fans of the game in identity's schema.
 * `cookieOf` returns their cookies.
 */
export const signInFans = async (identity: Database, fans: number): Promise<void> => {
  await identity.raw(ACCOUNTS, { fans })
  await identity.raw(SESSIONS, { fans })
}
