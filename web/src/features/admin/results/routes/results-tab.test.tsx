import { resultRevisionSchema } from '@purple-sector/contracts/admin/http'
import { raceReply, weekendReply } from '@purple-sector/testing/replies'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { InApp } from '../../../../../test/in-app.tsx'
import { createQueryClient } from '../../../../client/api/query-client.ts'
import { userQuery } from '../../../session/user-query.ts'
import { weekendsQuery } from '../../../weekend-data/api/weekend-queries.ts'
import { ActiveWeekendProvider } from '../../../weekend-data/components/active-weekend.tsx'
import { adminRacesQuery } from '../../base/api/admin-queries.ts'
import { createCars, createEntry, createResult } from '../api/result-fixtures.ts'
import { ResultsTab } from './results-tab.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

const upcoming = raceReply({ id: 1, name: 'Race 1' })
const completedRace = raceReply({
  id: 2,
  name: 'Qualifying',
  status: 'completed',
  resultRevision: 2,
  resultStatus: 'amended',
})

const stubReplies = (overrides: Record<string, () => Response | Promise<Response>> = {}) => {
  const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
  const repliesByPath: Record<string, () => Response | Promise<Response>> = {
    '/api/admin/races/1': () => json([completedRace, upcoming]),
    '/api/admin/cars/1': () => json(createCars()),
    '/api/races/1/results': () => json({ code: 'NO_RESULT', message: 'This session has no result yet.' }, 404),
    '/api/races/2/results': () =>
      json(createResult([createEntry(1, 3), createEntry(2, 1)], { raceId: 2, revision: 2 })),
    '/api/admin/races': () => json([completedRace, upcoming, raceReply({ id: 9, weekendId: 1, name: 'Elsewhere' })]),
    '/api/races/9/results': () => json({ code: 'NO_RESULT', message: 'This session has no result yet.' }, 404),
    ...overrides,
  }
  vi.stubGlobal(
    'fetch',
    async (path: string) => repliesByPath[path]?.() ?? json({ code: 'NOT_FOUND', message: path }, 404),
  )
}

const openResults = (address = '/admin?tab=results') => {
  const client = createQueryClient()
  client.setQueryData(userQuery.queryKey, null)
  client.setQueryData(weekendsQuery.queryKey, [weekendReply()])
  render(
    <InApp client={client} address={address}>
      <ActiveWeekendProvider>
        <ResultsTab />
      </ActiveWeekendProvider>
    </InApp>,
  )
  return client
}

test('lists the races with their results and links to the editor', async () => {
  stubReplies()
  openResults()
  expect(await screen.findByText('2 sessions of Southern Cross 500, times in Australia/Adelaide.')).toBeTruthy()
  const [qualifying, race] = screen.getAllByRole('listitem')
  expect(await screen.findByText('Revision 2 · Sat 3:45 pm')).toBeTruthy()
  expect(qualifying?.textContent).toContain('Amended')
  expect(qualifying?.textContent).toContain('317')
  const link = within(race!).getByRole('link', { name: 'Enter result: Race 1, Repco Supercars Championship' })
  expect(link.getAttribute('href')).toBe('/admin?tab=results&race=1')
})

test('keeps input on the screen when a first revision by another administrator arrives', async () => {
  stubReplies()
  const client = openResults('/admin?tab=results&race=1')
  fireEvent.click(await screen.findByRole('button', { name: 'Move Mitch Dellaway up' }))
  let reply: ((response: Response) => void) | undefined
  stubReplies({ '/api/races/1/results': () => new Promise((resolve) => (reply = resolve)) })
  act(() => {
    client.setQueryData(adminRacesQuery(1).queryKey, [
      completedRace,
      { ...upcoming, status: 'completed', resultRevision: 1, resultStatus: 'official' },
    ])
  })
  await vi.waitFor(() => expect(reply).toBeDefined())
  expect(screen.getByRole('list', { name: 'Classification' })).toBeTruthy()
  reply?.(new Response(JSON.stringify(createResult([createEntry(1, 3)], { status: 'official' }))))
  expect(await screen.findByRole('alert', { name: 'Another revision was published' })).toBeTruthy()
})

test("opens a race that is not in the weekend's list", async () => {
  stubReplies()
  openResults('/admin?tab=results&race=9')
  expect(await screen.findByRole('heading', { name: 'Elsewhere results' })).toBeTruthy()
})

