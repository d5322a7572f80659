import { reportChanged } from '@purple-sector/contracts/admin/events'
import type { Report } from '@purple-sector/contracts/admin/reports'
import type { ErrorBody } from '@purple-sector/contracts/common'
import { findPoll } from '@purple-sector/contracts/engagement/internal'
import { summariseWeekend } from '@purple-sector/contracts/tipping/internal'
import { weekendChanged } from '@purple-sector/contracts/weekends/events'
import { findWholeWeekend, listCategories } from '@purple-sector/contracts/weekends/internal'
import { unavailable } from '@purple-sector/service-kit/errors'
import { silentLogger } from '@purple-sector/service-kit/logger'
import { aCategory, type aWeekend } from '@purple-sector/testing/builders'
import { boardEntry } from '@purple-sector/testing/replies'
import { createServiceTest, type ServiceTest } from '@purple-sector/testing/service-test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { official, startRaceControl, type TestRaceControl } from '../../test/create-test-race-control.ts'
import { aWeekendReport } from '../../test/reports/a-weekend-report.ts'
import { readPdf } from '../../test/reports/read-pdf.ts'
import { admin } from '../service.ts'
import { makeReport, type Render } from './make-report.ts'
import { type Claim, reportRepository } from './report-repository.ts'

/** A report renders in seconds, on a busy machine in more. */
const RENDER_TIMEOUT = { timeout: 60_000 }

