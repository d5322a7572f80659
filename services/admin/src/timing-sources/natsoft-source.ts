import { snapshotBody } from '@purple-sector/contracts/admin/live-timing'
import { MAX_SILENCE_MS } from '@purple-sector/service-kit/data/reading-limits'
import { type NatsoftState, natsoftHeard, nothingHeard } from '../timing-formats/natsoft.ts'
import { natsoftSnapshot } from '../timing-formats/natsoft-snapshot.ts'
import { xmlElements } from '../timing-formats/xml-elements.ts'
import { isOurSession } from './match-session.ts'
import { natsoftMessages } from './natsoft-connection.ts'
import { otherDayOf } from './session-day.ts'
import { sourceAddressFault } from './source-address.ts'
import { takeTurns } from './throttle-work.ts'
import { type Adapter, type NamedSession, type RunSource, SourceFault, type SourceListener } from './timing-source.ts'

/** Messages that come this close together make one snapshot: a car that crosses the line is told in several. */
const DEBOUNCE_MS = 100
const MAX_REDIRECTS = 5
const MAX_SESSIONS = 50
/** Of a session's code, as race control may pick it. */
const MAX_CODE_CHARS = 100

const NOT_FOUND = 'The source knows no such meeting.'
const SCRAMBLED =
  'It sends nothing but messages that are not XML. A scrambled feed cannot be read: ask the timing company for the plain feed.'
const UNSURE = 'None of the sessions it has named is this one for certain. Pick the one that is.'
const unknownStatus = (word: string) => `It sends the session status “${word}”, which we don’t know: the flag stays.`
const surplus = (count: number) =>
  `It sends more than a meeting can have: ${count} elements of its last message were skipped.`

/** The sessions a feed has named so far, and which of them is ours. */
const sessionsOf = ({ session, picked, sessions }: RunSource) => {
  const named = new Map(sessions.map((each) => [each.code, each]))
  /** Something of ours came before its end. */
  let hasRun = session.hasStarted
  return {
    /**
     * Whether the session that is named now is ours, what is wrong although it has our name, whether none was ours so far,
     * and all there are where that is news.
     */
    validate(state: NatsoftState): { isOurs: boolean; isOffered: boolean; fault?: string; news?: NamedSession[] } {
      const { event, status } = state
      if (!event || event.code === '') return { isOurs: false, isOffered: false }
      const code = event.code.slice(0, MAX_CODE_CHARS)
      const { description } = event
      const hasName = picked === null ? isOurSession(state, session) : code === picked
      const isKnown = hasRun || picked !== null
      const fault = hasName ? otherDayOf(state, { ...session, isKnown }, Date.now()) : undefined
      const isOurs = hasName && fault === undefined
      if (isOurs && status !== undefined && status !== 'wait') hasRun = true
      const before = named.get(code)
      const isNotifiable = before?.description !== description || before.isPicked !== isOurs
      if (isNotifiable && (before || named.size < MAX_SESSIONS))
        named.set(code, { code, description, isPicked: isOurs })
      const all = [...named.values()]
      const isOffered = !all.some(({ isPicked }) => isPicked)
      return { isOurs, isOffered, ...(fault !== undefined && { fault }), ...(isNotifiable && { news: all }) }
    },
  }
}

type Hearing = { state: NatsoftState; understood: number }

/** Tells what a feed adds up to; answers what is left to do at the end of a batch. */
const hearing = (source: RunSource, listener: SourceListener, gatherMs: number) => {
  const sessions = sessionsOf(source)
  const so: Hearing = { state: nothingHeard, understood: 0 }
  let timer: NodeJS.Timeout | undefined
  /** Of the last message that exceeded a limit; it stays in view until a message of another session. */
  let skippedLast = 0

  const tell = (): void => {
    timer = undefined
    const { isOurs, isOffered, fault, news } = sessions.validate(so.state)
    if (news) listener.named(news)
    const word = so.state.unknownStatus
    const minor = word === undefined ? null : unknownStatus(word)
    listener.troubled(fault ?? (isOffered ? UNSURE : (minor ?? (skippedLast > 0 ? surplus(skippedLast) : null))))
    if (!isOurs) return
    const snapshot = natsoftSnapshot(so.state, { sequence: listener.nextSequence(), now: new Date() })
    if (!snapshot) return
    const { success, data } = snapshotBody.safeParse(snapshot)
    if (success) listener.heard(data)
    else listener.skipped(1)
  }

  /** Until something is understood, the feed counts as scrambled. */
  const skip = (count: number): void => {
    listener.skipped(count)
    if (so.understood === 0) listener.troubled(SCRAMBLED)
  }

  return {
    so,
    hear(text: string): void {
      const message = xmlElements(text)
      if (!message) {
        skip(1)
        return
      }
      const before = so.state
      so.state = natsoftHeard(before, message)
      so.understood += 1
      if (so.understood === 1) listener.troubled(null)
      listener.answers()
      const surplusNow = so.state.skipped - before.skipped
      if (surplusNow > 0) {
        listener.skipped(surplusNow)
        skippedLast = surplusNow
      }
      // One session's last word is told before the next begins.
      if (timer !== undefined && so.state.event?.code !== before.event?.code) {
        clearTimeout(timer)
        timer = undefined
        const next = so.state
        so.state = before
        tell()
        so.state = next
      }
      if (so.state !== before) timer ??= setTimeout(tell, gatherMs)
    },
    skip,
    end(): void {
      if (timer === undefined) return
      clearTimeout(timer)
      tell()
    },
  }
}

/** Another address to ask where the feed says so; rejects at its end. */
const listen = async (
  url: string,
  source: RunSource,
  listener: SourceListener,
  { signal, silenceMs, gatherMs }: { signal: AbortSignal; silenceMs: number; gatherMs: number },
): Promise<string | undefined> => {
  const feed = hearing(source, listener, gatherMs)
  const turn = takeTurns()
  try {
    for await (const { messages, skipped } of natsoftMessages(url, { ...source, signal, silenceMs })) {
      if (skipped > 0) feed.skip(skipped)
      for (const message of messages) {
        await turn(() => feed.hear(message))
        if (feed.so.state.isNotFound) throw new SourceFault(NOT_FOUND)
        if (feed.so.state.redirect !== undefined) return feed.so.state.redirect
      }
    }
  } finally {
    if (!signal.aborted) feed.end()
  }
  if (signal.aborted) return undefined
  throw new SourceFault('The connection ended.')
}

/** Natsoft's live messages, over TCP or WebSocket (docs/timing-formats.md, Natsoft live messages). */
export const natsoftSource =
  ({ silenceMs = MAX_SILENCE_MS, gatherMs = DEBOUNCE_MS }: { silenceMs?: number; gatherMs?: number } = {}): Adapter =>
  async (source, listener, signal) => {
    let { url } = source
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const next = await listen(url, source, listener, { signal, silenceMs, gatherMs })
      if (next === undefined || signal.aborted) return
      const fault = sourceAddressFault('natsoft', next, source)
      if (fault) throw new SourceFault(`It sends us to another address, which ${fault}.`)
      url = next
    }
    throw new SourceFault('It sends us from one address to the next without end.')
  }
