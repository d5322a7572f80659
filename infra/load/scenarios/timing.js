import { check } from 'k6'
import http from 'k6/http'
import { Counter, Trend } from 'k6/metrics'
import { withTimingChanges } from '../../../packages/contracts/src/admin/timing-changes.ts'
import { openScreen } from './screen.js'
import { as, bounds, fanCount, fanOf, read, seconds, setStage, strike, url, within } from './stage.js'

// A timing company pushes the state of a session while all fans follow it: nine in ten receive only changes, as
// browsers do, the others full snapshots.

const pushed = new Trend('snapshot_accepted', true)
const onScreens = new Trend('snapshot_on_screens', true)
const frames = new Counter('timing_frames_seen')
const wholeFrames = new Counter('timing_frames_seen_whole')

/** T1 of docs/quality.md: 60 cars, 5 snapshots a second, 10 frames a second per socket, 500 ms to the screen (p99). */
const [carCount, perSecond, mostFrames] = [60, 5, 10]
const soon = within(500)
/** Seconds that screens stay after the last snapshot. */
const after = 3

export const options = {
  ...bounds,
  scenarios: {
    // One VU as the source, because the state of the race is stored between snapshots.
    source: {
      executor: 'constant-arrival-rate',
      rate: perSecond,
      duration: `${seconds}s`,
      preAllocatedVUs: 1,
      maxVUs: 1,
      exec: 'push',
    },
    screens: { executor: 'per-vu-iterations', vus: fanCount, maxDuration: `${seconds + 60}s`, exec: 'follow' },
  },
  thresholds: {
    checks: ['rate==1'],
    http_req_failed: ['rate==0'],
    snapshot_accepted: soon,
    snapshot_on_screens: soon,
    timing_frames_seen: ['count>0'],
    timing_frames_seen_whole: ['count>0'],
  },
}

export const setup = () => setStage('timing', [null], { cars: carCount, others: 1 })

/**
 * Authenticates by a key of the product's TIMING_KEYS, as a program does.
 * Without a key, as an administrator.
 */
const sender = ({ admin }) =>
  __ENV.TIMING_KEY
    ? as('', { name: 'snapshot' }, { Authorization: `Bearer ${__ENV.TIMING_KEY}` })
    : as(admin, { name: 'snapshot' })

const send = ({ raceIds }, body, by, statuses = [200, 503]) =>
  http.post(`${url}/api/live-timing/races/${raceIds[0]}/snapshots`, JSON.stringify(body), {
    ...by,
    responseCallback: http.expectedStatuses(...statuses),
  })

let laps = null
let sequence = 0

/** In each snapshot two cars complete a lap; in every fifth, two cars swap places. */
const nextSnapshot = () => {
  laps ??= Array.from({ length: carCount }, (_, i) => ({ carNumber: i + 1, laps: 0, lastLapMs: null }))
  for (const at of [sequence * 2, sequence * 2 + 1].map((n) => n % carCount)) {
    laps[at] = { ...laps[at], laps: laps[at].laps + 1, lastLapMs: 90_000 + Math.round(Math.random() * 5_000) }
  }
  const swap = Math.floor(Math.random() * (carCount - 1))
  if (sequence % 5 === 0) [laps[swap], laps[swap + 1]] = [laps[swap + 1], laps[swap]]
  sequence += 1
  return {
    sequence,
    capturedAt: new Date().toISOString(),
    flag: 'green',
    lap: Math.max(...laps.map((car) => car.laps)),
    entries: laps.map((car, i) => ({ ...car, position: i + 1, status: 'running' })),
  }
}

export const push = (stage) => {
  const by = sender(stage)
  const snapshot = nextSnapshot()
  if (snapshot.sequence === 1) {
    const stranger = send(stage, snapshot, as('', {}, { Authorization: 'Bearer no key of this product' }), [401])
    check(stranger, { 'an invalid key is rejected': () => stranger.status === 401 })
  }
  const reply = send(stage, snapshot, by)
  check(reply, {
    'a snapshot is taken': () =>
      reply.status === 200 && reply.json('accepted') === true && reply.json('sequence') === snapshot.sequence,
  })
  if (reply.status === 200) pushed.add(reply.timings.duration)
  if (snapshot.sequence % 10 !== 0) return
  const older = send(stage, { ...snapshot, sequence: snapshot.sequence - 1, entries: [] }, by)
  check(older, {
    'an older one is not': () =>
      older.status === 200 && older.json('accepted') === false && older.json('sequence') === snapshot.sequence,
  })
}

/** Returns the maximum number of these ordered moments (ms) within any one second. */
const mostInASecond = (moments) => {
  let first = 0
  return moments.reduce((most, at, i) => {
    while (at - moments[first] >= 1000) first += 1
    return Math.max(most, i - first + 1)
  }, 0)
}

const isInOrder = ({ entries }) => entries.length === carCount && entries.every(({ place }, i) => place === i + 1)

export const follow = (stage) => {
  const fan = fanOf(stage)
  const timingChanges = fan.number % 10 !== 0
  const raceId = stage.raceIds[0]
  const moments = []
  const wrong = { sequence: 0, base: 0, order: 0 }
  let timing
  const show = (next) => {
    if (!next) {
      wrong.base += 1
      return
    }
    if (timing && next.sequence <= timing.sequence) wrong.sequence += 1
    if (!isInOrder(next)) wrong.order += 1
    timing = next
    moments.push(Date.now())
    onScreens.add(Date.now() - Date.parse(next.capturedAt))
    frames.add(1)
    if (!timingChanges) wholeFrames.add(1)
  }
  openScreen(
    fan,
    { weekendId: stage.weekendId, timingChanges },
    {
      stay: (seconds + after) * 1000,
      onFrame: ({ type, data }) => {
        if (type === 'timing_update') show(data)
        if (type === 'timing_changes') show(timing && withTimingChanges(timing, data))
      },
      onClose: (hasLeft) => {
        const reply = read(`/api/live-timing/races/${raceId}`, fan, 'timing_read')
        const orderOf = ({ entries }) => entries.map(({ plate, laps }) => `${plate} ${laps}`).join()
        check(timing, {
          'the connection holds': () => hasLeft,
          'no snapshot comes twice or late': () => wrong.sequence === 0,
          'changes build on what the screen has': () => wrong.base === 0,
          'every car is in its place': () => wrong.order === 0,
          'a socket receives at most ten frames a second': () => mostInASecond(moments) <= mostFrames,
          'the screen ends with the last snapshot': () =>
            timing !== undefined &&
            reply.status === 200 &&
            reply.json('sequence') === timing.sequence &&
            orderOf(reply.json()) === orderOf(timing),
        })
      },
    },
  )
}

export const teardown = (stage) => {
  strike(stage)
}
