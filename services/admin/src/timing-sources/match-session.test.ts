import { expect, test } from 'vitest'
import { emptyState, type NatsoftEvent, type NatsoftState } from '../timing-formats/natsoft-state.ts'
import { isOurSession, type OurSession } from './match-session.ts'

const stateOf = (event: Partial<NatsoftEvent>, codes: readonly string[] = []): NatsoftState => ({
  ...emptyState,
  event: { code: 'R3', description: '', kind: 'Race', laps: 0, ...event },
  categories: new Map(codes.map((code, index) => [String(index), code])),
})
const ourSession = (overrides: Partial<OurSession> = {}): OurSession => ({
  name: 'Race 1',
  sessionType: 'race1',
  raceNumber: 1,
  categoryNames: ['Dunlop Super2 Series', 'S2', 'Super2'],
  startsAt: null,
  hasStarted: false,
  ...overrides,
})
const qualifying = ourSession({ name: 'Qualifying', sessionType: 'qualifying' })

test.each([
  ['its series and number', { description: 'Super2 Series - Race 1' }, [], ourSession()],
  ['the code of its cars', { description: 'Support - Race 1' }, ['S2'], ourSession()],
  ['its kind where nothing else is told', { description: 'Super2 - Session', kind: 'Qualifying' }, [], qualifying],
  [
    'its words where its kind is general',
    { description: 'Super2 - Top 10 Shootout', kind: 'Qualifying' },
    [],
    ourSession({ name: 'Top 10 Shootout', sessionType: 'shootout' }),
  ],
  ['a series with the year in its name', { description: '2026 Super2 Series - Race 1' }, [], ourSession()],
  [
    'a code without the blanks of the name',
    { description: 'Support - Race 1' },
    ['GRCUP'],
    ourSession({ categoryNames: ['GR Cup'] }),
  ],
  [
    'a code of the end of the name',
    { description: 'Race 1' },
    ['GRCUP'],
    ourSession({ categoryNames: ['Toyota GR Cup'] }),
  ],
  [
    'the full name, with a year of the season',
    { description: '2026 TOYOTA GAZOO Racing Australia GR CUP - Race 1' },
    [],
    ourSession({ categoryNames: ['TOYOTA GAZOO Racing Australia GR CUP'] }),
  ],
  ['the number in our name', { description: 'Super2 - Race 31' }, [], ourSession({ name: 'Race 31' })],
] as const)('recognises our session by %s', (_words, event, codes, session) => {
  expect(isOurSession(stateOf(event, codes), session)).toBe(true)
})

test.each([
  ['of another number', { description: 'Super2 Series - Race 2' }, [], ourSession()],
  ['of another kind', { description: 'Super2 Series - Race 1' }, [], qualifying],
  ['of another category', { description: 'Carrera Cup - Race 1' }, ['PCC'], ourSession()],
  [
    'of a category of the same make',
    { description: 'Race 1' },
    ['PORSCHE'],
    ourSession({ categoryNames: ['Porsche Carrera Cup'] }),
  ],
  ['of a category of the same kind', { description: 'Race 1' }, ['CUP'], ourSession({ categoryNames: ['GR Cup'] })],
  ['a code that is a year', { description: '2026 - Race 1' }, ['2026'], ourSession()],
  ['a race without a number', { description: 'Super2 Series - Feature race' }, [], ourSession()],
  ['without a series or cars', { description: 'Race 1' }, [], ourSession()],
  ['one of several qualifyings', { description: 'Super2 - Qualifying 2', kind: 'Qualifying' }, [], qualifying],
] as const)('does not recognise our session for certain: %s', (_words, event, codes, session) => {
  expect(isOurSession(stateOf(event, codes), session)).toBe(false)
})

test('recognises nothing before a session is named', () => {
  expect(isOurSession(emptyState, ourSession())).toBe(false)
})
