import type { Tip } from '@purple-sector/contracts/tipping/http'
import type { Transaction } from '@purple-sector/database'
import { currentTraceparent } from '@purple-sector/messaging/trace'
import { forbidden, notFound } from '@purple-sector/service-kit/errors'
import type { AskWeekends } from '../projections/ask-weekends.ts'
import { decideTip, type TipDecision } from './tip.ts'
import { tipReadModel } from './tip-read-model.ts'
import { type HeldBallot, type TipRequest, tipRepository } from './tip-repository.ts'
import { racesOfFirstTip, tipView } from './tip-view.ts'

export type TipReceipt = { tip: Tip; isNew: boolean }

/** What became of one of several tips: a receipt, or why it was refused. */
export type TipOutcome = { receipt: TipReceipt } | { refusal: unknown }

/** What was refused names something tipping has not heard of; the owner may know more. */
class NotKnownHere extends Error {
  readonly verdict: unknown

  constructor(verdict: unknown) {
    super('Not known here')
    this.verdict = verdict
  }
}

type Judged = { request: TipRequest; ballot: HeldBallot; decision: TipDecision }

const judge = (ballot: HeldBallot | undefined, request: TipRequest): Judged => {
  const { carId, groupId } = request
  if (groupId !== null && (!ballot || ballot.membershipId === null))
    throw forbidden('NOT_A_MEMBER', 'You are not a member of this group.')
  if (!ballot) throw new NotKnownHere(notFound('WEEKEND_NOT_FOUND', 'There is no such race weekend.'))
  try {
    return { request, ballot, decision: decideTip(ballot, carId, ballot.now) }
  } catch (verdict) {
    throw ballot.car && ballot.races.length > 0 ? verdict : new NotKnownHere(verdict)
  }
}

const judged = (ballot: HeldBallot | undefined, request: TipRequest): Judged | { refusal: unknown } => {
  try {
    return judge(ballot, request)
  } catch (refusal) {
    return { refusal }
  }
}

/** A first tip's receipt follows from its ballot; what became of an older one has to be read. */
const firstReceipt = ({ request, ballot }: Judged): Tip | undefined => {
  const { carId, weekendId, category, groupId } = request
  const { tipId: id, carShown: car, tip, now } = ballot
  if (tip || !car) return undefined
  const races = racesOfFirstTip(ballot.races, carId, now)
  return tipView({ id, weekendId, category, carId, groupId, submittedAt: now, car, races, now })
}

/**
 * The story of tips of one weekend, each of another fan: hold the ballots, decide each, save those accepted, announce.
 * The clock is the database's, read once after the locks are held; it becomes `submittedAt` (docs/rules.md, Tips).
 */
export const submitTips = async (sql: Transaction, requests: readonly TipRequest[]): Promise<TipOutcome[]> => {
  const weekendId = requests[0]?.weekendId ?? 0
  const tips = tipRepository(sql, weekendId)
  const ballots = await tips.holdBallots(requests)
  const verdicts = requests.map((request, place) => judged(ballots[place], request))
  const accepted = verdicts.filter((verdict) => 'decision' in verdict)
  const submitted = accepted.filter(({ decision }) => decision.kind === 'submitted')
  const [first] = submitted
  if (first) await tips.save(submitted, first.ballot.now)
  const older = accepted.filter(({ ballot }) => ballot.tip).map(({ ballot }) => ballot.tipId)
  const [judgedFirst] = accepted
  const read = judgedFirst ? await tipReadModel(sql).byIds(older, judgedFirst.ballot.now) : new Map<number, Tip>()
  return verdicts.map((verdict): TipOutcome => {
    if ('refusal' in verdict) return verdict
    const tip = firstReceipt(verdict) ?? read.get(verdict.ballot.tipId)
    if (!tip) return { refusal: notFound('TIP_NOT_FOUND', 'There is no such tip.') }
    return { receipt: { tip, isNew: verdict.ballot.tip === undefined } }
  })
}

/** The same for one tip; throws why it was refused. */
export const submitTip = async (sql: Transaction, request: TipRequest): Promise<TipReceipt> => {
  const [outcome] = await submitTips(sql, [{ traceparent: currentTraceparent(), ...request }])
  if (!outcome || 'refusal' in outcome) throw outcome?.refusal
  return outcome.receipt
}

/**
 * Runs `submit`; where it names a weekend, race or car tipping has not heard of, asks weekends once and runs it
 * again (docs/contract.md, HTTP in general: reads just after a write).
 */
export const askingOnce = async <T>(
  askWeekends: AskWeekends,
  weekendId: number,
  submit: () => Promise<T>,
): Promise<T> => {
  try {
    return await submit()
  } catch (first) {
    if (!(first instanceof NotKnownHere)) throw first
    if (!(await askWeekends(weekendId))) throw first.verdict
  }
  try {
    return await submit()
  } catch (second) {
    throw second instanceof NotKnownHere ? second.verdict : second
  }
}
