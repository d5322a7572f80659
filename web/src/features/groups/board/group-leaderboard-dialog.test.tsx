import { FOUNDING_CATEGORIES } from '@purple-sector/contracts/categories'
import type { Entry } from '@purple-sector/contracts/tipping/http'
import {
  boardEntry,
  chancesReply,
  groupReply,
  ownRound,
  ownSeasonReply,
  raceReply,
  seasonEntry,
  seasonReply,
  weekendReply,
} from '@purple-sector/testing/replies'
import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { receiveFrame } from '../../../../test/receive-frame.ts'
import { boardReply, dialogServer, MAIN, renderDialog } from '../../../../test/render-dialog.tsx'
import { leaderboardKey, type PageOf } from '../../leaderboard-rows/api/leaderboard-keys.ts'
import { useFollowedWeekend } from '../../weekend-data/api/followed-weekend.ts'
import { raceProgressQuery } from '../api/group-standings-queries.ts'
import { GroupLeaderboardDialog } from './group-leaderboard-dialog.tsx'

const server = dialogServer()
const BOARD = '/api/groups/7/leaderboard/1'
const PROGRESS = '/api/groups/7/race-progress'
const STANDINGS = '/api/groups/7/category-standings'
const PICKS = '/api/groups/7/picks'
const SUPER2 = 'Dunlop Super2 Series'
const ranked = (name: string, position: number, totalPoints: number, overrides: Partial<Entry> = {}) =>
  boardEntry(name, { position, totalPoints, ...overrides })

const scored = raceReply({ id: 1, name: 'Qualifying', status: 'completed', resultStatus: 'official', locked: true })
const ahead = raceReply({ id: 2, name: 'Race 1', deadline: '2096-11-21T03:58:00.000Z' })

const openLeaderboard = async (isLive = true, group = groupReply({ id: 7, memberCount: 3 })) => {
  const client = renderDialog(<GroupLeaderboardDialog group={group} onClose={() => {}} />, isLive)
  await screen.findByRole('dialog', { name: 'Pit Lane Pundits' })
  return client
}
const choose = (tab: string) => fireEvent.click(screen.getByRole('tab', { name: tab }))
const rows = async () => (await screen.findAllByRole('row')).slice(1).map(({ textContent }) => textContent)

test("follows the races of the group's weekend, whichever weekend is active", async () => {
  server.replies = {}
  await openLeaderboard()
  expect(renderHook(() => useFollowedWeekend(9)).result.current).toBe(1)
})

afterEach(() => vi.useRealTimers())

