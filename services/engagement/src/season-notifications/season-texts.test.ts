import type { SeasonRules } from '@purple-sector/contracts/weekends/events'
import { describe, expect, test } from 'vitest'
import { jokerReturnedText, seasonRulesText, seasonWonText } from './season-texts.ts'

describe('a joker that came back', () => {
  test.each([
    ['void', 'No result counts for Bathurst 500, so you can play it in another round.'],
    ['left', 'Bathurst 500 is no longer part of 2027 Championship, so you can play it in another round.'],
    [
      'early-start',
      'Bathurst 500 had started before you played your joker there, so you can play it in another round.',
    ],
  ] as const)('says why: %s', (reason, message) => {
    const text = jokerReturnedText({ reason, weekend: 'Bathurst 500', season: '2027 Championship' })
    expect(text).toEqual({ title: 'Your joker is back', message })
  })

  test('speaks of a round without a name', () => {
    expect(jokerReturnedText({ reason: 'left', weekend: '', season: 'Cup' }).message).toBe(
      'One of the rounds is no longer part of Cup, so you can play it in another round.',
    )
  })
})

test('a won season names the points, and who shares them', () => {
  const season = '2027 Championship'
  expect(seasonWonText({ season, totalPoints: 812, shared: false })).toEqual({
    title: 'Season won',
    message: 'You finish first in 2027 Championship, on 812 points.',
  })
  expect(seasonWonText({ season, totalPoints: 1, shared: true }).message).toBe(
    'You share first place in 2027 Championship, on 1 point.',
  )
})

describe('changed rules', () => {
  const rules: SeasonRules = {
    countBest: null,
    missedWeekend: 'zero',
    jokers: 1,
    rounds: [
      { weekendId: 1, multiplier: 1, weekend: 'Sydney 500' },
      { weekendId: 2, multiplier: 1, weekend: 'Bathurst 1000' },
      { weekendId: 3, multiplier: 1, weekend: 'Adelaide 500' },
    ],
  }
  const messageOf = (changes: Partial<SeasonRules>, reason = 'Agreed with the clubs') =>
    seasonRulesText({ season: '2027 Championship', reason, before: rules, after: { ...rules, ...changes } }).message
  const [sydney, bathurst, adelaide] = rules.rounds

  test.each<[string, Partial<SeasonRules>, string]>([
    ['fewer rounds count', { countBest: 10 }, 'Your best 10 rounds count now.'],
    ['one round counts', { countBest: 1 }, 'Your best round counts now.'],
    ['missed rounds', { missedWeekend: 'lowest' }, 'A round you miss now gets the lowest score of the round.'],
    ['more jokers', { jokers: 2 }, 'Everyone has 2 jokers now.'],
    ['no jokers', { jokers: 0 }, 'There are no more jokers to play.'],
    [
      'a multiplier',
      { rounds: [sydney!, { ...bathurst!, multiplier: 2 }, adelaide!] },
      'Bathurst 1000 counts double now.',
    ],
    ['a round that left', { rounds: [bathurst!, adelaide!] }, 'Sydney 500 is out of the season.'],
    ['another order', { rounds: [bathurst!, sydney!, adelaide!] }, 'The rounds are in a new order.'],
    [
      'a round that joined',
      { rounds: [sydney!, { weekendId: 4, multiplier: 1, weekend: 'Perth' }, bathurst!, adelaide!] },
      '',
    ],
  ])('say what and why: %s', (_words, changes, sentence) => {
    expect(messageOf(changes)).toBe(`${sentence} Reason: Agreed with the clubs.`.trim())
  })

  test('list several changes, and keep the reason’s own full stop', () => {
    expect(messageOf({ countBest: 5, missedWeekend: 'average' }, 'Because!')).toBe(
      'Your best 5 rounds count now. A round you miss now gets the average score of the round. Reason: Because!',
    )
    expect(seasonRulesText({ season: 'Cup', reason: 'x', before: { ...rules, countBest: 5 }, after: rules })).toEqual({
      title: 'The rules of Cup have changed',
      message: 'All rounds count now. Reason: x.',
    })
  })
})
