import type { Difference } from './differences.ts'
import { differs } from './differences.ts'
import {
  displayName,
  type ExpectedEntry,
  type ExpectedFan,
  type ExpectedSession,
  expectedBoard,
} from './expected-board.ts'
import type { Fan } from './fan-player.ts'
import { judgeDeadline } from './judge-deadlines.ts'
import { type ClockOffset, clockOffset, judgeTips } from './judge-tips.ts'
import type { RaceControlLog } from './race-control-log.ts'
import { countsIn, effectivePoints, type RecordedSession, type Recording } from './recording.ts'
import type { RaceReply } from './replies.ts'
import type { Programme } from './set-up-weekend.ts'

/** The weekend as it must have ended, recomputed from the recording and the replies. */
export type FinalAccount = {
  /** In the order of their first results, the others after them. */
  sessions: ExpectedSession[]
  fans: ExpectedFan[]
  board: ExpectedEntry[]
  tips: { accepted: number; unchanged: number; tipsClosed: number; carOut: number }
  differences: Difference[]
}

type Evidence = { recording: Recording; programme: Programme; log: RaceControlLog; fans: Fan[]; races: RaceReply[] }

/** Adds up the day. Nothing is asked of the product here but the deadlines it reported. */
export const finalAccount = ({ recording, programme, log, fans, races }: Evidence): FinalAccount => {
  const differences: Difference[] = []
  const offset = clockOffset(fans.flatMap((fan) => fan.attempts))
  const told = [...log.results.keys()]
  const order = (id: string) => (told.includes(id) ? told.indexOf(id) : told.length)
  const recorded = [...recording.sessions].sort((a, b) => order(a.id) - order(b.id))
  const sessions = recorded.flatMap((session): ExpectedSession[] => {
    const race = races.find(({ id }) => id === programme.races.get(session.id))
    if (!race) {
      differences.push(...differs(session.id, 'session', 'in the list of races', 'missing'))
      return []
    }
    differences.push(...judgeRace(session, race, programme, log, offset))
    const result = log.results.get(session.id)?.body
    return [
      {
        raceId: race.id,
        category: session.category,
        counts: countsIn(session, log.filters.at(-1) ?? []),
        deadline: race.deadline,
        points: effectivePoints(session),
        classification: !result || result.status === 'cancelled' ? null : result.classification,
      },
    ]
  })
  const deadlineOf = (session: RecordedSession) =>
    races.find(({ id }) => id === programme.races.get(session.id))?.deadline ?? null
  const tips = { accepted: 0, unchanged: 0, tipsClosed: 0, carOut: 0 }
  const expectedFans = fans.map((fan): ExpectedFan => {
    const accepted = recording.categories.flatMap(({ category }) => {
      const inCategory = recording.sessions.filter((session) => session.category === category)
      const closing = {
        always: inCategory
          .filter((session) => log.filters.every((filter) => countsIn(session, filter)))
          .map(deadlineOf),
        ever: inCategory.filter((session) => log.filters.some((filter) => countsIn(session, filter))).map(deadlineOf),
      }
      const attempts = fan.attempts.filter((attempt) => attempt.category === category)
      const judged = judgeTips(attempts, closing, log.out, offset)
      differences.push(...judged.differences)
      tips.unchanged += judged.unchanged
      return judged.accepted
    })
    tips.accepted += accepted.length
    const refused = fan.attempts.flatMap(({ outcome }) => (outcome.kind === 'refused' ? [outcome.code] : []))
    tips.tipsClosed += refused.filter((code) => code === 'TIPS_CLOSED').length
    tips.carOut += refused.filter((code) => code === 'CAR_OUT').length
    return { userId: fan.account.user.id, displayName: displayName(fan.account.user), tips: accepted }
  })
  return { sessions, fans: expectedFans, board: expectedBoard(sessions, expectedFans), tips, differences }
}

/** Deadline, points and result of one session as the races call reports them. */
const judgeRace = (
  session: RecordedSession,
  race: RaceReply,
  programme: Programme,
  log: RaceControlLog,
  offset: ClockOffset,
): Difference[] => {
  const history = {
    session: session.id,
    starts: programme.starts.get(session.id) ?? [],
    closures: log.closures.get(session.id) ?? [],
  }
  const result = log.results.get(session.id)
  return [
    ...judgeDeadline(history, race.deadline, offset),
    ...differs(session.id, 'pointsAwarded', points(effectivePoints(session)), points(race.pointsAwarded)),
    ...differs(session.id, 'resultRevision', result?.revision ?? null, race.resultRevision),
    ...differs(session.id, 'resultStatus', result?.body.status ?? null, race.resultStatus),
    ...(result
      ? [
          ...differs(session.id, 'locked', true, race.locked),
          ...differs(session.id, 'status', 'completed', race.status),
        ]
      : []),
  ]
}

const points = ({ first, second, third }: { first: number; second: number; third: number }) =>
  `${first}/${second}/${third}`
