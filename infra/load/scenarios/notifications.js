import { check, sleep } from 'k6'
import { Counter, Trend } from 'k6/metrics'
import { openScreen } from './screen.js'
import {
  arrive,
  bounds,
  fanCount,
  fanOf,
  isBusy,
  post,
  publishResult,
  read,
  seconds,
  setStage,
  soon,
  strike,
  submitTip,
  within,
} from './stage.js'

// Results and corrections notify fans of their position: some read notifications over HTTP and mark them as read,
// others receive them on a socket.

const counted = new Trend('notification_count', true)
const listed = new Trend('notification_list', true)
const marked = new Trend('notification_marked', true)
const notificationDelay = new Trend('notification_on_screens', true)
const seen = new Counter('notifications_seen')
const readOnes = new Counter('notifications_read')

const screens = Math.min(fanCount, 50)
const every = 5
/** Seconds that screens stay after the last result. */
const after = 4

export const options = {
  ...bounds,
  scenarios: {
    readers: { executor: 'constant-vus', vus: fanCount, duration: `${seconds}s`, exec: 'look', gracefulStop: '10s' },
    screens: { executor: 'per-vu-iterations', vus: screens, maxDuration: `${seconds + 60}s`, exec: 'hear' },
    raceControl: { executor: 'constant-vus', vus: 1, duration: `${seconds}s`, exec: 'correct', gracefulStop: '10s' },
  },
  thresholds: {
    checks: ['rate==1'],
    http_req_failed: ['rate==0'],
    notification_count: soon,
    notification_list: soon,
    notification_marked: soon,
    // From the database row to the screen; docs/contract.md allows two seconds for every copy.
    notification_on_screens: within(2000),
    notifications_seen: ['count>0'],
    notifications_read: ['count>0'],
  },
}

export const setup = () => {
  const stage = setStage('notifications', [null], { others: screens + 1 })
  for (const fan of stage.fans) submitTip(stage, fan, 'setup')
  return stage
}

const unreadOf = (list) => list.filter(({ isRead }) => !isRead)

const list = ({ weekendId }, fan) => {
  const reply = read(`/api/notifications/${weekendId}`, fan, 'notification_list')
  if (reply.status === 200) listed.add(reply.timings.duration)
  return reply
}

const mark = (stage, fan, { id }) => {
  const reply = post(`/api/notifications/${id}/read`, {}, fan, 'notification_read')
  if (reply.status === 200) {
    marked.add(reply.timings.duration)
    readOnes.add(1)
  }
  const now = list(stage, fan)
  check(reply, {
    'one is marked as read': () => isBusy(reply) || (reply.status === 200 && reply.json('isRead') === true),
    'whoever has read it sees it as read': () =>
      reply.status !== 200 || isBusy(now) || now.json().every((other) => other.id !== id || other.isRead),
  })
}

const markAll = ({ weekendId }, fan) => {
  const reply = post(`/api/notifications/${weekendId}/read-all`, {}, fan, 'notification_read_all')
  check(reply, { 'all are marked as read': () => isBusy(reply) || reply.json('count') === 0 })
  if (reply.status === 200) marked.add(reply.timings.duration)
}

export const look = (stage) => {
  const fan = fanOf(stage)
  arrive()
  const count = read(`/api/notifications/${stage.weekendId}/count`, fan, 'notification_count')
  const all = list(stage, fan)
  const areThere = count.status === 200 && all.status === 200
  check(all, {
    'the count and the list come': () => areThere || isBusy(count) || isBusy(all),
    // More may have arrived between the two reads; none was removed.
    'as many are unread as were counted': () => !areThere || unreadOf(all.json()).length >= count.json('count'),
    'the newest stands first, each once, 200 at most': () =>
      !areThere ||
      (all.json().length <= 200 && all.json().every(({ id }, i) => i === 0 || id < all.json(`${i - 1}.id`))),
    'they are of this weekend, or of none': () =>
      !areThere || all.json().every(({ weekendId }) => weekendId === null || weekendId === stage.weekendId),
  })
  if (areThere) {
    counted.add(count.timings.duration)
    const [newest] = unreadOf(all.json())
    if (newest && Math.random() < 0.7) mark(stage, fan, newest)
    else if (newest) markAll(stage, fan)
  }
  sleep(0.5 + Math.random())
}

export const hear = (stage) => {
  const fan = fanOf(stage)
  const heard = []
  /**
   * Milliseconds by which the product's clock is ahead of ours.
   * Start of the connection by the product's clock.
   */
  let [ahead, began] = [0, 0]
  openScreen(
    fan,
    { weekendId: stage.weekendId },
    {
      stay: (seconds + after) * 1000,
      onFrame: ({ type, data }) => {
        if (type === 'hello') {
          began = Date.parse(data.serverTime)
          ahead = began - Date.now()
        }
        if (type !== 'notification') return
        const at = Date.parse(data.createdAt)
        heard.push({ id: data.id, at })
        seen.add(1)
        notificationDelay.add(Math.max(0, Date.now() + ahead - at))
      },
      onClose: (hasLeft) => {
        const reply = list(stage, fan)
        const since = Math.min(began, ...heard.map(({ at }) => at))
        const rows = reply.status === 200 ? reply.json().filter(({ createdAt }) => Date.parse(createdAt) >= since) : []
        const idsOf = (all) => all.map(({ id }) => id).sort((a, b) => a - b)
        check(heard, {
          'the connection holds': () => hasLeft,
          'missed notifications arrived, each once': () =>
            isBusy(reply) || JSON.stringify(idsOf(heard)) === JSON.stringify(idsOf(rows)),
        })
      },
    },
  )
}

export const correct = (stage) => {
  const reply = publishResult(stage, stage.raceIds[0], 'result')
  check(reply, { 'a result is accepted': () => reply.status === 200 })
  sleep(every)
}

export const teardown = (stage) => {
  strike(stage)
}
