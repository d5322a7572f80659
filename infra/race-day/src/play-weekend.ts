import type { GroupAccount } from './account/group-account.ts'
import { type CompressedClock, compressedClock, type Pace } from './clock.ts'
import { boardLatencyWatch } from './comparison/board-latency.ts'
import type { FollowedFan } from './comparison/compare-sockets.ts'
import { crowdActs, emptyCrowdLog } from './fans/crowd-player.ts'
import { type Fan, registerFans, runActs, type TimedAct } from './fans/fan-player.ts'
import { type FanSocket, type FanSocketOptions, openFanSocket } from './fans/fan-socket.ts'
import { planFans } from './fans/fans.ts'
import { createGroupChecks } from './fans/group-checks.ts'
import { planGroups } from './fans/group-plan.ts'
import { groupActs } from './fans/group-player.ts'
import { pause } from './fans/http-client.ts'
import { pausableGate } from './fans/pausable-gate.ts'
import type { PlayedGroup } from './fans/played-group.ts'
import type { Account, ProductApi } from './fans/product-api.ts'
import { handIn } from './fans/tip-player.ts'
import { compareAtTheEnd } from './final-comparison.ts'
import { defaultSpeed, type RaceDayOptions, type RaceDayReport } from './options.ts'
import { paceOf } from './pace.ts'
import { PreflightError } from './preflight-error.ts'
import { natsoftSource } from './race-control/natsoft-source.ts'
import { pushSource } from './race-control/push-source.ts'
import { runRaceControl } from './race-control/race-control.ts'
import { emptyLog, type RaceControlLog } from './race-control/race-control-log.ts'
import { clockInstants, raceControlSteps, realMoment } from './race-control/race-control-steps.ts'
import { carId, createProgramme, createWeekend, type Programme } from './race-control/set-up-weekend.ts'
import { timingDesk } from './race-control/timing-desk.ts'
import { carAt } from './recording/entries.ts'
import { takeCategories } from './recording/programme-categories.ts'
import type { PlannedTip, Recording } from './recording/recording.ts'
import { endWeekend, goLive } from './stage.ts'
import { createWaitUntilEqual } from './wait-until-equal.ts'

type Stage = {
  options: RaceDayOptions
  api: ProductApi
  /** A client that still works after the signal is aborted. */
  tidyApi: ProductApi
  admin: Account
  run: string
  urls: string[]
  signal: AbortSignal
  afterwards: AsyncDisposableStack
}

