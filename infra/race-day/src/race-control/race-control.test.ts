import { describe, expect, test } from 'vitest'
import type { RecordedRace } from '../recording/recording.ts'
import { runRaceControl } from './race-control.ts'
import { emptyLog, type RaceControl } from './race-control-log.ts'

const race = (id: string) => ({ id, type: 'race1' }) as RecordedRace

/** Race control of two races, of which the product refuses to take one out of the competition. */
const refused = async (locked: boolean) => {
  const log = emptyLog()
  const control = {
    api: {
      setFilter: async () => false,
      races: async () => [
        { id: 1, locked },
        { id: 2, locked: false },
      ],
    },
    admin: { cookie: '' },
    programme: {
      weekendId: 7,
      races: new Map([
        ['first', 1],
        ['second', 2],
      ]),
    },
    recording: { sessions: [race('first'), race('second')] },
    log,
    signal: new AbortController().signal,
    onStep: async () => {},
  } as unknown as RaceControl
  await runRaceControl(control, [{ kind: 'filter', at: 0, sessions: ['second'] }])
  return log
}

describe('a filter that is refused', () => {
  test('came too late where a race that would go has locked: the one before stays', async () => {
    const log = await refused(true)
    expect(log.differences).toEqual([])
    expect(log.filters).toEqual([{ sessions: [], since: null }])
  })
  test('differs where no such race has locked', async () => {
    expect((await refused(false)).differences).toMatchObject([{ what: 'answer', actual: 'SESSION_LOCKED' }])
  })
})
