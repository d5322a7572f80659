import { describe, expect, test } from 'vitest'
import type { PageRow, ParsedPage } from '../timing-formats/parsed-page.ts'
import { isOtherDriver } from './driver-names.ts'
import { carOf } from './find-entry.ts'
import { isOtherSession } from './session-title.ts'
import { type Session, validatePage } from './validate-page.ts'

const car = (id: number, plate: string, driver: string, withdrawn = false) => ({
  id,
  plate,
  number: Number(plate),
  driver,
  withdrawn,
})
const session = (overrides: Partial<Session['race']> = {}): Session => ({
  race: { name: 'Race 1', category: 'Dunlop Super2 Series', sessionType: 'race1', ...overrides },
  cars: [
    car(1, '27', 'Sam Petrakis'),
    car(2, '6', 'Ash Brandt'),
    car(3, '33', 'Lou Brandt'),
    car(4, '4', 'Theo Quist'),
  ],
  carsOfOtherCategories: [{ ...car(9, '112', 'Jamie Lee'), category: 'V8 Utes' }],
})
const row = (line: number, number: string, position: number | null, overrides: Partial<PageRow> = {}): PageRow => ({
  line,
  number,
  position,
  driver: '',
  status: position === null ? null : 'classified',
  ...overrides,
})
const page = (rows: PageRow[], overrides: Partial<ParsedPage> = {}): ParsedPage => ({
  title: null,
  status: null,
  issue: null,
  rows,
  errors: [],
  notes: [],
  ...overrides,
})

