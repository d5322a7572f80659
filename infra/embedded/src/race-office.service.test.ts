import type { AuditEntry } from '@purple-sector/contracts/admin/http'
import type { Reading } from '@purple-sector/contracts/admin/readings'
import type { Report } from '@purple-sector/contracts/admin/reports'
import type { UploadReply } from '@purple-sector/contracts/admin/uploads'
import type { ModeratedMessage } from '@purple-sector/contracts/chat/http'
import type { Entry, LedgerEntry } from '@purple-sector/contracts/tipping/http'
import type { Car, Race, Weekend } from '@purple-sector/contracts/weekends/http'
import { readRecording, shippedRecording } from '@purple-sector/race-day'
import { readSheets } from '@purple-sector/sheets'
import type { Person } from '@purple-sector/testing/group-weekend/person'
import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PATIENT } from '../test/patient.ts'
import { enterAsAdministrator, register } from '../test/people.ts'
import { ADMINISTRATOR, type ProductProcess, startProductProcess } from '../test/product-process.ts'
import { pageOf, withSeries, workbookOf } from '../test/published-papers.ts'

const SHEET_PATIENCE = { maxMs: 30_000 }
const DAY_MS = 86_400_000
const SUPERCARS = 'Repco Supercars Championship'
const RACE = 'supercars-race-1'
/** A program that opens a table would compute it. */
const FORMULA = '=HYPERLINK("http://192.0.2.1/")'

