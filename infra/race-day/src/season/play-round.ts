import type { CompressedClock } from '../clock.ts'
import { differs } from '../comparison/differences.ts'
import { pause } from '../fans/http-client.ts'
import { type CarControl, changeCar, editCar, enterLate } from '../race-control/car-control.ts'
import { resultBody } from '../race-control/publish-result.ts'
import { lockLead } from '../race-control/race-control-steps.ts'
import { carId, createProgramme, type Programme } from '../race-control/set-up-weekend.ts'
import { carAt } from '../recording/entries.ts'
import type { TakenCategories } from '../recording/programme-categories.ts'
import { effectivePoints, type Recording } from '../recording/recording.ts'
import { awaitAutoTips } from './auto-tips.ts'
import { handInTips } from './hand-in-tips.ts'
import { type RoundEvent, roundEvents, type TipPlan } from './round-events.ts'
import { actAt } from './season-acts.ts'
import type { PlayedRace, PlayedRound } from './season-log.ts'
import type { SeasonStage } from './season-stage.ts'

/** All sessions start between two and five hours after they are created, in order; race control closes them before. */
const [FIRST_START_MS, SPREAD_MS] = [7_200_000, 10_800_000]

const laterClock = (recording: Recording): CompressedClock => {
  const starts = recording.sessions.flatMap(({ plannedStart }) =>
    plannedStart === null ? [] : [Date.parse(plannedStart)],
  )
  const [first, last] = [Math.min(...starts), Math.max(...starts)]
  const begin = Date.now() + FIRST_START_MS
  const real = (at: number) => Math.round(begin + ((at + lockLead - first) / Math.max(1, last - first)) * SPREAD_MS)
  return { real, duration: 0 }
}

/** Creates the sessions of a round and enters its cars. */
const createRound = async (stage: SeasonStage, round: PlayedRound, { categories }: TakenCategories): Promise<void> => {
  const { api, admin } = stage
  const { recording, weekendId } = round
  const run = `${stage.run}-${round.round}`
  const programme = await createProgramme(api, admin, {
    recording,
    weekendId,
    run,
    clock: laterClock(recording),
    categories,
  })
  round.programme = programme
  round.races = recording.sessions.map(
    (recorded): PlayedRace => ({
      recorded,
      raceId: programme.races.get(recorded.id) ?? 0,
      points: effectivePoints(recorded, categories.get(recorded.category)?.isMain ?? false),
      hasTime: recorded.plannedStart !== null,
      lock: null,
      classification: null,
    }),
  )
  for (const { category, cars } of recording.categories)
    for (const car of cars) {
      const id = carId(programme, category, car.number)
      if (id !== undefined) round.control.entries.set(id, carAt(car, Date.parse(recording.fans.tipsOpen)))
    }
}

const raceOf = ({ races }: PlayedRound, id: string): PlayedRace => {
  const race = races.find(({ recorded }) => recorded.id === id)
  if (!race) throw new Error(`there is no session ${id}`)
  return race
}

/** Latest time after a call by which it has closed its session; ms. */
const LATEST_LOCK_MS = 2_000

const POLL_MS = 100

/** Notes that a call has closed a session, once the deadline that the product reports has passed. */
const noteLock = async (stage: SeasonStage, round: PlayedRound, race: PlayedRace, sent: number): Promise<void> => {
  if (race.lock !== null) return
  const { api, admin, signal, waitForMs } = stage
  const received = Date.now()
  const [earliest, latest] = [sent - LATEST_LOCK_MS, received + LATEST_LOCK_MS]
  for (;;) {
    const shown = (await api.races(admin.cookie, round.weekendId)).find(({ id }) => id === race.raceId)
    const deadline = shown?.deadline ?? Number.POSITIVE_INFINITY
    if (earliest <= deadline && deadline <= latest) {
      await pause(deadline - Date.now() + 1, signal)
      break
    }
    if (Date.now() > received + waitForMs) {
      stage.differences.push(...differs(`${round.round} ${race.recorded.id}`, 'deadline', 'just now', shown?.deadline))
      break
    }
    await pause(POLL_MS, signal)
    signal.throwIfAborted()
  }
  race.lock = stage.log.next()
}

const changeRound = async (stage: SeasonStage, { round, weekendId }: PlayedRound, body: object): Promise<void> => {
  const reply = await stage.api.changeWeekend(stage.admin.cookie, weekendId, body)
  stage.differences.push(...differs(`round ${round}`, JSON.stringify(body), 200, reply.status))
}

