import { type LookupAddress, promises } from 'node:dns'
import { isIP } from 'node:net'

/** One process of a service, as those see it who send it requests. */
export type Replica = {
  /** `http://10.0.0.7:8080` */
  origin: string
  /** Requests that it has not answered whole. */
  inFlight: number
  /** Until then (ms) it is asked only where nobody else is left. */
  leftOutUntil: number
}

export type Replicas = {
  /** Who answers next, of those not tried yet; undefined after the last. Waits only for the very first look-up. */
  next(tried: ReadonlySet<Replica>): Promise<Replica | undefined> | Replica | undefined
  /** It refuses connections, or says that it leaves: others are asked for a while. */
  leaveOut(replica: Replica): void
}

type Lookup = (hostname: string) => Promise<Pick<LookupAddress, 'address' | 'family'>[]>
export type LookingUp = { lookup?: Lookup; now?: () => number }

/** A name is looked up again so soon after its last time: within these, and what is left out, a newcomer has its share. */
const FRESH_MS = 3_000
const LEFT_OUT_MS = 5_000

/** The base URLs that a setting names, separated by commas. */
const urlsIn = (setting: string): URL[] => setting.split(',').map((url) => new URL(url.trim()))

/** The first of them: the name under which all are asked. */
export const originOf = (setting: string): string =>
  setting.split(',', 1).map((url) => new URL(url.trim()).origin)[0] ?? ''

const lookupAll: Lookup = (hostname) => promises.lookup(hostname, { all: true })

/** A machine with an address of each family is one replica, so one family counts: the older where there is any. */
const originsAt = (url: URL, found: Awaited<ReturnType<Lookup>>): string[] => {
  const port = url.port === '' ? '' : `:${url.port}`
  const older = found.filter(({ family }) => family === 4)
  return older.length > 0
    ? older.map(({ address }) => `${url.protocol}//${address}${port}`)
    : found.map(({ address }) => `${url.protocol}//[${address}]${port}`)
}

const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

/**
 * The replicas of one service: every address of every name its setting has, looked up again every few seconds while
 * somebody asks. A name that cannot be looked up keeps the addresses it had.
 */
export const createReplicas = (
  setting: string,
  { lookup = lookupAll, now = () => performance.now() }: LookingUp = {},
): Replicas => {
  const urls = urlsIn(setting)
  const originsOf = new Map<URL, string[]>()
  let replicas: Replica[] = []
  let lookedUpAt = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | undefined
  let turn = 0

  const lookUp = async (url: URL): Promise<void> => {
    const host = bareHost(url)
    originsOf.set(url, isIP(host) === 0 ? originsAt(url, await lookup(host)) : [url.origin])
  }

  const lookUpAll = async (): Promise<void> => {
    const outcomes = await Promise.allSettled(urls.map(lookUp))
    const known = new Map(replicas.map((replica) => [replica.origin, replica]))
    const origins = new Set([...originsOf.values()].flat())
    replicas = [...origins].map((origin) => known.get(origin) ?? { origin, inFlight: 0, leftOutUntil: 0 })
    const failed = outcomes.find((outcome) => outcome.status === 'rejected')
    if (replicas.length === 0 && failed) throw failed.reason
    lookedUpAt = now()
  }

  const refresh = (): Promise<void> => {
    looking ??= lookUpAll().finally(() => {
      looking = undefined
    })
    return looking
  }

  /** The one with the fewest requests under way; of equals each in its turn. */
  const choose = (tried: ReadonlySet<Replica>): Replica | undefined => {
    const at = now()
    const untried = replicas.filter((replica) => !tried.has(replica))
    const willing = untried.filter(({ leftOutUntil }) => leftOutUntil <= at)
    const candidates = willing.length > 0 ? willing : untried
    turn += 1
    const first = turn % candidates.length
    const afterEarlierStarts = [...candidates.slice(first), ...candidates.slice(0, first)]
    return afterEarlierStarts.reduce<Replica | undefined>(
      (least, replica) => (least === undefined || replica.inFlight < least.inFlight ? replica : least),
      undefined,
    )
  }

  return {
    next(tried) {
      if (now() - lookedUpAt > FRESH_MS) {
        const refreshed = refresh()
        if (replicas.length === 0) return refreshed.then(() => choose(tried))
        refreshed.catch(() => {})
      }
      return replicas.length === 1 && tried.size === 0 ? replicas[0] : choose(tried)
    },
    leaveOut(replica) {
      replica.leftOutUntil = now() + LEFT_OUT_MS
    },
  }
}
