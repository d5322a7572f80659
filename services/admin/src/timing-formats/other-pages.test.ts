import { describe, expect, test } from 'vitest'
import { otherPage } from './other-pages.ts'

const LAPS = `2031 Kingsway Challenge - Rd 4
Kingsway Street Circuit

Super2 Series - Practice 1

SECTOR AND LAP TIMES
Practice P1     45 Mins
Lap -Sector#1--Sector#2--Lap.Time  -Sector#1--Sector#2--Lap.Time

  7 Ada Quinn
  1 0:42.9340 0:55.6580 1:38.5920  0:37.3870 0:47.8610 -:--.----p
 10 0:29.6340 0:43.7650 1:13.3990
`

describe('other page of a timing company', () => {
  test.each([
    ['lists lap times', LAPS],
    ['lists lap times', LAPS.replace('SECTOR AND LAP TIMES', '')],
    ['is a starting grid', 'Super2 Series - Race 1\n\nSTARTING GRID\n1 27 Sam Petrakis'],
    ['lists points', 'CHAMPIONSHIP POINTS\n1 27 Sam Petrakis 120'],
  ])('%s', (description, text) => {
    expect(otherPage(text)).toBe(description)
  })
  test.each([
    'Super2 Series - Race 1\n\nCLASSIFICATION\nGRID\nPos Car Driver Laps',
    'Pos,No,Driver,Laps\n1,27,Sam,18',
    'Laps\tNo\n18\t27',
    '',
  ])('accepts what may be a classification: %j', (text) => {
    expect(otherPage(text)).toBeUndefined()
  })
})
