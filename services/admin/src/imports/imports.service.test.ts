import { readFileSync } from 'node:fs'
import type { ResultBody } from '@purple-sector/contracts/admin/http'
import type { ParsedImport } from '@purple-sector/contracts/admin/imports'
import type { ErrorBody } from '@purple-sector/contracts/common'
import { aCar } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startRaceControl, type TestRaceControl } from '../../test/create-test-race-control.ts'

const PAGE = readFileSync(new URL('../timing-formats/samples/race.txt', import.meta.url), 'utf8')

/** As a browser saves it. */
const savedPage = `<HTML>
<HEAD><TITLE>Natsoft - 1 27 Results</TITLE><SCRIPT>document.write("<pre>Pos Car</pre>")</SCRIPT></HEAD>
<BODY><TABLE><TR><TD><IMG SRC="logo.gif"></TD></TR></TABLE>
<PRE>
${PAGE.replace("O'Neil", 'O&#39;Neil')
  .replace(/^(Super2.*)$/m, '<B><A HREF="?e=1&amp;s=2">$1</A></B>')
  .replace(/^PROVISIONAL/m, '<FONT color="red">PROVISIONAL</FONT>')}</PRE>
<HR></BODY></HTML>`

let control: TestRaceControl
let identity: Record<string, string>
beforeAll(async () => {
  control = await startRaceControl()
  identity = await control.identityOf(control.chief)
})
afterAll(() => control.close())

const readPath = (raceId: number) => `/api/admin/races/${raceId}/results/read`
const parseText = <Body extends object = ParsedImport>(raceId: number, text: string) =>
  control.admin<Body>('POST', readPath(raceId), { text })
const readFile = async (raceId: number, file: Uint8Array<ArrayBuffer> | string) => {
  const form = new FormData()
  form.append('file', new Blob([file]), 'result.bin')
  const request = new Request('http://admin/', { method: 'POST', body: form })
  const headers = { ...identity, 'content-type': request.headers.get('content-type') ?? '' }
  const payload = Buffer.from(await request.arrayBuffer())
  const reply = await control.app.inject({ method: 'POST', url: readPath(raceId), headers, payload })
  return { status: reply.statusCode, body: reply.json<ParsedImport & ErrorBody>() }
}

/** Race 1 of Super2 with the cars of the samples, as weekends knows it. */
const createRace = async () => {
  const {
    weekend: _,
    carIds: __,
    cars: ___,
    ...raceState
  } = await control.race({
    cars: 0,
    name: 'Race 1',
    sessionType: 'race1',
    category: 'Dunlop Super2 Series',
    categoryId: 3,
  })
  const entries = [
    ['27', 'Sam Petrakis'],
    ['06', 'Ash Brandt'],
    ['112', "Jamie Lee / Mia O'Neil"],
    ['33', 'Lou Brandt'],
    ['4', 'Theo Quist'],
    ['19', 'Zoë Corbett'],
    ['13', 'Kim Vale'],
  ]
  const cars = entries.map(([plate = '', driver = '']) =>
    aCar({
      weekendId: raceState.weekendId,
      category: 'Dunlop Super2 Series',
      categoryId: 3,
      plate,
      number: Number(plate),
      driver,
    }),
  )
  control.setWeekendsReplies(raceState, raceState.id, cars)
  return { id: raceState.id, cars, idOf: (plate: string) => cars.find((car) => car.plate === plate)?.id ?? 0 }
}

