import autocannon, { type Client, type Options, type Request, type Result } from 'autocannon'
import { serve } from './serve.ts'

export type LoadRequest = { method: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: string }
export type LoadInput = {
  url: string
  connections: number
  seconds: number
  /** Requests a second of all connections together; as fast as they are answered unless said. */
  perSecond?: number
}

export type LoadResult = {
  /** Answered with 2xx or 304 a second. */
  perSecond: number
  p50: number
  p99: number
  answers: Record<string, number>
}

let prepared: LoadRequest[] = []
let taken = 0

/** The next request that nobody has sent yet; from the start again when all were. */
const nextRequest = (request: Request): Request => {
  const { method, path, headers, body } = prepared[taken++ % prepared.length] ?? { method: 'GET', path: '/' }
  return { ...request, method, path, headers: { ...request.headers, ...headers }, ...(body ? { body } : {}) }
}

const load = async ({ url, connections, seconds, perSecond }: LoadInput): Promise<LoadResult> => {
  const answers: Record<string, number> = {}
  const [first] = prepared
  // Requests that are all the same are built once by autocannon, which spares the load generator much work.
  const requests: Request[] = first && prepared.length === 1 ? [first] : [{ setupRequest: nextRequest }]
  const pace = perSecond === undefined ? {} : { overallRate: perSecond }
  const options: Options = { url, connections, duration: seconds, requests, ...pace }
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

/** Sends requests at a pace, or as fast as they are answered. */
export const commands = {
  /** What to send, in turn; whoever goes on after a pause goes on where it stopped. */
  async prepare(requests: LoadRequest[]): Promise<void> {
    prepared = requests
    taken = 0
  },
  load,
}

serve(commands)