describe('the Overall tab', () => {
  test('lists the members with tips, points and progress of the races', async () => {
    server.replies = {
      '/api/weekends/1/races': [scored, ahead, raceReply({ id: 3, sessionType: 'practice' })],
      [BOARD]: boardReply([
        ranked('BoxBoxBec', 1, 430, { tipsSubmitted: 8 }),
        ranked('kerbsider', 2, 428, { tipsSubmitted: 1 }),
        ranked('pete', 3, 395),
        ranked('lena', 4, 361),
        ranked('noor', 0, 0, { position: null, totalPoints: null, tipsSubmitted: 3 }),
      ]),
    }
    await openLeaderboard()
    expect(await screen.findByText('3 members · Southern Cross 500')).toBeTruthy()
    expect(await screen.findByText('1 of 2 races done')).toBeTruthy()
    expect(screen.getByText('LIVE')).toBeTruthy()
    expect(await rows()).toEqual([
      '1BOBoxBoxBec8 tips submitted1 of 2 races430',
      '2KEkerbsiderYOU1 tip submitted1 of 2 races428',
      '3PEpete1 tip submitted1 of 2 races395',
      '#4LElena1 tip submitted1 of 2 races361',
      '–NOnoorPending3 tips submitted · points hiddenShown once approved–',
    ])
  })

  test('mounts only the visible rows, however many members there are', async () => {
    const page = Array.from({ length: 100 }, (_, index) => ranked(`fan${index}`, index + 1, 5_000 - index))
    server.replies = { [BOARD]: boardReply(page, 5_000) }
    await openLeaderboard()
    expect(await screen.findByText('fan0')).toBeTruthy()
    expect(screen.getAllByRole('row').length).toBeLessThan(40)
    expect(screen.getByRole('table', { name: 'Overall' }).getAttribute('aria-rowcount')).toBe('5001')
  })

  test('shows the projected board when selected, until the session ends', async () => {
    server.replies = {
      '/api/weekends/1/races': [scored, ahead],
      [BOARD]: boardReply([ranked('ann', 1, 5), ranked('ben', 2, 3)]),
    }
    const client = await openLeaderboard()
    await screen.findByText('ann')
    expect(screen.queryByLabelText('As it stands')).toBeNull()
    const key = leaderboardKey({ weekendId: 1, groupId: 7 }, 'projected', 0)
    const data: PageOf['projected'] = {
      raceId: ahead.id,
      entries: [{ ...ranked('ben', 1, 53), gain: 50 }],
      total: 1,
      ownEntry: null,
    }
    act(() => void client.setQueryData<PageOf['projected']>(key, data))
    fireEvent.click(await screen.findByLabelText('As it stands'))
    const projected = within(await screen.findByRole('list', { name: 'Board as it stands' }))
    expect(projected.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('ben'),
    ])
    expect(screen.getByText(/^If Race 1 ended on this lap/)).toBeTruthy()
    expect(screen.queryByRole('table', { name: 'Overall' })).toBeNull()
    act(() => void client.setQueryData<PageOf['projected']>(key, null))
    expect(await screen.findByRole('table', { name: 'Overall' })).toBeTruthy()
    expect(screen.queryByLabelText('As it stands')).toBeNull()
  })

  test('marks no leader before the first points', async () => {
    server.replies = { [BOARD]: boardReply([ranked('ann', 1, 0), ranked('bob', 1, 0)]) }
    await openLeaderboard()
    expect((await screen.findByText('ann')).closest('tr')?.querySelector('.ps-best')).toBeNull()
  })

  test('shows an empty state without participants', async () => {
    server.replies = { [BOARD]: boardReply([]) }
    await openLeaderboard()
    expect(await screen.findByText('No participants yet')).toBeTruthy()
  })

  test('shows an error and retries', async () => {
    server.replies = { [BOARD]: 503 }
    await openLeaderboard()
    expect(await screen.findByText('Couldn’t load the standings')).toBeTruthy()
    expect(screen.getByText('The service is busy.')).toBeTruthy()
    server.replies = { [BOARD]: boardReply([ranked('ann', 1, 5)]) }
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('ann')).toBeTruthy()
  })

  test('updates from the frames of its group', async () => {
    server.replies = { [BOARD]: boardReply([ranked('ann', 1, 5), ranked('ben', 2, 3)]) }
    const client = await openLeaderboard()
    expect(await screen.findByText('ann')).toBeTruthy()
    const entries = [ranked('ben', 1, 53), ranked('ann', 2, 5)]
    act(() =>
      receiveFrame(client, {
        type: 'leaderboard_update',
        data: { weekendId: 1, groupId: 7, version: 4, entries, total: 2 },
        epoch: 'e',
      }),
    )
    await waitFor(async () => expect((await rows())[0]).toContain('ben'))
    expect(server.requests.filter((path) => path.startsWith(BOARD))).toHaveLength(1)
  })

  test('polls every 30 seconds while offline and never while live', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    server.replies = { [BOARD]: boardReply([ranked('ann', 1, 5)]) }
    await openLeaderboard(false)
    expect(await screen.findByText('OFFLINE')).toBeTruthy()
    await screen.findByText('ann')
    const requestCount = () => server.requests.filter((path) => path.startsWith(BOARD)).length
    const before = requestCount()
    await act(() => vi.advanceTimersByTimeAsync(30_500))
    expect(requestCount()).toBeGreaterThan(before)
  })
})

