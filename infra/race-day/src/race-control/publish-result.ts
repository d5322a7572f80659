import { placeOf } from '@purple-sector/testing/oracle/scoring'
import { comparePreview, expectedPreview } from '../account/expected-preview.ts'
import { finalAccount } from '../account/final-account.ts'
import { differs } from '../comparison/differences.ts'
import type { ResultBody } from '../fans/product-api.ts'
import { countsIn, type RecordedRace, type RecordedResult } from '../recording/recording.ts'
import { close, type RaceControl, raceId } from './race-control-log.ts'
import type { RaceControlStep } from './race-control-steps.ts'
import { enteredCarId } from './set-up-weekend.ts'

type ResultStep = Extract<RaceControlStep, { kind: 'result' }>

/** Publishes one revision, with a preview first or a repetition where the recording has one. */
export const publishResult = async (control: RaceControl, { race, result, index }: ResultStep): Promise<void> => {
  const { api, admin, log } = control
  const id = raceId(control, race.id)
  const body = resultBody(control, race, result)
  const before = log.results.get(race.id)
  const isNew = JSON.stringify(before?.body) !== JSON.stringify(body)
  const revision = (before?.revision ?? 0) + (isNew ? 1 : 0)
  const where = `${race.id}, result ${index + 1}`
  if (result.previewFirst) await lookAtPreview(control, { where, id, revision, body })
  await control.onStep(`publish ${race.id} ${index + 1}`)
  const movesBoard = countsIn(race, log.filters.at(-1)?.sessions ?? []) && awarded(before?.body) !== awarded(body)
  if (movesBoard) control.onResult(Date.now())
  const { value, sent, received } = await api.publishResult(admin.cookie, id, body)
  close(control, race, { sent, received })
  log.differences.push(
    ...differs(where, 'revision', revision, value.revision),
    ...differs(where, 'status', body.status, value.status),
    ...differs(where, 'reason', body.reason ?? null, value.reason),
  )
  for (const row of value.classification) {
    const place = placeOf(body.classification, row.carId)
    log.differences.push(...differs(where, `place of car ${row.car.plate}`, place, row.place))
  }
  if (isNew) remember(control, race, body, { revision, sent, received })
  if (result.sentTwice) {
    const again = (await api.publishResult(admin.cookie, id, body)).value
    log.counts.repeated += 1
    log.differences.push(...differs(where, 'revision when sent again', value.revision, again.revision))
    log.differences.push(...differs(where, 'publishedAt when sent again', value.publishedAt, again.publishedAt))
  }
  control.groupChecks.check()
  await control.timing?.over(race)
  await control.onStep(`published ${race.id} ${index + 1}`)
}

type Asked = { where: string; id: number; revision: number; body: ResultBody }

/** Poll interval of a preview while earlier results may still be unscored; ms. */
const again = 200

/**
 * Compares every field of the preview with the player's own account.
 * Fans pause meanwhile, so that both refer to the same tips; results published just before may still have to be scored.
 */
const lookAtPreview = (control: RaceControl, { where, id, revision, body }: Asked): Promise<void> =>
  control.pausableGate.quiet(async () => {
    const { api, admin, programme, log, fans, waitForMs, waitUntilEqual } = control
    const people = new Map(fans.map(({ account }) => [account.user.id, account.user]))
    const classification = scored(body)
    const compared = async () => {
      const races = await api.races(admin.cookie, programme.weekendId)
      const preview = await api.previewResult(admin.cookie, id, body)
      const isOpen = races.find((race) => race.id === id)?.locked === false
      const account = finalAccount({ ...control, races })
      const expected = expectedPreview(account, { raceId: id, revision, isOpen, classification })
      return comparePreview(where, expected, preview, people)
    }
    log.differences.push(...(await waitUntilEqual(compared, waitForMs, again)))
    log.counts.previews += 1
  })

const scored = ({ status, classification }: ResultBody) => (status === 'cancelled' ? null : classification)

/**
 * Returns the cars to which a result awards points, place by place.
 * A revision that leaves them unchanged brings no new board.
 */
const awarded = (body: ResultBody | undefined): string => {
  const places = body?.classification.map(({ carId }) => ({ carId, place: placeOf(body.classification, carId) })) ?? []
  const first = places.flatMap(({ carId, place }) => (place !== null && place <= 3 ? [`${place}: ${carId}`] : []))
  return first.sort().join()
}

export const resultBody = (
  { programme }: Pick<RaceControl, 'programme'>,
  race: RecordedRace,
  result: RecordedResult,
): ResultBody => {
  return {
    status: result.status,
    ...(result.reason && { reason: result.reason }),
    classification: result.classification.map(({ car, ...row }) => ({
      ...row,
      carId: enteredCarId(programme, race.category, car),
    })),
  }
}

/** Returns the order and status of all cars for comparison; cars without a position last, as sent. */
const orderOf = ({ classification }: ResultBody): string => {
  const rank = (position: number | null) => position ?? Number.MAX_SAFE_INTEGER
  const inOrder = classification.toSorted((one, other) => rank(one.position) - rank(other.position))
  return inOrder.map(({ carId, status }) => `${carId} ${status}`).join()
}

type Published = { revision: number; sent: number; received: number }

/**
 * Records a revision for the expected boards, and the message that every socket must receive.
 * The first scoring revision is a `completed`, every later one a `corrected` or a `status`.
 */
const remember = (
  control: RaceControl,
  race: RecordedRace,
  body: ResultBody,
  { revision, sent, received }: Published,
): void => {
  const { log } = control
  const before = log.results.get(race.id)
  const first = before?.first || (body.status === 'cancelled' ? 0 : revision)
  const later = before && orderOf(before.body) === orderOf(body) ? 'status' : 'corrected'
  const message = first === revision ? 'completed' : later
  const { status, reason = null } = body
  log.expectedMessages.push({ race: race.id, revision, message, must: first > 0, status, reason })
  if (!before) log.counts.published += 1
  else if (body.status === 'cancelled') log.counts.withdrawals += 1
  else if (message === 'status') log.counts.statuses += 1
  else log.counts.corrections += 1
  log.results.set(race.id, { body, revision, first })
  log.revisions.push({ raceId: raceId(control, race.id), classification: scored(body), sent, received })
  const names = log.names.get(race.id) ?? new Map()
  log.names.set(race.id, names)
  for (const { carId } of body.classification) {
    if (!names.has(carId)) names.set(carId, log.entries.get(carId))
  }
}
