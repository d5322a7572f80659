import { readFileSync } from 'node:fs'
import { snapshotBody } from '@purple-sector/contracts/admin/live-timing'
import { describe, expect, test } from 'vitest'
import { natsoftSnapshot } from './natsoft-snapshot.ts'
import { applyMessage, emptyState } from './natsoft-state.ts'
import { xmlElements } from './xml-elements.ts'

const sample = (name: string) => readFileSync(new URL(`./samples/${name}`, import.meta.url), 'utf8')
const now = new Date('2026-11-21T00:00:00Z')

/** Applies messages and returns the state. */
const stateAfter = (...messages: string[]) =>
  messages.reduce((state, message) => applyMessage(state, xmlElements(message) ?? []), emptyState)
const snapshotAfter = (...messages: string[]) => natsoftSnapshot(stateAfter(...messages), { sequence: 7, now })
const entryOf = (number: string, ...messages: string[]) =>
  snapshotAfter(...messages)?.entries.find(({ carNumber }) => carNumber === number)

const live = sample('natsoft-live.xml')
const support = sample('natsoft-live-support.xml')

describe('state of a feed session', () => {
  test('converts a full leaderboard to a valid snapshot with unchanged times', () => {
    const snapshot = snapshotAfter(live)
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

  test('cuts a message to its length at a whole character', () => {
    const { message } = snapshotAfter(live, `<G R="${'x'.repeat(499)}🏁"/>`) ?? {}
    expect([message?.length, message?.isWellFormed()]).toEqual([500, true])
  })

  test('accepts long names of elements and attributes', () => {
    const snapshot = snapshotAfter(sample('natsoft-live-long.xml'))
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

  test('keeps values and cars that a partial leaderboard leaves out', () => {
    const partial = '<L T="1795218700.5" Y="p"><P L="2" P="2" C="102" D="1"><D L="7" I="100.5000" PF=""/></P></L>'
    expect(entryOf('05', live, partial)).toMatchObject({
      laps: 7,
      lastLapMs: 100_500,
      bestLapMs: 101_100,
      pitStops: 1,
      status: 'running',
    })
    expect(snapshotAfter(live, partial)?.entries).toHaveLength(4)
  })

  test('moves cars by their lines in a partial leaderboard', () => {
    const swap = '<L Y="p"><P L="1" C="102"/><P L="2" C="101"><D LGI="0.2000"/></P></L>'
    expect(snapshotAfter(live, swap)?.entries.map(({ carNumber, position }) => [carNumber, position])).toEqual([
      ['05', 1],
      ['27', 2],
      ['112', 3],
      ['33', 4],
    ])
    expect(entryOf('27', live, '<L Y="p"><P L="1"><D PS="2"/></P></L>')).toMatchObject({ position: 1, pitStops: 2 })
  })

  test('moves a car before the one whose line it takes in a partial leaderboard', () => {
    const order = (...partials: string[]) => snapshotAfter(live, ...partials)?.entries.map(({ carNumber }) => carNumber)
    const lead = '<L Y="p"><P L="1" P="1" C="102"/></L>'
    expect(order(lead)?.slice(0, 2)).toEqual(['05', '27'])
    expect(order(lead, '<L Y="p"><P L="1" P="1" C="101"/></L>')?.slice(0, 2)).toEqual(['27', '05'])
  })

  test('clears a value by a question mark, and cars that a full leaderboard leaves out', () => {
    expect(entryOf('27', live, '<L Y="p"><P L="1" C="101"><D I="?" PS="?"/></P></L>')).toMatchObject({
      lastLapMs: null,
      pitStops: null,
      bestLapMs: 100_999.9,
    })
    expect(snapshotAfter(live, '<L Y="f"><P L="1" P="1" C="103"><D L="9"/></P></L>')?.entries).toHaveLength(1)
    expect(entryOf('27', live, '<L Y="p"><P C="101" P="?"/></L>')).toMatchObject({ position: 5 })
  })

  test.each([
    ['WaitStart', undefined],
    ['Green', 'green'],
    ['Yellow', 'safety-car'],
    ['Red', 'red'],
    ['Checkered', 'chequered'],
    ['Ended', 'chequered'],
    ['SafetyCar', 'safety-car'],
    ['Safety Car', 'safety-car'],
    ['VSC', 'safety-car'],
    ['Paused', 'red'],
    ['Inactive', 'green'],
    ['Purple', 'green'],
  ])('converts status %s to flag %s', (status, flag) => {
    expect(snapshotAfter(live, `<S S="${status}"/>`)?.flag).toBe(flag)
  })

  test('stores an unknown status until a known one arrives', () => {
    expect(stateAfter(live, '<S S="Purple"/>').unknownStatus).toBe('Purple')
    for (const knownStatus of ['Red', 'Inactive'])
      expect(stateAfter(live, '<S S="Purple"/>', `<S S="${knownStatus}"/>`).unknownStatus).toBeUndefined()
  })

  test('has not started a session that is paused or inactive before the first lap', () => {
    const gridMessage = live.replaceAll(/ L="[0-9]+" I=/g, ' L="0" I=').replace('<S S="Green"/>', '')
    for (const status of ['Paused', 'Inactive', 'WaitStart'])
      expect(snapshotAfter(gridMessage, `<S S="${status}"/>`)).toBeUndefined()
  })

  test('marks every car that is not out as finished at the end', () => {
    expect(snapshotAfter(live, '<S S="Checkered"/>')?.entries[0]?.status).toBe('running')
    expect(snapshotAfter(live, '<S S="Ended"/>')?.entries.map(({ status }) => status)).toEqual([
      'finished',
      'finished',
      'finished',
      'out',
    ])
  })

  test('does not mark a car that never started as finished, whatever its position', () => {
    const snapshotAtEnd = snapshotAfter(support, '<S T="1795227600.0000" S="Ended" E="R3"/>')
    expect(snapshotAtEnd?.entries.map(({ carNumber, status }) => [carNumber, status])).toEqual([
      ['18', 'finished'],
      ['7', 'finished'],
      ['33', 'finished'],
      ['41', 'out'],
      ['52', 'out'],
    ])
    expect(snapshotAfter(support)?.entries.at(-1)?.status).toBe('running')
  })

  test('does not mark a car without a time in qualifying as finished, although it did laps', () => {
    const qualifying = support.replace('Y="Race" MP', 'Y="Qualifying" MP').replaceAll('FI="93.8000"', 'FI="0.0000"')
    const snapshotAtEnd = snapshotAfter(qualifying, '<S S="Ended"/>')
    expect(snapshotAtEnd?.entries.map(({ status }) => status)).toEqual(['finished', 'finished', 'out', 'out', 'out'])
  })

  test('replaces underscores in names with blanks', () => {
    expect(entryOf('7', support)?.driver).toBe('Ira Tollen')
  })

  test('removes control and direction characters from everything displayed', () => {
    const state = stateAfter(
      '<New><M D="A\u202eB"/><E C="R\u200b1" D="Super2\u202e - Race 1"/><RL><R ID="1" N="2\u202e7"><V ID="1" N="Kim\u202e\u200bLee"/></R></RL></New>',
      '<G R="Track\u202e wet&#10;now"/>',
    )
    expect([state.meeting, state.event?.code, state.event?.description]).toEqual(['AB', 'R1', 'Super2 - Race 1'])
    expect([...state.competitors.values()]).toMatchObject([{ number: '27', drivers: new Map([['1', 'KimLee']]) }])
    expect(state.message).toBe('Track wet now')
  })

  test('derives the start from Green, or from the Green that ended the wait, else none', () => {
    const startedAt = (...messages: string[]) =>
      snapshotAfter(support.replace(/<S .*/, ''), ...messages)?.sessionStartedAt
    const green = (rest: string) => `<S T="1795226480.0000" S="Green"${rest}/>`
    expect(startedAt(green(' I="1795226400.0000"'))).toBe('2026-11-21T02:00:00.000Z')
    expect(startedAt('<S T="1795226000" S="WaitStart"/>', green(''))).toBe('2026-11-21T02:01:20.000Z')
    expect(
      startedAt('<S S="WaitStart"/>', green(''), '<S T="1795226900" S="Red"/>', '<S T="1795227000" S="Green"/>'),
    ).toBe('2026-11-21T02:01:20.000Z')
    expect(startedAt(green(''))).toBeNull()
    expect(startedAt('<S T="1795226480.0000" S="Yellow" I="1795226470.0000"/>')).toBeNull()
    expect(startedAt(green(' I="1695226400.0000"'))).toBeNull()
  })

  test.each(['Change', 'WaitCat'])('continues the session at a %s', (root) => {
    const change = `<${root} T="1795226700.0000"><S S="Red" E="R3"/><RL><R ID="40" CC="0" N="77"><V ID="1" N="Val_Noor"/></R><R ID="2" N="18"><V ID="1" N="Sub Stitute"/></R></RL><L T="1795226700.0000" Y="p"><P L="1" P="1" C="1"/><P L="2" P="2" C="2"/><P L="6" P="6" C="40"/></L></${root}>`
    const snapshot = snapshotAfter(support, change)
    expect(snapshot?.flag).toBe('red')
    expect(snapshot?.entries.map(({ carNumber, driver }) => [carNumber, driver])).toEqual([
      ['7', 'Ira Tollen'],
      ['18', 'Sub Stitute'],
      ['33', 'Pia Sandow'],
      ['41', 'Kit Arbor'],
      ['52', 'Lev Quill'],
      ['77', 'Val Noor'],
    ])
  })

  test('starts over at a Change that names another session', () => {
    const state = stateAfter(support, '<Change><E C="R4" D="Super2 Series - Race 2" Y="Race"/></Change>')
    expect([state.event?.code, state.cars.size, state.status]).toEqual(['R4', 0, undefined])
  })

  test('skips and counts competitors, categories, drivers, cars and steps beyond their limits', () => {
    const repeat = (count: number, elementOf: (index: number) => string) =>
      Array.from({ length: count }, (_, i) => elementOf(i)).join('')
    const state = stateAfter(
      `<OL>${repeat(150, (i) => `<O ID="${i}" C="C${i}"/>`)}</OL>`,
      `<RL>${repeat(800, (i) => `<R ID="${i}" N="${i}">${repeat(i === 0 ? 12 : 0, (d) => `<V ID="${d}" N="x"/>`)}</R>`)}</RL>`,
      `<RL>${repeat(1_200, (i) => `<R ID="x${i}" N="${i}"/>`)}</RL>`,
      `<L Y="p">${repeat(400, (i) => `<P L="${i}" C="${i}"/>`)}</L>`,
      '<S S="Red"/>'.repeat(205),
    )
    expect([state.categories.size, state.competitors.size, state.cars.size]).toEqual([100, 500, 300])
    expect(state.competitors.get('0')?.drivers.size).toBe(10)
    expect(state.skipped).toBe(50 + 300 + 2 + 1_200 + 100 + 5)
    expect(stateAfter('<New/>').skipped).toBe(0)
  })

  test('returns no snapshot before a session starts: the first one would close it', () => {
    const gridMessage = live.replace('<S S="Green"/>', '')
    expect(snapshotAfter(gridMessage)?.flag).toBe('green')
    expect(snapshotAfter(gridMessage.replaceAll(/ L="[0-9]+" I=/g, ' L="0" I='))).toBeUndefined()
  })

  test.each([
    ['<C Y="T" C="12.5000-" E="1800"/>', { remainingMs: 0, totalLaps: 18 }],
    ['<C Y="T" C="-3" E="1800"/>', { remainingMs: 0, totalLaps: 18 }],
    ['<C Y="T" C="?" E="1800"/>', { remainingMs: null, totalLaps: 18 }],
    ['<E C="P1" D="x" Y="Practice" L="0"/><C Y="L" C="3" E="9"/>', { remainingMs: null, totalLaps: 9 }],
    ['<E C="P1" D="x" Y="Practice" L="0"/><C Y="L" C="1-" E="9"/>', { remainingMs: null, totalLaps: 6 }],
  ])('reads counters: %s', (counters, expected) => {
    expect(snapshotAfter(live, counters)).toMatchObject(expected)
  })

  test('starts over at a new session', () => {
    const state = stateAfter(live, '<New><E C="R4" D="Super2 Series - Race 2" Y="Race" L="20"/></New>')
    expect(state.event).toEqual({ code: 'R4', description: 'Super2 Series - Race 2', kind: 'Race', laps: 20 })
    expect([state.cars.size, state.competitors.size, state.message, state.status]).toEqual([0, 0, '', undefined])
  })

  test('reports a redirect, and a missing meeting', () => {
    expect(stateAfter('<Redirect URL="tcp://timing.example.org:50001"/>').redirect).toBe(
      'tcp://timing.example.org:50001',
    )
    expect(stateAfter('<NotFound/>').isNotFound).toBe(true)
  })

  test('ignores unknown elements and attributes', () => {
    const unusual = `<Zebra Q="1"><L Y="f"/></Zebra>${live.replaceAll('<D L=', '<D ZZ="9" __proto__="1" L=')}<constructor/>`
    expect(snapshotAfter(unusual)).toEqual(snapshotAfter(live))
  })

  test('names the first of two cars with one number', () => {
    const snapshotWithDuplicate = snapshotAfter(live.replace('N="112"', 'N="27"'))
    expect(snapshotBody.safeParse(snapshotWithDuplicate).success).toBe(true)
    expect(snapshotWithDuplicate?.entries.map(({ carNumber }) => carNumber)).toEqual(['27', '05', '33'])
  })
})

describe('XML parsing', () => {
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
    `<A ${Array.from({ length: 201 }, (_, index) => `a${index}="1"`).join(' ')}/>`,
    '<A/>'.repeat(20_001),
  ])('rejects %s', (text) => {
    expect(xmlElements(text)).toBeUndefined()
  })

  test('expands numeric characters and the five entities, and accepts sibling elements', () => {
    expect(xmlElements('<?xml version="1.0"?>\n<G R="Tom &amp; &#74;erry"/><S/>')).toEqual([
      { name: 'G', attributes: { R: 'Tom & Jerry' }, children: [] },
      { name: 'S', attributes: {}, children: [] },
    ])
  })
})
