import type { Difference } from '../comparison/differences.ts'
import { differs } from '../comparison/differences.ts'
import type { Fan } from '../fans/fan-player.ts'
import type { PlayedGroup } from '../fans/played-group.ts'
import type { RaceReply } from '../fans/replies.ts'
import type { RaceControlLog } from '../race-control/race-control-log.ts'
import { categoryOf, type Programme } from '../race-control/set-up-weekend.ts'
import { canCount, countsIn, effectivePoints, type RecordedRace, type Recording } from '../recording/recording.ts'
import type { Outage, PublishedRevision } from './expected-arrows.ts'
import {
  displayName,
  type ExpectedEntry,
  type ExpectedFan,
  type ExpectedRace,
  expectedBoard,
} from './expected-board.ts'
import { checkDeadline, gapsOf, type RaceHistory } from './expected-deadlines.ts'
import { type ClockOffset, checkTips, clockOffset, type Lock } from './expected-tips.ts'
import { type GroupAccount, groupAccount } from './group-account.ts'

/** The expected end of the weekend, recomputed from the recording and the replies. */
export type FinalAccount = {
  /** In the order of their first results, then the races without one. */
  expectedRaces: ExpectedRace[]
  fans: ExpectedFan[]
  board: ExpectedEntry[]
  revisions: PublishedRevision[]
  outages: readonly Outage[]
  offset: ClockOffset
  tips: { accepted: number; unchanged: number; tipsClosed: number; carOut: number }
  /** Every group that was founded, including deleted ones. */
  groups: GroupAccount[]
  differences: Difference[]
}

type Evidence = {
  recording: Recording
  programme: Programme
  log: RaceControlLog
  fans: Fan[]
  groups: PlayedGroup[]
  races: RaceReply[]
}

/** Computes the account of the day; of the product's final data it relies on the deadlines alone. */
export const finalAccount = ({ recording, programme, log, fans, groups, races }: Evidence): FinalAccount => {
  const differences: Difference[] = []
  const attempts = groups.flatMap(({ stays }) => stays.flatMap((stay) => stay.attempts))
  const offset = clockOffset([...fans.flatMap((fan) => fan.attempts), ...attempts])
  const reported = [...log.results.keys()]
  const order = (id: string) => (reported.includes(id) ? reported.indexOf(id) : reported.length)
  const recorded = [...recording.sessions].sort((a, b) => order(a.id) - order(b.id))
  const expectedRaces = recorded.flatMap((race): ExpectedRace[] => {
    const shown = races.find(({ id }) => id === programme.races.get(race.id))
    if (!shown) {
      differences.push(...differs(race.id, 'race', 'in the list of races', 'missing'))
      return []
    }
    differences.push(...checkRaceDeadlines(race, shown, programme, log, offset))
    const result = log.results.get(race.id)?.body
    return [
      {
        raceId: shown.id,
        category: race.category,
        canCount: canCount(race.type),
        counts: countsIn(race, log.filters.at(-1)?.sessions ?? []),
        everCounted: log.filters.some(({ sessions }) => countsIn(race, sessions)),
        deadline: shown.deadline,
        points: effectivePoints(race, categoryOf(programme, race.category).isMain),
        classification: !result || result.status === 'cancelled' ? null : result.classification,
      },
    ]
  })
  const lockOf = (race: RecordedRace): Lock => ({
    deadline: races.find(({ id }) => id === programme.races.get(race.id))?.deadline ?? null,
    gaps: gapsOf(historyOf(race, programme, log), offset),
  })
  const tips = { accepted: 0, unchanged: 0, tipsClosed: 0, carOut: 0 }
  const expectedFans = fans.map((fan): ExpectedFan => {
    const accepted = recording.categories.flatMap(({ category }) => {
      const inCategory = recording.sessions.filter((race) => race.category === category)
      const closing = {
        always: inCategory.filter((race) => log.filters.every(({ sessions }) => countsIn(race, sessions))).map(lockOf),
        ever: inCategory.filter((race) => log.filters.some(({ sessions }) => countsIn(race, sessions))).map(lockOf),
      }
      const attempts = fan.attempts.filter((attempt) => attempt.category === category)
      const checked = checkTips(attempts, closing, log.out, offset)
      differences.push(...checked.differences)
      tips.unchanged += checked.unchanged
      return checked.accepted
    })
    tips.accepted += accepted.length
    const refused = fan.attempts.flatMap(({ outcome }) => (outcome.kind === 'rejected' ? [outcome.code] : []))
    tips.tipsClosed += refused.filter((code) => code === 'TIPS_CLOSED').length
    tips.carOut += refused.filter((code) => code === 'CAR_OUT').length
    return { userId: fan.account.user.id, displayName: displayName(fan.account.user), tips: accepted }
  })
  const board = expectedBoard(expectedRaces, expectedFans)
  const raceOf = (id: string) => recording.sessions.find((race) => race.id === id)
  const evidence = {
    ...{ recording, programme, races: expectedRaces, offset, out: log.out },
    lockOf: (id: string) => {
      const race = raceOf(id)
      return race ? lockOf(race) : { deadline: null, gaps: [] }
    },
    closuresOf: (id: string) => log.closures.get(id) ?? [],
  }
  const groupAccounts = groups.map((group) => groupAccount(evidence, group))
  differences.push(...groupAccounts.flatMap((account) => account.differences))
  return {
    ...{
      expectedRaces,
      fans: expectedFans,
      board,
      revisions: log.revisions,
      outages: log.outages,
      offset,
      tips,
    },
    groups: groupAccounts,
    differences,
  }
}

const historyOf = (race: RecordedRace, programme: Programme, log: RaceControlLog): RaceHistory => ({
  race: race.id,
  starts: programme.starts.get(race.id) ?? [],
  closures: log.closures.get(race.id) ?? [],
})

/** Compares the deadline, points and result of one race in the reply to the races call. */
const checkRaceDeadlines = (
  race: RecordedRace,
  shown: RaceReply,
  programme: Programme,
  log: RaceControlLog,
  offset: ClockOffset,
): Difference[] => {
  const result = log.results.get(race.id)
  const digit = /^race(\d)$/.exec(race.type)?.[1]
  return [
    ...differs(race.id, 'category', categoryOf(programme, race.category).name, shown.category),
    ...differs(race.id, 'raceNumber', Number(digit ?? 1), shown.raceNumber),
    ...checkDeadline(historyOf(race, programme, log), shown.deadline, offset),
    ...differs(
      race.id,
      'pointsAwarded',
      points(effectivePoints(race, categoryOf(programme, race.category).isMain)),
      points(shown.pointsAwarded),
    ),
    ...differs(race.id, 'resultRevision', result?.revision ?? null, shown.resultRevision),
    ...differs(race.id, 'resultStatus', result?.body.status ?? null, shown.resultStatus),
    ...differs(race.id, 'resultReason', result?.body.reason ?? null, shown.resultReason),
    ...(result
      ? [...differs(race.id, 'locked', true, shown.locked), ...differs(race.id, 'status', 'completed', shown.status)]
      : []),
  ]
}

const points = ({ first, second, third }: { first: number; second: number; third: number }) =>
  `${first}/${second}/${third}`
