import { randomUUID } from 'node:crypto'
import { adminActed } from '@purple-sector/contracts/chat/events'
import { weekendsAdminActed } from '@purple-sector/contracts/weekends/events'
import { listRecentActs } from '@purple-sector/contracts/weekends/internal'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RaceControlUnderTest, startRaceControl } from '../testing/race-control-under-test.ts'
import type { AuditEntry } from './audit-log.ts'

let control: RaceControlUnderTest
beforeAll(async () => {
  control = await startRaceControl()
})
afterAll(() => control.close())

const act = (action: string, over: object = {}) =>
  control.announce(weekendsAdminActed, {
    id: randomUUID(),
    at: '2026-11-21T03:00:00.000Z',
    actor: { id: 'boss', username: null },
    action,
    subject: { type: 'weekend', id: '7' },
    before: null,
    after: { name: 'Round 7', races: [1, 2] },
    ...over,
  })
const read = (query = '') => control.admin<AuditEntry[]>('GET', `/api/admin/audit${query}`)

describe('the audit log', () => {
  test('keeps what administrators did in the weekends service, once', async () => {
    const { data, ...event } = await act('weekend.created')
    await control.bus.publish([{ ...event, data, id: randomUUID() }])
    await act('weekend.changed', { before: { name: 'Round 7' }, after: { name: 'Round Seven' } })
    await expect.poll(async () => (await read()).body.length).toBe(2)
    const { status, body } = await read()
    expect(status).toBe(200)
    expect(body).toEqual([
      {
        id: expect.any(Number),
        at: '2026-11-21T03:00:00.000Z',
        actor: { id: 'boss', username: null },
        action: 'weekend.changed',
        subject: { type: 'weekend', id: '7' },
        before: { name: 'Round 7' },
        after: { name: 'Round Seven' },
      },
      expect.objectContaining({ action: 'weekend.created', before: null, after: { name: 'Round 7', races: [1, 2] } }),
    ])
  })

  test('keeps what administrators did in the chat', async () => {
    await control.announce(adminActed, {
      id: randomUUID(),
      at: '2026-11-21T03:30:00.000Z',
      actor: { id: 'boss', username: 'race.control' },
      action: 'message.deleted',
      subject: { type: 'message', id: '11' },
      before: { message: 'The winner is' },
      after: { reason: 'Spoilers' },
    })
    await expect.poll(async () => (await read('?limit=1')).body[0]?.action).toBe('message.deleted')
    expect((await read('?limit=1')).body).toMatchObject([
      { before: { message: 'The winner is' }, after: { reason: 'Spoilers' } },
    ])
  })

  test('shows an act that has not been told yet, and does not add it again when it is', async () => {
    const id = randomUUID()
    const told = {
      id,
      at: '2026-11-21T04:00:00.000Z',
      actor: { id: 'boss', username: null },
      action: 'weekend.renamed',
      subject: { type: 'weekend', id: '9' },
      before: null,
      after: null,
    }
    control.calls.whenAsked(listRecentActs, () => ({ kind: 'reply', reply: { acts: [told] } }))
    expect((await read('?limit=1')).body).toMatchObject([{ action: 'weekend.renamed' }])
    await control.announce(weekendsAdminActed, told)
    await act('weekend.later', { subject: { type: 'weekend', id: '9' } })
    await expect.poll(async () => (await read('?limit=1')).body[0]?.action).toBe('weekend.later')
    const ofWeekend = (await read()).body.filter(({ subject }) => subject.id === '9')
    expect(ofWeekend.map(({ action }) => action)).toEqual(['weekend.later', 'weekend.renamed'])
  })

  test('is read newest first, page by page', async () => {
    for (let each = 0; each < 5; each++) await act(`weekend.act-${each}`, { subject: { type: 'weekend', id: '8' } })
    await expect.poll(async () => (await read('?limit=1')).body[0]?.action).toBe('weekend.act-4')
    const first = (await read('?limit=2')).body
    const second = (await read(`?limit=2&before=${first[1]?.id}`)).body
    expect([...first, ...second].map(({ action }) => action)).toEqual([
      'weekend.act-4',
      'weekend.act-3',
      'weekend.act-2',
      'weekend.act-1',
    ])
    const back = (await read(`?limit=2&after=${second[1]?.id}`)).body
    expect(back.map(({ action }) => action)).toEqual(['weekend.act-3', 'weekend.act-2'])
  })

  test.each([
    ['limit', '?limit=0'],
    ['limit', '?limit=501'],
    ['limit', '?limit=1e1'],
    ['before', '?before=x'],
    ['after', '?before=1&after=2'],
  ])('names the field at fault: %s', async (path, query) => {
    const { status, body } = await read(query)
    expect(status).toBe(400)
    expect(body).toMatchObject({ issues: [{ path }] })
  })
})