describe('import of published results', () => {
  test('parses a page that was copied, saved, or exported as a sheet', async () => {
    const { id, idOf } = await createRace()
    const reply = await parseText(id, PAGE)
    expect(reply.body).toMatchObject({
      status: 'provisional',
      issue: 2,
      classification: [
        { position: 1, carId: idOf('27'), status: 'classified', laps: 18, bestLapMs: 101_023 },
        { position: 2, carId: idOf('06'), status: 'classified', laps: 18, bestLapMs: 101_221, gapMs: 1_551 },
        { position: 3, carId: idOf('112'), status: 'classified', gapMs: 7_566 },
        { position: null, carId: idOf('33'), status: 'dnf', laps: 9 },
        { position: null, carId: idOf('4'), status: 'dns' },
        { position: null, carId: idOf('19'), status: 'dsq' },
        { position: null, carId: idOf('13'), status: 'dns' },
      ],
      unmatched: [{ line: 19, number: '77', driver: 'Ada Quinn' }],
      errors: [],
      notes: ['Issue 2: it replaces an earlier one.'],
    })
    const files = [savedPage, Buffer.from(savedPage, 'latin1'), Buffer.from(`\uFEFF${savedPage}`, 'utf16le')]
    for (const file of files) {
      const { body } = await readFile(id, new Uint8Array(Buffer.from(file)))
      expect(body.classification).toEqual(reply.body.classification)
    }
    const sheet = 'No;Pos;Driver;Laps;Best\r\n6;1;A. Brandt;18;1:41.2\r\n27;2;S. Petrakis;18;\r\n'
    expect((await readFile(id, sheet)).body).toMatchObject({
      status: null,
      issue: null,
      classification: [
        { position: 1, carId: idOf('06'), bestLapMs: 101_200 },
        { position: 2, carId: idOf('27') },
      ],
      notes: ['Entered, but not on the page: 112, 33, 4, 19, 13.'],
    })
    const cells = 'PROVISIONAL\nIssue 2\nPos\tNo\tDriver\tLaps\tBest\n1\t27\tS. Petrakis\t18\t1:41.2\nDNF\t222\tAl\t9'
    expect((await parseText(id, cells)).body).toMatchObject({
      status: 'provisional',
      issue: 2,
      classification: [{ position: 1, carId: idOf('27'), bestLapMs: 101_200 }],
      unmatched: [{ line: 5, number: '222', driver: 'Al' }],
    })
  })

  test('writes nothing; what it parsed can be published unchanged', async () => {
    const { id } = await createRace()
    const { body } = await parseText(id, PAGE)
    expect([await control.revisionsOf(id), await control.auditOf(id)]).toEqual([[], []])
    const result: ResultBody = { status: body.status ?? 'official', classification: body.classification }
    expect(await control.putResult(id, result)).toMatchObject({
      status: 200,
      body: { revision: 1, status: 'provisional' },
    })
  })

  test('requires an administrator, an existing session, and content', async () => {
    const { id } = await createRace()
    expect((await control.visitor('POST', readPath(id), { text: '1' })).status).toBe(401)
    expect((await control.fan('POST', readPath(id), { text: '1' })).status).toBe(403)
    control.setWeekendsReplies(undefined, 80_001)
    expect(await parseText<ErrorBody>(80_001, '1\t27')).toMatchObject({ status: 404, body: { code: 'RACE_NOT_FOUND' } })
    expect(await parseText<ErrorBody>(id, '')).toMatchObject({ status: 400, body: { issues: [{ path: 'text' }] } })
    expect(await readFile(id, '')).toMatchObject({ status: 400, body: { issues: [{ path: 'file' }] } })
    expect(await control.admin('POST', readPath(id), {})).toMatchObject({ status: 400 })
  })
})

describe('import of other content', () => {
  const LINE =
    '1    27  Sam Petrakis (AUS)       Lakeside Racing          Mustang GT  SC    18  31:02.4410     7 1:41.0230*\n'
  const repeated = (text: string, length = 499_000): string =>
    text.repeat(Math.ceil(length / text.length)).slice(0, length)

  test.each([
    ['a letter', 'Dear all, the result follows.', 'No line names a car.'],
    ['one endless line', repeated('1 1:41.0230 '), 'No line names a car.'],
    ['rows without end', LINE.repeat(2_000), 'More than 1,000 rows name a car.'],
    ['lines without end', repeated('\n'), 'It has more than 3,000 lines, so it isn’t a classification.'],
    ['tags within tags', repeated('<div>'), 'The page is nested too deeply to be read.'],
    ['brackets', repeated('1 27 ((((((((((('), 'No line names a car.'],
    ['a picture', '\u0089PNG\r\n', 'No line names a car.'],
  ])('rejects %s with a message', async (_, text, message) => {
    const { id } = await createRace()
    const reply = await parseText<ErrorBody>(id, text)
    expect(reply.status).toBe(400)
    expect(reply.body.message).toContain(message)
  })

  test('rejects a file that is neither page nor sheet, with a message', async () => {
    const { id } = await createRace()
    expect(await readFile(id, new Uint8Array([0x25, 0x50, 0x44, 0x46, 0, 1]))).toMatchObject({
      status: 400,
      body: { message: 'The file is a PDF, not a spreadsheet.' },
    })
    expect(await readFile(id, repeated('x', 1_100_000))).toMatchObject({ status: 413 })
    expect(await readFile(id, repeated('x', 5_300_000))).toMatchObject({ status: 413 })
  })
})
