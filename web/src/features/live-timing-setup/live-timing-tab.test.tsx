import { auditEntrySchema, type LiveTimingStatus, liveTimingStatusSchema } from '@purple-sector/contracts/admin/http'
import { userReply, weekendReply } from '@purple-sector/testing/replies'
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { tellFrame } from '../../lib/live-features.ts'
import { type Refusal, refuse, serverUnderTest } from '../../lib/server-under-test.ts'
import { openPage } from '../weekends/page-under-test.tsx'
import { LiveTimingTab } from './live-timing-tab.tsx'
import { sourceWords } from './timing-words.ts'

type World = { status: LiveTimingStatus; log?: object[] }
const quiet: LiveTimingStatus = { isPaused: false, isRunning: false, clientCount: 614, source: null, raceId: null }

const fakeServer = ({ status, log = [] }: World) => {
  const sent: string[] = []
  const refusals: Refusal[] = []
  let now = status
  const fetch = async (path: string, { method = 'GET' }: RequestInit): Promise<Response> => {
    if (method === 'GET')
      return Response.json(
        path.startsWith('/api/admin/audit') ? auditEntrySchema.array().parse(log) : liveTimingStatusSchema.parse(now),
      )
    sent.push(`${method} ${path}`)
    const refusal = refusals.shift()
    if (refusal) return refuse(refusal)
    now = { ...now, isPaused: path.endsWith('pause') }
    return Response.json(now)
  }
  return { fetch, sent, refusals }
}
const first: World = { status: quiet }
const server = serverUnderTest(fakeServer, first)
const show = () => openPage(<LiveTimingTab />, '/admin?tab=live-timing', userReply({ isAdmin: true }), [weekendReply()])
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })

test('says how it stands, who watches, and that nothing delivers yet', async () => {
  show()
  expect(await screen.findByRole('heading', { name: 'Active' })).toBeTruthy()
  expect(screen.getByText('614')).toBeTruthy()
  expect(screen.getByText('No source is set up: nothing arrives.')).toBeTruthy()
  expect([(await button('Pause')).disabled, (await button('Resume')).disabled]).toEqual([false, true])
  expect(await screen.findByText('Never until now.')).toBeTruthy()
})

test('is paused, and goes on', async () => {
  show()
  fireEvent.click(await button('Pause'))
  expect(await screen.findByRole('heading', { name: 'Paused' })).toBeTruthy()
  expect([(await button('Pause')).disabled, (await button('Resume')).disabled]).toEqual([true, false])
  fireEvent.click(await button('Resume'))
  expect(await screen.findByRole('heading', { name: 'Active' })).toBeTruthy()
  expect(server.sent).toEqual(['POST /api/live-timing/pause', 'POST /api/live-timing/resume'])
})

test.each(['pause', 'resume'] as const)('says that it failed to %s', async (verb) => {
  server.serve({ status: { ...quiet, isPaused: verb === 'resume' } })
  server.refusals.push({ status: 503, code: 'UNAVAILABLE', message: 'Try again later.' })
  show()
  fireEvent.click(await button(verb === 'pause' ? 'Pause' : 'Resume'))
  expect(await screen.findByText(`Failed to ${verb} live timing`)).toBeTruthy()
  expect(screen.getByText('Try again later.')).toBeTruthy()
})

test('shows at once what another administrator did, and who did what before', async () => {
  const at = '2026-11-21T05:11:00.000Z'
  const actor = { id: 'k', username: 'k.bright' }
  const subject = { type: 'live-timing', id: 'live-timing' }
  const entry = { id: 1, at, actor, action: 'live-timing.resumed', subject, before: null, after: null }
  server.serve({ status: { ...quiet, clientCount: null }, log: [entry] })
  const client = show()
  expect(await screen.findByText('Resumed by k.bright')).toBeTruthy()
  expect(await screen.findByText('not known at the moment')).toBeTruthy()
  const { clientCount: _, ...told } = quiet
  act(() => tellFrame(client, { type: 'live_timing_status', data: { ...told, isPaused: true }, epoch: 'e' }))
  expect(await screen.findByRole('heading', { name: 'Paused' })).toBeTruthy()
})

test('what a source delivers is told in words', () => {
  const source = { kind: 'push', url: null, state: 'receiving', lastSnapshotAt: null, error: null } as const
  expect(sourceWords(source, 0)).toBe('Snapshots arrive.')
  const failing = {
    ...source,
    state: 'failing',
    error: 'Refused.',
    lastSnapshotAt: '1970-01-01T00:00:00.000Z',
  } as const
  expect(sourceWords(failing, 120_000)).toBe('The source does not answer. Refused. The last came 2 min ago.')
})
