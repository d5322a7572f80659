import type { Logger } from '@purple-sector/service-kit'
import { type AppError, overloaded } from '@purple-sector/service-kit/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createBacklog, type LoadLimits } from './backlog.ts'

/** What is offered, each kind with a backlog of its own, and what who is refused is told: what became of theirs. */
const REFUSALS = {
  tips: 'Lots of tips are coming in right now. Yours wasn’t saved. Please try again in a moment.',
  messages: 'Lots of messages are coming in right now. Yours wasn’t sent. Please try again in a moment.',
}
export type Shed = keyof typeof REFUSALS

/** A tip counts until a moment; a message has time until the next turn. */
export const givesWay = (kind: Shed | undefined): boolean => kind === 'messages'

type Options = {
  limits: LoadLimits
  log: Logger
  /** The clock in ms. */
  now?: () => number
}

export type LoadShedding = {
  /** What one is told that could not be taken in time; undefined where there is room. */
  refusalOf(kind: Shed): AppError | undefined
  /** Counts one as under way until it is answered. Throws where there is no room, or others were first meanwhile. */
  take(kind: Shed, request: FastifyRequest, reply: FastifyReply): void
}

const SILENCE_MS = 60_000
/** Who comes too often is answered without any work: it does not tell how fast others are taken. */
const TOO_MANY = 429

const createShed = (kind: Shed, { limits, log, now = () => performance.now() }: Options) => {
  const backlog = createBacklog(limits, now)
  let toldAt = Number.NEGATIVE_INFINITY
  /** By its pause, made once: a stack of its own is a tenth of what a refusal costs, and nobody reads it. */
  const refusals = new Map<number, AppError>()

  const refusal = (): AppError => {
    if (now() - toldAt >= SILENCE_MS) {
      toldAt = now()
      log.warn({ what: kind, underWay: backlog.underWay() }, 'more than can be taken in time: some are refused')
    }
    const pause = backlog.pauseSeconds()
    const known = refusals.get(pause) ?? overloaded(REFUSALS[kind], pause)
    refusals.set(pause, known)
    return known
  }
  return { backlog, refusal }
}

/**
 * Refuses in time what services could not take in time: 503 `OVERLOADED` with `Retry-After` (docs/quality.md, More than can be taken). Here,
 * and not in the service, because a refusal must cost next to nothing: what is busy with refusing takes no tips.
 *
 * Not `@fastify/under-pressure`, which watches the process (event loop, heap): that is not the work that waits, which
 * stands in the service and its database, and a slow machine always looks as if it were overloaded.
 */
export const loadShedding = (options: Options): LoadShedding => {
  const sheds = { tips: createShed('tips', options), messages: createShed('messages', options) }
  return {
    refusalOf(kind) {
      const { backlog, refusal } = sheds[kind]
      return backlog.hasRoom() ? undefined : refusal()
    },
    take(kind, { raw: request }, { raw: response }) {
      // Who has gone away meanwhile would keep their place for ever.
      if (response.destroyed) return
      const { backlog, refusal } = sheds[kind]
      if (!backlog.enter(request)) throw refusal()
      response.once('close', () =>
        backlog.leave(request, response.writableFinished && response.statusCode !== TOO_MANY),
      )
    },
  }
}
