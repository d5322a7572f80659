import { snapshotBody } from '@purple-sector/contracts/admin/live-timing'
import { MAX_SILENCE_MS } from '@purple-sector/service-kit/data/parsing-limits'
import { natsoftSnapshot } from '../timing-formats/natsoft-snapshot.ts'
import { applyMessage, emptyState, type NatsoftState } from '../timing-formats/natsoft-state.ts'
import { xmlElements } from '../timing-formats/xml-elements.ts'
import { isOurSession } from './match-session.ts'
import { natsoftMessages } from './natsoft-connection.ts'
import { feedDayError } from './session-day.ts'
import { sourceAddressFault } from './source-address.ts'
import { throttleWork } from './throttle-work.ts'
import { type Adapter, type NamedSession, type RunSource, SourceFault, type SourceListener } from './timing-source.ts'

/** Messages that arrive this close together make one snapshot: a car that crosses the line is in several. */
const DEBOUNCE_MS = 100
const MAX_REDIRECTS = 5
const MAX_SESSIONS = 50
/** Characters of a session's code that race control may pick. */
const MAX_CODE_CHARS = 100

const NOT_FOUND = 'The source knows no such meeting.'
const SCRAMBLED =
  'It sends nothing but messages that are not XML. A scrambled feed cannot be read: ask the timing company for the plain feed.'
const UNSURE = 'None of the sessions it has named is this one for certain. Pick the one that is.'
const unknownStatus = (word: string) => `It sends the session status “${word}”, which we don’t know: the flag stays.`
const surplusMessage = (count: number) =>
  `It sends more than a meeting can have: ${count} elements of its last message were skipped.`

/** Tracks the sessions that a feed has named, and which of them is ours. */
const sessionsOf = ({ session, picked, sessions }: RunSource) => {
  const sessionsByCode = new Map(sessions.map((each) => [each.code, each]))
  /** Whether something of our session arrived before its end. */
  let hasRun = session.hasStarted
  return {
    /**
     * Decides whether the current session is ours.
     * `fault`: why it is not, although it has our name. `isOffered`: none was ours so far. `changed`: all sessions, if
     * they have changed.
     */
    validate(state: NatsoftState): { isOurs: boolean; isOffered: boolean; fault?: string; changed?: NamedSession[] } {
      const { event, status } = state
      if (!event || event.code === '') return { isOurs: false, isOffered: false }
      const code = event.code.slice(0, MAX_CODE_CHARS)
      const { description } = event
      const hasName = picked === null ? isOurSession(state, session) : code === picked
      const isKnown = hasRun || picked !== null
      const fault = hasName ? feedDayError(state, { ...session, isKnown }, Date.now()) : undefined
      const isOurs = hasName && fault === undefined
      if (isOurs && status !== undefined && status !== 'wait') hasRun = true
      const before = sessionsByCode.get(code)
      const isChanged = before?.description !== description || before.isPicked !== isOurs
      if (isChanged && (before || sessionsByCode.size < MAX_SESSIONS))
        sessionsByCode.set(code, { code, description, isPicked: isOurs })
      const allSessions = [...sessionsByCode.values()]
      const isOffered = !allSessions.some(({ isPicked }) => isPicked)
      return { isOurs, isOffered, ...(fault !== undefined && { fault }), ...(isChanged && { changed: allSessions }) }
    },
  }
}

type FeedState = { state: NatsoftState; understood: number }

/** Creates the state of a feed, and publishes a snapshot after each burst of messages. */
const createFeed = (source: RunSource, listener: SourceListener, debounceMs: number) => {
  const sessions = sessionsOf(source)
  const feedState: FeedState = { state: emptyState, understood: 0 }
  let timer: NodeJS.Timeout | undefined
  /** Skipped elements of the last message that exceeded a limit; displayed until a message of another session. */
  let lastSkipped = 0

  const publish = (): void => {
    timer = undefined
    const { isOurs, isOffered, fault, changed } = sessions.validate(feedState.state)
    if (changed) listener.onSessions(changed)
    const word = feedState.state.unknownStatus
    const statusProblem = word === undefined ? null : unknownStatus(word)
    listener.onProblem(
      fault ?? (isOffered ? UNSURE : (statusProblem ?? (lastSkipped > 0 ? surplusMessage(lastSkipped) : null))),
    )
    if (!isOurs) return
    const snapshot = natsoftSnapshot(feedState.state, { sequence: listener.nextSequence(), now: new Date() })
    if (!snapshot) return
    const { success, data } = snapshotBody.safeParse(snapshot)
    if (success) listener.onSnapshot(data)
    else listener.onSkipped(1)
  }

  /** Until a message is understood, the feed counts as scrambled. */
  const skip = (count: number): void => {
    listener.onSkipped(count)
    if (feedState.understood === 0) listener.onProblem(SCRAMBLED)
  }

  return {
    feedState,
    accept(text: string): void {
      const message = xmlElements(text)
      if (!message) {
        skip(1)
        return
      }
      const before = feedState.state
      feedState.state = applyMessage(before, message)
      feedState.understood += 1
      if (feedState.understood === 1) listener.onProblem(null)
      listener.onResponse()
      const newlySkipped = feedState.state.skipped - before.skipped
      if (newlySkipped > 0) {
        listener.onSkipped(newlySkipped)
        lastSkipped = newlySkipped
      }
      // The last state of a session is published before the next session starts.
      if (timer !== undefined && feedState.state.event?.code !== before.event?.code) {
        clearTimeout(timer)
        timer = undefined
        const next = feedState.state
        feedState.state = before
        publish()
        feedState.state = next
      }
      if (feedState.state !== before) timer ??= setTimeout(publish, debounceMs)
    },
    skip,
    end(): void {
      if (timer === undefined) return
      clearTimeout(timer)
      publish()
    },
  }
}

/** Listens to one address; returns another one if the feed redirects. Rejects when the connection ends. */
const listen = async (
  url: string,
  source: RunSource,
  listener: SourceListener,
  { signal, silenceMs, debounceMs }: { signal: AbortSignal; silenceMs: number; debounceMs: number },
): Promise<string | undefined> => {
  const feed = createFeed(source, listener, debounceMs)
  const throttled = throttleWork()
  try {
    for await (const { messages, skipped } of natsoftMessages(url, { ...source, signal, silenceMs })) {
      if (skipped > 0) feed.skip(skipped)
      for (const message of messages) {
        await throttled(() => feed.accept(message))
        if (feed.feedState.state.isNotFound) throw new SourceFault(NOT_FOUND)
        if (feed.feedState.state.redirect !== undefined) return feed.feedState.state.redirect
      }
    }
  } finally {
    if (!signal.aborted) feed.end()
  }
  if (signal.aborted) return undefined
  throw new SourceFault('The connection ended.')
}

/** Adapter of Natsoft's live messages, over TCP or WebSocket (docs/timing-formats.md, Natsoft live messages). */
export const natsoftSource =
  ({
    silenceMs = MAX_SILENCE_MS,
    debounceMs = DEBOUNCE_MS,
  }: {
    silenceMs?: number
    debounceMs?: number
  } = {}): Adapter =>
  async (source, listener, signal) => {
    let { url } = source
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const next = await listen(url, source, listener, { signal, silenceMs, debounceMs })
      if (next === undefined || signal.aborted) return
      const fault = sourceAddressFault('natsoft', next, source)
      if (fault) throw new SourceFault(`It sends us to another address, which ${fault}.`)
      url = next
    }
    throw new SourceFault('It sends us from one address to the next without end.')
  }
