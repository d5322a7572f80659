import { applyGroup } from '@purple-sector/contracts/tipping/internal'
import { openDatabase } from '@purple-sector/database'
import type { EventBus } from '@purple-sector/messaging'
import { createInProcessBus } from '@purple-sector/messaging/in-process'
import { inProcessCalls, type ServiceCalls } from '@purple-sector/service-kit'
import { createEventPublisher, type EventPublisher } from '@purple-sector/testing/event-publisher'
import { tipping } from '@purple-sector/tipping'
import { pino } from 'pino'
import type { z } from 'zod'
import type { BenchDatabase } from '../database/bench-postgres.ts'
import { runConcurrently } from '../run-concurrently.ts'
import { internalSecret, type ServiceRun, startService } from './service-run.ts'

/** Tipping as in the embedded product, on a bench database, without the other services. */
export type TippingRun = EventPublisher &
  ServiceRun & {
    bus: EventBus
    /** Pushes groups to tipping as the groups service does after its commit. */
    pushGroups(groups: readonly z.infer<typeof applyGroup.request>[]): Promise<void>
    /** Calls tipping as a gateway does. */
    asGateway: ServiceCalls
    /** Resolves when the worker logs that race's scoring as completed, right after the commit. */
    scored(raceId: number): Promise<void>
    /** Resolves when its groups' boards and all that follows them are committed, too. */
    published(raceId: number): Promise<void>
  }

type Line = { level: number; event?: string; raceId?: number }

const ERROR = 50
const HANDOVER_BATCH_SIZE = 8
const TIMEOUT_MS = 300_000

/** The database, and the verifier of identity tokens (absent: no token is accepted). */
type TippingAccess = { adminUrl: string; tippingUrl: string; identityPublicKey?: string }

export const tippingAccessOf = (database: BenchDatabase): TippingAccess => ({
  adminUrl: database.adminUrl,
  tippingUrl: database.urlOf('tipping'),
})

export const startTipping = async (access: TippingAccess): Promise<TippingRun> => {
  const waiting = new Map<string, () => void>()
  const log = pino(
    { level: 'info' },
    {
      write(line: string) {
        const { level, event, raceId }: Line = JSON.parse(line)
        if (level >= ERROR) process.stderr.write(line)
        if (raceId !== undefined) waiting.get(`${event} ${raceId}`)?.()
      },
    },
  )
  const busDatabase = openDatabase({ url: access.adminUrl, schema: 'bus', maxConnections: 20 })
  const bus = await createInProcessBus({ database: busDatabase, log })
  const { database, service, stop } = await startService(tipping, {
    ...{ config: { scoresInline: true }, bus, log, adminUrl: access.adminUrl, databaseUrl: access.tippingUrl },
    ...{ maxConnections: 20, identityPublicKey: access.identityPublicKey },
  })
  const apps = new Map([['tipping', service.app]])
  const groups = inProcessCalls({ caller: 'groups', secret: internalSecret, apps })
  const pushGroups = async (request: z.infer<typeof applyGroup.request>): Promise<void> => {
    const outcome = await groups.request(applyGroup, { request })
    if (outcome.kind !== 'reply') throw new Error('Tipping rejected a pushed group')
  }
  const waitForLine = (line: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const timeout = setTimeout(() => reject(new Error(`The worker did not report: ${line}`)), TIMEOUT_MS)
      waiting.set(line, () => {
        clearTimeout(timeout)
        resolve()
      })
    })
  return {
    ...createEventPublisher(bus),
    database,
    service,
    bus,
    asGateway: inProcessCalls({ caller: 'gateway', secret: internalSecret, apps }),
    pushGroups: (groupRequests) => runConcurrently(HANDOVER_BATCH_SIZE, groupRequests, pushGroups),
    scored: (raceId) => waitForLine(`scoring.completed ${raceId}`),
    published: (raceId) => waitForLine(`scoring.leaderboards_published ${raceId}`),
    async stop() {
      await stop()
      await bus.close()
      await busDatabase.destroy()
    },
  }
}
