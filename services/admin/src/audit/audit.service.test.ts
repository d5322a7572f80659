import { randomUUID } from 'node:crypto'
import type { AuditEntry } from '@purple-sector/contracts/admin/http'
import { adminActed } from '@purple-sector/contracts/chat/events'
import { weekendsAdminActed } from '@purple-sector/contracts/weekends/events'
import { listRecentAdminActions } from '@purple-sector/contracts/weekends/internal'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startRaceControl, type TestRaceControl } from '../../test/create-test-race-control.ts'

let control: TestRaceControl
beforeAll(async () => {
  control = await startRaceControl()
})
afterAll(() => control.close())

const publishAction = (action: string, overrides: object = {}) =>
  control.publishEvent(weekendsAdminActed, {
    id: randomUUID(),
    at: '2026-11-21T03:00:00.000Z',
    actor: { id: 'boss', username: null },
    action,
    subject: { type: 'weekend', id: '7' },
    before: null,
    after: { name: 'Round 7', races: [1, 2] },
    ...overrides,
  })
const readAuditLog = (query = '') => control.admin<AuditEntry[]>('GET', `/api/admin/audit${query}`)

describe('audit log', () => {
  test('stores what administrators did in the weekends service, once', async () => {
    const { data, ...event } = await publishAction('weekend.created')
    await control.bus.publish([{ ...event, data, id: randomUUID() }])
    await publishAction('weekend.changed', { before: { name: 'Round 7' }, after: { name: 'Round Seven' } })
    await expect.poll(async () => (await readAuditLog()).body.length).toBe(2)
    const { status, body } = await readAuditLog()
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

  test('stores what administrators did in the chat', async () => {
    await control.publishEvent(adminActed, {
      id: randomUUID(),
      at: '2026-11-21T03:30:00.000Z',
      actor: { id: 'boss', username: 'race.control' },
      action: 'message.deleted',
      subject: { type: 'message', id: '11' },
      before: { message: 'The winner is' },
      after: { reason: 'Spoilers' },
    })
    await expect.poll(async () => (await readAuditLog('?limit=1')).body[0]?.action).toBe('message.deleted')
    expect((await readAuditLog('?limit=1')).body).toMatchObject([
      { before: { message: 'The winner is' }, after: { reason: 'Spoilers' } },
    ])
  })

  test('lists an action before its event arrives, and does not add it again afterwards', async () => {
    const id = randomUUID()
    const adminAction = {
      id,
      at: '2026-11-21T04:00:00.000Z',
      actor: { id: 'boss', username: null },
      action: 'weekend.renamed',
      subject: { type: 'weekend', id: '9' },
      before: null,
      after: null,
    }
    control.calls.stubCall(listRecentAdminActions, () => ({ kind: 'reply', reply: { adminActions: [adminAction] } }))
    expect((await readAuditLog('?limit=1')).body).toMatchObject([{ action: 'weekend.renamed' }])
    await control.publishEvent(weekendsAdminActed, adminAction)
    await publishAction('weekend.later', { subject: { type: 'weekend', id: '9' } })
    await expect.poll(async () => (await readAuditLog('?limit=1')).body[0]?.action).toBe('weekend.later')
    const ofWeekend = (await readAuditLog()).body.filter(({ subject }) => subject.id === '9')
    expect(ofWeekend.map(({ action }) => action)).toEqual(['weekend.later', 'weekend.renamed'])
  })

  test('lists lines newest first, page by page', async () => {
    for (let number = 0; number < 5; number++)
      await publishAction(`weekend.act-${number}`, { subject: { type: 'weekend', id: '8' } })
    await expect.poll(async () => (await readAuditLog('?limit=1')).body[0]?.action).toBe('weekend.act-4')
    const first = (await readAuditLog('?limit=2')).body
    const second = (await readAuditLog(`?limit=2&before=${first[1]?.id}`)).body
    expect([...first, ...second].map(({ action }) => action)).toEqual([
      'weekend.act-4',
      'weekend.act-3',
      'weekend.act-2',
      'weekend.act-1',
    ])
    const newerPage = (await readAuditLog(`?limit=2&after=${second[1]?.id}`)).body
    expect(newerPage.map(({ action }) => action)).toEqual(['weekend.act-3', 'weekend.act-2'])
  })

  test.each([
    ['limit', '?limit=0'],
    ['limit', '?limit=501'],
    ['limit', '?limit=1e1'],
    ['before', '?before=x'],
    ['after', '?before=1&after=2'],
  ])('rejects a query and names the invalid field: %s', async (path, query) => {
    const { status, body } = await readAuditLog(query)
    expect(status).toBe(400)
    expect(body).toMatchObject({ issues: [{ path }] })
  })

  test('filters lines by action, actor, subject and time', async () => {
    const subject = { type: 'race', id: '77' }
    const laterTime = { at: '2026-11-22T03:00:00.000Z' }
    await publishAction('race.changed', { subject })
    await publishAction('race.reopened', { subject, ...laterTime })
    await publishAction('race.changed', { subject, ...laterTime, actor: { id: 'other', username: 'clerk' } })
    const raceFilter = '?subjectType=race&subjectId=77'
    await expect.poll(async () => (await readAuditLog(raceFilter)).body.length).toBe(3)
    const readActions = async (query: string) =>
      (await readAuditLog(`${raceFilter}&${query}`)).body.map(({ action, actor }) => `${action} ${actor.id}`)
    expect(await readActions('action=race.changed')).toEqual(['race.changed other', 'race.changed boss'])
    expect(await readActions('actorId=boss')).toEqual(['race.reopened boss', 'race.changed boss'])
    expect(await readActions('action=race.changed&actorId=other')).toEqual(['race.changed other'])
    expect(await readActions('action=race.reopened,race.deleted')).toEqual(['race.reopened boss'])
    expect(await readActions('from=2026-11-22T03:00:00Z')).toEqual(['race.changed other', 'race.reopened boss'])
    expect(await readActions('to=2026-11-22T14:00:00%2B11:00')).toEqual(['race.changed boss'])
    expect((await readAuditLog('?subjectType=race&subjectId=7')).body).toEqual([])
    const [newest] = (await readAuditLog(raceFilter)).body
    expect((await readAuditLog(`${raceFilter}&limit=1&before=${newest?.id}`)).body).toMatchObject([
      { action: 'race.reopened' },
    ])
    expect((await readAuditLog('?from=yesterday')).body).toMatchObject({ issues: [{ path: 'from' }] })
  })

  test('exports every matching line as CSV, in pages, without formulas', async () => {
    const name = '=1+1 Jürgen'
    await publishAction('weekend.named', { after: { name } })
    await expect.poll(async () => (await readAuditLog('?action=weekend.named')).body.length).toBe(1)
    const lines = Array.from({ length: 1_100 }, (_, index) => ({
      action_id: randomUUID(),
      at: new Date(),
      actor_id: 'boss',
      actor_username: '+61 400',
      action: 'race.filled',
      subject_type: 'race',
      subject_id: String(index),
      after: JSON.stringify(index === 0 ? { text: 'x'.repeat(40_000) } : null),
    }))
    await control.database.batchInsert('audit_entries', lines, 500)
    const csv = await control.admin('GET', '/api/admin/audit.csv?action=race.filled')
    expect(csv.status).toBe(200)
    expect(csv.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="audit-log.csv"',
    })
    const rows = csv.text.split('\r\n')
    expect(rows[0]).toBe('\uFEFFId,At,Person,Person id,Action,Subject,Subject id,Before,After')
    expect(rows.at(-1)).toBe('')
    expect(rows.slice(1, -1).map((row) => Number(row.split(',')[6]))).toEqual(lines.map((_, index) => 1_099 - index))
    expect(rows[1]).toContain(",'+61 400,boss,race.filled,race,1099,,")
    expect(rows.at(-2)?.length).toBeLessThan(32_767)
    const [, line = ''] = (await control.admin('GET', '/api/admin/audit.csv?action=weekend.named')).text.split('\r\n')
    expect(line).toContain('"{""name"":""\'=1+1 Jürgen""}"')
    // An actor without a username is shown by the label of the screens.
    expect(line).toContain(',Administrator,boss,weekend.named,')
    expect((await control.fan('GET', '/api/admin/audit.csv')).status).toBe(403)
    expect((await control.admin('GET', '/api/admin/audit.csv?action=%00')).status).toBe(400)
  })
})
