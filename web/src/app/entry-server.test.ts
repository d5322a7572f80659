import { FOUNDING_CATEGORIES } from '@purple-sector/contracts/categories'
import type { PrefetchedReply } from '@purple-sector/contracts/page-document'
import {
  boardEntry,
  groupReply,
  messageFrom,
  ownSeasonReply,
  raceReply,
  seasonReply,
  userReply,
  weekendReply,
} from '@purple-sector/testing/replies'
import { describe, expect, test } from 'vitest'
import { pageReads, renderLanding, renderPage } from './entry-server.tsx'
import { listedPages } from './routing/listed-pages.ts'

const NOW = Date.parse('2026-11-21T01:00:00.000Z')

const weekend = weekendReply({ timeZone: 'Australia/Perth' })
const season = seasonReply({ status: 'active', weekends: [{ weekendId: 1, round: 1, multiplier: 1 }] })
const races = [
  raceReply({ id: 5, scheduledStart: '2026-11-21T03:30:00.000Z', deadline: '2026-11-21T03:28:00.000Z' }),
  raceReply({ id: 6, scheduledStart: '2026-11-22T03:30:00.000Z', deadline: '2026-11-22T03:28:00.000Z' }),
]

/** The replies that a fan's document brings; everything in them names its user. */
const repliesOf = (name: string, overrides: Parameters<typeof userReply>[0] = {}): PrefetchedReply[] => {
  const user = userReply({ id: name, username: name, email: `${name}@fans.test`, ...overrides })
  const bodies: Record<string, unknown> = {
    '/api/auth/user': user,
    '/api/weekends': [weekend],
    '/api/seasons': [season],
    '/api/seasons/1/me': ownSeasonReply({ position: 3, totalPoints: 140, canWin: true }),
    '/api/categories': FOUNDING_CATEGORIES,
    '/api/weekends/1/races': races,
    '/api/weekends/1/purple-sector-races': races,
    '/api/weekends/1/my-stats': { position: 1, totalPoints: 50, tipsSubmitted: 1, successRate: 100, recentForm: [50] },
    '/api/tips/1': [],
    '/api/weekends/1/leaderboard?limit=100&offset=0': [boardEntry(name, { totalPoints: 50 })],
    '/api/groups/overview': {
      groups: [{ ...groupReply({ name: `Friends of ${name}`, description: `By ${name}` }), standing: null }],
      invitations: [],
    },
    '/api/weekends/1/heat-map': [],
    '/api/driver-poll/1/user': null,
    '/api/weekends/1/chat?limit=100': [messageFrom(1, name, `Greetings from ${name}`)],
    '/api/analytics/performance': [],
    '/api/analytics/history': [],
  }
  return Object.entries(bodies).map(([path, body]) => {
    const headers: Record<string, string> = path.includes('leaderboard')
      ? { 'x-board-version': '3', 'x-total-count': '1' }
      : {}
    return { path, status: 200, headers, body: JSON.stringify(body) }
  })
}

/** The rendered page without the theme's styles, which are the same for all. */
const page = async (
  address: string,
  replies: readonly PrefetchedReply[],
  overrides = {},
): Promise<string | undefined> => {
  const html = await renderPage({ address, replies, isPhone: false, now: NOW, ...overrides })
  return html?.replaceAll(/<style.*?<\/style>/gs, '')
}

const DRAWN = [
  '/',
  '/tipping',
  '/groups',
  '/my-tips',
  '/leaderboard',
  '/season',
  '/heat-map',
  '/driver-poll',
  '/race-chat',
  '/profile',
]

describe('renderPage', () => {
  test.each(DRAWN)('renders %s from the replies of its document', async (address) => {
    expect(await page(address, repliesOf('ann'))).toContain('<main')
  })

  test('renders for the instant and screen of the request', async () => {
    expect(await page('/', repliesOf('ann'))).toContain('2 hours 30 minutes')
    expect(await page('/', repliesOf('ann'), { now: NOW + 60_000 })).toContain('2 hours 29 minutes')
    const steps = 'Pick one car in each category.'
    expect(await page('/tipping', repliesOf('ann'))).toContain(steps)
    expect(await page('/tipping', repliesOf('ann'), { isPhone: true })).not.toContain(steps)
  })

  test('renders the own season of the active season, and that there is none', async () => {
    expect(await page('/season', repliesOf('ann'))).toMatch(/2026 Championship.*>140</s)
    const without = repliesOf('ann').map((reply) => (reply.path === '/api/seasons' ? { ...reply, body: '[]' } : reply))
    expect(await page('/season', without)).toContain('No season yet')
  })

  test('renders times in the zones that the fan chose', async () => {
    // The weekend is in Perth, two and a half hours before Adelaide.
    const times = async (timesIn: 'track' | 'mine' | 'both') => {
      const html = await page('/', repliesOf('ann', { timesIn, timeZone: 'Australia/Adelaide' }))
      return /Starts ([^<·]*) · tips close at ([^<]*)</.exec(html ?? '')?.slice(1)
    }
    expect(await times('track')).toEqual(['Sat 11:30 am', '11:28 am AWST'])
    expect(await times('mine')).toEqual(['Sat 2:00 pm', '1:58 pm ACDT'])
    const own = (time: string) => `(Adelaide\u00a0${time}\u00a0pm)`
    expect(await times('both')).toEqual([`Sat 11:30 am ${own('2:00')}`, `11:28 am AWST ${own('1:58')}`])
  })

  test('renders the first rows of a board and the last messages of a room', async () => {
    const rows = Array.from({ length: 100 }, (_, index) => boardEntry(`fan-${index}`, { position: index + 1 }))
    const repliesWith = (path: string, body: unknown, headers = {}) => [
      ...repliesOf('ann').filter((reply) => reply.path !== path),
      { path, status: 200, headers, body: JSON.stringify(body) },
    ]
    const board = await page(
      '/leaderboard',
      repliesWith('/api/weekends/1/leaderboard?limit=100&offset=0', rows, {
        'x-board-version': '3',
        'x-total-count': '100',
      }),
    )
    expect(board).toContain('fan-15')
    expect(board).not.toContain('fan-60')
    const messages = Array.from({ length: 90 }, (_, index) => messageFrom(index + 1, 'ann', `Word ${index + 1}.`))
    const chat = await page('/race-chat', repliesWith('/api/weekends/1/chat?limit=100', messages))
    expect(chat).toContain('Word 90.')
    expect(chat).not.toContain('Word 10.')
  })

  test('renders no data of an earlier fan, nor does the landing page', async () => {
    for (const address of DRAWN) expect(await page(address, repliesOf('first-fan')), address).toContain('first-fan')
    for (const address of DRAWN) {
      const html = await page(address, repliesOf('second-fan'))
      expect(html, address).toContain('second-fan')
      expect(html).not.toContain('first-fan')
    }
    const visitor = [{ path: '/api/auth/user', status: 401, headers: {}, body: '' }]
    for (const address of DRAWN) expect(await page(address, visitor)).toBeUndefined()
    expect(renderLanding()).not.toMatch(/first-fan|second-fan/)
  })

  test('renders nothing when a reply is missing, although an earlier fan’s document had it', async () => {
    await page('/leaderboard', repliesOf('ann'))
    for (const missing of ['/api/auth/user', '/api/weekends', '/api/weekends/1/my-stats', '/api/weekends/1/races'])
      expect(
        await page(
          '/leaderboard',
          repliesOf('bo').filter(({ path }) => path !== missing),
        ),
      ).toBeUndefined()
  })

  test('escapes names as any other page does', async () => {
    const name = '</script><img src=x onerror=alert(1)>$&'
    const html = await page('/race-chat', repliesOf(name))
    expect(html).toContain('&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;$&amp;')
    expect(html).not.toContain('<img src=x')
  })
})

