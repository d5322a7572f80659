import type { Cache } from '@purple-sector/cache'
import type { Database } from '@purple-sector/database'
import type { Logger } from '@purple-sector/service-kit'
import type { RateLimit } from '@purple-sector/service-kit/http/rate-limit'
import type { Administrators } from './accounts/account.ts'
import type { Passwords } from './accounts/passwords.ts'
import type { Cookies } from './sessions/session-cookie.ts'
import type { SignInLimits } from './sessions/sign-in-limits.ts'
import type { Tipping } from './tipping-client.ts'

/** What the stories of this service work with; `app.ts` puts it together. */
export type IdentityDependencies = {
  database: Database
  cache: Cache
  passwords: Passwords
  administrators: Administrators
  limits: SignInLimits
  /** Of an address. */
  registrations: RateLimit
  tipping: Tipping
  cookies: Cookies
  publicUrl: string
  log: Logger
}
