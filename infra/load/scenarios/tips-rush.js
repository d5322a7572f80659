import { check, sleep } from 'k6'
import { Counter, Trend } from 'k6/metrics'
import { bounds, fanCount, fanOf, seconds, setStage, setStart, soon, strike, submitTip } from './stage.js'

// The rush before a deadline: more and more fans change their tip until the session locks, and for a moment after.

const accepted = new Trend('tip_accepted', true)
const closed = new Counter('tips_refused_closed')
const busy = new Counter('tips_refused_busy')
const after = 5

export const options = {
  ...bounds,
  scenarios: {
    rush: {
      executor: 'ramping-vus',
      startVUs: Math.max(1, Math.floor(fanCount / 10)),
      stages: [
        { duration: `${seconds}s`, target: fanCount },
        { duration: `${after}s`, target: fanCount },
      ],
      gracefulStop: '10s',
    },
  },
  thresholds: {
    checks: ['rate==1'],
    http_req_failed: ['rate==0'],
    tip_accepted: soon,
    tips_refused_closed: ['count>0'],
  },
}

/** Sets the start of the session when the fans exist, so that tips close at the peak of the ramp. */
export const setup = () => {
  const stage = setStage('rush of tips', [null])
  const lock = Date.now() + seconds * 1000
  setStart(stage, stage.raceIds[0], new Date(lock + 120_000))
  return { ...stage, lock }
}

export default function (stage) {
  const reply = submitTip(stage, fanOf(stage), 'tip')
  const code = reply.status === 409 ? reply.json('code') : null
  check(reply, {
    'a tip is accepted, closed, or asked to wait': () =>
      [200, 201].includes(reply.status) ||
      code === 'TIPS_CLOSED' ||
      ([429, 503].includes(reply.status) && Boolean(reply.headers['Retry-After'])),
    'nothing is closed a second before the deadline': () => code !== 'TIPS_CLOSED' || Date.now() > stage.lock - 1000,
    'an accepted tip was in before the deadline': () =>
      reply.status >= 300 || Date.parse(reply.json('submittedAt')) < stage.lock,
  })
  if (reply.status < 300) accepted.add(reply.timings.duration)
  else if (code === 'TIPS_CLOSED') closed.add(1)
  else busy.add(1)
  sleep(0.2 + Math.random() * 0.8)
}

export const teardown = (stage) => {
  strike(stage)
}
