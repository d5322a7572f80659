import autocannon, { type Client, type Options, type Request, type Result } from 'autocannon'
import { serve } from './serve.ts'

export type LoadInput = {
  url: string
  connections: number
  seconds: number
  /** Requests in turn; each connection goes through them from its own place on. */
  requests: { method: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: string }[]
}

export type LoadResult = {
  /** Answered with 2xx or 304 a second. */
  perSecond: number
  p50: number
  p99: number
  answers: Record<string, number>
}

let taken = 0

/** The next request that nobody has sent yet; from the start again when all were. */
const following =
  (requests: LoadInput['requests']) =>
  (request: Request): Request => {
    const { method, path, headers, body } = requests[taken++ % requests.length] ?? { method: 'GET', path: '/' }
    return { ...request, method, path, headers: { ...request.headers, ...headers }, ...(body ? { body } : {}) }
  }

const load = async ({ url, connections, seconds, requests }: LoadInput): Promise<LoadResult> => {
  const [only] = requests
  const answers: Record<string, number> = {}
  const options: Options = {
    url,
    connections,
    duration: seconds,
    ...(requests.length === 1 && only
      ? { method: only.method, headers: only.headers ?? {}, ...(only.body ? { body: only.body } : {}) }
      : {}),
    requests: requests.length === 1 && only ? [{ path: only.path }] : [{ setupRequest: following(requests) }],
  }
  const result = await new Promise<Result>((resolve, reject) => {
    const running = autocannon(options, (error, taken) => (error ? reject(error) : resolve(taken)))
    running.on('response', (_client: Client, status: number) => {
      answers[status] = (answers[status] ?? 0) + 1
    })
  })
  const good = Object.entries(answers).filter(([status]) => status.startsWith('2') || status === '304')
  const total = good.reduce((sum, [, count]) => sum + count, 0)
  return { perSecond: total / result.duration, p50: result.latency.p50, p99: result.latency.p99, answers }
}

/** Sends requests as fast as they are answered. */
export const commands = { load }

serve(commands)
