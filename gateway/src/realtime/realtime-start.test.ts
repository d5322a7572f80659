import type { AddressInfo } from 'node:net'
import { createInProcessCache } from '@purple-sector/cache'
import { silentLogger } from '@purple-sector/service-kit'
import { followVisibleTimings } from '@purple-sector/service-kit/data/visible-timings'
import { replyToError } from '@purple-sector/service-kit/http/error-handler'
import { openSocket, refusal } from '@purple-sector/testing/test-socket'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { InternalApi } from '../internal-api.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { createRealtime } from './realtime.ts'

const headers = { cookie: `session=${'a'.repeat(30)}` }
const session = { userId: 'ann', hash: 'h' }

test('accepts sockets only when everything is loaded', async () => {
  const loaded = Promise.withResolvers<[]>()
  const internalApi = {
    categories: async () => [],
    weekends: () => loaded.promise,
    async *memberships() {
      yield* []
    },
  } as unknown as InternalApi
  const log = silentLogger()
  const cache = createInProcessCache()
  const realtime = createRealtime({
    internalApi,
    timings: followVisibleTimings(cache),
    liveTiming: async () => undefined,
    hasSeason: async () => false,
    sessions: { peek: () => session, resolve: async () => session } as unknown as Sessions,
    publicUrl: undefined,
    cookieName: 'session',
    clock: { now: Date.now },
    cache,
    log,
  })
  const app = Fastify()
  app.setErrorHandler((error, request, reply) => replyToError(error, request, reply))
  await app.register(realtime.route)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  try {
    expect(await refusal(url, headers)).toMatchObject({ status: 503 })
    const loading = realtime.load()
    expect(await refusal(url, headers)).toMatchObject({ status: 503 })
    loaded.resolve([])
    await loading
    const { closed } = await openSocket(url, headers)
    await realtime.stop()
    expect(await closed).toMatchObject({ code: 1001 })
    expect(await refusal(url, headers)).toMatchObject({ status: 503 })
  } finally {
    await app.close()
  }
})
