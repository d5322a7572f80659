import { bidiIsolate } from '@purple-sector/contracts/bidi-isolate'
import { weekendSubject } from '@purple-sector/contracts/event'
import {
  jokersReturned,
  seasonRoundCompleted,
  seasonRoundReopened,
  seasonWon,
} from '@purple-sector/contracts/tipping/events'
import { type SeasonRules, seasonRulesChanged } from '@purple-sector/contracts/weekends/events'
import { wakeAfterCommit } from '@purple-sector/database'
import { lockAndCheckDeleted, on } from '@purple-sector/messaging'
import { isNotifiable } from '../notifications/is-notifiable-sql.ts'
import { notifyMany, recipientsOf } from '../notifications/notify-sql.ts'
import { notifyOfRound, participantsOfSeason, roundCause, withdrawals } from './season-notification-sql.ts'
import { jokerReturnedText, seasonRulesText, seasonWonText } from './season-texts.ts'

/** Notifies participants of where they stand after a completed round. */
const onRoundCompleted = on(seasonRoundCompleted, async (event, sql) => {
  const { data } = event
  const { isDeleted } = await lockAndCheckDeleted(sql, 'shared', weekendSubject(data.weekendId))
  if (isDeleted || !(await isNotifiable(sql, event))) return
  await notifyOfRound(sql, { ...data, season: bidiIsolate(data.season), weekend: bidiIsolate(data.weekend) })
})

/** Withdraws the notifications of a round that is completed no more. */
const onRoundReopened = on(seasonRoundReopened, async ({ data }, sql) => {
  await withdrawals(sql).add(roundCause(data), data.weekendId)
  wakeAfterCommit(sql, 'tasks')
})

/** Notifies the winners of a season. */
const onSeasonWon = on(seasonWon, async (event, sql) => {
  const { seasonId, userIds } = event.data
  if (!(await isNotifiable(sql, event))) return
  await notifyMany(sql, recipientsOf(userIds, '/season'), {
    weekendId: null,
    type: 'season',
    ...seasonWonText(event.data),
    cause: `season-won/${seasonId}`,
  })
})

/** Notifies fans of jokers that came back to them. */
const onJokersReturned = on(jokersReturned, async (event, sql) => {
  if (!(await isNotifiable(sql, event))) return
  await notifyMany(sql, recipientsOf(event.data.userIds, '/season'), {
    weekendId: null,
    type: 'season',
    ...jokerReturnedText(event.data),
    cause: `joker-returned/${event.id}`,
  })
})

/** What groups of the season have in common with it: they have rules of their own for the best rounds and missed ones. */
const commonRules = ({ jokers, rounds }: SeasonRules): string =>
  JSON.stringify([jokers, rounds.map(({ weekendId, multiplier }) => [weekendId, multiplier])])

/** Notifies all participants of a season of changed rules, with the reason; of changed rounds and jokers also its groups. */
const onSeasonRulesChanged = on(seasonRulesChanged, async (event, sql) => {
  const { seasonId, before, after } = event.data
  if (!(await isNotifiable(sql, event))) return
  const weekendIds = [...before.rounds, ...after.rounds].map(({ weekendId }) => weekendId)
  const concernsGroups = commonRules(before) !== commonRules(after)
  await notifyMany(sql, participantsOfSeason(weekendIds, concernsGroups ? seasonId : null), {
    weekendId: null,
    type: 'group-rules',
    ...seasonRulesText(event.data),
    cause: `season-rules/${seasonId}/${event.id}`,
  })
})

/** Consumers of what happens to a season. */
export const seasonConsumers = [onRoundCompleted, onRoundReopened, onSeasonWon, onJokersReturned, onSeasonRulesChanged]
