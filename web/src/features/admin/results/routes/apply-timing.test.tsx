import { previewSchema } from '@purple-sector/contracts/admin/http'
import { parsedImportSchema } from '@purple-sector/contracts/admin/imports'
import { timingFeedSchema } from '@purple-sector/contracts/admin/live-timing'
import { raceReply, userReply } from '@purple-sector/testing/replies'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createTestServer, type Rejection, rejectionReply } from '../../../../../test/create-test-server.ts'
import { openPage } from '../../../../../test/render-page.tsx'
import { createCars } from '../api/result-fixtures.ts'
import { ResultEditor } from './result-editor.tsx'

const cars = createCars()
const NAME = 'Use the order from live timing'
const timing = {
  raceId: 1,
  weekendId: 1,
  generation: 1,
  sequence: 7,
  at: '2026-11-21T05:00:00.000Z',
  capturedAt: '2026-11-21T05:00:00.000Z',
  startedAt: '2026-11-21T04:00:00.000Z',
  flag: 'chequered',
  lap: 39,
  totalLaps: 39,
  remainingMs: null,
  message: null,
  hasEnded: true,
  entries: [],
}
const parsed = parsedImportSchema.parse({
  status: 'provisional',
  issue: null,
  startedAt: null,
  lateTips: null,
  classification: [3, 1].map((carId, index) => ({ position: index + 1, carId, status: 'classified' })),
  matched: [],
  unmatched: [{ line: 3, number: '61', driver: '' }],
  errors: [],
  notes: [],
})

const previewWithoutChanges = previewSchema.parse({
  raceId: 1,
  revision: 1,
  scopes: 0,
  participantsChanged: 0,
  positionsMoved: 0,
  open: false,
  top: { before: [], after: [] },
  movers: [],
})

type ServerState = { feed: { timing: object | null }; parsedImport?: object }
const first: ServerState = { feed: { timing } }
const server = createTestServer(({ feed, parsedImport: parsedReply = parsed }: ServerState) => {
  const rejections: Rejection[] = []
  const requests: string[] = []
  const fetch = async (path: string): Promise<Response> => {
    requests.push(path)
    if (path.endsWith('/feed')) return Response.json(timingFeedSchema.parse({ source: null, unknown: [], ...feed }))
    if (!path.endsWith('/results/timing')) return Response.json(previewWithoutChanges)
    const rejection = rejections.shift()
    return rejection ? rejectionReply(rejection) : Response.json(parsedReply)
  }
  return { fetch, rejections, requests }
}, first)

const renderEditor = (locked = true) =>
  openPage(
    <ResultEditor race={raceReply({ locked, status: locked ? 'running' : 'upcoming' })} cars={cars} result={null} />,
    '/admin?tab=results&race=1',
    userReply({ isAdmin: true }),
    [],
  )
const rows = () =>
  within(screen.getByRole('list', { name: 'Classification' }))
    .getAllByRole('listitem')
    .map((row) => row.querySelector('b')?.textContent)

test('applies the order of live timing to the draft and names cars that are not entered', async () => {
  renderEditor()
  fireEvent.click(await screen.findByRole('button', { name: NAME }))
  expect(await screen.findByText('2 cars from live timing. Not entered and left out: car 61.')).toBeTruthy()
  const [first, second] = rows()
  expect([first, second]).toEqual([cars[2]?.driver, cars[0]?.driver])
})

test('offers to lock the session at the start that its timing reports', async () => {
  server.serve({ feed: { timing }, parsedImport: { ...parsed, startedAt: '2026-11-21T03:50:00.000Z', lateTips: 1 } })
  renderEditor()
  fireEvent.click(await screen.findByRole('button', { name: NAME }))
  expect(await screen.findByRole('button', { name: /^Lock at / })).toBeTruthy()
})

test('changes nothing when loading fails', async () => {
  server.rejections.push({ status: 503, code: 'UNAVAILABLE', message: 'Busy' })
  renderEditor()
  const before = rows()
  fireEvent.click(await screen.findByRole('button', { name: NAME }))
  expect(await screen.findByText('Failed to import the order')).toBeTruthy()
  expect(rows()).toEqual(before)
})

test('offers nothing without live timing, and does not fetch it for an open session', async () => {
  server.serve({ feed: { timing: null } })
  renderEditor()
  await expect.poll(() => server.requests.filter((path) => path.endsWith('/feed'))).toHaveLength(1)
  expect(screen.queryByRole('button', { name: NAME })).toBeNull()
  server.serve({ feed: { timing } })
  renderEditor(false)
  expect(server.requests.filter((path) => path.endsWith('/feed'))).toHaveLength(0)
})
