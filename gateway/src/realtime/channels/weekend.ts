import { messageDeleted, messageSent, roomChanged } from '@purple-sector/contracts/chat/events'
import { MAX_ID } from '@purple-sector/contracts/common'
import {
  engagementBoardChanged,
  heatMapChanged,
  pollChanged,
  reactionsCounted,
} from '@purple-sector/contracts/engagement/events'
import { userChanged } from '@purple-sector/contracts/identity/events'
import { boardChanged, sessionScored } from '@purple-sector/contracts/tipping/events'
import { openCompetition } from '@purple-sector/contracts/tipping/scope'
import { carChanged, raceChanged, weekendChanged } from '@purple-sector/contracts/weekends/events'
import { notFound } from '@purple-sector/service-kit/errors'
import type { z } from 'zod'
import { on } from '../../event-handler.ts'
import { createChannel } from '../hub/channel.ts'
import type { FrameWriter } from '../hub/frames.ts'
import { createOpenChannels } from '../hub/open-channels.ts'
import { chats } from '../parts/chat.ts'
import { createDeduplicator } from '../parts/deduplicator.ts'
import { createHeatMap, createReactions } from '../parts/engagement.ts'
import { createLatestState } from '../parts/latest-state.ts'
import { createLeaderboard, weekendOfBoard } from '../parts/leaderboard.ts'
import { createTimings } from '../parts/timings.ts'
import { createWeekendState } from '../parts/weekend-state.ts'
import type { KindDependencies, MakeKind } from './make-kind.ts'

type SessionScored = z.infer<typeof sessionScored.data>
type PollState = z.infer<typeof pollChanged.data>
type EngagementBoard = z.infer<typeof engagementBoardChanged.data>

/**
 * Builds the frame of a scoring: `race_completed` for the first of a race.
 * Later `result_corrected` if a row moved or the result was withdrawn, else `result_status`, which needs no alert.
 */
const scoringFrame = (scoring: SessionScored, at: string, frames: FrameWriter, seq: number): Buffer => {
  const { raceId, name, category, weekendId, revision, status, reason } = scoring
  const race = { id: raceId, name, category, weekendId }
  if (scoring.kind === 'completed') return frames('race_completed', { race, revision }, seq, at)
  const type = scoring.kind === 'status' ? 'result_status' : 'result_corrected'
  return frames(type, { race, revision, status, reason }, seq, at)
}

/** Opens a weekend's channel: races, open leaderboard with each user's own standing, chat, scorings and engagement. */
const openWeekend = (
  weekendId: number,
  chatOf: ReturnType<typeof chats>,
  { internalApi, frames, categories, timings, liveTiming, runningRaces, projections, now, log }: KindDependencies,
) => {
  const channel = createChannel({
    key: `weekend/${weekendId}`,
    states: () => [
      ...state.states(),
      leaderboard.states.official,
      ...chat.states,
      ...engagementStates,
      ...timingStates(),
    ],
    acquireOwnState: (userId) => leaderboard.acquireStanding(userId),
    log,
  })
  const state = createWeekendState({
    weekendId,
    channel,
    fetch: internalApi.weekends,
    frames,
    nameOf: categories.nameOf,
    now,
  })
  const scope = openCompetition(weekendId)
  const leaderboard = createLeaderboard({ scope, channel, owner: internalApi, projections, frames, now, log })
  const timing = createTimings({ channel, timings, liveTiming, runningRaces, frames, now })
  const timingStates = () => [liveTiming.state, ...timing.states(), leaderboard.states.projected]
  const chat = chatOf({ room: { type: 'weekend', id: weekendId }, channel })
  const poll = createLatestState<PollState>({ channel, write: (data, seq) => frames('poll_update', data, seq) })
  const heatMap = createHeatMap({ weekendId, channel, frames })
  const engagementBoard = createLatestState<EngagementBoard>({
    channel,
    write: (data, seq, at) => frames('engagement_board', data, seq, at),
  })
  const reactions = createReactions({ channel, frames })
  const engagementStates = [poll.state, heatMap.state, engagementBoard.state, reactions.state]
  const revisions = new Map<number, number>()
  let engagementVersion = 0
  return {
    channel,
    state,
    leaderboard,
    timing,
    chat,
    poll,
    heatMap,
    reactions,
    engagementBoardChanged(next: EngagementBoard, time: string) {
      if (next.version <= engagementVersion) return
      engagementVersion = next.version
      engagementBoard.set(next, time)
    },
    async load() {
      if (!(await state.load())) return false
      await leaderboard.load()
      chat.load()
      const newest = timings.newestIn(weekendId)
      if (newest) timing.addRace(newest.raceId)
      return true
    },
    isDeleted: state.isDeleted,
    /** Sends a scoring; each revision once. */
    sendScoring(scoring: SessionScored, time: string) {
      if (scoring.revision <= (revisions.get(scoring.raceId) ?? 0)) return
      revisions.set(scoring.raceId, scoring.revision)
      // A first revision without scores needs no frame: the race's state includes it.
      if (scoring.kind !== 'withdrawn-first') channel.send((seq) => scoringFrame(scoring, time, frames, seq))
    },
    sweep(at: number) {
      leaderboard.sweep(at)
      state.sweep()
      chat.sweep(at)
      reactions.sweep(at)
    },
    close() {
      leaderboard.close()
      chat.close()
    },
  }
}

