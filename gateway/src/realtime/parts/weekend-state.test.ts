import { raceReply, weekendReply } from '@purple-sector/testing/replies'
import { expect, test } from 'vitest'
import type { SharedState } from '../hub/channel-state.ts'
import { createWeekendState } from './weekend-state.ts'

const DEADLINE = Date.parse('2026-03-01T10:00:00Z')

/** A weekend with one race that locks at the deadline, and a channel that records its changes. */
const aWeekend = async (startsAt: number) => {
  const time = { now: startsAt }
  const sent: SharedState[] = []
  const names = new Map<number, string>()
  const race = raceReply({ id: 11, weekendId: 1, deadline: new Date(DEADLINE).toISOString() })
  const weekend = createWeekendState({
    weekendId: 1,
    channel: { markChanged: (state) => sent.push(state), send() {} },
    fetch: async () => [{ weekend: { ...weekendReply({ id: 1 }), sequence: 1 }, races: [{ ...race, sequence: 1 }] }],
    frames: (type, data, seq) => Buffer.from(JSON.stringify({ type, data, seq })),
    nameOf: (categoryId) => names.get(categoryId),
    now: () => time.now,
  })
  await weekend.load()
  /** The states that a new client gets. */
  const snapshots = () => [...weekend.states()].map((state) => JSON.parse(String(state.snapshot())))
  return { weekend, sent, time, names, snapshots }
}

test('sends a lock at its deadline to all clients, also when a new client saw it first', async () => {
  const { weekend, sent, time, snapshots } = await aWeekend(DEADLINE - 1_000)
  weekend.sweep()
  expect(sent).toEqual([])
  time.now = DEADLINE + 1
  expect(snapshots()).toContainEqual(expect.objectContaining({ data: expect.objectContaining({ locked: true }) }))
  weekend.sweep()
  expect(sent).toHaveLength(1)
  expect(JSON.parse(String(sent[0]?.update(7)))).toMatchObject({ type: 'race_status', data: { locked: true }, seq: 7 })
  weekend.sweep()
  expect(sent).toHaveLength(1)
})

test('does not send a race that was locked when it was loaded', async () => {
  const { weekend, sent } = await aWeekend(DEADLINE + 1)
  weekend.sweep()
  expect(sent).toEqual([])
})

test('sends snapshots without number', async () => {
  const { weekend, snapshots } = await aWeekend(DEADLINE - 1_000)
  for (const state of weekend.states()) if ('update' in state) (state as SharedState).update(3)
  expect(snapshots().map(({ seq }) => seq)).toEqual([undefined, undefined])
})

test('sends a race with the present name of its category', async () => {
  const { names, snapshots } = await aWeekend(DEADLINE - 1_000)
  const shownCategory = () => snapshots().find(({ type }) => type === 'race_status').data.category
  expect(shownCategory()).toBe('Repco Supercars Championship')
  names.set(1, 'Kayo Supercars Championship')
  expect(shownCategory()).toBe('Kayo Supercars Championship')
})
