import { describe, expect, test } from 'vitest'
import type { RecordedRace } from '../recording/recording.ts'
import { runRaceControl } from './race-control.ts'
import { emptyLog, type RaceControl } from './race-control-log.ts'

const race = (id: string) => ({ id, type: 'race1' }) as RecordedRace

/** Race control of two races; the product refuses to remove one of them from the competition. */
const rejected = async (locked: boolean) => {
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

describe('setting the filter when the product refuses it', () => {
  test('keeps the previous filter if a race to be removed has locked', async () => {
    const log = await rejected(true)
    expect(log.differences).toEqual([])
    expect(log.filters).toEqual([{ sessions: [], since: null }])
  })
  test('reports a difference if no affected race has locked', async () => {
    expect((await rejected(false)).differences).toMatchObject([{ what: 'reply', actual: 'SESSION_LOCKED' }])
  })
})
