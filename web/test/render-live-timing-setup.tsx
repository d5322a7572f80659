import {
  auditEntrySchema,
  type LiveTimingStatus,
  liveTimingStatusSchema,
  resultSchema,
} from '@purple-sector/contracts/admin/http'
import { type ParsedImport, parsedImportSchema } from '@purple-sector/contracts/admin/imports'
import {
  type Timing,
  type TimingEntry,
  type TimingFeed,
  type TimingSource,
  timingFeedSchema,
  timingSourceSchema,
} from '@purple-sector/contracts/admin/live-timing'
import { carSchema, type Race, raceSchema } from '@purple-sector/contracts/weekends/http'
import { carReply, raceReply, userReply, weekendReply } from '@purple-sector/testing/replies'
import { LiveTimingTab } from '../src/features/admin/live-timing/routes/live-timing-tab.tsx'
import { createTestServer, type Rejection, rejectionReply } from './create-test-server.ts'
import { openPage } from './render-page.tsx'

export const quiet: LiveTimingStatus = {
  isPaused: false,
  isRunning: false,
  clientCount: 614,
  source: null,
  raceId: null,
}

export const sourceReply = (overrides: Partial<TimingSource> = {}): TimingSource => ({
  raceId: 1,
  kind: 'push',
  url: null,
  startAutomatically: false,
  publishAutomatically: false,
  generation: 1,
  state: 'receiving',
  lastSnapshotAt: new Date().toISOString(),
  error: null,
  received: 312,
  skipped: 2,
  sessions: [],
  ...overrides,
})

export const entryReply = (position: number, overrides: Partial<TimingEntry> = {}): TimingEntry => ({
  carNumber: position,
  plate: String(position),
  carId: position,
  driver: `Driver ${position}`,
  position,
  place: position,
  change: 0,
  laps: 23,
  lastLapMs: 80_441.7,
  lastLap: null,
  bestLapMs: 80_120,
  isFastest: false,
  gapMs: position === 1 ? null : position * 1_204,
  gapLaps: null,
  intervalMs: null,
  intervalLaps: null,
  sectorsMs: [null, null, null],
  sectors: [null, null, null],
  inPit: false,
  pitStops: null,
  status: 'running',
  ...overrides,
})

export const timingReply = (overrides: Partial<Timing> = {}): Timing => {
  const at = new Date().toISOString()
  return {
    raceId: 1,
    weekendId: 1,
    generation: 1,
    sequence: 7,
    at,
    capturedAt: new Date(Date.parse(at) - 800).toISOString(),
    startedAt: at,
    flag: 'green',
    lap: 23,
    totalLaps: 39,
    remainingMs: null,
    message: null,
    hasEnded: false,
    entries: [1, 2, 3].map((position) => entryReply(position)),
    ...overrides,
  }
}

export const cars = [1, 2, 3, 4].map((id) => carReply({ id, number: id, plate: String(id), driver: `Driver ${id}` }))

/** The order of the first three cars, as in a result. */
export const order: ParsedImport = {
  status: 'provisional',
  issue: null,
  startedAt: null,
  lateTips: null,
  classification: [2, 1, 3].map((carId, index) => ({ position: index + 1, carId, status: 'classified' })),
  matched: [2, 1, 3].map((carId) => ({
    line: carId,
    carId,
    number: String(carId),
    driver: `Driver ${carId}`,
    differs: false,
  })),
  unmatched: [],
  errors: [],
  notes: [],
}

type ServerState = {
  status?: LiveTimingStatus
  log?: object[]
  races?: Race[]
  sources?: TimingSource[]
  feed?: Partial<TimingFeed>
  parsedImport?: ParsedImport
  /** Paths that fail. */
  broken?: string[]
}

const fakeServer = ({
  status = quiet,
  log = [],
  races = [raceReply()],
  sources = [],
  feed = {},
  parsedImport = order,
  broken = [],
}: ServerState) => {
  const sent: { call: string; body: unknown }[] = []
  const rejections: Rejection[] = []
  let currentStatus = status
  let currentSources = sources
  const replyTo = (path: string): unknown => {
    if (path.startsWith('/api/live-timing/status')) return liveTimingStatusSchema.parse(currentStatus)
    if (path.startsWith('/api/live-timing/sources')) return timingSourceSchema.array().parse(currentSources)
    if (path.endsWith('/feed'))
      return timingFeedSchema.parse({ source: currentSources[0] ?? null, timing: null, unknown: [], ...feed })
    if (path.endsWith('/results/timing')) return parsedImportSchema.parse(parsedImport)
    const [, ofWeekend] = /^\/api\/admin\/races\/(\d+)/.exec(path) ?? []
    if (path.startsWith('/api/admin/races'))
      return raceSchema
        .array()
        .parse(races.filter(({ weekendId }) => ofWeekend === undefined || weekendId === Number(ofWeekend)))
    if (path.startsWith('/api/admin/cars')) return carSchema.array().parse(cars)
    return auditEntrySchema.array().parse(log)
  }
  const write = (method: string, path: string, body: object | undefined): unknown => {
    if (path.endsWith('/source') && method === 'PUT') {
      const raceId = Number(path.split('/').at(-2))
      currentSources = [sourceReply({ raceId, state: 'connecting', lastSnapshotAt: null, ...body })]
      return currentSources[0]
    }
    if (path.endsWith('/source')) currentSources = []
    if (path.endsWith('/session')) return currentSources[0]
    if (path.endsWith('/results'))
      return resultSchema.parse({
        ...body,
        raceId: 1,
        revision: 1,
        publishedAt: '2026-11-21T05:00:00.000Z',
        classification: [],
      })
    if (path.endsWith('/pause') || path.endsWith('/resume')) {
      currentStatus = { ...currentStatus, isPaused: path.endsWith('pause') }
      return currentStatus
    }
    return []
  }
  const fetch = async (path: string, { method = 'GET', body }: RequestInit): Promise<Response> => {
    if (broken.some((each) => path.includes(each)))
      return rejectionReply({ status: 503, code: 'UNAVAILABLE', message: 'Busy' })
    if (method === 'GET') return Response.json(replyTo(path))
    const sentBody: object | undefined = body ? JSON.parse(String(body)) : undefined
    sent.push({ call: `${method} ${path}`, body: sentBody })
    const rejection = rejections.shift()
    if (rejection) return rejectionReply(rejection)
    const reply = write(method, path, sentBody)
    return method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json(reply)
  }
  return { fetch, sent, rejections }
}

export const timingServer = () => createTestServer(fakeServer, {})

/** The live timing tab, for race control. */
export const openTab = (search = '') =>
  openPage(<LiveTimingTab />, `/admin?tab=live-timing${search}`, userReply({ isAdmin: true }), [weekendReply()])
