import { readFileSync } from 'node:fs'
import { snapshotBody } from '@purple-sector/contracts/admin/live-timing'
import { describe, expect, test } from 'vitest'
import { natsoftHeard, nothingHeard } from './natsoft.ts'
import { natsoftSnapshot } from './natsoft-snapshot.ts'
import { xmlElements } from './xml-elements.ts'

const sample = (name: string) => readFileSync(new URL(`./samples/${name}`, import.meta.url), 'utf8')
const now = new Date('2026-11-21T00:00:00Z')

/** How the session stands after these messages. */
const after = (...messages: string[]) =>
  messages.reduce((state, message) => natsoftHeard(state, xmlElements(message) ?? []), nothingHeard)
const standing = (...messages: string[]) => natsoftSnapshot(after(...messages), { sequence: 7, now })
const entryOf = (number: string, ...messages: string[]) =>
  standing(...messages)?.entries.find(({ carNumber }) => carNumber === number)

const live = sample('natsoft-live.xml')

describe('what a session of the feed adds up to', () => {
  test('a full leaderboard is a snapshot of the contract, with its times as they are', () => {
    const snapshot = standing(live)
    expect(snapshotBody.safeParse(snapshot).success).toBe(true)
    expect(snapshot).toMatchObject({
      sequence: 7,
      capturedAt: '2026-11-20T23:50:00.123Z',
      flag: 'green',
      lap: 6,
      totalLaps: 18,
      remainingMs: null,
      message: 'Car 33 under investigation',
    })
    expect(snapshot?.entries).toEqual([
      {
        carNumber: '27',
        driver: 'Sam Petrakis (AUS)',
        position: 1,
        laps: 6,
        lastLapMs: 101_023.4,
        bestLapMs: 100_999.9,
        gapMs: 0,
        gapLaps: null,
        intervalMs: null,
        intervalLaps: null,
        sectorsMs: [30_100.1, 35_200.2, 35_723.1],
        inPit: false,
        pitStops: 0,
        status: 'running',
      },
      expect.objectContaining({
        carNumber: '05',
        gapMs: 1_551,
        intervalMs: 1_551,
        sectorsMs: [30_200, null, 35_900],
        inPit: true,
        pitStops: 1,
        status: 'pit',
      }),
      expect.objectContaining({
        carNumber: '112',
        driver: "Mia O'Neil",
        gapMs: null,
        gapLaps: 1,
        intervalLaps: 1,
        sectorsMs: [null, null, null],
      }),
      expect.objectContaining({ carNumber: '33', lastLapMs: null, status: 'out' }),
    ])
  })

  test('a message that is cut to its length ends with a whole character', () => {
    const { message } = standing(live, `<G R="${'x'.repeat(499)}🏁"/>`) ?? {}
    expect([message?.length, message?.isWellFormed()]).toEqual([500, true])
  })

  test('long names of elements and attributes say the same', () => {
    const snapshot = standing(sample('natsoft-live-long.xml'))
    expect(snapshotBody.safeParse(snapshot).success).toBe(true)
    expect(snapshot).toMatchObject({
      flag: 'safety-car',
      lap: 4,
      totalLaps: null,
      remainingMs: 754_250,
      message: 'Track is damp',
      entries: [{ carNumber: '7', driver: 'Tam Iyer', lastLapMs: 88_888.8, bestLapMs: 88_123 }],
    })
  })

  test('what a partial leaderboard leaves out keeps its last value, and who it does not name stays', () => {
    const partial = '<L T="1795218700.5" Y="p"><P L="2" P="2" C="102" D="1"><D L="7" I="100.5000" PF=""/></P></L>'
    expect(entryOf('05', live, partial)).toMatchObject({
      laps: 7,
      lastLapMs: 100_500,
      bestLapMs: 101_100,
      pitStops: 1,
      status: 'running',
    })
    expect(standing(live, partial)?.entries).toHaveLength(4)
  })

  test('a partial leaderboard moves cars by their lines', () => {
    const swap = '<L Y="p"><P L="1" C="102"/><P L="2" C="101"><D LGI="0.2000"/></P></L>'
    expect(standing(live, swap)?.entries.map(({ carNumber, position }) => [carNumber, position])).toEqual([
      ['05', 1],
      ['27', 2],
      ['112', 3],
      ['33', 4],
    ])
    expect(entryOf('27', live, '<L Y="p"><P L="1"><D PS="2"/></P></L>')).toMatchObject({ position: 1, pitStops: 2 })
  })

  test('a question mark forgets a value, and a full leaderboard forgets who it does not name', () => {
    expect(entryOf('27', live, '<L Y="p"><P L="1" C="101"><D I="?" PS="?"/></P></L>')).toMatchObject({
      lastLapMs: null,
      pitStops: null,
      bestLapMs: 100_999.9,
    })
    expect(standing(live, '<L Y="f"><P L="1" P="1" C="103"><D L="9"/></P></L>')?.entries).toHaveLength(1)
    expect(entryOf('27', live, '<L Y="p"><P C="101" P="?"/></L>')).toMatchObject({ position: 5 })
  })

  test.each([
    ['WaitStart', undefined],
    ['Green', 'green'],
    ['Yellow', 'safety-car'],
    ['Red', 'red'],
    ['Checkered', 'chequered'],
    ['Ended', 'chequered'],
    ['Purple', 'green'],
  ])('status %s is flag %s', (status, flag) => {
    expect(standing(live, `<S S="${status}"/>`)?.flag).toBe(flag)
  })

  test('at the end everybody who is not out has finished', () => {
    expect(standing(live, '<S S="Checkered"/>')?.entries[0]?.status).toBe('running')
    expect(standing(live, '<S S="Ended"/>')?.entries.map(({ status }) => status)).toEqual([
      'finished',
      'finished',
      'finished',
      'out',
    ])
  })

  test('nothing is told before a session starts: the first snapshot would close it', () => {
    const grid = live.replace('<S S="Green"/>', '')
    expect(standing(grid)?.flag).toBe('green')
    expect(standing(grid.replaceAll(/ L="[0-9]+" I=/g, ' L="0" I='))).toBeUndefined()
  })

  test.each([
    ['<C Y="T" C="12.5000-" E="1800"/>', { remainingMs: 0, totalLaps: 18 }],
    ['<C Y="T" C="-3" E="1800"/>', { remainingMs: 0, totalLaps: 18 }],
    ['<C Y="T" C="?" E="1800"/>', { remainingMs: null, totalLaps: 18 }],
    ['<E C="P1" D="x" Y="Practice" L="0"/><C Y="L" C="3" E="9"/>', { remainingMs: null, totalLaps: 9 }],
    ['<E C="P1" D="x" Y="Practice" L="0"/><C Y="L" C="1-" E="9"/>', { remainingMs: null, totalLaps: 6 }],
  ])('counters: %s', (counters, expected) => {
    expect(standing(live, counters)).toMatchObject(expected)
  })

  test('a new session starts over', () => {
    const state = after(live, '<New><E C="R4" D="Super2 Series - Race 2" Y="Race" L="20"/></New>')
    expect(state.event).toEqual({ code: 'R4', description: 'Super2 Series - Race 2', kind: 'Race', laps: 20 })
    expect([state.cars.size, state.competitors.size, state.message, state.status]).toEqual([0, 0, '', undefined])
  })

  test('another address and a meeting that is not there are told', () => {
    expect(after('<Redirect URL="tcp://timing.example.org:50001"/>').redirect).toBe('tcp://timing.example.org:50001')
    expect(after('<NotFound/>').isNotFound).toBe(true)
  })

  test('elements and attributes that nobody knows change nothing', () => {
    const odd = `<Zebra Q="1"><L Y="f"/></Zebra>${live.replaceAll('<D L=', '<D ZZ="9" __proto__="1" L=')}<constructor/>`
    expect(standing(odd)).toEqual(standing(live))
  })

  test('one number on two cars names one car: the first', () => {
    const twice = standing(live.replace('N="112"', 'N="27"'))
    expect(snapshotBody.safeParse(twice).success).toBe(true)
    expect(twice?.entries.map(({ carNumber }) => carNumber)).toEqual(['27', '05', '33'])
  })
})

describe('what is XML', () => {
  test.each([
    'xQ9$$<<&kd',
    '<L Y="f"><P></L>',
    '',
    'scrambled',
    '<A/>x',
    '{"a":1}',
    '<A B=1/>',
    '<!DOCTYPE A [<!ENTITY e "boom">]><A B="&e;"/>',
    `${'<A>'.repeat(40)}${'</A>'.repeat(40)}`,
  ])('not %s', (text) => {
    expect(xmlElements(text)).toBeUndefined()
  })

  test('characters by number and the five entities are read, elements stand beside each other', () => {
    expect(xmlElements('<?xml version="1.0"?>\n<G R="Tom &amp; &#74;erry"/><S/>')).toEqual([
      { name: 'G', attributes: { R: 'Tom & Jerry' }, children: [] },
      { name: 'S', attributes: {}, children: [] },
    ])
  })
})
