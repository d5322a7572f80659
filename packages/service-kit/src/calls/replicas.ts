import { type LookupAddress, promises } from 'node:dns'
import { isIP } from 'node:net'

/** One process of a service, as seen by its callers. */
export type Replica = {
  /** `http://10.0.0.7:8080` */
  origin: string
  /** Number of requests without a complete reply. */
  inFlight: number
  /** Time (ms) until which it is used only if no other replica remains. */
  excludedUntil: number
}

export type Replicas = {
  /**
   * Returns the next replica besides those tried; undefined after the last. Waits for a DNS lookup only if no untried
   * replica is known: at the first request, or when all known ones were replaced since the last one.
   */
  next(tried: ReadonlySet<Replica>): Promise<Replica | undefined> | Replica | undefined
  /** Excludes a replica for a while, because it refuses connections or announces draining. */
  exclude(replica: Replica): void
}

type Lookup = (hostname: string) => Promise<Pick<LookupAddress, 'address' | 'family'>[]>
export type LookupOptions = { lookup?: Lookup; now?: () => number }

/** DNS refresh interval: with this and the exclusion time, a new replica soon gets its share. */
const REFRESH_INTERVAL_MS = 3_000
const EXCLUSION_MS = 5_000

/** Returns the base URLs in a setting, separated by commas. */
const urlsIn = (setting: string): URL[] => setting.split(',').map((url) => new URL(url.trim()))

/** Returns the origin of the first URL, which stands for all replicas. */
export const originOf = (setting: string): string =>
  setting.split(',', 1).map((url) => new URL(url.trim()).origin)[0] ?? ''

const lookupAll: Lookup = (hostname) => promises.lookup(hostname, { all: true })

/** Returns the origins of a host. A machine with addresses of both families is one replica, so IPv4 is preferred. */
const originsAt = (url: URL, addresses: Awaited<ReturnType<Lookup>>): string[] => {
  const port = url.port === '' ? '' : `:${url.port}`
  const ipv4 = addresses.filter(({ family }) => family === 4)
  return ipv4.length > 0
    ? ipv4.map(({ address }) => `${url.protocol}//${address}${port}`)
    : addresses.map(({ address }) => `${url.protocol}//[${address}]${port}`)
}

const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

/**
 * Tracks the replicas of one service: every address of every host in its setting.
 *
 * Hosts are resolved again every few seconds while requests are sent. A failed lookup keeps the previous addresses.
 */
export const createReplicas = (
  setting: string,
  { lookup = lookupAll, now = () => performance.now() }: LookupOptions = {},
): Replicas => {
  const urls = urlsIn(setting)
  const originsOf = new Map<URL, string[]>()
  let replicas: Replica[] = []
  let refreshedAt = Number.NEGATIVE_INFINITY
  let refreshing: Promise<void> | undefined
  let turn = 0

  const lookUp = async (url: URL): Promise<void> => {
    const host = bareHost(url)
    originsOf.set(url, isIP(host) === 0 ? originsAt(url, await lookup(host)) : [url.origin])
  }

  const lookUpAll = async (): Promise<void> => {
    const outcomes = await Promise.allSettled(urls.map(lookUp))
    const previous = new Map(replicas.map((replica) => [replica.origin, replica]))
    const origins = new Set([...originsOf.values()].flat())
    replicas = [...origins].map((origin) => previous.get(origin) ?? { origin, inFlight: 0, excludedUntil: 0 })
    const failed = outcomes.find((outcome) => outcome.status === 'rejected')
    if (replicas.length === 0 && failed) throw failed.reason
    refreshedAt = now()
  }

  const refresh = (): Promise<void> => {
    refreshing ??= lookUpAll().finally(() => {
      refreshing = undefined
    })
    return refreshing
  }

  /** Returns the replica with the fewest requests in flight, round-robin among equals. */
  const choose = (tried: ReadonlySet<Replica>): Replica | undefined => {
    const currentTime = now()
    const untried = replicas.filter((replica) => !tried.has(replica))
    const included = untried.filter(({ excludedUntil }) => excludedUntil <= currentTime)
    const candidates = included.length > 0 ? included : untried
    turn += 1
    const first = turn % candidates.length
    const rotated = [...candidates.slice(first), ...candidates.slice(0, first)]
    return rotated.reduce<Replica | undefined>(
      (least, replica) => (least === undefined || replica.inFlight < least.inFlight ? replica : least),
      undefined,
    )
  }

  return {
    next(tried) {
      if (now() - refreshedAt > REFRESH_INTERVAL_MS) {
        const refreshed = refresh()
        if (replicas.every((replica) => tried.has(replica))) return refreshed.then(() => choose(tried))
        refreshed.catch(() => {})
      }
      return replicas.length === 1 && tried.size === 0 ? replicas[0] : choose(tried)
    },
    exclude(replica) {
      replica.excludedUntil = now() + EXCLUSION_MS
    },
  }
}
