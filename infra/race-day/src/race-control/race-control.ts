import { differs } from '../comparison/differences.ts'
import { pause } from '../fans/http-client.ts'
import { countsIn } from '../recording/recording.ts'
import { changeCar, editCar, enterLate } from './car-control.ts'
import { publishResult } from './publish-result.ts'
import { close, type RaceControl, raceId } from './race-control-log.ts'
import { lockLead, type RaceControlStep } from './race-control-steps.ts'
import { categoryOf } from './set-up-weekend.ts'

/** Runs every step at its moment, one after the other as one person would. */
export const runRaceControl = async (control: RaceControl, steps: RaceControlStep[]): Promise<void> => {
  for (const step of steps) {
    await pause(step.at - Date.now(), control.signal)
    control.signal.throwIfAborted()
    await doStep(control, step)
  }
}

const doStep = async (control: RaceControl, step: RaceControlStep): Promise<void> => {
  switch (step.kind) {
    case 'filter':
      return setFilter(control, step.sessions)
    case 'move':
      return moveRace(control, step)
    case 'put off':
      return moveRace(control, { race: step.race, start: Date.now() + step.ahead + lockLead })
    case 'pause':
      return pause(step.ms, control.signal)
    case 'reopen':
      return reopenRace(control, step)
    case 'status': {
      await control.onStep(`${step.status} ${step.race.id}`)
      const changed = await control.api.setRaceStatus(control.admin.cookie, raceId(control, step.race.id), step.status)
      close(control, step.race, changed)
      if (step.status === 'completed') await control.timing?.over(step.race)
      return
    }
    case 'result':
      return publishResult(control, step)
    case 'car': {
      await control.onStep(`car ${step.change.status}`)
      return changeCar(control, step.change)
    }
    case 'rename':
      return renameCategory(control, step)
    case 'edit':
      return editCar(control, step)
    case 'entry':
      return enterLate(control, step)
    case 'timing':
      return control.timing?.lap(step.race, step.lap, step.flag)
  }
}

const setFilter = async (control: RaceControl, sessions: string[]): Promise<void> => {
  const { api, admin, programme, recording, log } = control
  await control.onStep('filter')
  const ids = sessions.map((id) => raceId(control, id))
  const sent = Date.now()
  if (await api.setFilter(admin.cookie, programme.weekendId, ids)) {
    log.filters.push({ sessions, since: { sent, received: Date.now() } })
    return
  }
  // On a slow machine, or after a restart, a race that would enter or leave the filter may have locked by now.
  const present = log.filters.at(-1)?.sessions ?? []
  const moved = recording.sessions.filter((race) => countsIn(race, present) !== countsIn(race, sessions))
  const movedIds = new Set(moved.map(({ id }) => raceId(control, id)))
  const races = await api.races(admin.cookie, programme.weekendId)
  if (!races.some(({ id, locked }) => locked && movedIds.has(id)))
    log.differences.push(...differs('the filter', 'reply', 'accepted', 'SESSION_LOCKED'))
}

type Step<K extends RaceControlStep['kind']> = Extract<RaceControlStep, { kind: K }>

const moveRace = async (control: RaceControl, { race, start }: Pick<Step<'move'>, 'race' | 'start'>): Promise<void> => {
  const { api, admin, programme } = control
  await control.onStep(`move ${race.id}`)
  const reported = await api.moveRace(admin.cookie, raceId(control, race.id), new Date(start).toISOString())
  programme.starts.get(race.id)?.push({ start, reported, deadline: reported.value.deadline })
}

/** Reopens a postponed race, which takes tips again until the new time. */
const reopenRace = async (control: RaceControl, { race, start }: Step<'reopen'>): Promise<void> => {
  const { api, admin, programme, log } = control
  await control.onStep(`reopen ${race.id}`)
  const reported = await api.reopenRace(admin.cookie, raceId(control, race.id), new Date(start).toISOString())
  programme.starts.get(race.id)?.push({ start, reported, reopens: true, deadline: reported.value.deadline })
  // The final comparison checks by the deadline whether the race is open: on a slow machine the new lock may have
  // passed.
  log.differences.push(...differs(`${race.id}, reopened`, 'status', 'upcoming', reported.value.status))
}

const renameCategory = async (control: RaceControl, { category, to }: Step<'rename'>): Promise<void> => {
  const { api, admin, programme, log } = control
  await control.onStep(`rename ${category}`)
  const played = categoryOf(programme, category)
  const reported = await api.changeCategory(admin.cookie, played.id, to)
  played.name = to.name
  log.counts.renames += 1
  log.differences.push(...differs(`category ${category}, renamed`, 'name', to.name, reported.name))
}
