import { check, sleep } from 'k6'
import { Counter, Trend } from 'k6/metrics'
import { openScreen } from './screen.js'
import {
  arrive,
  bounds,
  category,
  driverOf,
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
} from './stage.js'

// Fans vote for a driver, change their vote, read the poll, and react to a result, while screens follow both.

const voted = new Trend('vote_accepted', true)
const pollRead = new Trend('poll_read', true)
const reacted = new Trend('reaction_accepted', true)
const pollUpdates = new Counter('poll_updates_seen')
const reactionUpdates = new Counter('reaction_updates_seen')

const screens = Math.min(fanCount, 50)
/** Seconds that screens stay after the last vote, so that they receive the final poll. */
const after = 4

export const options = {
  ...bounds,
  scenarios: {
    fans: { executor: 'constant-vus', vus: fanCount, duration: `${seconds}s`, exec: 'takePart', gracefulStop: '0s' },
    screens: { executor: 'per-vu-iterations', vus: screens, maxDuration: `${seconds + 60}s`, exec: 'follow' },
  },
  thresholds: {
    checks: ['rate==1'],
    http_req_failed: ['rate==0'],
    vote_accepted: soon,
    poll_read: soon,
    reaction_accepted: soon,
    poll_updates_seen: ['count>0'],
    reaction_updates_seen: ['count>0'],
  },
}

export const setup = () => {
  const stage = setStage('polls', [null], { others: screens })
  publishResult(stage, stage.raceIds[0], 'setup')
  return stage
}

/** Checks that there is at most one vote per fan, and every share is rounded to one decimal. */
const isPoll = (results, votersAtMost) => {
  const total = results.reduce((sum, { votes }) => sum + votes, 0)
  return (
    total <= votersAtMost &&
    results.every(({ votes, percentage }) => Math.abs(percentage - (100 * votes) / total) <= 0.051) &&
    results.every(({ votes }, i) => i === 0 || votes <= results[i - 1].votes)
  )
}

const votesOf = (results) => results.map(({ driverName, votes }) => `${driverName} ${votes}`).join()

const vote = (stage, fan) => {
  const { weekendId } = stage
  const driverName = driverOf(1 + Math.floor(Math.random() * stage.carIds.length))
  const reply = post('/api/driver-poll', { weekendId, driverName, category }, fan, 'vote')
  check(reply, {
    'a vote is taken as it was cast': () =>
      isBusy(reply) || (reply.status === 200 && reply.json('driverName') === driverName),
  })
  if (reply.status !== 200) return
  voted.add(reply.timings.duration)
  const own = read(`/api/driver-poll/${weekendId}/user`, fan, 'vote_read')
  const results = read(`/api/driver-poll/${weekendId}/results`, fan, 'poll_results')
  const stats = read(`/api/driver-poll/${weekendId}/stats`, fan, 'poll_stats')
  check(results, {
    'the own vote is the last one cast': () => isBusy(own) || own.json('driverName') === driverName,
    'shares are those of the votes, most votes first, one vote a fan': () =>
      isBusy(results) || isPoll(results.json(), stage.fans.length),
    'there are no more voters than fans': () =>
      isBusy(stats) || (stats.json('uniqueVoters') >= 1 && stats.json('uniqueVoters') <= stage.fans.length),
  })
  for (const { timings } of [own, results, stats]) pollRead.add(timings.duration)
}

const react = (stage, fan) => {
  const reaction = pick(['fire', 'applause', 'wow', 'heartbreak', 'laugh'])
  const subject = { type: 'result', id: stage.raceIds[0] }
  const body = { weekendId: stage.weekendId, kind: 'reaction', reaction, subject }
  const given = post('/api/fan-engagement/actions', body, fan, 'reaction')
  check(given, {
    'a reaction is given and counts': () =>
      isBusy(given) ||
      (given.status === 201 && given.json('yours').includes(reaction) && given.json(`counts.${reaction}`) >= 1),
  })
  if (given.status !== 201) return
  const taken = post('/api/fan-engagement/actions', body, fan, 'reaction')
  check(taken, {
    'the same again takes it back': () =>
      isBusy(taken) || (taken.status === 200 && !taken.json('yours').includes(reaction)),
  })
  // A reaction whose removal was rejected must be removed, or the next attempt to add it would remove it.
  if (taken.status !== 200) post('/api/fan-engagement/actions', body, fan, 'reaction')
  for (const { timings } of [given, taken]) reacted.add(timings.duration)
}

/** Stays far below the limit of twenty reactions in ten seconds. */
export const takePart = (stage) => {
  const fan = fanOf(stage)
  arrive()
  vote(stage, fan)
  sleep(0.5 + Math.random())
  react(stage, fan)
  sleep(0.5 + Math.random())
}

export const follow = (stage) => {
  const fan = fanOf(stage)
  const polls = []
  let areCounts = true
  openScreen(
    fan,
    { weekendId: stage.weekendId },
    {
      stay: (seconds + after) * 1000,
      onFrame: ({ type, data }) => {
        if (type === 'poll_update') {
          polls.push(data)
          pollUpdates.add(1)
        }
        if (type === 'engagement_update') {
          areCounts &&= Object.values(data.counts).every((count) => count >= 0 && count <= stage.fans.length)
          reactionUpdates.add(1)
        }
      },
      onClose: (hasLeft) => {
        const results = read(`/api/driver-poll/${stage.weekendId}/results`, fan, 'poll_results')
        const last = polls.at(-1)
        check(polls, {
          'the connection holds': () => hasLeft,
          'the poll is sent at most once a second': () => polls.length <= seconds + after + 2,
          'every received poll adds up': () =>
            polls.every(
              ({ results, stats }) =>
                isPoll(results, stage.fans.length) &&
                stats.totalVotes === results.reduce((sum, { votes }) => sum + votes, 0),
            ),
          'votes are changed, never taken away': () =>
            polls.every(({ stats }, i) => i === 0 || stats.totalVotes >= polls[i - 1].stats.totalVotes),
          'the last received poll is the current poll': () =>
            isBusy(results) || (last !== undefined && votesOf(last.results) === votesOf(results.json())),
          'a fan reacts once with each reaction': () => areCounts,
        })
      },
    },
  )
}

export const teardown = (stage) => {
  strike(stage)
}
