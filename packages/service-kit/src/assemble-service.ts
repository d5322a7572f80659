import { republishBy } from '@purple-sector/contracts/every-service'
import { isReachable } from '@purple-sector/database'
import {
  type EventHandler,
  type Relay,
  type Republisher,
  republish,
  startConsumer,
  startRelay,
} from '@purple-sector/messaging'
import { busy, unavailable } from './errors.ts'
import type { App } from './http/app-type.ts'
import { registerInternalRoute } from './http/internal-route.ts'
import type { BackgroundTask, Platform, Service } from './platform.ts'

type Parts = {
  name: string
  platform: Platform
  app: App
  /** Everything the service subscribes to (`subscriptions.ts`). */
  handlers: EventHandler[]
  /** Republish the service's current state on request. */
  republishers?: Republisher[]
  /** Workers and scheduled tasks, started with the service. */
  tasks?: (() => Promise<BackgroundTask> | BackgroundTask)[]
}

/** Assembles a service: relay, subscriptions, tasks, readiness, and the order of starting and stopping them. */
export const assembleService = ({ name, platform, app, handlers, republishers = [], tasks = [] }: Parts): Service => {
  const { database, bus, calls, log } = platform
  let relay: Relay | undefined
  let consumer: Awaited<ReturnType<typeof startConsumer>> | undefined
  /** Once true, requests of users get 503 until the copies are complete. */
  let hasStartBegun = false
  const running: BackgroundTask[] = []

  registerInternalRoute(app, republishBy(name), ({ request: { requestId, types } }) =>
    republish(database, republishers, { requestId, types }),
  )

  // Other services may call while the copies are filled: their calls need only the service's own tables (ADR 27).
  app.addHook('onRequest', async ({ routeOptions: { config } }) => {
    if (config.access === 'internal' || config.isProbe || !hasStartBegun || consumer?.areProjectionsFilled()) return
    throw unavailable(`${name} has not started completely. Please try again.`)
  })

  const isReady = async () => consumer?.isReady() === true && isReachable(database)

  return {
    name,
    app,
    republishes: republishers.map(({ type }) => type),
    isReady,
    acceptsCalls: async () => (consumer?.isReady() || consumer?.isBlocked()) === true && isReachable(database),
    async start() {
      hasStartBegun = true
      await app.ready()
      relay = startRelay({ database, bus, service: name, log })
      consumer = await startConsumer({
        bus,
        database,
        consumer: name,
        handlers,
        log,
        // An empty projection cannot be filled from past events: its owner is requested to republish.
        async requestRepublish(owner, requestId, types) {
          const request = { consumer: name, requestId, ...(types && { types: [...types] }) }
          const outcome = await calls.request(republishBy(owner), { request })
          if (outcome.kind === 'reply') return outcome.reply
          if (outcome.kind === 'not-installed') return { events: 0 } // not installed (yet): no states
          throw busy(new Error(`${owner} cannot republish`))
        },
      })
      for (const start of tasks) running.push(await start())
    },
    async stop() {
      await app.close()
      await consumer?.stop()
      for (const task of running.reverse()) await task.stop()
      await relay?.stop()
    },
  }
}
