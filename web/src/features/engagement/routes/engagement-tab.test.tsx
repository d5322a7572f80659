import {
  type EngagementEntry,
  engagementEntrySchema,
  engagementStatsSchema,
} from '@purple-sector/contracts/engagement/http'
import { engagementEntry, raceReply, userReply, weekendReply } from '@purple-sector/testing/replies'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createTestServer, rejectionReply } from '../../../../test/create-test-server.ts'
import { receiveFrame } from '../../../../test/receive-frame.ts'
import { openPage } from '../../../../test/render-page.tsx'
import { EngagementTab } from './engagement-tab.tsx'

type ServerState = { board: EngagementEntry[]; stats?: object; races?: object[] }
const me = userReply()
const ranked = (count: number): EngagementEntry[] =>
  Array.from({ length: count }, (_, index) =>
    engagementEntry(`fan${index}`, { position: index + 1, totalPoints: 1_000 - index }),
  )

/** A fake engagement service, as a browser sees it. */
const engagement = ({ board, stats, races }: ServerState) => {
  let isBroken = false
  const fetch = async (path: string): Promise<Response> => {
    const { pathname, searchParams } = new URL(path, 'http://localhost')
    if (isBroken) return rejectionReply({ status: 503, code: 'UNAVAILABLE', message: 'The service is busy.' })
    if (pathname === '/api/engagement/leaderboard/1') {
      const offset = Number(searchParams.get('offset'))
      const page = board.slice(offset, offset + Number(searchParams.get('limit')))
      const ownEntries = board.filter(({ userId }) => userId === me.id && !page.some((entry) => entry.userId === me.id))
      const headers = { 'x-board-version': '3', 'x-total-count': String(board.length) }
      return Response.json(engagementEntrySchema.array().parse([...page, ...ownEntries]), { headers })
    }
    if (pathname === '/api/engagement/stats/1')
      return Response.json(
        engagementStatsSchema.parse(stats ?? { totalActivities: 0, totalPoints: 0, lastActivity: null }),
      )
    return Response.json(pathname === '/api/weekends/1/races' ? (races ?? []) : [])
  }
  const breakDown = (broken = true) => {
    isBroken = broken
  }
  return { fetch, breakDown }
}

const server = createTestServer<ServerState, ReturnType<typeof engagement>>(engagement, { board: [] })
const openEngagement = () => openPage(<EngagementTab weekend={weekendReply()} />, '/', me, [weekendReply()])
const figure = (label: string) => screen.getByText(label).parentElement?.textContent

describe('the engagement tab', () => {
  test('shows an empty state without activities', async () => {
    openEngagement()
    expect(await screen.findByText('No Engagement Yet')).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Fan Engagement Leaderboard' })).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Your Engagement' })).toBeTruthy()
    expect(await screen.findByText('None')).toBeTruthy()
    expect(figure('Total Activities')).toBe('Total Activities0')
    expect(screen.queryByRole('heading', { name: 'Results' })).toBeNull()
  })

  test('lists the first hundred fans, more on request, and the own row', async () => {
    const board = ranked(150)
    board[120] = engagementEntry(me.id, { username: 'me', position: 121, totalPoints: 880, totalActivities: 1 })
    server.serve({ board, stats: { totalActivities: 1, totalPoints: 880, lastActivity: '2026-11-21T23:00:00.000Z' } })
    openEngagement()
    const rows = async () => (await screen.findAllByText(/^(fan\d+|me)$/)).map(({ textContent }) => textContent)
    expect(await screen.findByText('150 fans')).toBeTruthy()
    expect(await rows()).toHaveLength(101)
    expect((await rows()).at(-1)).toBe('me')
    expect(screen.getByText('YOU')).toBeTruthy()
    expect(figure('Engagement Points')).toBe('Engagement Points880')
    expect(figure('Last Activity')).toBe('Last Activity22 Nov 2026')
    fireEvent.click(screen.getByRole('button', { name: 'Show 50 more' }))
    expect(await screen.findByText('fan149')).toBeTruthy()
    expect(await rows()).toHaveLength(150)
    expect(screen.getAllByText('YOU')).toHaveLength(1)
    expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull()
  })

  test('updates with each version and marks shared positions', async () => {
    server.serve({ board: [engagementEntry('ann', { position: 1, totalPoints: 5 })] })
    const client = openEngagement()
    await screen.findByText('ann')
    const entries = ['ben', 'cat'].map((name) => engagementEntry(name, { position: 1, totalPoints: 8 }))
    const data = { weekendId: 1, version: 4, total: 3, entries }
    act(() => receiveFrame(client, { type: 'engagement_board', data, epoch: 'e' }))
    const first = (await screen.findByText('ben')).closest('li') as HTMLElement
    expect(within(first).getByText('=')).toBeTruthy()
    expect(screen.getByText('3 fans')).toBeTruthy()
    act(() => receiveFrame(client, { type: 'engagement_board', data: { ...data, version: 2, total: 1 }, epoch: 'e' }))
    expect(screen.getByText('3 fans')).toBeTruthy()
  })

  test('offers reactions to results, latest first, but not to a withdrawn one', async () => {
    const result = (id: number, hour: number, overrides = {}) =>
      raceReply({
        ...{ id, name: `Race ${id}`, category: 'Super2', resultRevision: 1, resultStatus: 'official' },
        ...{ resultPublishedAt: `2026-11-21T0${hour}:00:00.000Z`, ...overrides },
      })
    server.serve({
      board: [],
      races: [result(1, 2), result(2, 4), result(3, 5, { resultStatus: 'cancelled' }), raceReply()],
    })
    openEngagement()
    const results = await screen.findByRole('region', { name: 'Results' })
    expect(
      within(results)
        .getAllByRole('group')
        .map((bar) => bar.getAttribute('aria-label')),
    ).toEqual(['Reactions to Race 2, Super2', 'Reactions to Race 1, Super2'])
  })

  test('lists the latest four results, and all on request', async () => {
    const result = (id: number) =>
      raceReply({
        ...{ id, name: `Race ${id}`, resultRevision: 1, resultStatus: 'official' },
        resultPublishedAt: `2026-11-21T0${id}:00:00.000Z`,
      })
    server.serve({ board: [], races: [1, 2, 3, 4, 5, 6].map(result) })
    openEngagement()
    const results = within(await screen.findByRole('region', { name: 'Results' }))
    expect(results.getAllByRole('group')).toHaveLength(4)
    const more = results.getByRole('button', { name: 'Show 2 more' })
    more.focus()
    fireEvent.click(more)
    expect(results.getAllByRole('group')).toHaveLength(6)
    await waitFor(() => expect(results.getAllByRole('group')[4]?.contains(document.activeElement)).toBe(true))
    expect(results.queryByRole('button', { name: /^Show/ })).toBeNull()
  })

  test('shows an error and retries', async () => {
    server.serve({ board: ranked(1) })
    server.breakDown()
    openEngagement()
    expect(await screen.findByText('Couldn’t load the engagement leaderboard')).toBeTruthy()
    expect(await screen.findByText('Couldn’t load your stats')).toBeTruthy()
    server.breakDown(false)
    for (const retryButton of screen.getAllByRole('button', { name: 'Try Again' })) fireEvent.click(retryButton)
    expect(await screen.findByText('fan0')).toBeTruthy()
  })
})
