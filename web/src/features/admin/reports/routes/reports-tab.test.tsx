import { type Report, reportSchema } from '@purple-sector/contracts/admin/reports'
import { entrySchema } from '@purple-sector/contracts/tipping/http'
import { boardEntry, raceReply, reportReply, userReply, weekendReply } from '@purple-sector/testing/replies'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createTestServer, type Rejection, rejectionReply } from '../../../../../test/create-test-server.ts'
import { receiveFrame } from '../../../../../test/receive-frame.ts'
import { openPage } from '../../../../../test/render-page.tsx'
import { ReportsTab } from './reports-tab.tsx'

const ironbark = weekendReply({ id: 3, name: 'Ironbark 400', status: 'completed' })
const cross = weekendReply({ id: 4, name: 'Southern Cross 500', status: 'live' })

type ServerState = { weekends: object[]; reports: Report[] }
const fakeServer = ({ weekends, reports }: ServerState) => {
  const sent: string[] = []
  const rejections: Rejection[] = []
  const stored = [...reports]
  const races = [
    raceReply({ id: 31, weekendId: 3, status: 'completed' }),
    raceReply({ id: 41, weekendId: 4, status: 'completed' }),
    raceReply({ id: 42, weekendId: 4 }),
  ]
  const board = entrySchema
    .array()
    .parse([boardEntry('ann', { username: 'heeltoe.hana', position: 1, totalPoints: 214 })])
  const replyTo = (path: string): Response => {
    if (path === '/api/admin/reports') return Response.json(reportSchema.array().parse(stored))
    if (path === '/api/admin/weekends') return Response.json(weekends)
    if (path === '/api/admin/races') return Response.json(races)
    if (!path.includes('/leaderboard')) return Response.json([])
    return Response.json(board, { headers: { 'x-board-version': '3', 'x-total-count': '1206' } })
  }
  const fetch = async (path: string, { method = 'GET' }: RequestInit): Promise<Response> => {
    if (method === 'GET') return replyTo(path)
    sent.push(`${method} ${path}`)
    const rejection = rejections.shift()
    if (rejection) return rejectionReply(rejection)
    const requested = reportReply({
      id: 9,
      weekendId: 4,
      filename: 'southern-cross-500-report.pdf',
      state: 'waiting',
      progress: 0,
      pages: null,
      bytes: null,
    })
    stored.unshift(requested)
    return Response.json(requested, { status: 202 })
  }
  return { fetch, sent, rejections, stored }
}
const initialState: ServerState = { weekends: [ironbark, cross], reports: [reportReply()] }
const server = createTestServer(fakeServer, initialState)
const openReports = () =>
  openPage(<ReportsTab />, '/admin?tab=reports', userReply({ isAdmin: true }), [cross, ironbark])
const rows = async () => within(await screen.findByRole('list', { name: 'Reports' })).findAllByRole('listitem')

test('lists weekends latest first with their reports, and previews the selected one', async () => {
  openReports()
  const [first, second] = await rows()
  expect(first?.textContent).toContain('Southern Cross 500Live')
  expect(await screen.findByText(/So far: 1 of 2 sessions/)).toBeTruthy()
  expect(second?.textContent).toMatch(/1 of 1 session.*ironbark-400-report.pdf · 18 Oct 2026, .* · 12 pages · 240 kB/)
  const link = screen.getByRole('link', { name: 'Download the report of Ironbark 400' })
  expect([link.getAttribute('href'), link.getAttribute('download')]).toEqual([
    '/api/admin/reports/1/file',
    'ironbark-400-report.pdf',
  ])
  expect(await screen.findByText('heeltoe.hana')).toBeTruthy()
  expect(screen.getByText('Top 10 of 1,206 fans')).toBeTruthy()
  expect(screen.getByText('No reports yet.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Ironbark 400' }))
  expect(
    within(await screen.findByRole('list', { name: 'Reports of Ironbark 400' })).getAllByRole('link'),
  ).toHaveLength(1)
})

test('generates a report, shows its progress and notifies when it is ready', async () => {
  const client = openReports()
  fireEvent.click(await screen.findByRole('button', { name: 'Generate report: Southern Cross 500' }))
  expect(await screen.findByText(/Waiting to start/)).toBeTruthy()
  expect(server.sent).toEqual(['POST /api/admin/generate-pdf/4'])
  const requested = server.stored[0] ?? reportReply()
  const sendProgress = (data: Report) => act(() => receiveFrame(client, { type: 'report_progress', data, epoch: 'e' }))
  sendProgress({ ...requested, state: 'running', progress: 42 })
  expect(await screen.findByRole('img', { name: '42% done' })).toBeTruthy()
  const doneReport: Report = { ...requested, state: 'done', progress: 100, pages: 26, bytes: 241_000 }
  server.stored[0] = doneReport
  sendProgress(doneReport)
  expect(await screen.findByText('PDF report generated')).toBeTruthy()
  expect(await screen.findByRole('link', { name: 'Download the report of Southern Cross 500' })).toBeTruthy()
})

test('shows why a report failed, at once or later', async () => {
  const client = openReports()
  server.rejections.push({ status: 503, code: 'UNAVAILABLE', message: 'The service is busy. Please try again.' })
  const generate = await screen.findByRole('button', { name: 'Generate report: Southern Cross 500' })
  fireEvent.click(generate)
  expect(await screen.findByText('PDF Generation Failed')).toBeTruthy()
  expect(screen.getByText('The service is busy. Please try again.')).toBeTruthy()
  fireEvent.click(generate)
  expect(await screen.findByText(/Waiting to start/)).toBeTruthy()
  const failed: Report = {
    ...(server.stored[0] ?? reportReply()),
    state: 'failed',
    error: 'The report could not be drawn.',
  }
  server.stored[0] = failed
  act(() => receiveFrame(client, { type: 'report_progress', data: failed, epoch: 'e' }))
  expect((await screen.findAllByText('The report could not be drawn.')).length).toBeGreaterThan(0)
  expect(screen.getByRole('button', { name: 'Generate report: Southern Cross 500' })).toBeTruthy()
})

test('shows an empty state without weekends', async () => {
  server.serve({ weekends: [], reports: [] })
  openReports()
  expect(await screen.findByText('No race weekends available')).toBeTruthy()
})
