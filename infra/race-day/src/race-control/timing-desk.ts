import { asClassification, expectedEntries, podiumIn } from '../account/expected-timing.ts'
import { type FinalAccount, finalAccount } from '../account/final-account.ts'
import {
  compareProjected,
  compareProjectedLeaderboards,
  type ExpectedProjectedLeaderboard,
  expectedBoards,
} from '../account/projected-leaderboards.ts'
import { compareEntries, readBoard } from '../comparison/compare-board.ts'
import type { FollowedFan } from '../comparison/compare-sockets.ts'
import { compareTiming, type ExpectedTiming } from '../comparison/compare-timing.ts'
import { type Difference, differs, shortestOf } from '../comparison/differences.ts'
import type { ProjectedLeaderboardFrame, TimingFrame } from '../fans/fan-socket.ts'
import type { TimingCounts } from '../options.ts'
import type { RecordedRace } from '../recording/recording.ts'
import type { RaceControl } from './race-control-log.ts'
import { enteredCarId } from './set-up-weekend.ts'
import { type RaceState, raceStateAt, type TimingFlag } from './timing-snapshot.ts'
import type { Seen, TimingSource } from './timing-source.ts'

/** Delivers laps, and checks after each what fans see of it. */
export type TimingDesk = {
  lap(race: RecordedRace, lap: number, flag: TimingFlag): Promise<void>
  /** Checks that nothing provisional remains of a race that is completed or has another result. */
  over(race: RecordedRace): Promise<void>
  counts(): TimingCounts
}

type Desk = Omit<RaceControl, 'groupChecks' | 'timing'> & { source: TimingSource; followed: readonly FollowedFan[] }

/** A lap that was checked. */
type Lap = {
  sequence: number
  at: number
  podium: string
  order: ReturnType<typeof asClassification>
  /** The projected open board when the lap was checked. */
  open: ExpectedProjectedLeaderboard
  /**
   * Every state each board may have had while this lap was the newest, as fans join, leave and tip.
   * By group id; null: the open board.
   */
  candidates: Map<number | null, ExpectedProjectedLeaderboard[]>
}
type Play = { first: RaceState; laps: Lap[]; podiumSince: number; isOver: boolean; account: FinalAccount | null }

/**
 * Poll interval of the checks, and their timeout; ms.
 * A projected board may count a tip 10 s late (docs/tipping.md), and a check of all boards takes seconds on a busy
 * machine.
 */
const [CHECK_INTERVAL_MS, timeout] = [40, 20_000]
/**
 * Interval at which a source repeats its snapshot; ms.
 * A product that was killed meanwhile may have lost the latest one.
 */
const REPEAT_INTERVAL_MS = 3_000
/** A group's board is read at one lap of this many. */
const GROUP_LAP_INTERVAL = 5
/** Uncertainty of the offset between the product's clock and the player's; ms. */
const slack = 50

const participantsOf = ({ before, ranked }: ExpectedProjectedLeaderboard): string =>
  JSON.stringify([before.map(({ userId, tipsSubmitted }) => `${userId} ${tipsSubmitted}`).toSorted(), ranked.length])

/** Whether fans joined, left or tipped between the moments of these alternatives. */
const isMoving = (candidates: readonly ExpectedProjectedLeaderboard[]): boolean =>
  new Set(candidates.map(participantsOf)).size > 1

const alternativesOf = ({ open, groups }: ReturnType<typeof expectedBoards>): Lap['candidates'] =>
  new Map([[open], ...groups].map((candidates) => [candidates[0]?.groupId ?? null, candidates]))

const addAlternatives = (candidates: Lap['candidates'], boards: ReturnType<typeof expectedBoards>): void => {
  for (const [groupId, added] of alternativesOf(boards))
    candidates.set(groupId, [...(candidates.get(groupId) ?? []), ...added])
}