const publish = async (stage: SeasonStage, round: PlayedRound, programme: Programme, event: Event<'result'>) => {
  const { api, admin, differences, onStep } = stage
  const race = raceOf(round, event.race.id)
  const body = resultBody({ programme }, event.race, event.result)
  const step = `${round.round} ${event.race.id} ${event.index + 1}`
  await onStep(`publish ${step}`)
  const { value, sent } = await api.publishResult(admin.cookie, race.raceId, body)
  differences.push(...differs(step, 'status', body.status, value.status))
  race.classification = body.status === 'cancelled' ? null : body.classification
  await noteLock(stage, round, race, sent)
  await onStep(`published ${step}`)
}

type Event<K extends RoundEvent['kind']> = Extract<RoundEvent, { kind: K }>
type ControlEvent = Exclude<RoundEvent, { kind: 'tip' }>

const doEvent = async (
  stage: SeasonStage,
  round: PlayedRound,
  programme: Programme,
  event: ControlEvent,
): Promise<void> => {
  const { api, admin, log, run, onStep } = stage
  const { recording, weekendId } = round
  const cars: CarControl = {
    ...{ api, admin, programme, recording, onStep },
    run: `${run}-${round.round}`,
    log: round.control,
  }
  switch (event.kind) {
    case 'filter': {
      const ids = event.sessions.map((id) => raceOf(round, id).raceId)
      if (await api.setFilter(admin.cookie, weekendId, ids)) round.filter = event.sessions
      else stage.differences.push(...differs('the filter', 'reply', 'accepted', 'SESSION_LOCKED'))
      return
    }
    case 'lock': {
      const race = raceOf(round, event.race.id)
      const step = `${round.round} ${event.race.id}`
      await onStep(`lock ${step}`)
      const { sent } = await api.setRaceStatus(admin.cookie, race.raceId, 'running')
      await noteLock(stage, round, race, sent)
      await onStep(`locked ${step}`)
      return actAt(stage, round, event.race.id)
    }
    case 'result':
      return publish(stage, round, programme, event)
    case 'entry':
      await enterLate(cars, { ...event, at: log.next() })
      return awaitAutoTips(stage, round)
    case 'edit':
      return editCar(cars, { ...event, at: log.next() })
    case 'car':
      return changeCar(cars, event.change)
  }
}

/** Plays one round, from its announcement until it is completed. */
export const playRound = async (stage: SeasonStage, round: PlayedRound, categories: TakenCategories): Promise<void> => {
  const { log, season, onStep } = stage
  await createRound(stage, round, categories)
  const { programme } = round
  if (!programme) throw new Error('a round without a programme')
  await changeRound(stage, round, { isActive: true })
  await onStep(`announced ${round.round}`)
  await actAt(stage, round, 'announced')
  await awaitAutoTips(stage, round)
  let tips: TipPlan[] = []
  const handInAll = async () => {
    await handInTips(stage, round, tips)
    tips = []
  }
  for (const event of roundEvents(season, round.round - 1, log.fans.length)) {
    if (event.kind === 'tip') {
      tips.push(event.tip)
      continue
    }
    await handInAll()
    await doEvent(stage, round, programme, event)
    stage.signal.throwIfAborted()
  }
  await handInAll()
  await changeRound(stage, round, { status: 'completed' })
  round.completed = log.next()
  const isVoid = round.races.every(({ classification }) => classification === null)
  if (isVoid) for (const { jokers } of log.fans) jokers.delete(round.weekendId)
  await onStep(`completed ${round.round}`)
  stage.differences.push(...round.control.differences.splice(0))
}

/** Publishes the correction of an earlier round. */
export const correct = async (stage: SeasonStage): Promise<void> => {
  const { season, log, api, admin, onStep } = stage
  const { correction } = season
  const round = correction && log.rounds[correction.round - 1]
  if (!correction || !round?.programme) return
  const race = raceOf(round, correction.session)
  const result = {
    status: 'amended' as const,
    reason: 'Corrected after the last round.',
    classification: correction.order.map((car, i) => ({ position: i + 1, car, status: 'classified' as const })),
  }
  const body = resultBody({ programme: round.programme }, race.recorded, {
    at: '',
    previewFirst: false,
    sentTwice: false,
    ...result,
  })
  await onStep(`correct ${correction.round} ${correction.session}`)
  await api.publishResult(admin.cookie, race.raceId, body)
  race.classification = body.classification
  await onStep(`corrected ${correction.round} ${correction.session}`)
}
