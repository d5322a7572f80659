import { type EntryOutcome, enterRows } from '@purple-sector/contracts/weekends/entries'
import { readSheets } from '@purple-sector/sheets'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startRaceControl, type TestRaceControl } from '../../test/create-test-race-control.ts'

const LONG_TIMEOUT = { maxMs: 30_000 }

let control: TestRaceControl
let identity: Record<string, string>
beforeAll(async () => {
  control = await startRaceControl()
  identity = await control.identityOf(control.chief)
})
afterAll(() => control?.close())

let outcomes: (row: number) => EntryOutcome
let newCategories: string[]
let weekends: number[]
beforeEach(() => {
  outcomes = (row) => ({ outcome: 'entered', row, action: 'created', category: 'Dunlop Super2 Series' })
  newCategories = []
  weekends = [1]
  control.calls.stubCall(enterRows, ({ params, request }) =>
    weekends.includes(Number(params.id))
      ? { kind: 'reply', reply: { outcomes: request.rows.map(({ row }) => outcomes(row)), newCategories } }
      : { kind: 'not-found' },
  )
})

const upload = async (file: string | Uint8Array | undefined, query = '?weekendId=1', headers = identity) => {
  const form = new FormData()
  if (file !== undefined) form.append('file', new Blob([file as Uint8Array<ArrayBuffer>]), 'entries.xlsx')
  const request = new Request('http://admin/', { method: 'POST', body: form })
  const reply = await control.app.inject({
    method: 'POST',
    url: `/api/admin/upload-cars${query}`,
    headers: { ...headers, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return { status: reply.statusCode, body: reply.json() }
}
const lastRequest = () => control.calls.inputsOf(enterRows).at(-1)
const LIST = 'No;Driver;Race\n7;Ann Lee;Race 1\n\n8;Bo Ray;Race 1\n4O;Nils Corbett;Race 1\n'

describe('spreadsheet of cars', () => {
  test('sends each row to weekends, and reports each outcome with its position in the sheet', async () => {
    newCategories = ['Formula Vee']
    outcomes = (row) =>
      row === 0
        ? { outcome: 'entered', row, action: 'updated', category: 'Dunlop Super2 Series' }
        : { outcome: 'refused', row, field: 'race', message: 'Race 1 is elsewhere.', duplicate: 0 }
    const place = (row: number) => ({ sheet: 'Text', row })
    expect(await upload(LIST, '?weekendId=1&preview=true')).toEqual({
      status: 200,
      body: {
        message:
          '0 new, 1 updated, 0 unchanged, 2 rows with errors. New category: Formula Vee. Nothing is written yet.',
        results: {
          processed: 3,
          success: [
            {
              ...place(2),
              kind: 'car',
              number: '7',
              driver: 'Ann Lee',
              category: 'Dunlop Super2 Series',
              action: 'updated',
            },
          ],
          errors: [
            { ...place(4), driver: 'Bo Ray', column: 'Race', message: 'Race 1 is elsewhere. See row 2.' },
            { ...place(5), driver: 'Nils Corbett', column: 'No', message: '“4O” is not a number of 1 to 3 digits.' },
          ],
          notes: [],
        },
      },
    })
    const { userId, username } = control.chief
    expect(lastRequest()).toMatchObject({ params: { id: 1 }, request: { preview: true, actor: { userId, username } } })
    expect((await upload(LIST)).body.message).not.toContain('Nothing is written')
    expect(lastRequest()).toMatchObject({ request: { preview: false } })
  })
  test('finds the weekend by the sessions of the sheet if the request names none', async () => {
    const race = await control.race()
    weekends = [race.weekendId]
    expect(await upload(`No,Driver,RaceId\n7,Ann Lee,${race.id}\n`, '')).toMatchObject({ status: 200 })
    expect(lastRequest()).toMatchObject({ params: { id: race.weekendId } })
    expect(await upload(LIST, '')).toMatchObject({ status: 400, body: { issues: [{ path: 'weekendId' }] } })
    expect(await upload(LIST, '?weekendId=2')).toMatchObject({ status: 404, body: { code: 'WEEKEND_NOT_FOUND' } })
    expect(await upload(LIST, '?weekendId=9999999999')).toMatchObject({ status: 404 })
    expect(await upload(LIST, '?preview=perhaps')).toMatchObject({ status: 400 })
  })
  test('rejects a file that is not a spreadsheet with a message', async () => {
    expect(await upload(undefined)).toMatchObject({ status: 400, body: { issues: [{ path: 'file' }] } })
    expect(await upload('hello')).toMatchObject({
      status: 400,
      body: { code: 'SHEET_REFUSED', message: expect.stringContaining('No cars were found') },
    })
    expect(await upload(Buffer.from([0x89, 0x50, 0x4e, 0x47]))).toMatchObject({
      status: 400,
      body: { code: 'SHEET_REFUSED', message: 'The file is a picture (PNG), not a spreadsheet.' },
    })
    expect(await upload(new Uint8Array(5 * 1024 * 1024 + 1))).toMatchObject({ status: 413 })
    expect(await control.admin('POST', '/api/admin/upload-cars', {})).toMatchObject({ status: 415 })
    expect(await upload(`No,Driver\n${'1,Ann Lee\n'.repeat(1_001)}`)).toMatchObject({
      status: 400,
      body: { message: 'The workbook has more than 1,000 rows to enter.' },
    })
  })
  test('allows only administrators to upload a sheet and to download the template', async () => {
    expect(await upload(LIST, '?weekendId=1', {})).toMatchObject({ status: 401 })
    const template = '/api/admin/upload-cars/template'
    expect(await control.fan('GET', template)).toMatchObject({ status: 403 })
    const reply = await control.app.inject({ url: template, headers: identity })
    expect(reply.headers).toMatchObject({
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-disposition': 'attachment; filename="purple-sector-cars.xlsx"',
    })
    expect((await readSheets(reply.rawPayload, LONG_TIMEOUT)).map(({ name }) => name)).toEqual(['Cars', 'Sessions'])
  })
  test('returns errors as a workbook without formulas', async () => {
    const url = '/api/admin/upload-cars/errors'
    const errors = [{ sheet: 'Cars', row: 7, driver: '=1+1', column: null, message: 'Missing.' }]
    expect(await control.fan('POST', url, { errors })).toMatchObject({ status: 403 })
    expect(await control.admin('POST', url, { errors: [] })).toMatchObject({ status: 400 })
    const reply = await control.app.inject({ method: 'POST', url, headers: identity, payload: { errors } })
    const [sheet] = await readSheets(reply.rawPayload, LONG_TIMEOUT)
    expect(sheet?.rows.map(({ cells }) => cells)).toEqual([
      ['Sheet', 'Row', 'Driver', 'Column', 'What is wrong'],
      ['Cars', '7', '=1+1', '', 'Missing.'],
    ])
  })
})