describe('the By Category tab', () => {
  const standings = [
    { categoryId: 3, category: SUPER2, top: [{ userId: 'bec', username: 'BoxBoxBec', firstName: null, points: 6 }] },
    {
      categoryId: 1,
      category: MAIN,
      top: [
        { userId: 'kerbsider', username: 'kerbsider', firstName: null, points: 50 },
        { userId: 'lena', username: null, firstName: 'Lena', points: 25 },
        { userId: 'noor', username: 'noor', firstName: null, points: null },
      ],
    },
  ]

  test("shows the leaders' points per category, main category first", async () => {
    server.replies = { [BOARD]: boardReply([]), [STANDINGS]: standings, '/api/weekends/1/races': [ahead] }
    await openLeaderboard()
    choose('By Category')
    const main = await screen.findByRole('region', { name: MAIN })
    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([MAIN, SUPER2])
    expect(
      within(main)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['kerbsiderYOU50', 'Lena25', 'noor–'])
    expect(within(main).getByText('Picks are revealed once the last race locks.')).toBeTruthy()
    expect(server.requests).not.toContain(PICKS)
  })

  test('shows who picked what once the last race of the category has locked', async () => {
    const projected = {
      categoryId: 1,
      category: MAIN,
      open: false,
      tips: 8,
      cars: [{ carId: 9, number: 9, plate: '9', driver: 'Jed Harrowell', count: 8, percent: 100 }],
      yours: 9,
      members: [
        ...Array.from({ length: 7 }, (_, index) => ({ userId: `u${index}`, username: `fan${index}`, carId: 9 })),
        { userId: 'kerbsider', username: 'kerbsider', carId: 9 },
      ],
    }
    server.replies = {
      [BOARD]: boardReply([]),
      [STANDINGS]: standings,
      '/api/weekends/1/races': [scored],
      [PICKS]: [projected],
    }
    await openLeaderboard()
    choose('By Category')
    const picks = await screen.findByRole('region', { name: 'Who picked what' })
    expect(within(picks).getByText('100%')).toBeTruthy()
    expect(within(picks).getByText(/^You, fan0, fan1, fan2, fan3, fan4/)).toBeTruthy()
    fireEvent.click(within(picks).getByRole('button', { name: 'and 2 more' }))
    expect(within(picks).getByText(/fan5, fan6$/)).toBeTruthy()
  })

  test('shows the current name of a category while tipping has the old one', async () => {
    server.replies = {
      [BOARD]: boardReply([]),
      [STANDINGS]: standings,
      '/api/categories': FOUNDING_CATEGORIES.map((category) =>
        category.id === 3 ? { ...category, name: 'Super2 Series' } : category,
      ),
    }
    await openLeaderboard()
    choose('By Category')
    expect(await screen.findByRole('region', { name: 'Super2 Series' })).toBeTruthy()
    expect(screen.queryByText(SUPER2)).toBeNull()
  })

  test('shows an empty state without points', async () => {
    server.replies = { [BOARD]: boardReply([]), [STANDINGS]: [{ ...standings[0], top: [] }] }
    await openLeaderboard()
    choose('By Category')
    expect(await screen.findByText('No points in this category yet.')).toBeTruthy()
  })

  test('shows an error', async () => {
    server.replies = { [BOARD]: boardReply([]), [STANDINGS]: 503 }
    await openLeaderboard()
    choose('By Category')
    expect(await screen.findByText('Couldn’t load the categories')).toBeTruthy()
  })
})

describe('the Race Progress tab', () => {
  const progress = (overrides: object = {}) => ({
    raceId: 1,
    name: 'Qualifying',
    category: MAIN,
    status: 'completed',
    scheduledTime: null,
    completedAt: new Date(Date.now() - 3 * 3_600_000).toISOString(),
    tipped: 2,
    participants: 3,
    topPerformers: [
      { userId: 'bec', username: 'BoxBoxBec', firstName: null, points: 50 },
      { userId: 'lena', username: null, firstName: 'Lena', points: 50 },
      { userId: 'noor', username: 'noor', firstName: null, points: null },
    ],
    ...overrides,
  })

  test('applies the new name of a category at once, whatever tipping returns', async () => {
    server.replies = {
      [BOARD]: boardReply([]),
      [PROGRESS]: [progress()],
      '/api/weekends/1/races': [scored],
    }
    const client = await openLeaderboard()
    choose('Race Progress')
    await screen.findByText(MAIN)
    const categories = FOUNDING_CATEGORIES.map((category) =>
      category.id === 1 ? { ...category, name: 'Supercars' } : category,
    )
    act(() => receiveFrame(client, { type: 'categories_updated', data: { categories }, epoch: 'e' }))
    expect(await screen.findByText('Supercars')).toBeTruthy()
    await act(() => client.refetchQueries({ queryKey: raceProgressQuery(7).queryKey }))
    expect(screen.getByText('Supercars')).toBeTruthy()
    expect(screen.queryByText(MAIN)).toBeNull()
  })

  test('shows each race with state, age, number of tips and top scorer', async () => {
    const upcoming = { status: 'upcoming', completedAt: null, topPerformers: null }
    server.replies = {
      [BOARD]: boardReply([]),
      [PROGRESS]: [
        progress(),
        progress({
          raceId: 2,
          name: 'Race 1',
          ...upcoming,
          scheduledTime: new Date(Date.now() + 90 * 60_000).toISOString(),
        }),
        progress({ raceId: 3, name: 'Race 2', ...upcoming }),
      ],
    }
    await openLeaderboard()
    choose('Race Progress')
    const panel = within(await screen.findByRole('tabpanel', { name: 'Race Progress' }))
    await panel.findByText('Qualifying')
    expect(panel.getByText('Completed')).toBeTruthy()
    expect(panel.getByText('3 h ago')).toBeTruthy()
    expect(panel.getByText('in 1 h')).toBeTruthy()
    expect(panel.getByText('TBD')).toBeTruthy()
    expect(panel.getAllByRole('img', { name: '2 of 3 tipped' })).toHaveLength(3)
    expect(panel.getAllByText('Top Performers')).toHaveLength(1)
    expect(panel.getByText('Lena').closest('li')?.textContent).toBe('=1Lena+50')
    expect(panel.getByText('noor').closest('li')?.textContent).toBe('–noor–')
  })

  test('shows an empty state when no race counts', async () => {
    server.replies = { [BOARD]: boardReply([]), [PROGRESS]: [] }
    await openLeaderboard()
    choose('Race Progress')
    expect(await screen.findByText('No races found for this group')).toBeTruthy()
  })
})

