import { check, sleep } from 'k6'
import http from 'k6/http'
import { Counter, Trend } from 'k6/metrics'
import {
  arrive,
  as,
  bounds,
  create,
  fanCount,
  fanOf,
  isBusy,
  pick,
  post,
  publishResult,
  read,
  seconds,
  setStage,
  soon,
  strike,
  submitTip,
  url,
} from './stage.js'

// Fans get a link, open its preview, join, open the group's page, tip in the group, read its board and leave.

const joined = new Trend('group_joined', true)
const page = new Trend('group_page', true)
const board = new Trend('group_board', true)
const joins = new Counter('groups_joined')

/** Number of groups, each with a founder who stays. */
const groupCount = Math.ceil(fanCount / 20)

export const options = {
  ...bounds,
  scenarios: {
    fans: { executor: 'constant-vus', vus: fanCount, duration: `${seconds}s`, gracefulStop: '15s' },
  },
  thresholds: {
    checks: ['rate==1'],
    http_req_failed: ['rate==0'],
    group_joined: soon,
    group_page: soon,
    group_board: soon,
    groups_joined: ['count>0'],
  },
}

/** Founders are additional fans; the result of the first race gives the boards points. */
export const setup = () => {
  const stage = setStage('groups', [null, null], { others: groupCount })
  const founders = stage.fans.splice(fanCount)
  const groups = founders.map((founder, i) => {
    const { id, inviteCode } = create(founder.cookie, '/api/groups', {
      name: `Load group ${i + 1}`,
      weekendId: stage.weekendId,
      autoApproveInvites: true,
    })
    submitTip(stage, founder, 'setup', id)
    return { id, inviteCode, founderId: founder.userId }
  })
  publishResult(stage, stage.raceIds[0], 'setup')
  return { ...stage, groups }
}

/** Sends the requests of a group's page in parallel, as a browser does. */
const openPage = (stage, { cookie }, { id }) =>
  http.batch(
    Object.entries({
      group: `/api/groups/${id}`,
      members: `/api/groups/${id}/members`,
      progress: `/api/groups/${id}/race-progress`,
      board: `/api/groups/${id}/leaderboard/${stage.weekendId}`,
    }).map(([name, path]) => ['GET', `${url}${path}`, null, as(cookie, { name: `group_${name}` })]),
  )

const entryOf = (reply, userId) => reply.status === 200 && reply.json().find((entry) => entry.userId === userId)

const join = (fan, { id, inviteCode }) => {
  const visitor = { cookie: '' }
  const preview = read(`/api/groups/preview/${inviteCode}`, visitor, 'group_preview')
  check(preview, {
    'a visitor sees what the link leads to': () =>
      isBusy(preview) || (preview.status === 200 && preview.json('memberCount') >= 1),
  })
  const reply = post(`/api/groups/join/${inviteCode}`, {}, fan, 'group_join')
  check(reply, {
    'whoever has the link comes in': () =>
      isBusy(reply) ||
      (reply.status === 200 && reply.json('group.id') === id && reply.json('approvalStatus') === 'approved'),
  })
  if (reply.status !== 200) return false
  joined.add(reply.timings.duration)
  joins.add(1)
  return true
}

const look = (stage, fan, group) => {
  const replies = openPage(stage, fan, group)
  const [own, members, progress, standings] = replies
  const isPage = replies.every(({ status }) => status === 200)
  check(replies, {
    'the page of a group comes whole': () => isPage || replies.some(isBusy),
    'a member is a member at once': () => !isPage || own.json('approvalStatus') === 'approved',
    'members are the founder first, and who has just come': () =>
      !isPage || (members.json('0.userId') === group.founderId && Boolean(entryOf(members, fan.userId))),
    'every race that counts is there': () => !isPage || progress.json().length === stage.raceIds.length,
    'the board has the founder': () => !isPage || Boolean(entryOf(standings, group.founderId)),
  })
  if (isPage) for (const { timings } of replies) page.add(timings.duration)
}

const tip = (stage, fan, group) => {
  const tipped = submitTip(stage, fan, 'group_tip', group.id)
  check(tipped, {
    'a member tips in the group': () => isBusy(tipped) || [200, 201].includes(tipped.status),
  })
  if (tipped.status >= 300) return
  const reply = read(`/api/groups/${group.id}/leaderboard/${stage.weekendId}`, fan, 'group_board')
  const entry = entryOf(reply, fan.userId)
  check(reply, {
    'whoever has tipped is on the board': () => isBusy(reply) || (Boolean(entry) && entry.tipsSubmitted === 1),
  })
  if (reply.status === 200) board.add(reply.timings.duration)
}

const leave = (fan, { id }) => {
  const left = post(`/api/groups/${id}/leave`, {}, fan, 'group_leave')
  check(left, { 'a member leaves': () => isBusy(left) || left.status === 204 })
  if (left.status !== 204) return
  const gone = http.get(`${url}/api/groups/${id}`, {
    ...as(fan.cookie, { name: 'group_left' }),
    responseCallback: http.expectedStatuses(404, 503),
  })
  check(gone, { 'to whoever has left there is no such group': () => isBusy(gone) || gone.status === 404 })
}

let inside = null

export default function (stage) {
  const fan = fanOf(stage)
  arrive()
  const group = inside ?? pick(stage.groups)
  if (!inside && join(fan, group)) inside = group
  if (inside) {
    look(stage, fan, group)
    sleep(0.5 + Math.random())
    tip(stage, fan, group)
    sleep(0.5 + Math.random())
    // Most fans stay for a while and open the page again.
    if (Math.random() < 0.3) {
      leave(fan, group)
      inside = null
    }
  }
  sleep(0.2 + Math.random() * 0.8)
}

export const teardown = (stage) => {
  strike(stage)
}
