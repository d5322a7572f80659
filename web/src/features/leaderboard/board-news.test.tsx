import { raceReply } from '@purple-sector/testing/replies'
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { latestNews, NewsLine } from './board-news.tsx'

const at = (hour: number) => `2026-11-21T0${hour}:00:00.000Z`
const races = [
  raceReply({ id: 1, name: 'Qualifying', completedAt: at(1), resultStatus: 'official' }),
  raceReply({ id: 2, name: 'Race 1', completedAt: at(3), resultStatus: 'provisional' }),
  raceReply({ id: 3, name: 'Race 2', completedAt: at(4), resultStatus: 'cancelled' }),
  raceReply({ id: 4, name: 'Race 3', completedAt: at(5) }),
]

test('the race completed last is the news', () => {
  expect(latestNews(races, null)).toEqual({ race: 'Race 1', words: 'result in', reason: null, at: Date.parse(at(3)) })
  expect(latestNews([], null)).toBeNull()
})

test('a correction told since is newer, an older one is not', () => {
  const told = { race: 'Qualifying', status: 'amended', reason: null, at: Date.parse(at(4)) } as const
  expect(latestNews(races, told)).toMatchObject({ race: 'Qualifying', words: 'result corrected' })
  expect(latestNews(races, { ...told, at: Date.parse(at(2)) })).toMatchObject({ race: 'Race 1', words: 'result in' })
  expect(latestNews(races, { ...told, status: 'cancelled' })).toMatchObject({ words: 'result withdrawn' })
})

test('a correction says why, another piece of news is just that', () => {
  const told = { race: 'Race 1', status: 'amended', reason: '5 s penalty', at: Date.parse(at(5)) } as const
  const lineOf = (news: typeof told | null) => {
    const latest = latestNews(races, news)
    if (!latest) throw new Error('There is no news')
    return render(<NewsLine news={latest} timeZone="Australia/Adelaide" />).container.firstElementChild
  }
  const corrected = lineOf(told)
  expect(corrected?.textContent).toBe('Race 1 result corrected: 5 s penalty · 3:30:00 pm')
  expect(corrected?.getAttribute('title')).toBe('5 s penalty')
  const result = lineOf(null)
  expect(result?.textContent).toBe('Race 1 result in · 1:30:00 pm')
  expect(result?.hasAttribute('title')).toBe(false)
})