describe('weekend report', () => {
  let control: TestRaceControl
  beforeAll(async () => {
    control = await startRaceControl()
  })
  afterAll(() => control.close())

  /** Prepares a weekend with a race and its result, in which Ann leads, and the replies of its owners. */
  const prepare = async (overrides: Partial<Parameters<typeof aWeekend>[0]> = {}) => {
    const race = await control.race({ name: 'Race 14', cars: 3 })
    const weekend = { ...race.weekend, name: 'Ironbark 400', venue: 'Ironbark Park', ...overrides }
    const { carIds, weekend: _weekend, cars, ...state } = race
    await control.putResult(race.id, official(...carIds))
    await control.putResult(race.id, {
      ...official(...carIds.toReversed()),
      status: 'amended',
      reason: 'Car 7 was too low.',
    })
    const { calls } = control
    const whole = {
      weekend: { sequence: 1, data: weekend },
      races: [{ sequence: 1, data: state }],
      cars: cars.map((data) => ({ sequence: 1, data })),
    }
    calls.stubCall(findWholeWeekend, ({ params }) =>
      params.id === weekend.id ? { kind: 'reply', reply: whole } : { kind: 'not-found' },
    )
    const category = aCategory({ id: race.categoryId, name: race.category })
    calls.stubCall(listCategories, () => ({ kind: 'reply', reply: [{ sequence: 1, data: category }] }))
    const entry = boardEntry('ann', { username: 'heeltoe.hana', position: 1, totalPoints: 75 })
    calls.stubCall(summariseWeekend, () => ({
      kind: 'reply',
      reply: {
        participants: 12,
        tips: 40,
        top: [entry],
        races: [{ raceId: race.id, points: 90, earners: 3 }],
        categories: [{ categoryId: race.categoryId, racers: 11 }],
      },
    }))
    const vote = {
      categoryId: race.categoryId,
      category: race.category,
      driverName: 'Broc Feeney',
      votes: 5,
      percentage: 100,
    }
    const stats = { totalVotes: 5, uniqueVoters: 5, categoriesVoted: 1 }
    calls.stubCall(findPoll, () => ({ kind: 'reply', reply: { results: [vote], stats } }))
    return { weekend, race }
  }
  const generate = (weekendId: number) =>
    control.admin<Report & ErrorBody>('POST', `/api/admin/generate-pdf/${weekendId}`)
  const read = async (id: number) => (await control.admin<Report>('GET', `/api/admin/reports/${id}`)).body
  const waitUntilDone = async (id: number): Promise<Report> => {
    await expect.poll(async () => (await read(id)).state, RENDER_TIMEOUT).toBe('done')
    return read(id)
  }
  const downloadFile = async (id: number) => {
    const headers = await control.identityOf(control.chief)
    return control.app.inject({ method: 'GET', url: `/api/admin/reports/${id}/file`, headers })
  }

  test('makes a report on request, lists it, and serves its file', async () => {
    const { weekend } = await prepare()
    const request = await generate(weekend.id)
    expect(request).toMatchObject({
      status: 202,
      body: { weekendId: weekend.id, filename: 'ironbark-400-report.pdf', state: 'waiting', progress: 0, pages: null },
    })
    const report = await waitUntilDone(request.body.id)
    expect(report).toMatchObject({ progress: 100, pages: 5, bytes: expect.any(Number), error: null })
    const list = await control.admin<Report[]>('GET', `/api/admin/reports?weekendId=${weekend.id}`)
    expect(list).toMatchObject({ status: 200, body: [report] })

    const { statusCode, headers, rawPayload } = await downloadFile(report.id)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="ironbark-400-report.pdf"',
      'x-content-type-options': 'nosniff',
    })
    expect(rawPayload.length).toBe(report.bytes)
    const { pages } = await readPdf(rawPayload)
    const text = pages.join('\n')
    expect(pages).toHaveLength(5)
    expect(pages[0]).toContain('Ironbark 400')
    expect(pages[1]).toContain('heeltoe.hana')
    for (const words of ['Race 14', 'AMENDED', 'Car 7 was too low.', 'Broc Feeney', 'Page 5 of 5'])
      expect(text).toContain(words)

    const published = control.probe.seen(reportChanged).filter(({ data }) => data.id === report.id)
    expect(published.at(0)?.data.state).toBe('waiting')
    expect(published.at(-1)?.data).toEqual(report)
    const progress = published.map(({ data }) => data.progress)
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
    const audit = await control.admin('GET', '/api/admin/audit?limit=1')
    expect(audit.body).toMatchObject([{ action: 'report.requested', subject: { id: String(weekend.id) } }])
  }, 90_000)

  test('leaves out the poll if engagement does not respond, and fails without the leaderboard', async () => {
    const { weekend } = await prepare()
    control.calls.stubCall(findPoll, () => {
      throw unavailable('away')
    })
    const { body } = await generate(weekend.id)
    const report = await waitUntilDone(body.id)
    const { pages } = await readPdf((await downloadFile(report.id)).rawPayload)
    expect(pages.join('\n')).toContain('wasn’t available when this report was made')

    control.calls.stubCall(summariseWeekend, () => {
      throw unavailable('away')
    })
    const { body: second } = await generate(weekend.id)
    await expect.poll(async () => (await read(second.id)).state, RENDER_TIMEOUT).toBe('failed')
    expect(await read(second.id)).toMatchObject({ error: expect.stringContaining('couldn’t be read'), pages: null })
    const { statusCode, body: errorBody } = await downloadFile(second.id)
    expect([statusCode, JSON.parse(errorBody).code]).toEqual([409, 'REPORT_FAILED'])
  }, 90_000)

  test('requires an existing weekend and an administrator for a report', async () => {
    const { weekend } = await prepare()
    expect(await generate(weekend.id + 1_000)).toMatchObject({ status: 404, body: { code: 'WEEKEND_NOT_FOUND' } })
    expect(await control.fan('POST', `/api/admin/generate-pdf/${weekend.id}`)).toMatchObject({ status: 403 })
    for (const path of ['/api/admin/reports', '/api/admin/reports/1', '/api/admin/reports/1/file'])
      expect(await control.fan('GET', path)).toMatchObject({ status: 403 })
    expect(await control.admin('GET', '/api/admin/reports/987654')).toMatchObject({ status: 404 })
    expect((await downloadFile(987_654)).statusCode).toBe(404)
  })

  test('deletes reports with their weekend', async () => {
    const { weekend } = await prepare()
    const { body } = await generate(weekend.id)
    await control.publishEvent(weekendChanged, { ...weekend, deleted: true })
    await expect
      .poll(async () => (await control.admin('GET', `/api/admin/reports/${body.id}`)).status, RENDER_TIMEOUT)
      .toBe(404)
  }, 90_000)
})