/** Plays the weekend from its creation to the last comparison; clean-up steps go to `afterwards`. */
export const playWeekend = async (stage: Stage): Promise<Omit<RaceDayReport, 'retries' | 'outages' | 'seconds'>> => {
  const { options, api, tidyApi, admin, run, signal, afterwards } = stage
  const { recording, print = () => {}, onStep = () => {}, ending = 'complete' } = options
  const plans = planFans(recording, options.fans ?? recording.fans.generated.count)
  const { categories, putBack } = await takeCategories(api, admin, recording, run)
  afterwards.defer(() => putBack(tidyApi, ending === 'delete'))
  const weekendId = await createWeekend(api, admin, recording, run, new Date())
  afterwards.defer(async () => {
    if (ending === 'delete') await tidyApi.deleteWeekend(admin.cookie, weekendId)
    else if (ending === 'complete' || options.takeOver || signal.aborted)
      await endWeekend(tidyApi, admin.cookie, weekendId)
  })
  print(`Weekend ${weekendId}, "${recording.weekend.name} (${run})", with ${plans.length} fans.`)
  const hasTiming = (options.timing ?? 'push') !== 'off' && (await api.timing.isInstalled(admin.cookie))
  const fans = await registerFans(api, plans, run)
  await onStep('fans registered')
  await goLive(api, admin.cookie, weekendId)

  const watch = boardLatencyWatch(() => followed.length)
  const followed: FollowedFan[] = fans.slice(0, options.sockets ?? fans.length).map((fan, i) => ({
    name: fan.plan.name,
    userId: fan.account.user.id,
    socket: openSocket(stage, weekendId, fan, i, (version, arrival) => watch.board(i, version, arrival)),
  }))
  for (const [i, { socket }] of followed.entries()) fans[i]!.socket = socket
  afterwards.defer(async () => {
    for (const { socket } of followed) socket.close()
  })
  await allReady(
    followed.map(({ socket }) => socket),
    signal,
  )
  await onStep('sockets connected')

  const clock = startClock(
    recording,
    options.speed ?? defaultSpeed,
    paceOf(recording, { hasTiming, longestQuiet: options.longestQuiet }),
  )
  const programme = await createProgramme(api, admin, { recording, weekendId, run, clock, categories })
  print(`${programme.races.size} races created; the weekend takes ${Math.round(clock.duration / 1000)} s.`)
  const log = emptyLog()
  noteEntries(log, recording, programme)
  await onStep('started')

  const stop = new AbortController()
  const playing = AbortSignal.any([signal, stop.signal])
  const { waitForMs = 30_000, isKnown = () => false } = options
  const gate = pausableGate()
  const groups: PlayedGroup[] = []
  const seat = {
    ...{
      api,
      admin,
      recording,
      programme,
      run,
      log,
      fans,
      groups,
      waitForMs,
      waitUntilEqual: createWaitUntilEqual(isKnown, playing),
    },
    ...{ pausableGate: gate, onResult: watch.begin, signal: playing },
    /** The callback may stop the product while play waits for it. */
    async onStep(step: string) {
      const from = Date.now()
      await onStep(step)
      log.outages.push({ from, to: Date.now() })
    },
  }
  const source =
    options.timing === 'natsoft' ? natsoftSource(seat) : pushSource({ api, admin, programme, key: options.timingKey })
  afterwards.defer(() => source.close())
  const timing = hasTiming ? timingDesk({ ...seat, source, followed }) : null
  const control = { ...seat, timing, groupChecks: createGroupChecks({ ...seat, timing }, isKnown) }
  const crowd = emptyCrowdLog()
  const hasCrowd = await api.crowd.isInstalled(admin.cookie, weekendId)
  const club = { api, recording, programme, run, fans, pausableGate: gate, groups, differences: log.differences }
  const planned = planGroups(recording, plans)
  const tipping = ({ fan, tip }: { fan: Fan; tip: PlannedTip }): TimedAct => ({
    at: realMoment(clock, recording, tip.when),
    queues: [fan],
    act: () => handIn(club, fan, tip),
  })
  const acts = [
    ...planned.flatMap((plan) => groupActs(club, plan, clock)),
    ...fans.flatMap((fan) => fan.plan.tips.map((tip) => tipping({ fan, tip }))),
    ...planned.flatMap(({ tips }) => tips.map(({ fan, tip }) => tipping({ fan: fans[fan]!, tip }))),
    ...(hasCrowd ? crowdActs({ api, recording, programme, log, crowd, signal: playing }, fans, clock) : []),
  ]
  await Promise.all([runRaceControl(control, raceControlSteps(recording, clock)), runActs(acts, playing)]).catch(
    (error: unknown) => {
      stop.abort()
      throw error
    },
  )
  await control.groupChecks.waitUntilDone()
  await onStep('played')
  print('Played. Comparing every board, page, socket and tip with an account of our own.')

  const { account, reminders, differences } = await compareAtTheEnd({ ...control, crowd, hasCrowd, followed })
  return {
    weekendId,
    fans: fans.length,
    participants: account.board.length,
    tips: account.tips,
    groups: countGroups(account.groups),
    crowd: hasCrowd ? { votes: crowd.votes.size, reactions: crowd.reactions.length } : null,
    reminders,
    results: log.counts,
    sockets: {
      opened: followed.length,
      interruptions: followed.reduce((sum, { socket }) => sum + socket.interruptions, 0),
      longestGapMs: Math.max(0, ...followed.map(({ socket }) => socket.longestGapMs)),
    },
    latency: watch.summary(),
    timing: timing?.counts() ?? null,
    differences,
  }
}

const countGroups = (accounts: GroupAccount[]): RaceDayReport['groups'] => {
  const sum = (of: (account: GroupAccount) => number) => accounts.reduce((total, account) => total + of(account), 0)
  return {
    founded: accounts.length,
    memberships: sum(({ played }) => played.stays.length),
    accepted: sum(({ tips }) => tips.accepted),
    tipsClosed: sum(({ tips }) => tips.tipsClosed),
    tipsLocked: sum(({ tips }) => tips.tipsLocked),
  }
}

/** Records drivers and teams of all cars at the beginning. */
const noteEntries = (log: RaceControlLog, recording: Recording, programme: Programme): void => {
  for (const { category, cars } of recording.categories) {
    for (const car of cars) {
      const id = carId(programme, category, car.number)
      if (id !== undefined) log.entries.set(id, carAt(car, Date.parse(recording.fans.tipsOpen)))
    }
  }
}

const openSocket = (
  stage: Stage,
  weekendId: number,
  fan: Fan,
  index: number,
  onBoard: NonNullable<FanSocketOptions['onBoard']>,
) => {
  const urls = index % 2 === 1 ? [...stage.urls].reverse() : stage.urls
  return openFanSocket({
    urls,
    origin: stage.options.origin,
    cookie: fan.account.cookie,
    weekendId,
    projected: true,
    onBoard,
  })
}

const allReady = async (sockets: FanSocket[], signal: AbortSignal): Promise<void> => {
  const waited = new AbortController()
  const giveUp = pause(60_000, AbortSignal.any([signal, waited.signal])).then(() => 'late' as const)
  const outcome = await Promise.race([Promise.all(sockets.map(({ ready }) => ready)), giveUp])
  waited.abort()
  signal.throwIfAborted()
  if (outcome === 'late') throw new PreflightError('Not every socket was subscribed within 60 s.')
}

/** Starts the clock late enough for races and cars to be created. */
const startClock = (
  recording: Recording,
  speed: number,
  pace: Pick<Pace, 'longestQuiet' | 'pauses'>,
): CompressedClock => {
  const cars = recording.categories.reduce((sum, field) => sum + field.cars.length, 0)
  const begin = Date.now() + 2_000 + (cars + recording.sessions.length) * 25
  return compressedClock(clockInstants(recording), { begin, speed, ...pace })
}
