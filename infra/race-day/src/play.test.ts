import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { differencesInWords } from './comparison/differences.ts'
import { playRaceDay } from './play.ts'
import { AnotherWeekendLive } from './stage.ts'
import { type FakeServer, startFakeServer } from './test-double/fake-server.ts'
import { groupRecording, rareRecording, smallRecording } from './test-double/small-recording.ts'

let server: FakeServer
beforeEach(async () => {
  server = await startFakeServer()
})
afterEach(() => server.close())

/** Another weekend that is live. */
const bathurst = () => ({ id: 900, name: 'Bathurst', status: 'live', isActive: true, productRaceIds: [], version: 0 })

/** Where nothing differs in the end: on a slow machine one look alone may take seconds. */
const PATIENT = { settleFor: 20_000 }

const play = (over: Partial<Parameters<typeof playRaceDay>[0]> = {}) =>
  playRaceDay({
    url: server.url,
    recording: smallRecording(),
    admin: { email: 'admin@example.test', password: 'secret' },
    fans: 14,
    speed: 3_000,
    settleFor: 3_000,
    ...over,
  })

describe('play does not begin', () => {
  test('where nothing answers, with the wrong password, or as somebody who is no administrator', async () => {
    await expect(play({ url: 'http://127.0.0.1:1', patience: 50 })).rejects.toThrow(
      'Nothing answers at http://127.0.0.1:1: start the product (make start)',
    )
    const wrong = { email: 'admin@example.test', password: 'guess' }
    await expect(play({ admin: wrong })).rejects.toThrow('does not accept this password for admin@example.test')
    const fan = { email: 'fan@example.test', password: 'secret' }
    await expect(play({ admin: fan })).rejects.toThrow('fan@example.test is no administrator')
    expect(server.product.weekends).toEqual([])
  })
})