describe('report worker', () => {
  let service: ServiceTest
  beforeAll(async () => {
    service = await createServiceTest(admin, { isStarted: false })
  })
  afterAll(() => service.close())

  const renderedReport = { bytes: Buffer.from('%PDF-1.7'), pages: 7 }
  const reportMaker = (render: Render) =>
    makeReport({ database: service.database, log: silentLogger(), collect: async () => aWeekendReport(), render })
  let weekendId = 0
  const add = async (id = ++weekendId) =>
    (await reportRepository(service.database).add({ id, filename: 'x.pdf' })).report
  const find = (id: number) => reportRepository(service.database).find(id)
  const expireLease = (id: number) =>
    service
      .database('reports')
      .where({ id })
      .update({ due_at: service.database.raw("clock_timestamp() - interval '1 s'") })

  test('returns the report in progress for a second request', async () => {
    const first = await add()
    expect(await add(weekendId)).toEqual(first)
    const duplicates = await Promise.all(Array.from({ length: 8 }, () => add(weekendId + 1)))
    weekendId++
    expect(new Set(duplicates.map(({ id }) => id)).size).toBe(1)
  })

  test('lets the next worker make the report of a killed one, and discards its late result', async () => {
    const { id } = await add()
    const { promise, resolve } = Promise.withResolvers<typeof renderedReport>()
    const firstRun = reportMaker(() => promise)(id)
    await expect.poll(async () => (await find(id))?.state).toBe('running')
    await reportMaker(async () => renderedReport)(id)
    expect((await find(id))?.state).toBe('running')
    const secondMaker = reportMaker(async () => ({ ...renderedReport, pages: 9 }))
    // The first progress is published as it starts, which may be after it was lost.
    await expect
      .poll(async () => {
        await expireLease(id)
        await secondMaker(id)
        return find(id)
      })
      .toMatchObject({ state: 'done', pages: 9, progress: 100 })
    resolve(renderedReport)
    await firstRun
    expect(await find(id)).toMatchObject({ state: 'done', pages: 9 })
  })

  test('publishes the progress of a report, also after the same value was reported twice', async () => {
    const { id } = await add()
    await reportMaker(async (_, onProgress) => {
      for (const [part, progress] of [
        [0.2, 35],
        [0.2, 35],
        [0.8, 80],
      ] as const) {
        onProgress(part)
        await expect.poll(async () => (await find(id))?.progress).toBe(progress)
      }
      return renderedReport
    })(id)
    expect(await find(id)).toMatchObject({ state: 'done', progress: 100, bytes: renderedReport.bytes.length })
  })

  test('fails a report with a message after three attempts', async () => {
    const { id } = await add()
    const fail = reportMaker(async () => {
      throw new Error('ran off the paper')
    })
    await fail(id)
    await fail(id)
    expect(await find(id)).toMatchObject({ state: 'waiting', error: null })
    await fail(id)
    expect(await find(id)).toMatchObject({ state: 'failed', error: expect.stringContaining('couldn’t be made') })
    expect((await add(weekendId)).id).not.toBe(id)
  })

  test('fails a report whose worker was killed three times', async () => {
    const { id } = await add()
    const reports = reportRepository(service.database)
    for (let nth = 0; nth < 3; nth++) {
      expect(await reports.claim(id)).toMatchObject({ attempt: nth + 1 })
      await expireLease(id)
    }
    expect(await reports.due()).toContain(id)
    await reportMaker(async () => renderedReport)(id)
    expect(await find(id)).toMatchObject({ state: 'failed', error: expect.stringContaining('never finished') })
  })

  test('retains the latest five reports of a weekend', async () => {
    const reports = reportRepository(service.database)
    const weekend = ++weekendId
    for (let nth = 0; nth < 7; nth++) await reportMaker(async () => renderedReport)((await add(weekend)).id)
    const retained = await reports.list(weekend)
    expect(retained).toHaveLength(5)
    expect(retained[0]?.id).toBeGreaterThan(retained[4]?.id ?? 0)
    const claim: Claim = { id: retained[0]?.id ?? 0, attempt: 1 }
    expect(await reports.renew(claim)).toBe(false)
  })
})
