import { check, sleep } from 'k6'
import http from 'k6/http'
import { Counter, Trend } from 'k6/metrics'
import { as, bounds, fanCount, fanOf, publishResult, seconds, setStage, soon, strike, submitTip, url } from './stage.js'

// All fans read the board while results and corrections arrive: pages with an ETag, mostly answered by 304.

const whole = new Trend('board_200', true)
const unchanged = new Trend('board_304', true)
const notModified = new Counter('board_not_modified')
const versions = new Counter('board_versions_seen')
const every = 5

export const options = {
  ...bounds,
  scenarios: {
    readers: { executor: 'constant-vus', vus: fanCount, duration: `${seconds}s`, exec: 'read', gracefulStop: '10s' },
    raceControl: { executor: 'constant-vus', vus: 1, duration: `${seconds}s`, exec: 'correct', gracefulStop: '10s' },
  },
  thresholds: {
    checks: ['rate==1'],
    http_req_failed: ['rate==0'],
    board_200: soon,
    board_304: soon,
    board_not_modified: ['count>0'],
    board_versions_seen: ['count>0'],
  },
}

export const setup = () => {
  const stage = setStage('board reads', [null], { others: 1 })
  for (const fan of stage.fans) submitTip(stage, fan, 'setup')
  return stage
}

let etag = ''
let version = 0

export const read = (stage) => {
  const { cookie } = fanOf(stage)
  const condition = etag ? { 'If-None-Match': etag } : {}
  const reply = http.get(
    `${url}/api/weekends/${stage.weekendId}/leaderboard?limit=50`,
    as(cookie, { name: 'board' }, condition),
  )
  const seen = Number(reply.headers['X-Board-Version'] || version)
  check(reply, {
    'a board or "not modified" comes back': () => reply.status === 200 || (reply.status === 304 && etag !== ''),
    'the version never falls': () => seen >= version,
    'a whole board has an ETag, a version and a count': () =>
      reply.status !== 200 ||
      Boolean(reply.headers.Etag && reply.headers['X-Board-Version'] && reply.headers['X-Total-Count']),
  })
  if (reply.status === 200) {
    whole.add(reply.timings.duration)
    etag = reply.headers.Etag
  } else {
    unchanged.add(reply.timings.duration)
    notModified.add(1)
  }
  if (seen > version && version > 0) versions.add(1)
  version = Math.max(version, seen)
  sleep(0.2 + Math.random() * 0.8)
}

export const correct = (stage) => {
  const reply = publishResult(stage, stage.raceIds[0], 'result')
  check(reply, { 'a result is accepted': () => reply.status === 200 })
  sleep(every)
}

export const teardown = (stage) => {
  strike(stage)
}
