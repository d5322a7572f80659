import { raceReply } from '@purple-sector/testing/replies'
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { receiveFrame } from '../../../../../test/receive-frame.ts'
import {
  openTab,
  quiet,
  sourceReply,
  timingReply,
  timingServer,
} from '../../../../../test/render-live-timing-setup.tsx'
import { delayOf, describeSource, formatGapToLeader } from '../components/timing-labels.ts'
import { watchedRace } from '../components/watched-race.ts'

const server = timingServer()
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })

test('shows the state, the number of viewers, and that no source delivers', async () => {
  openTab()
  expect(await screen.findByRole('heading', { name: 'Active' })).toBeTruthy()
  expect(screen.getByText('614')).toBeTruthy()
  expect(screen.getByText('No source is set up.')).toBeTruthy()
  expect([(await button('Pause')).disabled, (await button('Resume')).disabled]).toEqual([false, true])
  expect(await screen.findByText('No source is set up')).toBeTruthy()
  expect(await screen.findByText('Never so far.')).toBeTruthy()
})

test('pauses and resumes', async () => {
  openTab()
  fireEvent.click(await button('Pause'))
  expect(await screen.findByRole('heading', { name: 'Paused' })).toBeTruthy()
  expect([(await button('Pause')).disabled, (await button('Resume')).disabled]).toEqual([true, false])
  fireEvent.click(await button('Resume'))
  expect(await screen.findByRole('heading', { name: 'Active' })).toBeTruthy()
  expect(server.sent.map(({ call }) => call)).toEqual(['POST /api/live-timing/pause', 'POST /api/live-timing/resume'])
})

test.each(['pause', 'resume'] as const)('shows an error when it fails to %s', async (verb) => {
  server.serve({ status: { ...quiet, isPaused: verb === 'resume' } })
  server.rejections.push({ status: 503, code: 'UNAVAILABLE', message: 'Try again later.' })
  openTab()
  fireEvent.click(await button(verb === 'pause' ? 'Pause' : 'Resume'))
  expect(await screen.findByText(`Failed to ${verb} live timing`)).toBeTruthy()
  expect(screen.getByText('Try again later.')).toBeTruthy()
})

test("shows another administrator's change at once, and the log of earlier ones", async () => {
  const at = '2026-11-21T05:11:00.000Z'
  const actor = { id: 'k', username: 'k.bright' }
  const subject = { type: 'live-timing', id: 'live-timing' }
  const entry = { id: 1, at, actor, action: 'live-timing.resumed', subject, before: null, after: null }
  server.serve({ status: { ...quiet, clientCount: null }, log: [entry] })
  const client = openTab()
  expect(await screen.findByText('Resumed by k.bright')).toBeTruthy()
  expect(await screen.findByText('not known right now')).toBeTruthy()
  const { clientCount: _, ...frameData } = quiet
  // A refetch returns the same.
  server.serve({ status: { ...quiet, clientCount: null, isPaused: true }, log: [entry] })
  act(() => receiveFrame(client, { type: 'live_timing_status', data: { ...frameData, isPaused: true }, epoch: 'e' }))
  expect(await screen.findByRole('heading', { name: 'Paused' })).toBeTruthy()
})

test('shows figures of the feed beside the number of viewers', async () => {
  server.serve({ sources: [sourceReply()], feed: { timing: timingReply() } })
  openTab()
  expect((await screen.findByText('Cars in the feed')).parentElement?.textContent).toContain('3all of them entered')
  expect(screen.getByText('Lap').parentElement?.textContent).toContain('23 / 39')
  expect(screen.getByText('Delay of the feed').parentElement?.textContent).toContain('0.8 s')
})

test('names the weekend of the figures when another one is running', async () => {
  const other = raceReply({ id: 9, weekendId: 2, name: 'Supercars Race 1' })
  server.serve({
    status: { ...quiet, isRunning: true, raceId: 9 },
    races: [raceReply({ name: 'Qualifying' }), other],
    sources: [sourceReply()],
    feed: { timing: timingReply() },
  })
  openTab()
  expect(await screen.findByText('Figures of Qualifying, which is not running:')).toBeTruthy()
  expect(await screen.findByText('Supercars Race 1 running')).toBeTruthy()
})

test('describes what a source delivers', () => {
  const source = { kind: 'push', url: null, state: 'receiving', lastSnapshotAt: null, error: null } as const
  expect(describeSource(source, 0)).toBe('Receiving snapshots.')
  const since1970 = { ...source, lastSnapshotAt: '1970-01-01T00:00:00.000Z' } as const
  expect(describeSource(since1970, 2_000)).toBe('Receiving snapshots. Last snapshot 2 s ago.')
  expect(describeSource({ ...source, error: 'connect ECONNREFUSED' }, 0)).toBe(
    'Receiving snapshots. connect ECONNREFUSED.',
  )
  expect(describeSource({ ...since1970, state: 'failing', error: 'Refused.' }, 120_000)).toBe(
    'The source isn’t answering. Refused. Last snapshot 2 min ago.',
  )
})

test('formats a gap in time or laps, or omits it', () => {
  const running = { gapMs: 1_204, gapLaps: null, status: 'running' } as const
  expect(formatGapToLeader(running)).toBe('+1.204')
  expect(formatGapToLeader({ ...running, gapLaps: 2 })).toBe('2 laps')
  expect(formatGapToLeader({ ...running, gapMs: null })).toBe('–')
  expect(formatGapToLeader({ ...running, status: 'out' })).toBe('Out')
})

test("shows no delay when the source's clock is ahead", () => {
  expect(delayOf({ at: '2026-11-21T05:00:00.000Z', capturedAt: '2026-11-21T05:00:01.000Z' })).toBeNull()
})

test('watches the selected race, else the running one, else the last that sent data', () => {
  const races = [1, 2, 3].map((id) => raceReply({ id }))
  const sources = [
    { raceId: 2, lastSnapshotAt: null },
    { raceId: 3, lastSnapshotAt: '2026-11-21T05:00:00.000Z' },
  ]
  expect(watchedRace(races, sources, 2, 1)?.id).toBe(2)
  expect(watchedRace(races, sources, 0, 1)?.id).toBe(1)
  expect(watchedRace(races, sources, 0, null)?.id).toBe(3)
  expect(watchedRace(races, [], 0, null)).toBeUndefined()
})