/** `weekend/3`: a weekend, for every signed-in user who follows it. */
export const weekendKind: MakeKind = (dependencies) => {
  const { internalApi, changes, people, timings, frames, log } = dependencies
  const chatOf = chats({ find: internalApi.room, people, frames, log })
  const weekends = createOpenChannels((id) => openWeekend(id, chatOf, dependencies))
  const noteChange = (weekendId: number): void => changes.note(`weekend/${weekendId}`)
  const isFirstDelivery = createDeduplicator<string>()

  /** The open weekend, whose states include the change; if it is not open, only notes the change. */
  const openOrNote = (weekendId: number) => {
    const open = weekends.get(weekendId)
    if (!open) noteChange(weekendId)
    return open
  }
  const unsubscribe = timings.onChange((raceId, timing) => {
    if (timing) weekends.get(timing.weekendId)?.timing.changed(raceId)
  })
  return {
    async find({ weekendId }) {
      if (weekendId === null) return []
      // Larger ids cannot exist, so the owner is not called (docs/contract.md, HTTP in general).
      const weekend = weekendId > MAX_ID ? undefined : await weekends.open(weekendId)
      if (!weekend) throw notFound('NOT_FOUND', 'There’s no such race weekend.')
      return [weekend.channel]
    },
    subscribedFields: ([key]) => (key ? { weekendId: Number(key.slice('weekend/'.length)) } : {}),
    eventHandlers: [
      on(weekendChanged, (weekend, { sequence, isReplay }) => {
        if (!isReplay) noteChange(weekend.id)
        weekends.get(weekend.id)?.state.weekendChanged(weekend, sequence)
      }),
      on(raceChanged, (race, { sequence, isReplay }) => {
        if (!isReplay) noteChange(race.weekendId)
        weekends.get(race.weekendId)?.state.raceChanged(race, sequence)
      }),
      on(carChanged, ({ weekendId }, { isReplay }) => {
        if (!isReplay) noteChange(weekendId)
        weekends.get(weekendId)?.state.carsChanged()
      }),
      on(
        boardChanged,
        (change) => weekends.get(change.weekendId)?.leaderboard.change(change),
        (subject) => weekends.get(weekendOfBoard(subject) ?? 0) !== undefined,
      ),
      on(sessionScored, (scoring, { time }) => {
        noteChange(scoring.weekendId)
        weekends.get(scoring.weekendId)?.sendScoring(scoring, time)
      }),
      on(pollChanged, (poll, { id }) => {
        if (isFirstDelivery(id)) openOrNote(poll.weekendId)?.poll.set(poll)
      }),
      on(heatMapChanged, ({ weekendId }, { id, time }) => {
        if (isFirstDelivery(id)) openOrNote(weekendId)?.heatMap.changed(time)
      }),
      on(engagementBoardChanged, (board, { time }) => openOrNote(board.weekendId)?.engagementBoardChanged(board, time)),
      on(reactionsCounted, (counts, { id, time }) => {
        if (counts.groupId === null && isFirstDelivery(id))
          openOrNote(counts.weekendId)?.reactions.applyCounts(counts, time)
      }),
      on(messageSent, (message) => weekends.get(message.weekendId ?? 0)?.chat.messageSent(message)),
      on(messageDeleted, (message) => weekends.get(message.weekendId ?? 0)?.chat.messageDeleted(message)),
      on(roomChanged, (room, { sequence }) => weekends.get(room.weekendId ?? 0)?.chat.roomChanged(room, sequence)),
      on(userChanged, (user, { sequence, isReplay }) => {
        const person = people.apply(user, sequence)
        for (const { chat } of weekends.all()) chat.personChanged(person, isReplay)
      }),
    ],
    /** Loads the weekends that clients will subscribe to first. */
    async load() {
      const weekendList = await internalApi.weekends()
      const firstWeekends = weekendList.filter(({ weekend }) => weekend.status === 'live' || weekend.isActive)
      await Promise.all(firstWeekends.map(({ weekend }) => weekends.open(weekend.id)))
    },
    sweep: weekends.removeExpired,
    close() {
      unsubscribe()
      weekends.closeAll()
    },
  }
}
