import { bidiIsolate } from '@purple-sector/contracts/bidi-isolate'
import type { jokersReturned, seasonWon } from '@purple-sector/contracts/tipping/events'
import type { SeasonRules, seasonRulesChanged } from '@purple-sector/contracts/weekends/events'
import type { z } from 'zod'

type Text = { title: string; message: string }

/** A name in a sentence; a weekend that was deleted may have lost its name. */
const named = (name: string, fallback: string): string => (name === '' ? fallback : bidiIsolate(name))

/** Says that a joker came back, and why. */
export const jokerReturnedText = ({
  reason,
  weekend,
  season,
}: Pick<z.infer<typeof jokersReturned.data>, 'reason' | 'weekend' | 'season'>): Text => {
  const round = named(weekend, 'One of the rounds')
  const because = {
    void: `No result counts for ${round}`,
    left: `${round} is no longer part of ${bidiIsolate(season)}`,
    'early-start': `${round} had started before you played your joker there`,
  }[reason]
  return { title: 'Your joker is back', message: `${because}, so you can play it in another round.` }
}

/** Says that the reader has won a season. */
export const seasonWonText = ({
  season,
  totalPoints,
  shared,
}: Pick<z.infer<typeof seasonWon.data>, 'season' | 'totalPoints' | 'shared'>): Text => {
  const points = totalPoints === 1 ? '1 point' : `${totalPoints} points`
  return {
    title: 'Season won',
    message: shared
      ? `You share first place in ${bidiIsolate(season)}, on ${points}.`
      : `You finish first in ${bidiIsolate(season)}, on ${points}.`,
  }
}

const MISSED = {
  zero: 'A round you miss now gets no points.',
  lowest: 'A round you miss now gets the lowest score of the round.',
  average: 'A round you miss now gets the average score of the round.',
} as const

const TIMES: Record<SeasonRules['rounds'][number]['multiplier'], string> = {
  1: 'once',
  1.5: 'one and a half times',
  2: 'double',
  3: 'triple',
}

const bestRounds = (countBest: number | null): string =>
  countBest === null
    ? 'All rounds count now.'
    : `Your best ${countBest === 1 ? 'round counts' : `${countBest} rounds count`} now.`

const jokerCount = (jokers: number): string =>
  jokers === 0
    ? 'There are no more jokers to play.'
    : `Everyone has ${jokers === 1 ? 'one joker' : `${jokers} jokers`} now.`

/** Sentences of the rules that differ. */
const rulesSentences = (before: SeasonRules, after: SeasonRules): string[] => [
  ...(before.countBest === after.countBest ? [] : [bestRounds(after.countBest)]),
  ...(before.missedWeekend === after.missedWeekend ? [] : [MISSED[after.missedWeekend]]),
  ...(before.jokers === after.jokers ? [] : [jokerCount(after.jokers)]),
]

/** Sentences of the rounds that differ. */
const roundsSentences = (before: SeasonRules, after: SeasonRules): string[] => {
  const now = new Map(after.rounds.map((round) => [round.weekendId, round]))
  const stayed = before.rounds.filter(({ weekendId }) => now.has(weekendId)).map(({ weekendId }) => weekendId)
  const order = after.rounds.filter(({ weekendId }) => stayed.includes(weekendId)).map(({ weekendId }) => weekendId)
  const changes = before.rounds.flatMap(({ weekendId, multiplier, weekend }) => {
    const round = now.get(weekendId)
    if (!round) return [`${named(weekend, 'One round')} is out of the season.`]
    return round.multiplier === multiplier
      ? []
      : [`${named(round.weekend, 'One round')} counts ${TIMES[round.multiplier]} now.`]
  })
  return order.join() === stayed.join() ? changes : [...changes, 'The rounds are in a new order.']
}

/** Says which rules of a season changed, and why. */
export const seasonRulesText = ({
  season,
  reason,
  before,
  after,
}: Omit<z.infer<typeof seasonRulesChanged.data>, 'seasonId'>): Text => {
  const sentences = [...rulesSentences(before, after), ...roundsSentences(before, after)]
  const why = `Reason: ${reason}${/[.!?]$/.test(reason) ? '' : '.'}`
  return { title: `The rules of ${bidiIsolate(season)} have changed`, message: [...sentences, why].join(' ') }
}
