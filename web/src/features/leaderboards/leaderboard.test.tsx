import type { Entry } from '@purple-sector/contracts/tipping/http'
import { openCompetition, type View, type WeekendScope } from '@purple-sector/contracts/tipping/scope'
import { boardEntry, userReply } from '@purple-sector/testing/replies'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { InApp } from '../../../test/in-app.tsx'
import { createQueryClient } from '../../client/api/query-client.ts'
import { leaderboardKey, type PageOf } from '../leaderboard-rows/api/leaderboard-keys.ts'
import { useOwnStanding } from '../leaderboard-rows/api/use-own-standing.ts'
import { userQuery } from '../session/user-query.ts'
import { Leaderboard } from './leaderboard.tsx'
import { ViewSwitch } from './view-switch.tsx'

let rows: Entry[] = []
let isBroken = false
let requests: string[] = []
beforeEach(() => {
  rows = []
  isBroken = false
  requests = []
  vi.stubGlobal('fetch', async (path: string) => {
    requests.push(path)
    if (isBroken) return new Response('{"code":"UNAVAILABLE","message":"Busy","requestId":"r"}', { status: 503 })
    const headers = { 'x-board-version': '3', 'x-total-count': String(rows.length), 'x-projected': '4:7' }
    return new Response(JSON.stringify(rows), { headers })
  })
})
afterEach(() => vi.unstubAllGlobals())

const Rows = ({ page }: { page: NonNullable<PageOf[View]> }) => {
  const own = useOwnStanding<PageOf['official']['entries'][number]>([page])
  return (
    <p>
      {page.entries.map(({ userId }) => userId).join()}; own {own?.position ?? 'none'}
    </p>
  )
}

const openScope = (scope: WeekendScope, view: View = 'official') => {
  const client = createQueryClient()
  client.setQueryData(userQuery.queryKey, userReply({ id: 'me' }))
  render(
    <InApp client={client}>
      <Leaderboard scope={scope} view={view} loading={<p>Loading</p>} empty={<p>Empty</p>}>
        {(page) => <Rows page={page} />}
      </Leaderboard>
    </InApp>,
  )
  return client
}

describe('the leaderboard of a scope', () => {
  test.each([
    ['the open competition', openCompetition(1), 'official', '/api/weekends/1/leaderboard?limit=100&offset=0'],
    ['a group', { weekendId: 1, groupId: 7 }, 'official', '/api/groups/7/leaderboard/1?limit=100&offset=0'],
    [
      'a group as it stands',
      { weekendId: 1, groupId: 7 },
      'projected',
      '/api/groups/7/leaderboard/1?projected=true&limit=20',
    ],
  ] as const)('loads %s and shows its rows with the own row', async (_, scope, view, path) => {
    rows = [boardEntry('ann', { position: 1 }), boardEntry('me', { position: 2 })]
    openScope(scope, view)
    expect(screen.getByText('Loading')).toBeTruthy()
    expect(await screen.findByText('ann,me; own 2')).toBeTruthy()
    expect(requests).toEqual([path])
  })

  test('shows the empty state without participants', async () => {
    openScope(openCompetition(1))
    expect(await screen.findByText('Empty')).toBeTruthy()
  })

  test.each([
    ['official', 'Couldn’t load the standings'],
    ['projected', 'Couldn’t load the board'],
  ] as const)('shows that the %s view failed to load, and retries', async (view, title) => {
    isBroken = true
    openScope(openCompetition(1), view)
    expect(await screen.findByText(title)).toBeTruthy()
    isBroken = false
    rows = [boardEntry('ann')]
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText(/^ann;/)).toBeTruthy()
  })

  test('keeps the rows when a refetch fails', async () => {
    rows = [boardEntry('ann')]
    const scope = openCompetition(1)
    const client = openScope(scope)
    await screen.findByText(/^ann;/)
    isBroken = true
    const queryKey = leaderboardKey(scope, 'official', 0)
    await act(() => client.refetchQueries({ queryKey }))
    await waitFor(() => expect(client.getQueryState(queryKey)?.status).toBe('error'))
    expect(screen.getByText(/^ann;/)).toBeTruthy()
  })
})

describe('the switch between views', () => {
  const Switch = ({ race }: { race: { name: string } | null }) => (
    <ViewSwitch race={race} official={<p>official rows</p>} projected={({ name }) => <p>rows if {name} ended</p>} />
  )

  test('offers the projected view while a race runs, and returns to the official one afterwards', () => {
    const { rerender } = render(<Switch race={null} />, { wrapper: InApp })
    expect(screen.queryByLabelText('As it stands')).toBeNull()
    rerender(<Switch race={{ name: 'Race 1' }} />)
    expect(screen.getByText('official rows')).toBeTruthy()
    fireEvent.click(screen.getByLabelText('As it stands'))
    expect(screen.getByText('rows if Race 1 ended')).toBeTruthy()
    expect(screen.queryByText('official rows')).toBeNull()
    rerender(<Switch race={null} />)
    expect(screen.getByText('official rows')).toBeTruthy()
  })
})