describe('a season group', () => {
  const seasonGroup = groupReply({
    id: 7,
    weekendId: 1,
    allSeason: true,
    seasonId: 3,
    weekends: [
      { weekendId: 9, selectedRaceIds: [] },
      { weekendId: 1, selectedRaceIds: [] },
    ],
  })
  const common = {
    '/api/weekends': [weekendReply({ id: 9, name: 'Round One', seasonId: 3, round: 1 }), weekendReply({ id: 1 })],
    '/api/seasons': [seasonReply({ id: 3, weekends: [{ weekendId: 9, round: 1, multiplier: 1 }] })],
    '/api/weekends/9/races': [],
    [BOARD]: boardReply([ranked('BoxBoxBec', 1, 430)]),
  }
  const standings = () => within(screen.getByRole('radiogroup', { name: 'Standings' }))

  test('switches to its season and back', async () => {
    const rounds = [{ weekendId: 9, seasonPoints: 50, state: 'counted' as const }]
    server.replies = {
      ...common,
      '/api/groups/7/season': boardReply([seasonEntry('lena', { totalPoints: 50, rounds })]),
    }
    await openLeaderboard(true, seasonGroup)
    expect(await screen.findByText('BoxBoxBec')).toBeTruthy()
    fireEvent.click(standings().getByLabelText('Season'))
    expect(await screen.findByText('lena')).toBeTruthy()
    expect(screen.queryByRole('tab', { name: 'Overall' })).toBeNull()
    fireEvent.click(standings().getByLabelText('Weekend'))
    expect(await screen.findByText('BoxBoxBec')).toBeTruthy()
  })

  test('shows its past rounds in all tabs', async () => {
    server.replies = {
      ...common,
      '/api/groups/7/leaderboard/9': boardReply([ranked('pete', 1, 12)]),
      [PROGRESS]: [],
      [STANDINGS]: [],
    }
    await openLeaderboard(true, seasonGroup)
    const choice = await screen.findByLabelText<HTMLSelectElement>('Weekend', { selector: 'select' })
    await waitFor(() =>
      expect([...choice.options].map(({ text }) => text)).toEqual(['R1 · Round One', 'Southern Cross 500']),
    )
    fireEvent.change(choice, { target: { value: '9' } })
    expect(await screen.findByText('pete')).toBeTruthy()
    choose('By Category')
    await waitFor(() => expect(server.requests).toContain(`${STANDINGS}?weekendId=9`))
    choose('Race Progress')
    await waitFor(() => expect(server.requests).toContain(`${PROGRESS}?weekendId=9`))
  })

  test('explains the rounds by the rules of the group, not by those of the season', async () => {
    const rounds = [{ weekendId: 9, seasonPoints: 50, state: 'counted' as const }]
    const season = seasonReply({ id: 3, countBest: 5, weekends: [{ weekendId: 9, round: 1, multiplier: 2 }] })
    server.replies = {
      ...common,
      '/api/seasons': [season],
      '/api/groups/7/season': boardReply([seasonEntry('lena', { totalPoints: 50, rounds })]),
    }
    await openLeaderboard(true, { ...seasonGroup, countBest: 2, missedWeekend: 'average' })
    fireEvent.click(standings().getByLabelText('Season'))
    const legend = await screen.findByRole('list', { name: 'Reading the rounds' })
    for (const text of ['Dropped: only the best 2 count', 'Missed: the weekend’s average score', 'R1'])
      expect(legend.textContent).toContain(text)
    expect(legend.textContent).toContain('counts × 2')
  })

  test('has no legend for dropped rounds where all count', async () => {
    const rounds = [{ weekendId: 9, seasonPoints: 50, state: 'counted' as const }]
    server.replies = { ...common, '/api/groups/7/season': boardReply([seasonEntry('lena', { rounds })]) }
    await openLeaderboard(true, { ...seasonGroup, countBest: null })
    fireEvent.click(standings().getByLabelText('Season'))
    expect((await screen.findByRole('list', { name: 'Reading the rounds' })).textContent).not.toContain('Dropped')
  })

  test('shows the member’s own season, and whether they can still win it', async () => {
    server.replies = {
      ...common,
      '/api/groups/7/season': boardReply([
        seasonEntry('lena', { totalPoints: 62, position: 1 }),
        seasonEntry('me', { totalPoints: 50, position: 2 }),
      ]),
      '/api/groups/7/season/me': ownSeasonReply({
        ...{ seasonId: 3, position: 2, totalPoints: 50 },
        weekends: [ownRound(9, { points: 25, seasonPoints: 50, counted: true, multiplier: 2 })],
      }),
      '/api/groups/7/season/chances': chancesReply({ maxReachable: 150, canWin: true }),
    }
    await openLeaderboard(true, seasonGroup)
    fireEvent.click(standings().getByLabelText('Season'))
    fireEvent.click(await screen.findByRole('tab', { name: 'My Season' }))
    expect(await screen.findByText('of 2 members')).toBeTruthy()
    expect(await screen.findByText(/^You can reach 150 points/)).toBeTruthy()
    const rounds = within(screen.getByRole('list', { name: 'Round by round' }))
    expect(rounds.getByText('Round One')).toBeTruthy()
    expect(rounds.getByText('Counts')).toBeTruthy()
  })

  test('explains a dropped round of a member by the rules of the group', async () => {
    server.replies = {
      ...common,
      '/api/groups/7/season': boardReply([seasonEntry('me', { totalPoints: 50, position: 1 })]),
      '/api/groups/7/season/me': ownSeasonReply({
        ...{ seasonId: 3, position: 1, totalPoints: 50 },
        weekends: [ownRound(9, { points: 25, seasonPoints: 25, dropped: true })],
      }),
      '/api/groups/7/season/chances': chancesReply(),
    }
    await openLeaderboard(true, { ...seasonGroup, countBest: 2 })
    fireEvent.click(standings().getByLabelText('Season'))
    fireEvent.click(await screen.findByRole('tab', { name: 'My Season' }))
    const rounds = within(await screen.findByRole('list', { name: 'Round by round' }))
    expect(rounds.getByText(/Only your best 2 count/)).toBeTruthy()
  })

  test('says so when the member’s own season could not be loaded', async () => {
    server.replies = { ...common, '/api/groups/7/season': boardReply([]), '/api/groups/7/season/me': 503 }
    await openLeaderboard(true, seasonGroup)
    fireEvent.click(standings().getByLabelText('Season'))
    fireEvent.click(await screen.findByRole('tab', { name: 'My Season' }))
    expect(await screen.findByText('Couldn’t load your season', {}, { timeout: 10_000 })).toBeTruthy()
  })

  test('says so when its season could not be loaded', async () => {
    server.replies = { ...common, '/api/groups/7/season': 503 }
    await openLeaderboard(true, seasonGroup)
    fireEvent.click(standings().getByLabelText('Season'))
    expect(await screen.findByText('Couldn’t load the season standings', {}, { timeout: 10_000 })).toBeTruthy()
  })

  test('that waits for its next round still has its past ones', async () => {
    server.replies = { ...common, '/api/groups/7/leaderboard/9': boardReply([ranked('pete', 1, 12)]) }
    await openLeaderboard(true, { ...seasonGroup, weekends: seasonGroup.weekends.slice(0, 1), weekendId: null })
    expect(screen.getByText('Waiting for the next round')).toBeTruthy()
    fireEvent.change(screen.getByLabelText('Weekend', { selector: 'select' }), { target: { value: '9' } })
    expect(await screen.findByText('pete')).toBeTruthy()
  })
})

test('a group of one weekend has no season', async () => {
  server.replies = { [BOARD]: boardReply([ranked('BoxBoxBec', 1, 430)]) }
  await openLeaderboard()
  expect(await screen.findByText('BoxBoxBec')).toBeTruthy()
  expect(screen.queryByRole('radiogroup', { name: 'Standings' })).toBeNull()
})
