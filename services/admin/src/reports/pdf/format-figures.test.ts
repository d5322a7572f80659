import { expect, test } from 'vitest'
import type { ReportedCar } from '../weekend-report.ts'
import { counted, dateAndTime, days, distance, gap, lapTime, moment, percent, shortNames } from './format-figures.ts'
import { fitText, printableName } from './printable-name.ts'

test('formats the shared parts of a range of days once', () => {
  expect(days('2026-10-17', '2026-10-18')).toBe('17–18 Oct 2026')
  expect(days('2026-10-31', '2026-11-01')).toBe('31 Oct – 1 Nov 2026')
  expect(days('2026-12-31', '2027-01-01')).toBe('31 Dec 2026 – 1 Jan 2027')
  expect(days('2026-10-17', '2026-10-17')).toBe('17 Oct 2026')
})

test('formats times by the circuit clock', () => {
  expect(moment('2026-11-22T04:52:00.000Z', 'Australia/Adelaide')).toBe('Sun 3:22 pm')
  expect(dateAndTime('2026-11-22T07:12:00.000Z', 'Australia/Sydney')).toBe('22 Nov 2026, 6:12 pm AEDT')
})

test('formats laps and gaps as timing does', () => {
  expect([lapTime(80_298.3), lapTime(59_999.96), lapTime(3_723_000)]).toEqual(['1:20.2983', '1:00.0000', '62:03.0000'])
  expect([gap(4_127), gap(62_300)]).toEqual(['+4.127', '+1:02.300'])
})

test('formats the distance of a car from the winner, or its status', () => {
  const car = (overrides: Partial<ReportedCar>): ReportedCar => ({
    ...{
      position: 2,
      status: 'classified',
      plate: '7',
      driver: 'Ann',
      team: 'Blue',
      laps: 34,
      bestLapMs: null,
      gapMs: 900,
    },
    ...overrides,
  })
  const winner = car({ position: 1, gapMs: null })
  expect(distance(winner, winner)).toBe('34 laps')
  expect(distance(car({}), winner)).toBe('+0.900')
  expect(distance(car({ laps: 33 }), winner)).toBe('+1 lap')
  expect(distance(car({ status: 'dsq', position: null }), winner)).toBe('DSQ')
  expect(distance(car({ gapMs: null }), winner)).toBe('')
})

test('names bars by the kind of session, numbered if there are several', () => {
  const namesOf = (...types: string[]) => shortNames(types.map((sessionType) => ({ sessionType })))
  expect(namesOf('qualifying', 'shootout', 'race1', 'race2')).toEqual(['Q', 'SO', 'R1', 'R2'])
  expect(namesOf('qualifying', 'qualifying', 'race1', 'race1')).toEqual(['Q1', 'Q2', 'R1·1', 'R1·2'])
})

test('formats a small share as more than nothing', () => {
  expect([percent(1, 1_000), percent(0, 1_000), percent(0, 0), percent(95, 100)]).toEqual(['<1%', '0%', '0%', '95%'])
  expect([counted(1, 'fan'), counted(1_206, 'fan')]).toEqual(['1 fan', '1,206 fans'])
})

const latin = (codePoint: number): boolean => codePoint < 0x250

test('prints what the fonts can draw of a name, or its substitute', () => {
  expect(printableName('  𝓐𝓷𝓷\u202e\tLee 🏁 ', latin, 'a fan')).toBe('Ann Lee')
  expect(printableName('山田太郎', latin, 'a fan')).toBe('a fan')
  expect(printableName('山田太郎 A', latin, 'a fan')).toBe('a fan')
  expect(printableName('🏁🏁', latin, 'a fan')).toBe('a fan')
})

test('ends a line that does not fit with an ellipsis', () => {
  const width = (text: string) => text.length
  expect(fitText('Mostert', 7, width)).toBe('Mostert')
  expect(fitText('Chaz Mostert', 6, width)).toBe('Chaz…')
  expect(fitText('Chaz Mostert', 8, width)).toBe('Chaz Mo…')
})
