import { auditEntrySchema } from '@purple-sector/contracts/admin/http'
import { raceReply, userReply, weekendReply } from '@purple-sector/testing/replies'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createTestServer, rejectionReply } from '../../../../test/create-test-server.ts'
import { openPage } from '../../../../test/render-page.tsx'
import { AuditView } from './audit-view.tsx'

const line = (id: number, overrides: object = {}) => ({
  id,
  at: '2026-11-21T05:32:07.000Z',
  actor: { id: 'k', username: 'k.bright' },
  action: 'result.corrected',
  subject: { type: 'race', id: '7' },
  before: { revision: 1, status: 'provisional', reason: null },
  after: { revision: 2, status: 'amended', reason: 'Penalty' },
  ...overrides,
})

type ServerState = { lines: object[]; isBroken?: boolean }
const state: ServerState = {
  lines: [line(3), line(2, { action: 'report.shredded', subject: { type: 'report', id: '1' }, before: null })],
}
const server = createTestServer(({ lines, isBroken = false }: ServerState) => {
  const requests: string[] = []
  const fetch = async (path: string): Promise<Response> => {
    if (!path.startsWith('/api/admin/audit'))
      return Response.json(path === '/api/admin/races' ? [raceReply({ id: 7, name: 'Race 1' })] : [])
    requests.push(path)
    if (isBroken) return rejectionReply({ status: 503, code: 'UNAVAILABLE', message: 'Busy' })
    return Response.json(auditEntrySchema.array().parse(path.includes('before=') ? [] : lines))
  }
  return { fetch, requests }
}, state)
const openAuditLog = (search = '') =>
  openPage(<AuditView />, `/admin?tab=results&view=log${search}`, userReply({ isAdmin: true }), [weekendReply()])
const rows = async () => within(await screen.findByRole('list', { name: 'Audit log' })).getAllByRole('listitem')
const lastRequest = () => new URLSearchParams(server.requests.at(-1)?.split('?')[1])

test('shows who did what to which subject, and the previous values', async () => {
  openAuditLog()
  const [corrected, unknown] = await rows()
  expect(await screen.findByText(/Race 1 \(Session 7\)/)).toBeTruthy()
  expect(corrected?.textContent).toContain('Sat 21 Nov, 4:02:07 pm')
  expect(corrected?.textContent).toContain('k.bright')
  expect(corrected?.textContent).toContain('Result corrected')
  expect(corrected?.textContent).toContain('before: provisional now: amended')
  expect(unknown?.textContent).toContain('report.shredded')
  expect(await screen.findByText('That’s everything.')).toBeTruthy()
})

test('filters by action, actor, subject and days, and exports CSV with the same filters', async () => {
  openAuditLog()
  await rows()
  fireEvent.change(screen.getByRole('combobox', { name: 'Action' }), { target: { value: 'report.shredded' } })
  await vi.waitFor(() => expect(lastRequest().get('action')).toBe('report.shredded'))
  fireEvent.click((await screen.findAllByRole('button', { name: 'Only by k.bright' }))[0]!)
  await vi.waitFor(() => expect(lastRequest().get('actorId')).toBe('k'))
  fireEvent.click(await screen.findByRole('button', { name: /Only Race 1/ }))
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-21' } })
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-11-21' } })
  await vi.waitFor(() => expect(lastRequest().get('to')).toBe('2026-11-21T13:30:00.000Z'))
  const { limit: _, ...requests } = Object.fromEntries(lastRequest())
  expect(requests).toEqual({
    action: 'report.shredded',
    actorId: 'k',
    subjectType: 'race',
    subjectId: '7',
    from: '2026-11-20T13:30:00.000Z',
    to: '2026-11-21T13:30:00.000Z',
  })
  const csv = screen.getByRole('link', { name: 'Download CSV' }).getAttribute('href')
  expect(Object.fromEntries(new URLSearchParams(csv?.split('?')[1]))).toEqual(requests)
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
  await vi.waitFor(() => expect([...lastRequest().keys()]).toEqual(['limit']))
  expect(screen.getByRole('link', { name: 'Download CSV' }).getAttribute('href')).toBe('/api/admin/audit.csv')
})

test('loads further pages', async () => {
  server.serve({ lines: Array.from({ length: 50 }, (_, index) => line(100 - index)) })
  openAuditLog()
  fireEvent.click(await screen.findByRole('button', { name: 'Older entries' }))
  await vi.waitFor(() => expect(lastRequest().get('before')).toBe('51'))
  expect(await screen.findByText('That’s everything.')).toBeTruthy()
})

test('shows an empty state when nothing matches, and an error when loading fails', async () => {
  server.serve({ lines: [] })
  openAuditLog('&action=race.deleted')
  expect(await screen.findByText('No actions match these filters')).toBeTruthy()
  expect(screen.queryByText('That’s everything.')).toBeNull()
  server.serve({ lines: [], isBroken: true })
  openAuditLog('&action=car.entered')
  expect(await screen.findByText('Couldn’t load the log')).toBeTruthy()
})
