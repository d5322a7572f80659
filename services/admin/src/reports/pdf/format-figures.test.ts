import { expect, test } from 'vitest'
import type { ReportedCar } from '../weekend-report.ts'
import { counted, dateAndTime, days, distance, gap, lapTime, moment, percent, shortNames } from './format-figures.ts'
import { fitted, printableName } from './printable-name.ts'

test('days say once what both share', () => {
  expect(days('2026-10-17', '2026-10-18')).toBe('17–18 Oct 2026')
  expect(days('2026-10-31', '2026-11-01')).toBe('31 Oct – 1 Nov 2026')
  expect(days('2026-12-31', '2027-01-01')).toBe('31 Dec 2026 – 1 Jan 2027')
  expect(days('2026-10-17', '2026-10-17')).toBe('17 Oct 2026')
})

test('times are those of the clocks at the circuit', () => {
  expect(moment('2026-11-22T04:52:00.000Z', 'Australia/Adelaide')).toBe('Sun 3:22 pm')
  expect(dateAndTime('2026-11-22T07:12:00.000Z', 'Australia/Sydney')).toBe('22 Nov 2026, 6:12 pm AEDT')
})

test('laps and gaps are written as timing writes them', () => {
  expect([lapTime(80_298.3), lapTime(59_999.96), lapTime(3_723_000)]).toEqual(['1:20.2983', '1:00.0000', '62:03.0000'])
  expect([gap(4_127), gap(62_300)]).toEqual(['+4.127', '+1:02.300'])
})

test('a car stands so far behind the winner, by time or by laps, or says why it has no place', () => {
  const car = (over: Partial<ReportedCar>): ReportedCar => ({
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
    ...over,
  })
  const winner = car({ position: 1, gapMs: null })
  expect(distance(winner, winner)).toBe('34 laps')
  expect(distance(car({}), winner)).toBe('+0.900')
  expect(distance(car({ laps: 33 }), winner)).toBe('+1 lap')
  expect(distance(car({ status: 'dsq', position: null }), winner)).toBe('DSQ')
  expect(distance(car({ gapMs: null }), winner)).toBe('')
})

test('bars are called by their kind of session, counted where there are several', () => {
  const of = (...types: string[]) => shortNames(types.map((sessionType) => ({ sessionType })))
  expect(of('qualifying', 'shootout', 'race1', 'race2')).toEqual(['Q', 'SO', 'R1', 'R2'])
  expect(of('qualifying', 'qualifying', 'race1', 'race1')).toEqual(['Q1', 'Q2', 'R1·1', 'R1·2'])
})

test('something is never called nothing', () => {
  expect([percent(1, 1_000), percent(0, 1_000), percent(0, 0), percent(95, 100)]).toEqual(['<1%', '0%', '0%', '95%'])
  expect([counted(1, 'fan'), counted(1_206, 'fan')]).toEqual(['1 fan', '1,206 fans'])
})

const latin = (codePoint: number): boolean => codePoint < 0x250

test('a name is what can be drawn of it, or what stands for it', () => {
  expect(printableName('  𝓐𝓷𝓷\u202e\tLee 🏁 ', latin, 'a fan')).toBe('Ann Lee')
  expect(printableName('山田太郎', latin, 'a fan')).toBe('a fan')
  expect(printableName('山田太郎 A', latin, 'a fan')).toBe('a fan')
  expect(printableName('🏁🏁', latin, 'a fan')).toBe('a fan')
})

test('a line ends in an ellipsis where it does not fit', () => {
  const width = (text: string) => text.length
  expect(fitted('Mostert', 7, width)).toBe('Mostert')
  expect(fitted('Chaz Mostert', 6, width)).toBe('Chaz…')
  expect(fitted('Chaz Mostert', 8, width)).toBe('Chaz Mo…')
})