describe('validatePage', () => {
  test('returns rows by car, with laps, laps of lapped cars, and gaps on the lap of the winner', () => {
    const rows = [
      row(1, '27', 1, { laps: 18, timeMs: 1_862_441, bestLapMs: 101_023 }),
      row(2, '6', 2, { laps: 18, timeMs: 1_863_992 }),
      row(3, '33', 3, { lapsDown: 1 }),
      row(4, '4', null, { status: 'dnf', laps: 9, timeMs: 961_002 }),
    ]
    expect(validatePage(page(rows, { status: 'official', issue: 2 }), session())).toEqual({
      status: 'official',
      issue: 2,
      startedAt: null,
      lateTips: null,
      classification: [
        { position: 1, carId: 1, status: 'classified', laps: 18, bestLapMs: 101_023 },
        { position: 2, carId: 2, status: 'classified', laps: 18, gapMs: 1_551 },
        { position: 3, carId: 3, status: 'classified', laps: 17 },
        { position: null, carId: 4, status: 'dnf', laps: 9 },
      ],
      matched: rows.map(({ line, number, driver }, index) => ({
        line,
        number,
        driver,
        carId: index + 1,
        differs: false,
      })),
      unmatched: [],
      errors: [],
      notes: ['Issue 2: it replaces an earlier one.'],
    })
  })
  test('reads an empty position as not started in a race, and as not classified in other sessions', () => {
    const rows = [row(1, '27', 1), row(2, '6', null), row(3, '33', null, { laps: 2 })]
    const statuses = (sessionOf: Session) =>
      validatePage(page(rows), sessionOf).classification.map(({ status }) => status)
    expect(statuses(session())).toEqual(['classified', 'dns', 'nc'])
    expect(statuses(session({ sessionType: 'qualifying' }))).toEqual(['classified', 'nc', 'nc'])
    expect(statuses(session({ sessionType: 'practice' }))).toEqual(['classified', 'nc', 'nc'])
  })
  test('lists a car that is not entered, with the category that it is entered in', () => {
    const rows = [
      row(1, '27', 1),
      row(2, '6', 2),
      row(3, '33', 3),
      row(4, '112', 4, { driver: 'J.Lee' }),
      row(5, '99', 5),
    ]
    const parsed = validatePage(page(rows), session())
    expect(parsed.unmatched).toEqual([
      { line: 4, number: '112', driver: 'J.Lee' },
      { line: 5, number: '99', driver: '' },
    ])
    expect(parsed.notes).toEqual([
      'Car 112 is entered in V8 Utes, not in Dunlop Super2 Series.',
      'Entered, but not on the page: 4.',
    ])
    expect(parsed.errors).toEqual([])
  })
  test('makes no car the winner because one of the podium is not entered, duplicated or missing', () => {
    expect(validatePage(page([row(1, '99', 1), row(2, '6', 2)]), session()).errors).toEqual([
      {
        line: 1,
        message: 'Position 1 is of car 99, which is not entered. A result that continues after it needs the top three.',
      },
    ])
    expect(
      validatePage(page([row(1, '27', 1), row(2, '27', 2), row(3, '6', 1), row(4, '33', 2)]), session()).errors,
    ).toEqual([
      { line: 2, message: 'Lines 1 and 2 both have car 27.' },
      { line: 3, message: 'Lines 1 and 3 both have position 1: cars 27 and 6.' },
    ])
    expect(validatePage(page([row(1, '27', 6)]), session()).errors).toMatchObject([
      { message: 'Position 1 is missing. A result that continues after it needs the top three.' },
    ])
  })
  test('names both lines of a duplicate, and notes a missing position behind the podium', () => {
    const cars = Array.from({ length: 7 }, (_, index) => car(index + 1, String(index + 10), 'Ann Lee'))
    const rows = [1, 2, 3, 4, 6, 7, 7].map((position, index) => row(index + 2, String(index + 10), position))
    const parsed = validatePage(page(rows), { ...session(), cars })
    expect(parsed.errors).toEqual([{ line: 8, message: 'Lines 7 and 8 both have position 7: cars 15 and 16.' }])
    expect(parsed.notes).toEqual([
      'Position 5 is missing: a line may have been lost.',
      'Entered, but not on the page: 16.',
    ])
    const withoutFourth = validatePage(page(rows.filter(({ position }) => position !== 4)), { ...session(), cars })
    expect(withoutFourth.notes[0]).toBe('Positions 4, 5 are missing: lines may have been lost.')
  })
  test('reports once that positions restart, by class or in a list of several sessions', () => {
    const rows = [1, 2, 3, 1, 2, 3].map((position, index) => row(index + 2, String(index + 10), position))
    const cars = rows.map(({ number }, index) => car(index + 1, number, ''))
    const { errors, classification } = validatePage(page(rows), { ...session(), cars })
    expect(errors).toEqual([
      {
        line: 5,
        message:
          'Lines 2 and 5 both have position 1: the positions begin again. Send one session at a time, with one order for all its classes.',
      },
    ])
    expect(classification).toHaveLength(3)
  })
  test('reads no gap of a timed session as a lap', () => {
    const rows = [row(1, '27', 1, { timeMs: 103_221 }), row(2, '6', 2, { timeMs: 914.3 })]
    const { classification, notes } = validatePage(page(rows), session({ sessionType: 'practice' }))
    expect(classification).toMatchObject([{ bestLapMs: 103_221 }, { carId: 2 }])
    expect(classification[1]).not.toHaveProperty('bestLapMs')
    expect(notes).toContain('Too short for a lap, and left out: the time of line 2.')
  })
  test('renumbers positions if a disqualified car left its place empty', () => {
    const rows = [row(1, '27', 1), row(2, '6', 3), row(3, '33', null, { status: 'dsq' })]
    expect(validatePage(page(rows), session())).toMatchObject({
      classification: [{ position: 1 }, { position: 2 }, { position: null }],
      errors: [],
      notes: ['Position 2 is left empty; the cars behind it move up.', 'Entered, but not on the page: 4.'],
    })
  })
  test('does not renumber over a podium car that is not entered', () => {
    const rows = [row(1, '27', 1), row(2, '99', 3), row(3, '6', 4), row(4, '33', null, { status: 'dsq' })]
    expect(validatePage(page(rows), session())).toMatchObject({
      classification: [{ position: 1 }, { position: 4 }, { position: null }],
      errors: [{ line: 2, message: expect.stringContaining('Position 3 is of car 99, which is not entered.') }],
    })
  })
  test('notes another driver, a withdrawn car, and the page of another session', () => {
    const sessionOf = session()
    const cars = [...sessionOf.cars.slice(0, 3), car(4, '4', 'Theo Quist', true)]
    const rows = [
      row(1, '27', 1, { driver: 'Ada Quinn' }),
      row(2, '6', 2, { driver: 'A.BRANDT' }),
      row(3, '33', 3),
      row(4, '4', 4),
    ]
    const parsed = validatePage(page(rows, { title: 'Super2 Series - Race 2' }), { ...sessionOf, cars })
    expect(parsed.notes).toEqual([
      'The page is headed “Super2 Series - Race 2”. This is Race 1, Dunlop Super2 Series.',
      'Car 27: the page names Ada Quinn, the entry list Sam Petrakis.',
      'Car 4 was withdrawn.',
    ])
    expect(parsed.matched.map(({ differs }) => differs)).toEqual([true, false, false, false])
  })
})

