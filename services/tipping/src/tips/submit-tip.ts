import type { Tip } from '@purple-sector/contracts/tipping/http'
import type { Transaction } from '@purple-sector/database'
import { forbidden, notFound } from '@purple-sector/service-kit/errors'
import type { AskWeekends } from '../projections/ask-weekends.ts'
import { decideTip, type TipDecision } from './tip.ts'
import { tipReadModel } from './tip-read-model.ts'
import { type HeldBallot, type TipRequest, tipRepository } from './tip-repository.ts'
import { sessionsAfter, tipView } from './tip-view.ts'

export type TipReceipt = { tip: Tip; isNew: boolean }

/** What was refused names something tipping has not heard of; the owner may know more. */
class NotKnownHere extends Error {
  readonly verdict: unknown

  constructor(verdict: unknown) {
    super('Not known here')
    this.verdict = verdict
  }
}

const judge = (ballot: HeldBallot | undefined, { carId, groupId }: TipRequest): [HeldBallot, TipDecision] => {
  if (groupId !== null && (!ballot || ballot.membershipId === null))
    throw forbidden('NOT_A_MEMBER', 'You are not a member of this group.')
  if (!ballot) throw new NotKnownHere(notFound('WEEKEND_NOT_FOUND', 'There is no such race weekend.'))
  try {
    return [ballot, decideTip(ballot, carId, ballot.now)]
  } catch (verdict) {
    throw ballot.car && ballot.sessions.length > 0 ? verdict : new NotKnownHere(verdict)
  }
}

/** What the fan gets back, from what the ballot says; a tip on a car that is gone since has to be read. */
const receipt = ({ carId, weekendId, category, groupId }: TipRequest, ballot: HeldBallot, decision: TipDecision) => {
  const { tipId: id, enteredCar: car, now } = ballot
  if (!car) return undefined
  const submittedAt = decision.kind === 'submitted' ? decision.submittedAt : decision.tip.submittedAt
  const sessions = decision.kind === 'submitted' ? sessionsAfter(ballot.sessions, carId, now) : ballot.sessions
  return tipView({ id, weekendId, category, carId, groupId, submittedAt, car, sessions, now })
}

/**
 * The story of a tip: hold the ballot, decide, save, announce. The clock is the database's, read once after the locks
 * are held; it becomes `submittedAt` (rules, Tips).
 */
export const submitTip = async (sql: Transaction, request: TipRequest): Promise<TipReceipt> => {
  const tips = tipRepository(sql)
  const [ballot, decision] = judge(await tips.holdBallot(request), request)
  if (decision.kind === 'submitted') await tips.save(request, ballot, decision.submittedAt)
  const tip = receipt(request, ballot, decision) ?? (await tipReadModel(sql).byId(request.userId, ballot.tipId))
  if (!tip) throw notFound('TIP_NOT_FOUND', 'There is no such tip.')
  return { tip, isNew: ballot.tip === undefined }
}

/**
 * Runs `submit`; where it names a weekend, session or car tipping has not heard of, asks weekends once and runs it
 * again (contract, HTTP in general: reads just after a write).
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
