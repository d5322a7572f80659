import type { ExportParts } from '@purple-sector/service-kit/http/export-route'

const ACCOUNT = `select created_at as "registeredAt", email_verified_at as "emailVerifiedAt" from users where id = :userId`

const SESSIONS = `
select browser, created_at as "createdAt", last_seen_at as "lastSeenAt"
from sessions where user_id = :userId order by created_at, id`

const KNOWN_BROWSERS = `select last_used_at as "lastUsedAt" from devices where user_id = :userId order by last_used_at`

const PROVIDERS = `
select issuer, subject, linked_at as "linkedAt" from oidc_identities where user_id = :userId order by linked_at`

const LINKS = `
select purpose, expires_at as "expiresAt" from one_time_tokens where user_id = :userId order by expires_at`

const MAILS = `select kind, created_at as "createdAt" from mails where about = :userId order by id`

/** What the export contains of identity besides the profile: each part with its statement. */
export const exportParts: ExportParts = {
  account: ACCOUNT,
  sessions: SESSIONS,
  knownBrowsers: KNOWN_BROWSERS,
  providers: PROVIDERS,
  mailedLinks: LINKS,
  waitingMails: MAILS,
}
