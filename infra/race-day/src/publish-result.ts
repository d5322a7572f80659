import { differs } from './differences.ts'
import { placeOf } from './expected-board.ts'
import type { ResultBody } from './product-api.ts'
import { close, type RaceControl, raceId } from './race-control-log.ts'
import type { RaceControlStep } from './race-control-steps.ts'
import { countsIn, type RecordedRace, type RecordedResult } from './recording.ts'
import { carId, type Programme } from './set-up-weekend.ts'

type ResultStep = Extract<RaceControlStep, { kind: 'result' }>

/** Publishes one revision: preview first where race control looked, and twice where it was sent twice. */
export const publishResult = async (control: RaceControl, { race, result, index }: ResultStep): Promise<void> => {
  const { api, admin, log } = control
  const id = raceId(control, race.id)
  const body = resultBody(control, race, result)
  const before = log.results.get(race.id)
  const isNew = JSON.stringify(before?.body) !== JSON.stringify(body)
  const revision = (before?.revision ?? 0) + (isNew ? 1 : 0)
  const where = `${race.id}, result ${index + 1}`
  if (result.previewFirst) {
    const preview = await api.previewResult(admin.cookie, id, body)
    log.counts.previews += 1
    log.differences.push(...differs(where, 'revision in the preview', revision, preview.revision))
  }
  await control.onStep(`publish ${race.id} ${index + 1}`)
  const movesBoard = countsIn(race, log.filters.at(-1) ?? []) && awarded(before?.body) !== awarded(body)
  if (movesBoard) control.onResult(Date.now())
  const { value, sent, received } = await api.publishResult(admin.cookie, id, body)
  close(control, race, { sent, received })
  log.differences.push(...differs(where, 'revision', revision, value.revision))
  log.differences.push(...differs(where, 'status', body.status, value.status))
  for (const row of value.classification) {
    log.differences.push(
      ...differs(where, `place of car id ${row.carId}`, placeOf(body.classification, row.carId), row.place),
    )
  }
  if (isNew) remember(control, race, body, revision)
  if (result.sentTwice) {
    const again = (await api.publishResult(admin.cookie, id, body)).value
    log.counts.repeated += 1
    log.differences.push(...differs(where, 'revision when sent again', value.revision, again.revision))
    log.differences.push(...differs(where, 'publishedAt when sent again', value.publishedAt, again.publishedAt))
  }
  await control.onStep(`published ${race.id} ${index + 1}`)
}

/** The cars a result awards points to, place by place. A revision that leaves them as they are brings no new board. */
const awarded = (body: ResultBody | undefined): string => {
  const places = body?.classification.map(({ carId }) => ({ carId, place: placeOf(body.classification, carId) })) ?? []
  const first = places.flatMap(({ carId, place }) => (place !== null && place <= 3 ? [`${place}: ${carId}`] : []))
  return first.sort().join()
}

const resultBody = ({ programme }: RaceControl, race: RecordedRace, result: RecordedResult): ResultBody => {
  return {
    status: result.status,
    ...(result.reason && { reason: result.reason }),
    classification: result.classification.map(({ car, ...row }) => ({
      ...row,
      carId: entered(programme, race.category, car),
    })),
  }
}

const entered = (programme: Programme, category: string, plate: string): number => {
  const id = carId(programme, category, plate)
  if (id === undefined) throw new Error(`Car ${plate} of ${category} was entered and is not in the car list.`)
  return id
}

/** How every car stands, in words to be compared: those without a position at the end, as they were sent. */
const orderOf = ({ classification }: ResultBody): string =>
  classification
    .toSorted((one, other) => (one.position ?? Infinity) - (other.position ?? Infinity) || 0)
    .map(({ carId, status }) => `${carId} ${status}`)
    .join()

/** Notes what the sockets must be told: the first scoring revision once, then every later one, by what it moves. */
const remember = ({ log }: RaceControl, race: RecordedRace, body: ResultBody, revision: number): void => {
  const before = log.results.get(race.id)
  const first = before?.first || (body.status === 'cancelled' ? 0 : revision)
  const later = before && orderOf(before.body) === orderOf(body) ? 'status' : 'corrected'
  const message = first === revision ? 'completed' : later
  log.told.push({ race: race.id, revision, message, must: first > 0 })
  if (!before) log.counts.published += 1
  else if (body.status === 'cancelled') log.counts.withdrawals += 1
  else log.counts.corrections += 1
  log.results.set(race.id, { body, revision, first })
}
