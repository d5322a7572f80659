import { createHttpClient, productApi } from '@purple-sector/race-day'
import type { LoadRequest } from '../processes/http-load.ts'
import { startProcess } from '../processes/start-process.ts'
import type { SoakProduct } from './product.ts'

/** Maximum number of background fans, seconds between two reads of a fan, connections. */
const [MAX, SECONDS_PER_READ, CONNECTIONS] = [50, 20, 16]

type RepliesByStatus = Record<string, number>

/**
 * Background fans who read the weekend beside the fans of the player: pages, boards, polls and notifications.
 * They chat in a weekend of their own, because messages count on the engagement boards that the player verifies.
 */
export type BackgroundLoad = {
  /** Runs for this long; returns the number of replies by status. */
  run(weekendId: number, seconds: number): Promise<RepliesByStatus>
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
  { urls, administrator }: SoakProduct,
  fans: number,
): Promise<BackgroundLoad> => {
  const [url = ''] = urls
  const http = createHttpClient({ urls, timeout: 30_000 })
  const api = productApi(http)
  const suffix = Date.now().toString(36)
  const admin = await api.signIn(administrator.email, administrator.password)
  const today = new Date().toISOString().slice(0, 10)
  const paddock = await api.createWeekend(admin.cookie, `paddock-${suffix}`, {
    ...{ name: `Paddock (${suffix})`, startDate: today, endDate: today },
  })
  const cookies: string[] = []
  for (let number = 1; number <= Math.min(MAX, fans); number += 1) {
    const account = {
      email: `onlooker-${suffix}-${number}@soak.example`,
      password: `another fast lap ${suffix} ${number}`,
    }
    cookies.push((await api.register({ ...account, username: `onlooker-${suffix}-${number}` })).cookie)
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
    async run(weekendId, seconds) {
      // All fans open one page, then all fans the next.
      const requestsPerFan = cookies.map((cookie) => requestsOf(weekendId, cookie))
      await load.run(
        'prepare',
        (requestsPerFan[0] ?? []).flatMap((_, page) => requestsPerFan.flatMap((requests) => requests[page] ?? [])),
      )
      const perSecond = Math.max(1, Math.round(fans / SECONDS_PER_READ))
      const connections = Math.min(CONNECTIONS, perSecond)
      return (await load.run('load', { url, seconds, connections, perSecond })).result.repliesByStatus
    },
    stop: () => load.stop(),
  }
}