test('finds a car by its exact plate, else by a number that only one car has', () => {
  const doors = [car(1, '5', ''), car(2, '05', ''), car(3, '088', ''), car(4, '7', '', true), car(5, '07', '')]
  const idOf = (written: string) => carOf(doors, written)?.id
  expect([idOf('05'), idOf('5'), idOf('88'), idOf('005'), idOf('007'), idOf('88A')]).toEqual([
    2,
    1,
    3,
    undefined,
    5,
    undefined,
  ])
})

describe('driver name on a page', () => {
  test.each([
    ['Jamie Lee', 'J.Lee'],
    ['Jamie Lee', 'LEE, Jamie'],
    ['Mia O’Neil', "M. O'Neil"],
    ['Søren Müller', 'Soren Mueller'],
    ['Zoë van Dam', 'Zoe Van Dam'],
    ['Mitchell Orr', 'Mitch Orr'],
    ['Jamie Lee / Mia O’Neil', "Mia O'Neil/J.Lee"],
    ['Jamie Lee', "J.Lee/Mia O'Neil"],
    ['Jamie Lee and Mia O’Neil', 'J.Lee'],
    ['Alexander Montgomery', 'Alexander Montgo'],
    ['Jamie Lee', ''],
  ])('matches %s with %s', (entered, onPage) => {
    expect(isOtherDriver(entered, onPage)).toBe(false)
  })
  test.each([
    ['Lou Brandt', 'Ash Brandt'],
    ['Jamie Lee / Mia O’Neil', 'J.Lee/Bo Hill'],
    ['Jamie Lee', 'J. L.'],
    ['Jamie Lee', 'Ada Quinn'],
  ])('does not match %s with %s', (entered, onPage) => {
    expect(isOtherDriver(entered, onPage)).toBe(true)
  })
  test('matches a name that the team follows', () => {
    expect(isOtherDriver('Nils Corbett', 'Nils Corbett Red Dust Utes Mustang GT SC', true)).toBe(false)
    expect(isOtherDriver('Nils Corbett', 'Ola Berg Red Dust Utes Mustang GT SC', true)).toBe(true)
  })
})

test.each([
  ['Super2 Series - Race 1', false],
  ['DUNLOP SUPER2 SERIES - RACE 1', false],
  ['Race 1', false],
  ['Super2 Series - Race 2', true],
  ['Super2 Series - Qualifying', true],
  ['Porsche Carrera Cup - Race 1', true],
  ['Southern Cross 500', false],
])('recognises whether “%s” is of another session: %s', (title, isOther) => {
  expect(isOtherSession(title, { name: 'Race 1', category: 'Dunlop Super2 Series' })).toBe(isOther)
})

test('finds a car by its former plate and by its current one after a change', () => {
  const { cars, ...rest } = session()
  const changedSession = {
    ...rest,
    cars: cars.map((each) => (each.id === 3 ? { ...each, plate: '133', number: 133 } : each)),
  }
  const parsed = validatePage(page([row(1, '27', 1), row(2, '6', 2), row(3, '33', 3), row(4, '4', 4)]), changedSession)
  expect(parsed.unmatched).toEqual([{ line: 3, number: '33', driver: '' }])
  expect(parsed.errors).toMatchObject([{ line: 3, message: expect.stringContaining('car 33, which is not entered') }])
  expect(parsed.notes).toContain('Entered, but not on the page: 133.')
})
