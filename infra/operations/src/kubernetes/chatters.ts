import { setTimeout as pause } from 'node:timers/promises'
import { createHttpClient, productApi } from '@purple-sector/race-day'
import { z } from 'zod'

const page = z.array(z.object({ id: z.number(), message: z.string() }))
const PAGE_SIZE = 200

type Options = { url: string; admin: { email: string; password: string }; fans: number; everyMs: number }

/** Fans who chat in a weekend of their own, since messages count on the engagement boards that the player verifies. */
export const startChatters = async ({ url, admin, fans, everyMs }: Options) => {
  const http = createHttpClient({ urls: [url], timeout: 60_000 })
  const api = productApi(http)
  const suffix = Date.now().toString(36)
  const { cookie } = await api.signIn(admin.email, admin.password)
  const today = new Date().toISOString().slice(0, 10)
  const weekend = await api.createWeekend(cookie, `paddock-${suffix}`, {
    ...{ name: `Paddock ${suffix}`, startDate: today, endDate: today },
  })
  const path = `/api/weekends/${weekend.id}/chat`
  const acknowledged = new Map<number, string>()
  const stopping = new AbortController()

  const chat = async (fan: number): Promise<void> => {
    const account = { email: `chatter-${suffix}-${fan}@trial.example`, password: `three wide into turn ${suffix}` }
    const { cookie } = await api.register({ ...account, username: `chatter-${suffix}-${fan}` })
    await pause((everyMs * fan) / fans)
    for (let number = 1; !stopping.signal.aborted; number += 1) {
      const message = `Lap ${number} of fan ${fan} (${suffix})`
      const reply = await http.send({ method: 'POST', path, cookie, body: { message } })
      if (reply.status === 201) acknowledged.set(z.object({ id: z.number() }).parse(reply.body).id, message)
      await pause(everyMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const chatting = Promise.all(Array.from({ length: fans }, (_, fan) => chat(fan + 1)))
  chatting.catch(() => {})

  const readAll = async (): Promise<Map<number, string>> => {
    const stored = new Map<number, string>()
    for (let before = ''; ; ) {
      const reply = await http.send({ method: 'GET', path: `${path}?limit=${PAGE_SIZE}${before}`, cookie })
      const messages = page.parse(reply.body)
      for (const { id, message } of messages) stored.set(id, message)
      const [first] = messages
      if (!first) return stored
      before = `&before=${first.id}`
    }
  }

  return {
    /** Stops chatting; says how many messages were acknowledged, and which of them cannot be read. */
    async stop(): Promise<{ acknowledged: number; lost: string[] }> {
      stopping.abort()
      await chatting
      const stored = await readAll()
      await http.close()
      const lost = [...acknowledged].filter(([id, message]) => stored.get(id) !== message).map(([, message]) => message)
      return { acknowledged: acknowledged.size, lost }
    },
  }
}