test('shows errors and empty states: unknown race, no races, failed load', async () => {
  stubReplies()
  openResults('/admin?tab=results&race=77')
  expect(await screen.findByRole('heading', { name: 'Session not found' })).toBeTruthy()
  stubReplies({ '/api/admin/races/1': () => new Response('[]') })
  openResults()
  expect(await screen.findByRole('heading', { name: 'No races found' })).toBeTruthy()
  let isBusy = true
  stubReplies({
    '/api/admin/cars/1': () => new Response(JSON.stringify(isBusy ? {} : createCars()), { status: isBusy ? 503 : 200 }),
  })
  openResults('/admin?tab=results&race=1')
  expect(await screen.findByRole('heading', { name: 'Couldn’t load the classification' })).toBeTruthy()
  isBusy = false
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('list', { name: 'Classification' })).toBeTruthy()
})

test("shows the tab's title while the sessions fail to load", async () => {
  stubReplies({ '/api/admin/races/1': () => new Response('{}', { status: 503 }) })
  openResults()
  expect(await screen.findByRole('heading', { name: 'Couldn’t load the sessions' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Results' })).toBeTruthy()
})

const revision = (number: number, overrides: object) =>
  resultRevisionSchema.parse({
    revision: number,
    status: 'official',
    reason: null,
    publishedAt: '2026-11-21T06:00:00.000Z',
    actor: { id: 'k', username: 'k.bright' },
    changes: [],
    ...overrides,
  })

test('shows the history of a result: author, time, reason and moved places of each revision', async () => {
  const { carId: _, car, ...row } = createEntry(1, 3)
  const revisions = [
    revision(2, {
      status: 'amended',
      reason: 'Car 31: unsafe release.',
      changes: [{ carId: 3, car, before: row, after: { ...row, position: 2, place: 2 } }],
    }),
    revision(1, { actor: { id: 'x', username: null }, changes: [{ carId: 3, car, before: null, after: row }] }),
  ]
  let isBusy = true
  stubReplies({
    '/api/admin/races/2/results/revisions?limit=20': () =>
      new Response(JSON.stringify(isBusy ? {} : revisions), { status: isBusy ? 503 : 200 }),
  })
  openResults('/admin?tab=results&race=2')
  const history = within(await screen.findByRole('region', { name: 'History' }))
  expect(await history.findByText('Couldn’t load the history')).toBeTruthy()
  isBusy = false
  fireEvent.click(history.getByRole('button', { name: 'Try Again' }))
  const [second, first] = await history.findAllByRole('listitem')
  expect(second?.textContent).toContain('Revision 2Amendedk.bright · Sat 4:30 pm“Car 31: unsafe release.”')
  expect(
    within(second!)
      .getAllByRole('row')
      .map(({ textContent }) => textContent),
  ).toEqual(['PositionRevision 1Revision 2', '1st31T. Kinnear–', '2nd–31T. Kinnear'])
  expect(first?.textContent).toContain('Revision 1OfficialAdministrator')
})

test('restores the rows of a cancelled result for a new publication', async () => {
  const { carId, car, ...row } = createEntry(1, 3)
  const cancellation = revision(3, { status: 'cancelled', changes: [{ carId, car, before: row, after: null }] })
  const withdrawn = { ...completedRace, resultRevision: 3, resultStatus: 'cancelled' as const }
  stubReplies({
    '/api/admin/races/1': () => new Response(JSON.stringify([withdrawn])),
    '/api/races/2/results': () =>
      new Response(JSON.stringify(createResult([], { raceId: 2, revision: 3, status: 'cancelled' }))),
    '/api/admin/races/2/results/revisions?limit=20': () => new Response(JSON.stringify([cancellation])),
  })
  openResults('/admin?tab=results&race=2')
  fireEvent.click((await screen.findAllByRole('button', { name: 'Publish amended' }))[0]!)
  expect(await screen.findByText(/The cars haven’t been put in order yet/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Put its rows back', hidden: true }))
  const [first] = within(screen.getByRole('list', { name: 'Classification', hidden: true })).getAllByRole('listitem', {
    hidden: true,
  })
  expect(first?.textContent).toContain('Tomas Kinnear')
  expect(screen.queryByText('Revision 2 was withdrawn.')).toBeNull()
})
