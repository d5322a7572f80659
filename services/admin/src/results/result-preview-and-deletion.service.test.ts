import { resultPublished } from '@purple-sector/contracts/admin/events'
import { type Preview, previewSchema } from '@purple-sector/contracts/admin/http'
import { raceChanged, weekendChanged } from '@purple-sector/contracts/weekends/events'
import { aRace } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { finished, official, startRaceControl, type TestRaceControl } from '../../test/create-test-race-control.ts'

let control: TestRaceControl
beforeAll(async () => {
  control = await startRaceControl()
})
afterAll(() => control.close())

describe('preview', () => {
  const emptyPreview = { scopes: 0, participantsChanged: 0, positionsMoved: 0, open: true, top: null, movers: [] }
  const stubPreview = () =>
    control.calls.when(
      'tipping',
      'POST',
      '/internal/results/preview',
      ({ body }) => {
        const { raceId, revision } = body as { raceId: number; revision: number }
        return { status: 200, body: { raceId, revision, ...emptyPreview } }
      },
      previewSchema,
    )

  test('returns the preview that tipping computes, without closing or changing anything', async () => {
    stubPreview()
    const { id, weekendId, carIds } = await control.race()
    const [a = 0, b = 0] = carIds
    const classification = [
      { position: 1, carId: a, status: 'dsq' },
      ...finished(b).map((row) => ({ ...row, position: 2 })),
    ]
    const reply = await control.admin('POST', `${control.resultsOf(id)}?preview=true`, {
      status: 'provisional',
      classification,
    })
    expect([reply.status, reply.body]).toEqual([200, { raceId: id, revision: 1, ...emptyPreview }])
    expect(control.callsOf('tipping', '/internal/results/preview').at(-1)?.body).toEqual({
      raceId: id,
      weekendId,
      revision: 1,
      status: 'provisional',
      places: [{ carId: b, place: 1 }],
    })
    expect(control.closeRequestsOf(id)).toEqual([])
    expect(await control.revisionsOf(id)).toEqual([])
    expect(control.probe.seen(resultPublished).filter(({ data }) => data.raceId === id)).toEqual([])
  })

  test('audits each preview with actor, content, and whether tips were still open', async () => {
    stubPreview()
    const { id, carIds } = await control.race()
    const [a = 0, b = 0, c = 0, d = 0] = carIds
    const preview = (body: object) => control.admin('POST', `${control.resultsOf(id)}?preview=true`, body)
    await preview(official(d, c, b, a))
    await control.putResult(id, official(a, b))
    await preview({ status: 'cancelled', classification: [] })
    const lines = (await control.auditOf(id)).filter(({ action }) => action === 'result.previewed')
    expect(lines).toMatchObject([
      {
        actor_id: control.chief.userId,
        actor_username: 'chief',
        subject_type: 'race',
        before: null,
        after: { revision: 1, status: 'official', podium: [d, c, b], open: true },
      },
      { before: { revision: 1, status: 'official' }, after: { revision: 2, status: 'cancelled', podium: [] } },
    ])
  })

  test('returns no preview if the audit log cannot be written', async () => {
    stubPreview()
    const { id, carIds } = await control.race()
    await control.database.raw('alter table audit_entries rename to audit_entries_away')
    try {
      const reply = await control.admin('POST', `${control.resultsOf(id)}?preview=true`, official(...carIds))
      expect(reply.status).toBe(500)
    } finally {
      await control.database.raw('alter table audit_entries_away rename to audit_entries')
    }
  })

  test('names the revision that a preview would become', async () => {
    stubPreview()
    const { id, carIds } = await control.race()
    await control.putResult(id, official(...carIds))
    const preview = (body: object) => control.admin<Preview>('POST', `${control.resultsOf(id)}?preview=true`, body)
    expect((await preview(official(...carIds))).body.revision).toBe(1)
    expect((await preview(official(...carIds.toReversed()))).body.revision).toBe(2)
  })

  test('returns 503 for a preview while tipping is unavailable', async () => {
    const { id, carIds } = await control.race()
    for (const status of [404, 500]) {
      control.calls.when('tipping', 'POST', '/internal/results/preview', { status, body: {} })
      const reply = await control.admin('POST', `${control.resultsOf(id)}?preview=true`, official(...carIds))
      expect([reply.status, reply.headers['retry-after']]).toEqual([503, '1'])
    }
    control.calls.when('tipping', 'POST', '/internal/results/preview', () => {
      throw new Error('does not answer in time')
    })
    expect((await control.admin('POST', `${control.resultsOf(id)}?preview=true`, official(...carIds))).status).toBe(503)
  })
})

describe('republishing', () => {
  test('sends the current result of every race to a service without data', async () => {
    const { id, carIds } = await control.race()
    await control.putResult(id, official(...carIds))
    await control.putResult(id, { ...official(...carIds), status: 'amended' })
    await control.probe.next(resultPublished, (result) => result.raceId === id && result.revision === 2)
    const body = { consumer: 'tipping', requestId: 'tipping:7', types: [resultPublished.type] }
    const reply = await control.callInternal({ method: 'POST', path: '/internal/republish', body })
    const { events } = reply.body as { events: number }
    const published = () => control.probe.seen(resultPublished).filter(({ republish }) => republish === 'tipping:7')
    await expect.poll(() => published().length).toBe(events)
    expect(published().filter(({ data }) => data.raceId === id)).toMatchObject([
      { data: { revision: 2, status: 'amended' }, sequence: 3 },
    ])
  })
})

describe('deletion', () => {
  test('deletes the results of a deleted weekend, and ignores a late event', async () => {
    const { id, weekend, carIds, weekendId, ...race } = await control.race()
    await control.putResult(id, official(...carIds))
    await control.publishEvent(weekendChanged, { ...weekend, deleted: true })
    await expect.poll(async () => (await control.fan('GET', `/api/races/${id}/results`)).status).toBe(404)
    control.setWeekendsReplies(aRace({ ...race, id, weekendId }), id)
    expect((await control.putResult(id, official(...carIds))).status).toBe(404)
    for (const table of ['races', 'cars', 'result_revisions'])
      expect(await control.database(table).where({ weekend_id: weekendId })).toEqual([])
    expect(await control.auditOf(id)).toHaveLength(1)
  })

  test('deletes the withdrawn result of a deleted race', async () => {
    const { id, weekend: _weekend, cars: _cars, carIds: _carIds, ...state } = await control.race()
    await control.putResult(id, { status: 'cancelled', classification: [] })
    await control.publishEvent(raceChanged, { ...aRace({ weekendId: state.weekendId }), ...state, id, deleted: true })
    await expect.poll(async () => (await control.fan('GET', `/api/races/${id}/results`)).status).toBe(404)
    control.setWeekendsReplies(undefined, id)
    expect((await control.putResult(id, { status: 'cancelled', classification: [] })).status).toBe(404)
  })
})
