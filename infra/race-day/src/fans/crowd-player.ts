import type { CompressedClock } from '../clock.ts'
import type { RaceControlLog } from '../race-control/race-control-log.ts'
import { categoryOf, type Programme } from '../race-control/set-up-weekend.ts'
import { carOf } from '../recording/entries.ts'
import type { PlannedReaction, PlannedVote, Recording } from '../recording/recording.ts'
import type { Fan, TimedAct } from './fan-player.ts'
import { pause } from './http-client.ts'
import type { ProductApi } from './product-api.ts'
import { reactedReply } from './replies.ts'

/** Fan activity besides tipping, with the replies of the product. */
export type CrowdLog = {
  /** The driver and category of each fan's last vote, by user id. */
  votes: Map<string, { category: string; driverName: string }>
  /** Reactions that were sent; cancelled ones have earned points too. */
  reactions: { userId: string; race: string; reaction: string; isCancelled: boolean }[]
  /** Replies that must not occur, as text for the report. */
  rejections: { where: string; reply: string }[]
}

export const emptyCrowdLog = (): CrowdLog => ({ votes: new Map(), reactions: [], rejections: [] })

type Played = {
  api: ProductApi
  recording: Recording
  programme: Programme
  log: Pick<RaceControlLog, 'results'>
  crowd: CrowdLog
  signal: AbortSignal
}

const castVote = async ({ api, recording, programme, crowd }: Played, fan: Fan, vote: PlannedVote): Promise<void> => {
  const driverName = carOf(recording, vote.category, vote.car)?.driver ?? ''
  const category = categoryOf(programme, vote.category).spelt
  const body = { weekendId: programme.weekendId, driverName, category }
  const { status } = await api.crowd.vote(fan.account.cookie, body)
  if (status === 200) crowd.votes.set(fan.account.user.id, { category: vote.category, driverName })
  else crowd.rejections.push({ where: `vote of ${fan.plan.name}`, reply: `${status}` })
}

/** Time until the product knows of a published result; ms. */
const RESULT_TIMEOUT_MS = 60_000

/**
 * Sends a reaction until the reply shows that it is set, or cancelled; false on failure.
 * The reply decides: the client repeats a call whose reply was lost, and the same reaction sent twice cancels itself.
 */
const reactUntil = async (played: Played, fan: Fan, planned: PlannedReaction, isGiven: boolean): Promise<boolean> => {
  const { api, programme, signal } = played
  const subject = { type: 'result', id: programme.races.get(planned.to) }
  const body = { weekendId: programme.weekendId, kind: 'reaction', reaction: planned.reaction, subject }
  for (const end = Date.now() + RESULT_TIMEOUT_MS; Date.now() < end; ) {
    const { status, body: answer } = await api.crowd.react(fan.account.cookie, body)
    const reported = reactedReply.safeParse(answer)
    if (reported.success && reported.data.yours.includes(planned.reaction) === isGiven) return true
    if (status !== 404 && !reported.success) break
    if (status === 404) await pause(500, signal)
  }
  return false
}

const react = async (played: Played, fan: Fan, planned: PlannedReaction): Promise<void> => {
  const { crowd, log, signal } = played
  // Race control is late if the product was unreachable.
  while (!signal.aborted && !log.results.has(planned.to)) await pause(100, signal)
  const isSuccessful =
    (await reactUntil(played, fan, planned, true)) &&
    (!planned.takenBack || (await reactUntil(played, fan, planned, false)))
  const { to: race, reaction, takenBack: isCancelled } = planned
  if (isSuccessful) crowd.reactions.push({ userId: fan.account.user.id, race, reaction, isCancelled })
  else crowd.rejections.push({ where: `reaction of ${fan.plan.name}`, reply: `none to ${race}` })
}

/** Plans all fan activity besides tipping, each action at its moment. */
export const crowdActs = (played: Played, fans: Fan[], clock: CompressedClock): TimedAct[] => {
  const moment = (race: string) =>
    played.recording.sessions.find(({ id }) => id === race)?.results[0]?.at ?? played.recording.fans.tipsOpen
  return fans.flatMap((fan) => [
    ...fan.plan.votes.map((vote) => ({
      at: clock.real(Date.parse(vote.at)),
      queues: [fan],
      act: () => castVote(played, fan, vote),
    })),
    ...fan.plan.reactions.map((reaction) => ({
      at: clock.real(Date.parse(moment(reaction.to))) + 1_000,
      // Tips must not wait for a reaction: its result may be late.
      queues: [{ queue: Promise.resolve() }],
      act: () => react(played, fan, reaction),
    })),
  ])
}
