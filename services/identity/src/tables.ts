import type { AvatarConfig } from '@purple-sector/contracts/common'
import type { Theme, TimesIn } from '@purple-sector/contracts/identity/http'
import { table } from '@purple-sector/database'
import type { Profile } from './accounts/account.ts'

// Row types of identity's tables; only its repositories use column names.

export type UserRow = {
  id: string
  email: string
  email_verified_at: Date | null
  password_hash: string | null
  username: string | null
  first_name: string | null
  last_name: string | null
  profile_image_url: string | null
  user_type: Profile['userType']
  team_name: string | null
  car_number: string | null
  manufacturer: string | null
  track_status: Profile['trackStatus']
  selected_weekend_id: number | null
  chat_status: string | null
  preferred_weekend_id: number | null
  avatar_config: AvatarConfig | null
  theme: Theme | null
  spoiler_delay_seconds: number
  auto_tip: boolean
  nudges: boolean
  times_in: TimesIn
  time_zone: string | null
}

type SessionRow = {
  id: string
  hash: string
  user_id: string
  created_at: Date
  last_seen_at: Date
  browser: string | null
}
type DeviceRow = { hash: string; user_id: string; last_used_at: Date }
/** The purpose of a mailed token. */
export type Purpose = 'verify' | 'reset'
type TokenRow = { hash: string; purpose: Purpose; user_id: string; expires_at: Date }
type OidcIdentityRow = { issuer: string; subject: string; user_id: string }

export const users = table<UserRow, { avatar_config: string | null; theme: string | null }>('users')
export const sessions = table<SessionRow>('sessions')
export const devices = table<DeviceRow>('devices')
export const oneTimeTokenRows = table<TokenRow>('one_time_tokens')
export const oidcIdentities = table<OidcIdentityRow>('oidc_identities')
