import { check, sleep } from 'k6'
import exec from 'k6/execution'
import { Counter, Trend } from 'k6/metrics'
import { openScreen } from './screen.js'
import {
  arrive,
  bounds,
  create,
  fanCount,
  fanOf,
  isBusy,
  post,
  read,
  seconds,
  setStage,
  soon,
  strike,
  within,
} from './stage.js'

// All fans follow the weekend's chat on a socket, every second one also a group's chat, while some of them write.

const accepted = new Trend('chat_accepted', true)
const onScreens = new Trend('chat_on_screens', true)
const seen = new Counter('chat_messages_seen')

const writers = Math.min(fanCount, 30)

export const options = {
  ...bounds,
  scenarios: {
    screens: { executor: 'per-vu-iterations', vus: fanCount, maxDuration: `${seconds + 60}s`, exec: 'follow' },
    writers: { executor: 'constant-vus', vus: writers, duration: `${seconds}s`, exec: 'write', gracefulStop: '10s' },
  },
  thresholds: {
    checks: ['rate==1'],
    http_req_failed: ['rate==0'],
    // docs/quality.md: H4 for accepted messages; F5 for the time to every screen, where it measures the last message.
    chat_accepted: soon,
    chat_on_screens: within(1000),
    chat_messages_seen: ['count>0'],
  },
}

export const setup = () => {
  const stage = setStage('chat', [null], { others: writers })
  const members = stage.fans.filter((_, i) => i % 2 === 0)
  const [founder, ...others] = members
  const group = create(founder.cookie, '/api/groups', {
    name: 'Load group',
    weekendId: stage.weekendId,
    autoApproveInvites: true,
  })
  for (const { cookie } of others) create(cookie, `/api/groups/join/${group.inviteCode}`, {})
  return { ...stage, groupId: group.id, memberIds: members.map(({ userId }) => userId) }
}

const isMember = ({ memberIds }, { userId }) => memberIds.includes(userId)
const weekendRoom = ({ weekendId }) => `/api/weekends/${weekendId}/chat`
const groupRoom = ({ groupId }) => `/api/groups/${groupId}/chat`

const sentAt = ({ message }) => Number(message.split(' ')[1])

/** Four messages in ten seconds at most, below the limit of five. */
export const write = (stage) => {
  const fan = fanOf(stage)
  arrive()
  const isForGroup = isMember(stage, fan) && Math.random() < 0.25
  const room = isForGroup ? groupRoom(stage) : weekendRoom(stage)
  const key = { 'Idempotency-Key': `${exec.vu.idInTest}-${exec.vu.iterationInScenario}-${Date.now()}` }
  const body = { message: `sent ${Date.now()} on lap ${exec.vu.iterationInScenario}` }
  const reply = post(room, body, fan, 'chat_write', key)
  check(reply, {
    'a message is taken as it was written': () =>
      isBusy(reply) ||
      (reply.status === 201 && reply.json('message') === body.message && reply.json('userId') === fan.userId),
  })
  if (reply.status === 201) {
    accepted.add(reply.timings.duration)
    if (Math.random() < 0.1) {
      const again = post(room, body, fan, 'chat_write_again', key)
      check(again, {
        'sent again with its key it is the same message': () => isBusy(again) || again.json('id') === reply.json('id'),
      })
    }
  }
  sleep(2.5 + Math.random() * 2)
}

/** Reads the ids of a room between two messages, page by page. */
const idsBetween = (room, fan, first, last) => {
  const ids = [first]
  while (ids.at(-1) < last) {
    const reply = read(`${room}?limit=200&after=${ids.at(-1)}`, fan, 'chat_read')
    const page = reply.status === 200 ? reply.json().map(({ id }) => id) : []
    if (page.length === 0) return null
    ids.push(...page)
  }
  return ids.filter((id) => id <= last)
}

/** Tells whether the socket delivered exactly the room's messages, without gaps or duplicates, in order. */
const isWhole = (room, fan, ids) =>
  ids.length === 0 || JSON.stringify(idsBetween(room, fan, ids[0], ids.at(-1))) === JSON.stringify(ids)

export const follow = (stage) => {
  const fan = fanOf(stage)
  const groupIds = isMember(stage, fan) ? [stage.groupId] : []
  const [ofWeekend, ofGroup] = [[], []]
  const recordMessage = (message) => {
    ;(message.groupId === null ? ofWeekend : ofGroup).push(message.id)
    onScreens.add(Date.now() - sentAt(message))
    seen.add(1)
  }
  openScreen(
    fan,
    { weekendId: stage.weekendId, groupIds },
    {
      stay: seconds * 1000,
      onFrame: ({ type, data }) => {
        if (type === 'chat_message') recordMessage(data)
        if (type === 'chat_messages') data.messages.forEach(recordMessage)
      },
      onClose: (hasLeft) => {
        check(stage, {
          'the connection holds': () => hasLeft,
          'none of the weekend is lost, doubled or out of order': () => isWhole(weekendRoom(stage), fan, ofWeekend),
          'none of the group is lost, doubled or out of order': () =>
            groupIds.length === 0 || isWhole(groupRoom(stage), fan, ofGroup),
          'a group is heard by its members alone': () => groupIds.length > 0 || ofGroup.length === 0,
        })
      },
    },
  )
}

export const teardown = (stage) => {
  strike(stage)
}
