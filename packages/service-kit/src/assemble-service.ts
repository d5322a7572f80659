import { republishBy } from '@purple-sector/contracts/every-service'
import {
  type Reaction,
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
  /** Everything the service listens to (`subscriptions.ts`). */
  reactions: Reaction[]
  /** Its present state, written to the outbox again when somebody asks. */
  republishers?: Republisher[]
  /** Workers and tasks, started with the service. */
  tasks?: (() => Promise<BackgroundTask> | BackgroundTask)[]
}

/** Puts a service together: relay, subscriptions, tasks, readiness, and their order of starting and stopping. */
export const assembleService = ({ name, platform, app, reactions, republishers = [], tasks = [] }: Parts): Service => {
  const { database, bus, calls, log } = platform
  let relay: Relay | undefined
  let consumer: Awaited<ReturnType<typeof startConsumer>> | undefined
  /** From here on fans wait until the copies are complete. */
  let isStarting = false
  const running: BackgroundTask[] = []

  registerInternalRoute(app, republishBy(name), ({ request: { requestId, types } }) =>
    republish(database, republishers, { requestId, types }),
  )

  // Other services may call while the copies are filled: from its own tables this one answers rightly (ADR 27).
  app.addHook('onRequest', async ({ routeOptions: { config } }) => {
    if (config.access === 'internal' || config.isProbe || !isStarting || consumer?.areProjectionsFilled()) return
    throw unavailable(`${name} has not started completely. Please try again.`)
  })

  const hasDatabase = () =>
    database.raw('select 1').then(
      () => true,
      () => false,
    )
  const isReady = async () => consumer?.isReady() === true && hasDatabase()

  return {
    name,
    app,
    republishes: republishers.map(({ type }) => type),
    isReady,
    acceptsCalls: async () => (consumer?.isReady() || consumer?.isBlocked()) === true && hasDatabase(),
    async start() {
      isStarting = true
      await app.ready()
      relay = startRelay({ database, bus, service: name, log })
      consumer = await startConsumer({
        bus,
        database,
        consumer: name,
        reactions,
        log,
        // A projection that starts empty cannot be filled from events of the past: its owner is asked to tell again.
        async requestRepublish(owner, requestId, types) {
          const request = { consumer: name, requestId, ...(types && { types: [...types] }) }
          const outcome = await calls.request(republishBy(owner), { request })
          if (outcome.kind === 'reply') return outcome.reply
          if (outcome.kind === 'not-installed') return { events: 0 } // not (yet): it has nothing to tell
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
