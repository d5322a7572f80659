import type { Cache } from '@purple-sector/cache'
import type { Database } from '@purple-sector/database'
import type { Logger } from '@purple-sector/service-kit'
import type { RateLimit } from '@purple-sector/service-kit/http/rate-limit'
import type { Administrators } from './accounts/account.ts'
import type { Passwords } from './accounts/passwords.ts'
import type { Cookies } from './sessions/session-cookie.ts'
import type { SignInLimits } from './sessions/sign-in-limits.ts'
import type { Tipping } from './tipping-client.ts'

/** Dependencies of this service's use cases; `app.ts` creates them. */
export type IdentityDependencies = {
  database: Database
  cache: Cache
  passwords: Passwords
  administrators: Administrators
  limits: SignInLimits
  /** Registrations per address. */
  registrations: RateLimit
  tipping: Tipping
  cookies: Cookies
  publicUrl: string
  log: Logger
}
