import { exportOf } from '@purple-sector/contracts/every-service'
import type { AccountExport } from '@purple-sector/contracts/identity/http'
import { SERVICES, type ServiceName } from '@purple-sector/contracts/services'
import type { Caller, Logger, ServiceCalls } from '@purple-sector/service-kit'
import { unauthorized, unavailable } from '@purple-sector/service-kit/errors'
import { readExport } from '@purple-sector/service-kit/http/export-route'
import { rateLimit } from '@purple-sector/service-kit/http/rate-limit'
import type { IdentityDependencies } from '../dependencies.ts'
import { userOf } from './account.ts'
import { accountRepository } from './account-repository.ts'

const HOUR_MS = 3_600_000
const EXPORTS_PER_HOUR = 5
/** Concurrency limit of one process: an export is in memory, some megabytes for a user of many years. */
const MAX_CONCURRENCY = 4

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

/** The queries of identity's own part, besides the profile. */
const OWN_QUERIES = {
  account: ACCOUNT,
  sessions: SESSIONS,
  knownBrowsers: KNOWN_BROWSERS,
  providers: PROVIDERS,
  mailedLinks: LINKS,
  waitingMails: MAILS,
}

/** Collects the parts of the other services by name; fails unless every installed service replies. */
const collectFromServices = async (calls: ServiceCalls, log: Logger, userId: string) => {
  const request = async (service: ServiceName): Promise<[string, Record<string, unknown>][]> => {
    const outcome = await calls.request(exportOf(service), { params: { userId } }).catch((error: unknown) => {
      log.warn(
        { event: 'export.service_unreachable', err: error, service, userId },
        'Account export failed: a service does not reply',
      )
      throw unavailable('We couldn’t collect all of your data. Please try again in a moment.', 10)
    })
    return outcome.kind === 'reply' ? [[service, outcome.reply]] : []
  }
  const otherServices = SERVICES.filter((service) => service !== 'identity')
  return Object.fromEntries((await Promise.all(otherServices.map(request))).flat())
}

/** Exports all data stored about the caller, or nothing. */
export const exportAccount = ({
  database,
  cache,
  calls,
  administrators,
  log,
}: IdentityDependencies & { calls: ServiceCalls }) => {
  const exportLimit = rateLimit(cache, {
    name: 'exports',
    limit: EXPORTS_PER_HOUR,
    windowMs: HOUR_MS,
    refusal: 'You’ve downloaded your data several times in the past hour. Please try again later.',
  })
  let inFlight = 0

  const collect = async (userId: string): Promise<AccountExport> => {
    const account = await accountRepository(database).find(userId)
    if (!account) throw unauthorized()
    const [identity, otherServices] = await Promise.all([
      readExport(database, OWN_QUERIES, userId),
      collectFromServices(calls, log, userId),
    ])
    const user = userOf(account, administrators)
    return { exportedAt: new Date().toISOString(), user, services: { identity, ...otherServices } }
  }

  return async ({ userId }: Caller): Promise<AccountExport> => {
    if (inFlight >= MAX_CONCURRENCY)
      throw unavailable('Lots of people are downloading their data right now. Please try again in a moment.', 5)
    await exportLimit.count(userId)
    inFlight += 1
    try {
      return await collect(userId)
    } finally {
      inFlight -= 1
    }
  }
}