describe('what an administrator does on a Sunday, from outside', async () => {
  // Eight categories and 200 cars.
  const recording = [['Touring Car Masters', 56] as const, ['Aussie Racing Cars', 57] as const].reduce(
    (recorded, [category, cars]) => withSeries(recorded, category, cars),
    await readRecording(shippedRecording),
  )
  const raced = recording.sessions.find(({ id }) => id === RACE)
  if (!raced) throw new Error(`There is no ${RACE}`)
  const recorded = (index: number) => raced.results[index] ?? raced.results[0]!
  // What somebody types into an entry list is not always a name.
  const first = recording.categories[0]?.cars.find(({ number }) => number === recorded(0).classification[0]?.car)
  if (first) first.team = FORMULA

  let product: ProductProcess
  let cookie: string
  let control: Person
  let weekend: Weekend
  let races: Race[]
  let cars: Car[]
  let race: Race
  let fans: Person[]

  const bytesOf = async (path: string): Promise<{ reply: Response; bytes: Buffer }> => {
    const reply = await fetch(`${product.url}${path}`, { headers: { cookie } })
    expect(reply.status, path).toBe(200)
    return { reply, bytes: Buffer.from(await reply.arrayBuffer()) }
  }
  /** As a spreadsheet program reads it, without a formula in any cell. */
  const tableOf = async (path: string): Promise<readonly string[][]> => {
    const { reply, bytes } = await bytesOf(path)
    expect(reply.headers.get('content-type')).toMatch(/^text\/csv; charset=utf-8/)
    const [sheet] = await readSheets(bytes, SHEET_PATIENCE)
    const rows = sheet?.rows ?? []
    expect(rows.flatMap(({ formulas }) => formulas ?? [])).toEqual([])
    return rows.map(({ cells }) => [...cells])
  }
  const upload = async (file: Buffer, query = ''): Promise<UploadReply> => {
    const body = new FormData()
    body.set('file', new Blob([new Uint8Array(file)]), 'weekend.xlsx')
    const path = `/api/admin/upload-cars?weekendId=${weekend.id}${query}`
    const reply = await fetch(product.url + path, { method: 'POST', headers: { cookie, origin: product.url }, body })
    const answered = (await reply.json()) as UploadReply
    expect(reply.status, JSON.stringify(answered)).toBe(200)
    return answered
  }
  const actions = ({ results }: UploadReply) => [...new Set(results.success.map(({ action }) => action))]
  const publish = (body: object) => control.send('PUT', `/api/admin/races/${race.id}/results`, body)
  /** Reads a page as it is pasted, compares what was understood with what was recorded, and publishes it. */
  const publishPage = async (index: number, issue: number, state: 'PROVISIONAL' | 'FINAL') => {
    const text = pageOf(recording, raced, recorded(index), issue, state)
    const read = await control.post<Reading>(`/api/admin/races/${race.id}/results/read`, { text })
    expect(read).toMatchObject({ status: state === 'FINAL' ? 'official' : 'provisional', issue, unmatched: [] })
    const plates = new Map(cars.map(({ id, plate }) => [id, plate]))
    expect(
      read.classification.map(({ carId, position, status, laps, bestLapMs }) => {
        return { car: plates.get(carId), position, status, laps, bestLapMs }
      }),
    ).toEqual(
      recorded(index).classification.map(({ car, position, status, laps, bestLapMs }) => {
        // The page says DNF where the recording has a place at the end.
        return { car, position: status === 'classified' ? position : null, status, laps, bestLapMs }
      }),
    )
    await publish({ status: read.status, classification: read.classification, reason: `Issue ${issue}` })
    return read
  }
  const places = (index: number) => {
    const ids = new Map(cars.filter(({ category }) => category === SUPERCARS).map(({ id, plate }) => [plate, id]))
    return recorded(index).classification.map(({ car, ...row }) => ({ ...row, carId: ids.get(car) }))
  }
  /** The ledger of everybody, to them and to race control, adds up to what the board says. */
  const boardIs = async (points: readonly number[]) => {
    const board = () => control.get<Entry[]>(`/api/weekends/${weekend.id}/leaderboard`)
    const totals = async () => {
      const entries = await board()
      return fans.map(({ userId }) => entries.find((entry) => entry.userId === userId)?.totalPoints)
    }
    await expect.poll(totals, PATIENT).toEqual(points)
    for (const [index, fan] of fans.entries()) {
      const own = await fan.get<LedgerEntry[]>(`/api/weekends/${weekend.id}/my-points`)
      expect(await control.get(`/api/admin/weekends/${weekend.id}/points/${fan.userId}`)).toEqual(own)
      const inForce = own.filter((entry) => entry.inForce && entry.scope.groupId === null)
      expect(inForce.reduce((sum, entry) => sum + entry.points, 0)).toBe(points[index])
    }
  }
  /** What fans who tipped the first four of the first result have, by a later one. */
  const pointsBy = (index: number) => {
    const tipped = recorded(0).classification.slice(0, 4)
    return tipped.map(({ car }) => {
      const place = recorded(index).classification.findIndex((row) => row.car === car)
      return [50, 25, 15][place] ?? 0
    })
  }

  beforeAll(async () => {
    product = await startProductProcess({ SHEET_TIMEOUT_MS: String(SHEET_PATIENCE.maxMs) })
    control = await enterAsAdministrator(product)
    const signedIn = await fetch(`${product.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(ADMINISTRATOR),
    })
    cookie = String(signedIn.headers.get('set-cookie')).split(';')[0] ?? ''
    const names = ['ann', 'bob', 'cleo', 'dee']
    fans = await Promise.all(names.map((username) => register(product, username)))
  }, 180_000)
  afterAll(() => product?.dispose())

  test('a whole weekend comes from one workbook: looked at, entered, and not again', async () => {
    const daysLater = Math.ceil((Date.now() - Date.parse(recording.weekend.startDate)) / DAY_MS) + 3
    const day = (recordedDay: string) =>
      new Date(Date.parse(recordedDay) + daysLater * DAY_MS).toISOString().slice(0, 10)
    const { name, venue, timeZone, startDate, endDate } = recording.weekend
    weekend = await control.post<Weekend>('/api/admin/weekends', {
      ...{ name, venue, timeZone, startDate: day(startDate), endDate: day(endDate), isActive: true },
    })
    const workbook = await workbookOf(recording, daysLater)
    const carCount = recording.categories.reduce((sum, field) => sum + field.cars.length, 0)
    const rows = carCount + recording.sessions.length

    const preview = await upload(workbook, '&preview=true')
    expect(preview.results).toMatchObject({ processed: rows, errors: [] })
    expect(preview.results.success).toHaveLength(rows)
    expect(await control.get(`/api/admin/cars?weekendId=${weekend.id}`)).toEqual([])

    expect(actions(await upload(workbook))).toEqual(['created'])
    races = await control.get<Race[]>(`/api/weekends/${weekend.id}/races`)
    cars = await control.get<Car[]>(`/api/admin/cars?weekendId=${weekend.id}`)
    expect(new Set(cars.map(({ category }) => category)).size).toBe(8)
    expect([races.length, cars.length]).toEqual([recording.sessions.length, 200])
    expect(actions(await upload(workbook))).toEqual(['unchanged'])
    const found = races.find((one) => one.name === raced.name)
    if (!found) throw new Error('The race is not there')
    race = found
  })

  test('a result is published from a pasted page, replaced by issue 2, and final', async () => {
    const tips = places(0).slice(0, fans.length)
    for (const [index, fan] of fans.entries()) {
      const tip = { weekendId: weekend.id, category: SUPERCARS, carId: tips[index]?.carId }
      await expect.poll(async () => (await fan.call('POST', '/api/tips', tip)).status, PATIENT).toBe(201)
    }
    await publishPage(0, 1, 'PROVISIONAL')
    await boardIs(pointsBy(0))
    await publishPage(1, 2, 'PROVISIONAL')
    await boardIs(pointsBy(1))
    await publishPage(2, 3, 'FINAL')
    await boardIs(pointsBy(2))
  })

  test('it is corrected and withdrawn, and every fan can be told why they have their points', async () => {
    await publish({ status: 'amended', classification: places(3), reason: recorded(3).reason })
    await boardIs(pointsBy(3))
    await publish({ status: 'cancelled', classification: [], reason: FORMULA })
    await boardIs(fans.map(() => 0))
    await publish({ status: 'official', classification: places(3), reason: 'Restored' })
    await boardIs(pointsBy(3))
    const [ann] = fans
    const own = (await ann?.get<LedgerEntry[]>(`/api/weekends/${weekend.id}/my-points`)) ?? []
    expect(own[0]).toMatchObject({ race: { id: race.id }, place: 1, points: 50, revision: 1, inForce: false })
    const revisions = await control.get<{ status: string; actor: object }[]>(
      `/api/admin/races/${race.id}/results/revisions`,
    )
    expect(revisions.map(({ status }) => status)).toEqual([
      ...['official', 'cancelled', 'amended', 'official', 'provisional', 'provisional'],
    ])
  })

  test('a message is found, deleted with a reason, and its author keeps silent for a time', async () => {
    const [ann, bob] = fans
    const room = `/api/weekends/${weekend.id}/chat`
    await expect
      .poll(async () => (await bob?.call('POST', room, { message: 'Stewards are blind!' }))?.status, PATIENT)
      .toBe(201)
    const found = () => control.get<ModeratedMessage[]>(`/api/admin/chat/messages?weekendId=${weekend.id}&q=blind`)
    const [message] = await found()
    expect(message).toMatchObject({ userId: bob?.userId, roomName: weekend.name, deleted: null })
    await control.send('DELETE', `/api/admin/chat/weekend/${message?.id}`, { reason: 'Be kind' })
    expect(await found()).toMatchObject([{ deleted: { reason: 'Be kind' } }])
    expect(await ann?.get(room)).toEqual([])
    const until = new Date(Date.now() + 3_600_000).toISOString()
    await control.send('PUT', `/api/admin/chat/mutes/${bob?.userId}`, { until, reason: 'Be kind' })
    expect(await bob?.call('POST', room, { message: 'Still blind!' })).toMatchObject({
      status: 403,
      body: { code: 'MUTED' },
    })
  })

  test('boards, results and the audit log open in a spreadsheet program, without a formula', async () => {
    const open = `/api/open/weekends/${weekend.id}`
    const entries = await control.get<Entry[]>(`/api/weekends/${weekend.id}/leaderboard`)
    const board = async () => (await tableOf(`${open}/leaderboard.csv`)).slice(1)
    await expect.poll(async () => (await board()).length, PATIENT).toBe(entries.length)
    const shown = (await board()).map(
      (cells) => entries.filter(({ username }) => cells.includes(username ?? '')).length,
    )
    expect(shown).toEqual(entries.map(() => 1))
    const results = async () => (await tableOf(`${open}/results.csv`)).slice(1)
    await expect.poll(async () => (await results()).length, PATIENT).toBe(recorded(3).classification.length)
    const team = (await results()).flat().find((cell) => cell.includes(FORMULA))
    expect(team).toMatch(/^[^=+@-]/)
    const log = await control.get<AuditEntry[]>('/api/admin/audit?limit=500')
    expect(await tableOf('/api/admin/audit.csv')).toHaveLength(log.length + 1)
  })

  test('a calendar program reads the sessions, and which of them has moved', async () => {
    const events = async () => {
      const { bytes } = await bytesOf(`/api/open/weekends/${weekend.id}/sessions.ics`)
      const calendar = new ICAL.Component(ICAL.parse(bytes.toString()))
      const found = calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one))
      return new Map(
        found.map((event) => [event.uid, { starts: event.startDate.toJSDate(), sequence: event.sequence }]),
      )
    }
    const before = await events()
    expect(before.size).toBe(races.filter(({ startTime }) => startTime !== null).length)
    const moved = races.find(({ name }) => name === 'SuperUtes Race 4')
    const startTime = new Date(Date.parse(moved?.startTime ?? '') + 3_600_000)
    await control.send('PATCH', `/api/admin/races/${moved?.id}`, { startTime: startTime.toISOString() })
    const differing = async () =>
      [...(await events())].filter(([uid, { starts }]) => before.get(uid)?.starts.getTime() !== starts.getTime())
    await expect.poll(async () => (await differing()).length, PATIENT).toBe(1)
    const [[uid, now] = ['', undefined]] = await differing()
    expect(now?.starts).toEqual(startTime)
    expect(now?.sequence).toBeGreaterThan(before.get(uid)?.sequence ?? Number.NaN)
  })

  test('the report of the weekend is printed', async () => {
    const asked = await control.post<Report>(`/api/admin/generate-pdf/${weekend.id}`)
    const report = () => control.get<Report>(`/api/admin/reports/${asked.id}`)
    await expect.poll(async () => (await report()).state, PATIENT).toBe('done')
    const { reply, bytes } = await bytesOf(`/api/admin/reports/${asked.id}/file`)
    expect(reply.headers.get('content-type')).toBe('application/pdf')
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(bytes).toHaveLength((await report()).bytes ?? 0)
    expect((await report()).pages).toBeGreaterThan(3)
    expect(product.output()).not.toMatch(/"level":(50|60)/)
  })
})