describe('a weekend played against a product', { timeout: 120_000, concurrent: false }, () => {
  test('that keeps the rules ends without a difference, in spite of outages and cut sockets', async () => {
    const { sessions, ...weekend } = smallRecording()
    // Each locks by its start, so that a late tip is refused however late race control is.
    const started = sessions.map((race) => ({ ...race, plannedStart: race.plannedStart ?? '2026-03-14T09:42:00Z' }))
    const steps: string[] = []
    const report = await play({
      ...PATIENT,
      recording: { ...weekend, sessions: started },
      onStep: (name) => {
        steps.push(name)
        if (name === 'publish qualifying 1') server.outages = 3
        if (name === 'publish race 1') server.cutSockets()
      },
    })
    expect(report.differences).toEqual([])
    expect(report.tips.accepted).toBeGreaterThan(10)
    expect(report.tips.tipsClosed).toBeGreaterThan(0)
    expect(report.results).toMatchObject({ published: 2, corrections: 1, withdrawals: 0, repeated: 1, previews: 1 })
    expect(report.sockets).toEqual({ opened: 14, interruptions: 14 })
    expect(report.retries).toBeGreaterThanOrEqual(3)
    expect(steps).toContain('published qualifying 2')
    expect(server.product.weekends).toMatchObject([{ status: 'completed', isActive: false }])
  })

  test('that loses a point, sends a message twice or lets a board fall behind is caught', async () => {
    server.tamper = (frame) => {
      const data = JSON.parse(JSON.stringify(frame.data))
      if (frame.type === 'leaderboard_update' && data.version > 3 && data.entries[0]) data.entries[0].totalPoints += 1
      if (frame.type === 'result_corrected') return null
      return { ...frame, data }
    }
    const { differences } = await play({ fans: 6 })
    expect(new Set(differences.map(({ what }) => what))).toEqual(
      new Set(['totalPoints', 'corrected qualifying, revision 2']),
    )
  })

  test('and everything that real weekends do, ends without a difference and leaves the categories as they were', async () => {
    const before = JSON.stringify(server.product.categories)
    const report = await play({ ...PATIENT, recording: rareRecording(), fans: 10 })
    expect(report.differences).toEqual([])
    expect(report.results).toMatchObject({ edits: 1, lateEntries: 1, renames: 2, statuses: 1, withdrawals: 0 })
    expect(JSON.stringify(server.product.categories.filter(({ isMain }) => isMain))).toBe(before)
    const plates = server.product.cars.map(({ plate, driver }) => `${plate} ${driver}`)
    expect(plates).toEqual(expect.arrayContaining(['05 Driver 05', '5 Driver 5', '0 Driver 0', '3 Newcomer']))
  })

  test('and its groups, whoever comes, leaves, waits or changes the rules, ends without a difference', async () => {
    const { differences, groups, tips } = await play({ ...PATIENT, recording: groupRecording(), speed: 600 })
    expect(differences).toEqual([])
    expect(groups).toMatchObject({ founded: 3, memberships: 14 })
    expect(groups.tipsLocked).toBeGreaterThan(0)
    expect(tips.accepted).toBeGreaterThan(10)
    // Founded a tenth of a second apart by people of their own, whichever comes first.
    expect(server.product.clubs.groups.map(({ name }) => name).toSorted()).toEqual(['Club', 'Mates'])
  })

  test('that tells hidden points, or picks before the last lock, is caught, in words', async () => {
    const { clubs } = server.product
    const { entries, picks } = clubs
    Object.assign(clubs, {
      entries: (group: Parameters<typeof entries>[0]) => entries.call(clubs, group, group.founderId),
      picks: (...args: Parameters<typeof picks>) =>
        picks.apply(clubs, args).map((one) => ({ ...one, open: false, tips: 0, cars: [], yours: null })),
    })
    const recording = groupRecording()
    // A look that overlaps the deletion of a group tells of that instead of the picks.
    const groups = recording.groups.filter(({ deleted }) => !deleted)
    // Slowly enough to look at picks between the first result and the last lock, also on a busy machine.
    const report = await play({ recording: { ...recording, groups }, speed: 300, settleFor: 1_000 })
    const words = differencesInWords(report.differences, 1_000)
    expect(words).toMatch(/group Mates, read by .*, row .*: totalPoints should be null, but is \d+/)
    expect(words).toMatch(/after a result, picks of .*: open should be true, but is false/)
  })

  test('plays a weekend whose sessions are all cancelled, also for one fan', async () => {
    const recording = smallRecording()
    const sessions = recording.sessions.map((race) => ({
      ...race,
      plannedStart: race.plannedStart ?? '2026-03-14T09:42:00Z',
      ran: null,
      results: race.results.slice(0, 1).map(({ at }) => ({
        ...{ at, status: 'cancelled' as const, reason: 'Storm', classification: [] },
        ...{ previewFirst: false, sentTwice: false },
      })),
    }))
    for (const fans of [14, 1]) {
      const report = await play({ ...PATIENT, recording: { ...recording, sessions }, fans })
      expect(report.differences).toEqual([])
      expect(report.results).toMatchObject({ published: 2, corrections: 0 })
    }
  })

  test('that previews something else, keeps a reason to itself or renames the past is caught, in words', async () => {
    const { preview, resultOf } = server.product
    Object.assign(server.product, {
      preview: (...args: Parameters<typeof preview>) => ({ ...preview(...args), participantsChanged: 99 }),
      resultOf(...args: Parameters<typeof resultOf>) {
        const result = resultOf(...args)
        const classification = result.classification.map((row) => ({ ...row, car: { ...row.car, driver: 'Nobody' } }))
        return { ...result, reason: null, classification }
      },
    })
    server.tamper = (frame) => {
      const data = JSON.parse(JSON.stringify(frame.data))
      if (frame.type === 'result_corrected') data.reason = 'Another one'
      if (frame.type === 'leaderboard_update') for (const entry of data.entries) entry.positionChange += 1
      return { ...frame, data }
    }
    const words = differencesInWords((await play({ fans: 6, settleFor: 1_000 })).differences, 1_000)
    expect(words).toContain('preview of qualifying, result 1: participantsChanged should be ')
    expect(words).toContain('qualifying, result 2: reason should be Penalty, but is null')
    expect(words).toContain('reason in corrected qualifying, revision 2 should be Penalty, but is Another one')
    expect(words).toMatch(/result of race: car id \d+ should be #3 Driver 3, Team, but is #3 Nobody, Team/)
    expect(words).toMatch(/socket of early, row 1 \(.*\): positionChange should be 0, but is 1/)
  })

  describe('whose laps were recorded', () => {
    const withLaps = () => {
      const recording = smallRecording()
      const [qualifying, race] = recording.sessions
      // Car 2 leads, drops back and stops; car 1 is overtaken.
      const laps = ['123', '213', '231', '31'].map((order) => [...order])
      const red = { at: '2026-03-14T09:46:00Z', until: '2026-03-14T09:47:00Z', reason: 'Oil' }
      return { ...recording, sessions: [qualifying!, { ...race!, laps, redFlags: [red] }] }
    }
    beforeEach(() => {
      server.hasTiming = true
    })

    test('shows each lap, and its boards as they stand, without a difference', async () => {
      const { differences, timing } = await play({ ...PATIENT, recording: withLaps(), fans: 6 })
      expect(differences).toEqual([])
      expect(timing).toMatchObject({ races: 1, laps: 5, boards: 5, repeated: 0 })
      expect(timing?.frames).toBeGreaterThan(4)
    })

    test('or shows a wrong place, another board or an old moment, and is caught, in words', async () => {
      server.tamper = (frame) => {
        const data = JSON.parse(JSON.stringify(frame.data))
        if (frame.type === 'timing_update' && data.lap === 2) data.entries[0].place = 2
        if (frame.type === 'timing_update' && data.lap === 3) return { ...frame, at: '2026-03-14T09:00:00.000Z' }
        if (frame.type === 'as_it_stands' && data.raceId === null) return null
        return { ...frame, data }
      }
      const report = await play({ recording: withLaps(), fans: 2, settleFor: 300 })
      const words = differencesInWords(report.differences, 1_000)
      expect(words).toMatch(/race, lap 2 \(.*\), socket of .*: car 2 should be .*"place":1.*, but is .*"place":2/)
      expect(words).toMatch(/race, lap 3 .*: timing_update: at should be \d+, but is \d+/)
      expect(words).toContain('race, over: boards as they stand that stay on screens should be [], but is ["all"]')
    })
  })

  test('with another weekend live stops and names it', async () => {
    server.product.weekends.push(bathurst())
    await expect(play()).rejects.toThrow(AnotherWeekendLive)
    await expect(play()).rejects.toThrow(/"Bathurst" is live.* --take-over \(make race-day TAKE_OVER=1\)/)
    expect(server.product.weekends).toHaveLength(1)
  })

  test('taking over puts the other weekend back, also when it is stopped in the middle', async () => {
    server.product.weekends.push(bathurst())
    const stop = new AbortController()
    const stopped = play({
      takeOver: true,
      ending: 'keep',
      signal: stop.signal,
      onStep: (name) => {
        if (name === 'started') stop.abort(new Error('enough'))
      },
    })
    await expect(stopped).rejects.toThrow('enough')
    expect(server.product.weekends).toMatchObject([
      { name: 'Bathurst', status: 'live', isActive: true },
      { status: 'completed', isActive: false },
    ])
  })
})
