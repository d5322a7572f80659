/** Latencies in ms from sending a result until sockets have the board that follows it. */
export type BoardLatency = {
  /** Results after which every open socket received a newer board. */
  results: number
  /** Results after which the next one came before every socket had a newer board. */
  unfinished: number
  lastSocket: { p50: number; p99: number } | null
  eachSocket: { p50: number; p99: number } | null
  /** The slowest arrival: at a socket that stayed connected since the result was sent, and at any. */
  slowest: { connected: number | null; any: number | null }
}

type Arrival = { ms: number; stayedConnected: boolean }
type Measure = { above: number; sent: number; arrivals: Map<number, Arrival> }

/**
 * Measures how long each socket takes after a result that should move the board.
 * A measurement ends where the next one begins.
 */
export const boardLatencyWatch = (sockets: () => number) => {
  const finished: Measure[] = []
  const unfinished: Measure[] = []
  let highest = 0
  let current: Measure | null = null
  const finish = () => {
    if (current) (current.arrivals.size >= sockets() ? finished : unfinished).push(current)
    current = null
  }
  return {
    begin(sent: number) {
      finish()
      current = { above: highest, sent, arrivals: new Map() }
    },
    finish,
    /** A socket received a board; it is connected without a gap since `connectedSince`. */
    board(socket: number, version: number, { receivedAt, connectedSince }: BoardArrival) {
      highest = Math.max(highest, version)
      if (!current || version <= current.above || current.arrivals.has(socket)) return
      const { sent, arrivals } = current
      arrivals.set(socket, { ms: receivedAt - sent, stayedConnected: connectedSince <= sent })
      if (arrivals.size >= sockets()) finish()
    },
    summary(): BoardLatency {
      finish()
      const ofResults = finished.map(({ arrivals }) => [...arrivals.values()].map(({ ms }) => ms))
      const all = [...finished, ...unfinished].flatMap(({ arrivals }) => [...arrivals.values()])
      const last = ofResults.flatMap((arrivals) => slowest(arrivals) ?? [])
      return {
        results: finished.length,
        unfinished: unfinished.length,
        lastSocket: percentiles(last),
        eachSocket: percentiles(ofResults.flat()),
        slowest: {
          connected: slowest(all.filter(({ stayedConnected }) => stayedConnected).map(({ ms }) => ms)),
          any: slowest(all.map(({ ms }) => ms)),
        },
      }
    },
  }
}

export type BoardArrival = { receivedAt: number; connectedSince: number }

const slowest = (values: readonly number[]): number | null => (values.length === 0 ? null : Math.max(...values))

const percentiles = (values: number[]): { p50: number; p99: number } | null => {
  if (values.length === 0) return null
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)]!
  return { p50: at(0.5), p99: at(0.99) }
}
