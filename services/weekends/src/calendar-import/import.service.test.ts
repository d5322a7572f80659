import type { AuditAction } from '@purple-sector/contracts/admin/audit'
import type { CalendarImportReply } from '@purple-sector/contracts/weekends/calendar-import'
import { seasonChanged, weekendChanged, weekendsAdminActed } from '@purple-sector/contracts/weekends/events'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import type { Season } from '@purple-sector/contracts/weekends/seasons'
import { readSheets, writeSheets } from '@purple-sector/sheets'
import { aFan, hoursFromNow } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startWeekends, type TestWeekends } from '../../test/create-test-weekends.ts'

const LONG_TIMEOUT = { maxMs: 60_000 }
let service: TestWeekends
let identity: Record<string, string>
beforeAll(async () => {
  service = await startWeekends()
  identity = await service.identityOf(service.chief)
})
afterAll(() => service?.close())

let season: Season
beforeEach(async () => {
  await service.database('seasons').delete()
  await service.database('weekends').delete()
  season = (await service.admin<Season>('POST', '/api/admin/seasons', { name: '2026', year: 2026 })).body
})

type Sent = { query?: string; headers?: Record<string, string> }
const send = async (file: string | Uint8Array | undefined, { query = '', headers = identity }: Sent = {}) => {
  const form = new FormData()
  if (file !== undefined) form.append('file', new Blob([file as Uint8Array<ArrayBuffer>]), 'calendar')
  const request = new Request('http://weekends/', { method: 'POST', body: form })
  const reply = await service.app.inject({
    method: 'POST',
    url: `/api/admin/seasons/${season.id}/import${query}`,
    headers: { ...headers, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return { status: reply.statusCode, body: reply.json<CalendarImportReply>() }
}
const actionsOf = ({ body }: { body: CalendarImportReply }) => body.results.success.map(({ action }) => action)
const errorsOf = ({ body }: { body: CalendarImportReply }) =>
  body.results.errors.map(({ row, column, message }) => [row, column, message])
const find = async (): Promise<Season> => (await service.fan<Season>('GET', `/api/seasons/${season.id}`)).body
const rounds = async (): Promise<(Weekend | undefined)[]> => {
  const weekends = (await service.admin<Weekend[]>('GET', '/api/admin/weekends')).body
  return (await find()).weekends.map(({ weekendId }) => weekends.find(({ id }) => id === weekendId))
}
const names = async () => (await rounds()).map((weekend) => weekend?.name)
const audited = async (action: string, id: number): Promise<AuditAction> =>
  (await service.probe.next(weekendsAdminActed, (acted) => acted.action === action && acted.subject.id === String(id)))
    .data

const HEAD = 'Round,Name,Venue,Start,End,Time zone\n'
const CSV = `${HEAD}1,Sydney 500,Sydney Motorsport Park,2026-02-20,2026-02-22,Australia/Sydney
2,Perth SuperSprint,Wanneroo,12/06/2026,14/06/2026,Australia/Perth
3,Bathurst 1000,Mount Panorama,Thu 8 Oct 2026,Sun 11 Oct 2026,Australia/Sydney
`

describe('importing a calendar', () => {
  test('creates weekends that are not announced, puts them into rounds, publishes and audits them', async () => {
    const reply = await send(CSV)
    expect(reply.status).toBe(200)
    expect(reply.body.message).toBe('3 new, 0 updated, 0 unchanged, 0 rows with errors.')
    expect(reply.body.results.success[1]).toEqual({
      sheet: 'Text',
      row: 3,
      round: 2,
      weekendId: expect.any(Number),
      name: 'Perth SuperSprint',
      venue: 'Wanneroo',
      startDate: '2026-06-12',
      endDate: '2026-06-14',
      timeZone: 'Australia/Perth',
      action: 'created',
    })
    expect(await names()).toEqual(['Sydney 500', 'Perth SuperSprint', 'Bathurst 1000'])
    const [first] = await rounds()
    expect(first).toMatchObject({ isActive: false, status: 'inactive', seasonId: season.id, round: 1 })
    const id = first?.id ?? 0
    expect((await service.probe.next(weekendChanged, (data) => data.id === id)).data).toMatchObject({ round: 1 })
    expect((await service.probe.next(seasonChanged, (data) => data.weekends.length === 3)).data.version).toBe(2)
    expect(await audited('weekend.created', id)).toMatchObject({ before: null, after: { name: 'Sydney 500' } })
    expect(await audited('season.calendar-imported', season.id)).toMatchObject({
      before: { rounds: [] },
      after: { rounds: ['Sydney 500', 'Perth SuperSprint', 'Bathurst 1000'] },
    })
  })
  test('changes nothing for the same file again, also in two requests at once', async () => {
    const replies = await Promise.all([send(CSV), send(CSV)])
    expect(replies.map(actionsOf).toSorted()).toEqual([
      ['created', 'created', 'created'],
      ['unchanged', 'unchanged', 'unchanged'],
    ])
    const before = await find()
    expect(actionsOf(await send(CSV))).toEqual(['unchanged', 'unchanged', 'unchanged'])
    expect(await find()).toEqual(before)
    expect(await rounds()).toHaveLength(3)
  })
  test('previews in the same way, and writes nothing', async () => {
    const preview = await send(CSV, { query: '?preview=true' })
    expect(preview.body.message).toBe('3 new, 0 updated, 0 unchanged, 0 rows with errors. Nothing is written yet.')
    expect(preview.body.results.success[0]).toMatchObject({ round: 1, weekendId: null, action: 'created' })
    expect(await find()).toEqual(season)
    expect((await service.admin<Weekend[]>('GET', '/api/admin/weekends')).body).toEqual([])
  })
  test('recognises a round by its number, and changes what the row says', async () => {
    await send(CSV)
    const [, second] = await rounds()
    const reply = await send('Rd;Event;Start\n2;Perth 400;19 June 2026\n')
    expect(actionsOf(reply)).toEqual(['updated'])
    expect(reply.body.results.notes).toEqual(['“Perth SuperSprint” becomes “Perth 400”.'])
    expect((await rounds())[1]).toEqual({
      ...second,
      name: 'Perth 400',
      ...{ startDate: '2026-06-19', endDate: '2026-06-21', date: '2026-06-19' },
    })
    expect(await audited('weekend.changed', second?.id ?? 0)).toMatchObject({
      before: { name: 'Perth SuperSprint' },
      after: { name: 'Perth 400' },
    })
    const published = await service.probe.next(weekendChanged, (data) => data.name === 'Perth 400')
    expect(published.data).toMatchObject({ id: second?.id, venue: 'Wanneroo' })
  })
  test('recognises a weekend by name and year where the number is new, and takes it into the season', async () => {
    const old = await service.weekend({ name: 'Sydney 500', startDate: '2025-02-20', endDate: '2025-02-22' })
    const known = await service.weekend({
      name: 'sydney 500',
      startDate: '2026-02-20',
      endDate: '2026-02-22',
      venue: 'Eastern Creek',
      isActive: true,
    })
    expect(actionsOf(await send(CSV))).toEqual(['updated', 'created', 'created'])
    expect((await rounds())[0]).toMatchObject({ id: known.id, venue: 'Sydney Motorsport Park', isActive: true })
    expect((await service.fan<Weekend>('GET', `/api/weekends/${old.id}`)).body.seasonId).toBeNull()
  })
  test('adds rows without a number after the rounds, by their start, and keeps known ones in place', async () => {
    await send(CSV)
    const list = 'Name,Start\nFinale,2026-11-27\nSandown 500,2026-09-11\nSydney 500,2026-02-20\n'
    expect(actionsOf(await send(list))).toEqual(['created', 'created', 'unchanged'])
    expect(await names()).toEqual(['Sydney 500', 'Perth SuperSprint', 'Bathurst 1000', 'Sandown 500', 'Finale'])
  })
  test('keeps multipliers', async () => {
    await send(CSV)
    const body = (await find()).weekends.map(({ weekendId, round }) => ({ weekendId, multiplier: round }))
    await service.admin('PUT', `/api/admin/seasons/${season.id}/weekends`, body)
    await send(`${HEAD}4,Finale,,2026-11-27,,\n`)
    expect((await find()).weekends.map(({ multiplier }) => multiplier)).toEqual([1, 2, 3, 1])
  })
  test('accepts overlapping rounds and says which', async () => {
    const reply = await send(`${HEAD}1,A,,2026-02-20,2026-02-22,Australia/Perth\n2,B,,2026-02-22,,Australia/Perth\n`)
    expect(actionsOf(reply)).toEqual(['created', 'created'])
    expect(reply.body.results.notes).toEqual(['“A” and “B” overlap.'])
  })
})

describe('files', () => {
  test('a workbook is read as text and as days', async () => {
    const rows = CSV.trim()
      .split('\n')
      .map((line) => line.split(','))
    const file = await writeSheets([{ name: 'Calendar', rows, widths: [] }])
    expect(actionsOf(await send(file))).toEqual(['created', 'created', 'created'])
    expect(actionsOf(await send(CSV))).toEqual(['unchanged', 'unchanged', 'unchanged'])
  })
  test('a text is read with a byte order mark, quotes and any line ends', async () => {
    const row = '1,"The ""Great"" Race, Bathurst","Mount Panorama,\r\nNSW",2026-10-08,2026-10-11,Australia/Sydney'
    expect(actionsOf(await send(`\uFEFF${HEAD.trim()}\r\n${row}\r\n`))).toEqual(['created'])
    expect(actionsOf(await send(`${HEAD}${row.replace('\r\n', '\n')}`))).toEqual(['unchanged'])
    expect(await rounds()).toMatchObject([{ name: 'The "Great" Race, Bathurst', venue: 'Mount Panorama, NSW' }])
  })
  test('an .ics file is read in the time zone of each round', async () => {
    const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']
    const file = [
      'BEGIN:VCALENDAR',
      ...event('SUMMARY:Round 1: Sydney 500', 'DTSTART;VALUE=DATE:20260220', 'DTEND;VALUE=DATE:20260223'),
      ...event(
        'SUMMARY:R2 – Perth SuperSprint of a long',
        '  name',
        'DTSTART;TZID=Australia/Perth:20260612T080000',
        'DTEND;TZID=Australia/Perth:20260614T180000',
      ),
      // 20 February at 01:00 in Sydney.
      ...event('SUMMARY:Round 3: Night race', 'DTSTART:20260819T150000Z', 'DTEND:20260820T140000Z'),
      ...event('SUMMARY:Called off', 'DTSTART;VALUE=DATE:20260920', 'STATUS:CANCELLED'),
      'END:VCALENDAR',
    ].join('\r\n')
    const reply = await send(file)
    const row = ({ round, name, startDate, endDate, timeZone }: CalendarImportReply['results']['success'][number]) => [
      ...[round, name, startDate, endDate, timeZone],
    ]
    expect(reply.body.results.success.map(row)).toEqual([
      [1, 'Sydney 500', '2026-02-20', '2026-02-22', 'Australia/Sydney'],
      [2, 'Perth SuperSprint of a long name', '2026-06-12', '2026-06-14', 'Australia/Perth'],
      [3, 'Night race', '2026-08-20', '2026-08-20', 'Australia/Sydney'],
    ])
    expect(reply.body.results.notes).toEqual([
      '“Called off” is cancelled in the calendar, so it’s left out.',
      'New rounds without a time zone are in Australia/Sydney.',
    ])
    expect(actionsOf(await send(file))).toEqual(['unchanged', 'unchanged', 'unchanged'])
  })
  test.each([
    ['an empty file', () => '', 'The file is empty.'],
    ['a picture', () => Buffer.from([0x89, 0x50, 0x4e, 0x47]), 'The file is a picture (PNG), not a spreadsheet.'],
    ['a text', () => 'hello', expect.stringContaining('No rounds were found')],
    ['a calendar without events', () => 'BEGIN:VCALENDAR\nEND:VCALENDAR', expect.stringContaining('No rounds')],
    ['half a calendar', () => 'BEGIN:VCALENDAR\nBEGIN:VEVENT', 'The calendar is damaged: it cannot be read.'],
    [
      '10,000 events',
      () => `BEGIN:VCALENDAR\n${'BEGIN:VEVENT\nSUMMARY:A\nDTSTART:20260220\nEND:VEVENT\n'.repeat(10_000)}END:VCALENDAR`,
      'The calendar has more than 1,000 events.',
    ],
    ['10,000 rows', () => `${HEAD}${'1,A,,2026-02-20,,\n'.repeat(10_000)}`, 'The file has more than 1,000 rows.'],
    [
      'more rounds than a season has',
      () => `${HEAD}${Array.from({ length: 51 }, (_, at) => `,R${at},,2026-02-20,,`).join('\n')}`,
      'The file has more than 50 rounds, more than a season can have.',
    ],
    [
      'a zip bomb',
      () => writeSheets([{ name: 'A', rows: Array(60).fill(Array(60).fill('a'.repeat(30_000))), widths: [] }]),
      expect.stringMatching(/far more than its size|unpacks to more than 50 MB/),
    ],
  ])('%s is refused with its reason', async (_, file, message) => {
    expect(await send(await file())).toMatchObject({ status: 400, body: { code: 'SHEET_REFUSED', message } })
    expect(await find()).toEqual(season)
  })
  test('a missing or too large one is refused', async () => {
    expect(await send(undefined)).toMatchObject({ status: 400, body: { issues: [{ path: 'file' }] } })
    expect(await send(new Uint8Array(5 * 1024 * 1024 + 1))).toMatchObject({ status: 413 })
  })
})

describe('the template', () => {
  const download = (headers: Record<string, string>) =>
    service.app.inject({ url: '/api/admin/seasons/import/template', headers })

  test('has the columns of a calendar, and an example row that no import takes', async () => {
    const reply = await download(identity)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-disposition': 'attachment; filename="purple-sector-calendar.xlsx"',
      'x-content-type-options': 'nosniff',
    })
    const [sheet] = await readSheets(reply.rawPayload, LONG_TIMEOUT)
    const [head = [], example = []] = sheet?.rows.map(({ cells }) => cells) ?? []
    expect(head).toEqual(['Round', 'Name', 'Venue', 'Start', 'End', 'Time zone', 'Note'])
    expect(await send(reply.rawPayload)).toMatchObject({ status: 400, body: { code: 'SHEET_REFUSED' } })
    const widths: number[] = []
    const own = ['1', 'Sydney 500', 'Eastern Creek', '2026-02-20', '2026-02-22', 'Australia/Sydney', '']
    expect(
      actionsOf(await send(await writeSheets([{ name: 'Calendar', rows: [head, example, own], widths }]))),
    ).toEqual(['created'])
    const filledIn = await writeSheets([{ name: 'Calendar', rows: [head, [...example.slice(0, -1), '']], widths }])
    expect((await send(filledIn, { query: '?preview=true' })).body.results).toMatchObject({ processed: 1, errors: [] })
  })
  test('is for administrators', async () => {
    expect((await download({})).statusCode).toBe(401)
    expect((await download(await service.identityOf(aFan()))).statusCode).toBe(403)
  })
})

describe('rows with errors', () => {
  const SYDNEY = '1,Sydney 500,,2026-02-20,,\n'
  test.each([
    ['a round twice', `${SYDNEY}1,Other,,2026-03-20,,`, [3, 'Round', 'Round 1 is in row 2 already.']],
    ['a weekend twice', `${SYDNEY}2,sydney 500,,2026-03-20,,`, [3, 'Name', '“sydney 500” is in row 2 already.']],
    [
      'an unknown time zone',
      '1,Sydney 500,,2026-02-20,,Sydney',
      [2, 'Time zone', '“Sydney” isn’t a time zone such as Australia/Sydney.'],
    ],
    [
      'an end before the start',
      '1,Sydney 500,,2026-02-20,2026-02-19,',
      [2, 'End', 'The weekend would end on 2026-02-19, before it starts on 2026-02-20.'],
    ],
    [
      'an end in another century',
      '1,Sydney 500,,2026-02-20,2999-12-31,',
      [2, 'End', 'The weekend would last from 2026-02-20 to 2999-12-31: it has at most 31 days.'],
    ],
    ['no day', '1,Sydney 500,,soon,,', [2, 'Start', '“soon” isn’t a day such as 2026-11-21.']],
    ['a wrong weekday', '1,A,,Mon 20 Feb 2026,,', [2, 'Start', '“Mon 20 Feb 2026”: 20 Feb 2026 is a Friday.']],
    ['no start', '1,Sydney 500,,,,', [2, 'Start', 'Missing.']],
    ['no name', '1,,,2026-02-20,,', [2, 'Name', 'Missing.']],
    ['no round', '0,Sydney 500,,2026-02-20,,', [2, 'Round', '“0” isn’t a round: use a number from 1 to 50.']],
    ['a long venue', `1,A,${'v'.repeat(101)},2026-02-20,,`, [2, 'Venue', 'Is longer than 100 characters.']],
    [
      'a formula',
      '1,=A1,,2026-02-20,,',
      [2, 'Name', 'Cell B2 is a formula. Put its value there instead: formulas are not computed.'],
    ],
    [
      'a gap',
      `${SYDNEY}3,Bathurst,,2026-10-08,,`,
      [3, 'Round', 'There would be only 2 rounds: a round before this one is missing.'],
    ],
  ])('name %s, and write nothing', async (_, rows, error) => {
    const reply = await send(HEAD + rows)
    expect(reply.status).toBe(200)
    expect(errorsOf(reply)).toEqual([error])
    expect(reply.body.message).toContain('1 row with errors. Nothing is written until all rows are right.')
    expect(await find()).toEqual(season)
    expect((await service.admin<Weekend[]>('GET', '/api/admin/weekends')).body).toEqual([])
  })
  test('name a weekend of another season', async () => {
    await send(CSV)
    season = (await service.admin<Season>('POST', '/api/admin/seasons', { name: 'Cup', year: 2026 })).body
    expect(errorsOf(await send(`${HEAD}1,Sydney 500,,2026-02-20,,`))).toEqual([
      [2, 'Name', '“Sydney 500” is in “2026”. Take it out there first.'],
    ])
  })
  test('name an event that repeats, also by an invalid rule, and a day that does not exist', async () => {
    const file = `BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:A\nDTSTART;VALUE=DATE:20260220\nRRULE:FREQ=YEARLY\nEND:VEVENT
BEGIN:VEVENT\nSUMMARY:B\nDTSTART;VALUE=DATE:20260231\nEND:VEVENT
BEGIN:VEVENT\nSUMMARY:C\nDTSTART;VALUE=DATE:20260320\nRRULE:FREQ=SOMETIMES\nEND:VEVENT
BEGIN:VEVENT\nSUMMARY:D\nDTSTART;VALUE=DATE:20260420\nEND:VEVENT\nEND:VCALENDAR`
    const reply = await send(file)
    expect(errorsOf(reply)).toEqual([
      [1, 'DTSTART', 'This event repeats: a round takes place once.'],
      [2, 'DTSTART', '“2026-02-31” isn’t a day such as 2026-11-21.'],
      [3, 'DTSTART', 'This event repeats: a round takes place once.'],
    ])
    expect(reply.body.results.success.map(({ name }) => name)).toEqual(['D'])
  })
  test.each([
    ['cannot be read', '2,Perth,,soon,,', [3, 'Start', '“soon” isn’t a day such as 2026-11-21.']],
    ['has no name', '2,,,2026-06-12,,', [3, 'Name', 'Missing.']],
  ])('leave the rows after one that %s without an error', async (_, row, error) => {
    const reply = await send(`${HEAD}${SYDNEY}${row}\n3,Bathurst,,2026-10-08,,`)
    expect(errorsOf(reply)).toEqual([error])
    expect(reply.body.results).toMatchObject({ processed: 3, success: [{ round: 1 }, { name: 'Bathurst', round: 3 }] })
  })
  test('count a row without a round before it once, and only as an error', async () => {
    const reply = await send(`${HEAD}${SYDNEY}3,Bathurst,,2026-10-08,,`, { query: '?preview=true' })
    expect(reply.body.results).toMatchObject({ processed: 2, success: [{ name: 'Sydney 500' }], errors: [{ row: 3 }] })
  })
  test('name a date that cannot be read, and nothing of the file is written', async () => {
    const file = `BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:A\nDTSTART;VALUE=DATE:20260220\nEND:VEVENT
BEGIN:VEVENT\nSUMMARY:B\nDTSTART;VALUE=DATE:soon\nEND:VEVENT
BEGIN:VEVENT\nSUMMARY:C\nDTSTART;VALUE=DATE:20260320\nDTEND;VALUE=DATE:later\nEND:VEVENT
BEGIN:VEVENT\nSUMMARY:D\nDTSTART:?\nSTATUS:CANCELLED\nEND:VEVENT\nEND:VCALENDAR`
    const reply = await send(file)
    expect(errorsOf(reply)).toEqual([
      [2, 'DTSTART', 'This can’t be read as a date such as 20261121.'],
      [3, 'DTEND', 'This can’t be read as a date such as 20261121.'],
    ])
    expect(reply.body.results.notes).toContain('“D” is cancelled in the calendar, so it’s left out.')
    expect((await service.admin<Weekend[]>('GET', '/api/admin/weekends')).body).toEqual([])
  })
  test('name a zone that only one program knows, and an endless duration', async () => {
    const file = `BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:A\nDTSTART;TZID=AUS Eastern Standard Time:20260220T090000\nEND:VEVENT
BEGIN:VEVENT\nSUMMARY:B\nDTSTART;VALUE=DATE:20260220\nDURATION:P99999999999D\nEND:VEVENT\nEND:VCALENDAR`
    expect(errorsOf(await send(file))).toEqual([
      [1, 'TZID', '“AUS Eastern Standard Time” isn’t a time zone such as Australia/Sydney.'],
      [2, 'DTEND', '“P99999999999D” isn’t a day such as 2026-11-21.'],
    ])
  })
})

describe('a season that has started', () => {
  test('needs a reason only where a raced round changes its place', async () => {
    await send(`${HEAD}1,Sydney 500,,2026-02-20,,\n2,Perth,,2026-06-12,,\n`)
    const [first] = await rounds()
    await service.race(first?.id ?? 0, { startTime: hoursFromNow(-1) })
    // Round 4 is new, so the name decides: Sydney moves to the end.
    const added = await send(`${HEAD}3,Bathurst,,2026-10-08,,\n`)
    expect(actionsOf(added)).toEqual(['created'])
    const outOfPlace = `${HEAD}4,Sydney 500,,2026-02-20,,\n,Adelaide,,2026-03-06,,\n`
    expect(await send(outOfPlace)).toMatchObject({ status: 409, body: { code: 'SEASON_STARTED' } })
    expect(await names()).toEqual(['Sydney 500', 'Perth', 'Bathurst'])
    expect((await send(outOfPlace, { query: '?reason=New%20calendar' })).status).toBe(200)
    expect(await names()).toEqual(['Perth', 'Bathurst', 'Adelaide', 'Sydney 500'])
    const acted = await service.probe.next(weekendsAdminActed, ({ after }) =>
      JSON.stringify(after).includes('"reason"'),
    )
    expect(acted.data).toMatchObject({ action: 'season.calendar-imported', after: { reason: 'New calendar' } })
  })
})

describe('access', () => {
  test('rejects an outdated version of the season', async () => {
    const headers = { ...identity, 'if-match': '"1"' }
    expect((await send(CSV, { headers })).status).toBe(200)
    expect(await send(CSV, { headers })).toMatchObject({ status: 409, body: { code: 'SEASON_CHANGED' } })
    expect((await send(CSV, { headers: { ...identity, 'if-match': 'newest' } })).status).toBe(400)
  })
  test('is for administrators, and for seasons that exist', async () => {
    expect(await send(CSV, { headers: {} })).toMatchObject({ status: 401 })
    expect(await send(CSV, { headers: await service.identityOf(aFan()) })).toMatchObject({ status: 403 })
    expect(await send(CSV, { query: '?preview=perhaps' })).toMatchObject({ status: 400 })
    season = { ...season, id: 999_999 }
    expect(await send(CSV)).toMatchObject({ status: 404, body: { code: 'SEASON_NOT_FOUND' } })
    expect(await service.admin('POST', `/api/admin/seasons/1/import`, {})).toMatchObject({ status: 415 })
  })
})
