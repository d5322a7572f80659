import { exportOf } from '@purple-sector/contracts/every-service'
import type { AccountExport } from '@purple-sector/contracts/identity/http'
import { SERVICES, type ServiceName } from '@purple-sector/contracts/services'
import type { Caller, Logger, ServiceCalls } from '@purple-sector/service-kit'
import { unauthorized, unavailable } from '@purple-sector/service-kit/errors'
import { readExport } from '@purple-sector/service-kit/http/export-route'
import { rateLimit } from '@purple-sector/service-kit/http/rate-limit'
import { userOf } from '../accounts/account.ts'
import { accountRepository } from '../accounts/account-repository.ts'
import type { IdentityDependencies } from '../dependencies.ts'
import { exportParts } from './export-sql.ts'

const HOUR_MS = 3_600_000
const EXPORTS_PER_HOUR = 5
/** Concurrency limit of one process: an export is in memory, some megabytes for a user of many years. */
const MAX_CONCURRENCY = 4

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
      readExport(database, exportParts, userId),
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
