import { createHttpClient, productApi } from '@purple-sector/race-day'
import type { LoadRequest } from '../processes/http-load.ts'
import { startProcess } from '../processes/start-process.ts'
import type { SoakedProduct } from './product.ts'

/** Maximum number of background fans, seconds between two reads of a fan, connections. */
const [MAX, SECONDS_A_READ, CONNECTIONS] = [50, 20, 16]

type Answers = Record<string, number>

/**
 * Background fans who read the weekend beside the fans of the player: pages, boards, polls and notifications.
 * They chat in a weekend of their own, because messages count on the engagement boards that the player verifies.
 */
export type BackgroundLoad = {
  /** Runs for this long; returns the number of replies by status. */
  look(weekendId: number, seconds: number): Promise<Answers>
  stop(): Promise<void>
}

const pagesOf = (weekendId: number): string[] => [
  '/api/weekends',
  `/api/weekends/${weekendId}/races`,
  `/api/weekends/${weekendId}/leaderboard?limit=50`,
  `/api/weekends/${weekendId}/heat-map`,
  `/api/weekends/${weekendId}/my-stats`,
  `/api/driver-poll/${weekendId}/results`,
  `/api/engagement/leaderboard/${weekendId}?limit=50`,
  `/api/notifications/${weekendId}/count`,
  '/api/groups/overview',
]

export const signUpBackgroundFans = async (
  { urls, administrator }: SoakedProduct,
  fans: number,
): Promise<BackgroundLoad> => {
  const [url = ''] = urls
  const http = createHttpClient({ urls, timeout: 30_000 })
  const api = productApi(http)
  const run = Date.now().toString(36)
  const admin = await api.signIn(administrator.email, administrator.password)
  const day = new Date().toISOString().slice(0, 10)
  const paddock = await api.createWeekend(admin.cookie, `paddock-${run}`, {
    ...{ name: `Paddock (${run})`, startDate: day, endDate: day },
  })
  const cookies: string[] = []
  for (let number = 1; number <= Math.min(MAX, fans); number += 1) {
    const person = { email: `onlooker-${run}-${number}@soak.example`, password: `another fast lap ${run} ${number}` }
    cookies.push((await api.register({ ...person, username: `onlooker-${run}-${number}` })).cookie)
  }
  await http.close()
  const load = await startProcess<typeof import('../processes/http-load.ts').commands>('http-load')

  const requestsOf = (weekendId: number, cookie: string): LoadRequest[] => {
    const chat = `/api/weekends/${paddock.id}/chat`
    const headers = { cookie, origin: url, 'content-type': 'application/json' }
    const read = (path: string): LoadRequest => ({ method: 'GET', path, headers: { cookie } })
    const message = JSON.stringify({ message: 'They went three wide into turn one, and all came out of it!' })
    return [...pagesOf(weekendId).map(read), { method: 'POST', path: chat, headers, body: message }, read(chat)]
  }

  return {
    async look(weekendId, seconds) {
      // All fans open one page, then all fans the next.
      const each = cookies.map((cookie) => requestsOf(weekendId, cookie))
      await load.run(
        'prepare',
        (each[0] ?? []).flatMap((_, page) => each.flatMap((requests) => requests[page] ?? [])),
      )
      const perSecond = Math.max(1, Math.round(fans / SECONDS_A_READ))
      const connections = Math.min(CONNECTIONS, perSecond)
      return (await load.run('load', { url, seconds, connections, perSecond })).result.answers
    },
    stop: () => load.stop(),
  }
}