export const timingDesk = (desk: Desk): TimingDesk => {
  const { api, admin, fans, followed, log, programme, waitForMs, waitUntilEqual, source, pausableGate } = desk
  const plays = new Map<string, Play>()
  const counts: TimingCounts = { races: 0, laps: 0, boards: 0, frames: 0, repeated: 0 }
  const reader = fans[0]?.account ?? admin
  const wait = Math.min(waitForMs, timeout)
  const idOf = (race: RecordedRace) => programme.races.get(race.id) ?? 0

  const accountNow = async (): Promise<FinalAccount> =>
    finalAccount({ ...desk, races: await api.races(admin.cookie, programme.weekendId) })

  const toDifferences = (where: string, seen: readonly Seen[]): Difference[] =>
    seen.flatMap(({ what, expected, actual }) => differs(where, what, expected, actual))

  const expectedOf = (race: RecordedRace, raceState: RaceState, { first }: Play): ExpectedTiming => ({
    raceState,
    totalLaps: race.laps.length,
    entries: expectedEntries(raceState, first, (plate) => enteredCarId(programme, race.category, plate)),
  })

  /** Compares distinct frames only: thousands of sockets receive the same one. */
  const compareFrames = (
    where: string,
    raceId: number,
    snapshot: { sequence: number; at: number },
    by: ExpectedTiming,
  ) => {
    const frames = new Map<TimingFrame | undefined, string>()
    for (const { name, socket } of followed) frames.set(socket.timings.get(raceId), name)
    return [...frames].flatMap(([frame, name]) => {
      const at = `${where}, socket of ${name}`
      if (!frame) return differs(at, 'timing_update', 'there', 'missing')
      return [
        ...differs(at, 'timing_update: sequence', snapshot.sequence, frame.data.sequence),
        ...differs(at, 'timing_update: at', snapshot.at, frame.at),
        ...compareTiming(at, by, frame.data),
      ]
    })
  }

  /** Adds the current boards to the last lap: fans may have joined, left or tipped since its check. */
  const extendLastLap = async (race: RecordedRace, { laps }: Play): Promise<void> => {
    const last = laps.at(-1)
    if (!last) return
    addAlternatives(last.candidates, expectedBoards(await accountNow(), idOf(race), last.order))
  }

  const checkLap = async (race: RecordedRace, play: Play, expected: ExpectedTiming, sent: number) => {
    const where = `${race.id}, lap ${expected.raceState.lap} (${expected.raceState.flag})`
    const raceId = idOf(race)
    const found = await api.timing.find(reader.cookie, raceId)
    if (!found) return { lap: null, differences: differs(where, 'timing', 'there', 'missing') }
    const { timing, changedAt, received } = found
    const account = await accountNow()
    const { least, most } = account.offset
    const isInTime = sent + least - slack <= timing.at && timing.at <= received + most + slack
    const ofTiming = [
      ...compareTiming(where, expected, timing),
      ...differs(where, 'Last-Changed', timing.at, changedAt),
      ...differs(where, 'at is when it came', true, isInTime),
      ...compareFrames(where, raceId, timing, expected),
    ]
    // Sockets receive a snapshot with a delay; reading a dozen boards before then is of no use.
    if (ofTiming.length > 0) return { lap: null, differences: ofTiming }
    const podium = podiumIn(expected.entries)
    const podiumSince = play.laps.at(-1)?.podium === podium ? play.podiumSince : sent + least - slack
    // There are many groups: each is read at one lap of several, and at the last one.
    const isRead = (index: number) =>
      expected.raceState.flag === 'chequered' || index % GROUP_LAP_INTERVAL === counts.laps % GROUP_LAP_INTERVAL
    const order = asClassification(expected.entries)
    const boards = expectedBoards(account, raceId, order)
    const by = `${raceId}:${timing.sequence}`
    const readers = { account, reader, weekendId: programme.weekendId }
    const differences = await compareProjectedLeaderboards(api, readers, boards, { by, podiumSince, isRead })
    const candidates = alternativesOf(boards)
    // A fan who joined since the last lap may not be known everywhere when the first frame of this lap is sent.
    if (play.account) addAlternatives(candidates, expectedBoards(play.account, raceId, order))
    const lap: Lap = { sequence: timing.sequence, at: timing.at, podium, order, open: boards.open, candidates }
    return {
      lap,
      account,
      podiumSince,
      differences,
      boards: 1 + boards.groups.filter((_, index) => isRead(index)).length,
    }
  }

  /**
   * Compares a projected frame with the boards of the snapshot that it names.
   * The board in force when the gateway requested the projection is right too.
   */
  const compareFrame = (race: RecordedRace, { laps }: Play, { at, data }: ProjectedLeaderboardFrame): Difference[] => {
    const index = laps.findIndex(({ sequence }) => sequence === data.sequence)
    const lap = laps[index]
    // The player has no account of a snapshot between two laps.
    if (!lap) return []
    // While fans join, leave or tip, a frame shows the board at some moment in between.
    if (isMoving(lap.candidates.get(data.groupId) ?? [])) return []
    const where = `${race.id}, as_it_stands of ${data.groupId === null ? 'all' : `group ${data.groupId}`}`
    const withSamePodium = laps.slice(index).filter(({ podium }) => podium === lap.podium)
    const found = withSamePodium
      .flatMap(({ candidates }) => candidates.get(data.groupId) ?? [])
      .map((candidate) => [
        ...differs(where, 'total', candidate.after.length, data.total),
        ...compareProjected(where, candidate, candidate.visibleRows.slice(0, 20), data.entries),
      ])
    return [...differs(where, 'at is not before its snapshot', true, (at ?? 0) >= lap.at), ...shortestOf(found)]
  }

  /**
   * Checks that every socket ends with the board of the last lap, if the race counts.
   * The board may include fans who have tipped since.
   */
  const compareLast = (race: RecordedRace, { laps }: Play): Difference[] => {
    const last = laps.at(-1)
    if (!last?.open.counts) return []
    const candidates = last.candidates.get(null) ?? []
    const isChecked = ({ what }: Difference) => !isMoving(candidates) || what !== 'tipsSubmitted'
    const frames = new Map<ProjectedLeaderboardFrame | undefined, string>()
    for (const { name, socket } of followed)
      frames.set(
        socket.projected.findLast(({ data }) => data.groupId === null),
        name,
      )
    return [...frames].flatMap(([frame, name]) => {
      const where = `${race.id}, last as_it_stands, socket of ${name}`
      if (!frame) return differs(where, 'frame', 'there', 'missing')
      const found = candidates.map((candidate) =>
        compareProjected(where, candidate, candidate.visibleRows.slice(0, 20), frame.data.entries),
      )
      return [...differs(where, 'race', idOf(race), frame.data.raceId), ...shortestOf(found).filter(isChecked)]
    })
  }

  const compareAllFrames = (race: RecordedRace, play: Play): Difference[] => {
    const frames = new Set(followed.flatMap(({ socket }) => socket.projected))
    const ofRace = [...frames].filter(({ data }) => data.raceId === idOf(race))
    counts.frames += ofRace.length
    return ofRace.flatMap((frame) => compareFrame(race, play, frame))
  }

  const compareAfterRace = async (race: RecordedRace): Promise<Difference[]> => {
    const where = `${race.id}, over`
    const account = await accountNow()
    const board = await readBoard(api, reader.cookie, { weekendId: programme.weekendId, projected: true })
    const remainingBoards = new Set(
      followed.flatMap(({ socket }) => {
        const latest = new Map(socket.projected.map(({ data }) => [data.groupId, data.raceId]))
        // After leaving a group a socket receives nothing more about it, not even the end of the projection.
        const isReceived = (groupId: number | null) => groupId === null || socket.groups.has(groupId)
        return [...latest].flatMap(([groupId, raceId]) =>
          raceId === idOf(race) && isReceived(groupId) ? [groupId ?? 'all'] : [],
        )
      }),
    )
    return [
      ...differs(where, 'X-Projected', null, board.by),
      ...differs(where, 'projected boards left on screens', [], [...remainingBoards]),
      ...compareEntries(`${where}, board`, account.board, board.entries),
    ]
  }

  const recordWhenEqual = async (check: () => Promise<Difference[]>) =>
    log.differences.push(...(await waitUntilEqual(check, wait, CHECK_INTERVAL_MS)))
  const checked = (check: () => Promise<Difference[]>) => pausableGate.quiet(() => recordWhenEqual(check))

  return {
    async lap(race, lap, flag) {
      const raceState = raceStateAt(race, lap, flag)
      let play = plays.get(race.id)
      if (!play) {
        play = { first: raceState, laps: [], podiumSince: 0, isOver: false, account: null }
        plays.set(race.id, play)
        counts.races += 1
        await source.begin(race)
      }
      const known = play
      const where = `${race.id}, lap ${lap} (${flag})`
      const expected = expectedOf(race, raceState, known)
      let [sent, reported] = [0, 0]
      const send = async () => {
        sent = Date.now()
        const rejected = await source.send(race, raceState)
        if (rejected !== null) log.differences.push(...differs(where, 'sent', 'accepted', rejected))
        reported = Date.now()
      }
      const checkNow = async () => {
        if (Date.now() - reported > REPEAT_INTERVAL_MS) {
          reported = Date.now()
          counts.repeated += 1
          await source.send(race, raceState)
        }
        const seen = await checkLap(race, known, expected, sent)
        if (seen.lap && seen.differences.length === 0) {
          known.laps.push(seen.lap)
          known.podiumSince = seen.podiumSince
          known.account = seen.account
          counts.boards += seen.boards
        }
        return seen.differences
      }
      // No fan joins or leaves between a lap and its check.
      await pausableGate.quiet(async () => {
        await extendLastLap(race, known)
        await send()
        await recordWhenEqual(checkNow)
      })
      counts.laps += 1
      if (flag === 'green' && lap === Math.ceil(race.laps.length / 2)) {
        log.differences.push(...toDifferences(where, await source.failAndReturn(race)))
        await checked(async () => (await checkLap(race, known, expected, sent)).differences)
      }
      if (flag !== 'chequered') return
      await pausableGate.quiet(async () => {
        await extendLastLap(race, known)
        await recordWhenEqual(async () => compareLast(race, known))
      })
    },
    async over(race) {
      const play = plays.get(race.id)
      if (!play) return
      if (!play.isOver) {
        play.isOver = true
        await pausableGate.quiet(() => extendLastLap(race, play))
        log.differences.push(...toDifferences(race.id, await source.end(race)), ...compareAllFrames(race, play))
      }
      await checked(() => compareAfterRace(race))
    },
    counts: () => ({ ...counts }),
  }
}