/** The replies, and in `order` the name of their fan whenever one of them is used. */
const watched = (name: string, order: string[]): PrefetchedReply[] =>
  repliesOf(name).map((reply) => ({
    ...reply,
    get body() {
      order.push(name)
      return reply.body
    },
  }))

test('renders two fans interleaved in one thread, each with nothing of the other', async () => {
  for (const address of DRAWN) {
    const order: string[] = []
    const [first, second] = await Promise.all([
      page(address, watched('first-fan', order)),
      page(address, watched('second-fan', order), { now: NOW + 60_000 }),
    ])
    const turns = order.filter((name, index) => name !== order[index - 1])
    expect(turns.length, `${address} in turns`).toBeGreaterThan(3)
    expect(first, address).toContain('first-fan')
    expect(first, address).not.toContain('second-fan')
    expect(second, address).toContain('second-fan')
    expect(second, address).not.toContain('first-fan')
    // Each is what it would be alone.
    expect([first, second]).toEqual([
      await page(address, repliesOf('first-fan')),
      await page(address, repliesOf('second-fan'), { now: NOW + 60_000 }),
    ])
  }
})

describe('renderPage returns undefined', () => {
  test('renders nothing for a fan with a spoiler delay', async () => {
    for (const address of DRAWN)
      expect(await page(address, repliesOf('ann', { spoilerDelaySeconds: 30 }))).toBeUndefined()
  })

  test('renders nothing for administrators’ pages, pages outside of the route manifest, and unknown addresses', async () => {
    const admin = repliesOf('ann', { isAdmin: true })
    for (const address of ['/admin', '/groups/join/abc', '/nowhere']) {
      expect(await page(address, admin)).toBeUndefined()
      expect(await page(address, repliesOf('ann'))).toBeUndefined()
    }
    expect(await page('/tipping', admin)).toContain('Setup')
  })
})

const FRAME = [
  '/api/weekends',
  '/api/categories',
  '/api/weekends/:weekendId/races',
  '/api/weekends/:weekendId/my-stats',
]
const COUNTING = '/api/weekends/:weekendId/purple-sector-races'
const BOARD = '/api/weekends/:weekendId/leaderboard?limit=100&offset=0'
const TIPS = '/api/tips/:weekendId'
const SEASONS = '/api/seasons'

test('lists the paths of each page’s own queries for the route manifest', async () => {
  expect(await pageReads()).toEqual({
    '/': [...FRAME, COUNTING, TIPS, BOARD, SEASONS],
    '/tipping': [...FRAME, COUNTING, TIPS],
    '/groups': [...FRAME, '/api/groups/overview'],
    '/my-tips': [...FRAME, COUNTING, TIPS, '/api/groups/overview', SEASONS],
    '/leaderboard': [...FRAME, COUNTING, BOARD, SEASONS],
    '/season': [...FRAME, SEASONS, '/api/seasons/:seasonId/me'],
    '/heat-map': [...FRAME, '/api/weekends/:weekendId/heat-map'],
    '/driver-poll': [...FRAME, '/api/driver-poll/:weekendId/user'],
    '/race-chat': [...FRAME, '/api/weekends/:weekendId/chat?limit=100'],
    '/profile': FRAME,
    '/live-timing': FRAME,
    '/analytics': ['/api/analytics/performance', '/api/analytics/history'],
    '/history': [],
    '/admin': [],
  })
})

test('covers every fan’s page of the route manifest', () => {
  const standalone = ['/analytics', '/history', '/live-timing']
  const fans = listedPages.filter(({ audience }) => audience === 'fan').map(({ pattern }) => pattern)
  expect([...DRAWN, ...standalone].toSorted()).toEqual(fans.toSorted())
})
