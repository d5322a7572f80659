import {
  type Reaction,
  type Relay,
  type Republisher,
  republish,
  startConsumer,
  startRelay,
} from '@purple-sector/messaging'
import { z } from 'zod'
import type { App } from './app.ts'
import { unavailable } from './errors.ts'
import type { Platform, Running, Service } from './platform.ts'

type Parts = {
  name: string
  platform: Platform
  app: App
  /** Everything the service listens to (`subscriptions.ts`). */
  reactions: Reaction[]
  /** Its present state, written to the outbox again when somebody asks. */
  republishers?: Republisher[]
  /** Workers and tasks, started with the service. */
  tasks?: (() => Promise<Running> | Running)[]
}

const republishBody = z.object({
  consumer: z.string(),
  requestId: z.string(),
  types: z.array(z.string()).optional(),
})

/** Puts a service together: relay, subscriptions, tasks, readiness, and their order of starting and stopping. */
export const assembleService = ({ name, platform, app, reactions, republishers = [], tasks = [] }: Parts): Service => {
  const { database, bus, calls, log } = platform
  let relay: Relay | undefined
  let consumer: Awaited<ReturnType<typeof startConsumer>> | undefined
  const running: Running[] = []

  app.post(
    '/internal/republish',
    { schema: { body: republishBody, hide: true }, config: { access: 'internal' } },
    async (request) => {
      const { requestId, types } = request.body
      const answer = await republish(database, republishers, { requestId, types })
      relay?.poke()
      return answer
    },
  )

  const isReady = async () => {
    if (!consumer?.isReady()) return false
    return database.raw('select 1').then(
      () => true,
      () => false,
    )
  }

  return {
    name,
    app,
    isReady,
    async start() {
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
          const body = { consumer: name, requestId, types }
          const reply = await calls.call(owner, {
            method: 'POST',
            path: '/internal/republish',
            body,
            timeoutMs: 60_000,
          })
          if (reply.status === 404) return { events: 0 } // not installed (yet): it has nothing to tell
          if (reply.status !== 200) throw unavailable(`${owner} did not republish (${reply.status})`)
          return z.object({ events: z.number() }).parse(reply.body)
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
