import { snapshotBody } from '@purple-sector/contracts/admin/live-timing'
import { type NatsoftState, natsoftHeard, nothingHeard } from '../timing-formats/natsoft.ts'
import { natsoftSnapshot } from '../timing-formats/natsoft-snapshot.ts'
import { xmlElements } from '../timing-formats/xml-elements.ts'
import { isOurSession } from './match-session.ts'
import { natsoftMessages } from './natsoft-connection.ts'
import { sourceAddressFault } from './source-address.ts'
import { type Adapter, type NamedSession, type RunSource, SourceFault, type SourceListener } from './timing-source.ts'

/** Messages that come this close together make one snapshot: a car that crosses the line is told in several. */
const GATHER_MS = 100
const SILENCE_MS = 60_000
const MOST_REDIRECTS = 5
const MOST_SESSIONS = 50
/** So many messages in a row that are none, and not one that was understood: it is served scrambled. */
const SCRAMBLED_AFTER = 3

const NOT_FOUND = 'The source knows no such meeting.'
const SCRAMBLED = 'It sends nothing but messages that are not XML. A scrambled feed cannot be read.'
const UNSURE = 'None of the sessions it has named is this one for certain. Pick the one that is.'

/** The sessions a feed has named so far, and which of them is ours. */
const sessionsOf = ({ session, picked, sessions }: RunSource) => {
  const named = new Map(sessions.map((each) => [each.code, each]))
  return {
    /** Whether the one that is told now is ours, whether none was so far, and all there are where that is news. */
    judge(state: NatsoftState): { isOurs: boolean; isOffered: boolean; news?: NamedSession[] } {
      const { event } = state
      if (!event || event.code === '') return { isOurs: false, isOffered: false }
      const code = event.code.slice(0, 100).toWellFormed()
      const description = event.description.slice(0, 200).toWellFormed()
      const isOurs = picked === null ? isOurSession(state, session) : code === picked
      const before = named.get(code)
      const isNews = before?.description !== description || before.isPicked !== isOurs
      if (isNews && (before || named.size < MOST_SESSIONS)) named.set(code, { code, description, isPicked: isOurs })
      const all = [...named.values()]
      return { isOurs, isOffered: !all.some(({ isPicked }) => isPicked), ...(isNews && { news: all }) }
    },
  }
}

type Hearing = { state: NatsoftState; understood: number; skipped: number }

/** Tells what a feed adds up to; answers what is left to do at the end of a batch. */
const hearing = (source: RunSource, listener: SourceListener, gatherMs: number) => {
  const sessions = sessionsOf(source)
  const so: Hearing = { state: nothingHeard, understood: 0, skipped: 0 }
  let timer: NodeJS.Timeout | undefined

  const tell = (): void => {
    timer = undefined
    const { isOurs, isOffered, news } = sessions.judge(so.state)
    if (news) listener.named(news)
    listener.troubled(isOffered ? UNSURE : null)
    if (!isOurs) return
    const snapshot = natsoftSnapshot(so.state, { sequence: listener.nextSequence(), now: new Date() })
    if (!snapshot) return
    const { success, data } = snapshotBody.safeParse(snapshot)
    if (success) listener.heard(data)
    else listener.skipped(1)
  }

  const skip = (count: number): void => {
    so.skipped += count
    listener.skipped(count)
    if (so.understood === 0 && so.skipped >= SCRAMBLED_AFTER) listener.troubled(SCRAMBLED)
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
      listener.answers()
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
  try {
    for await (const { messages, skipped } of natsoftMessages(url, { ...source, signal, silenceMs })) {
      if (skipped > 0) feed.skip(skipped)
      for (const message of messages) feed.hear(message)
      if (feed.so.state.isNotFound) throw new SourceFault(NOT_FOUND)
      if (feed.so.state.redirect !== undefined) return feed.so.state.redirect
    }
  } finally {
    if (!signal.aborted) feed.end()
  }
  if (signal.aborted) return undefined
  throw new SourceFault('The connection ended.')
}

/** Natsoft's live messages, over TCP or WebSocket (docs/timing-formats.md, Natsoft live messages). */
export const natsoftSource =
  ({ silenceMs = SILENCE_MS, gatherMs = GATHER_MS }: { silenceMs?: number; gatherMs?: number } = {}): Adapter =>
  async (source, listener, signal) => {
    let { url } = source
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
      const next = await listen(url, source, listener, { signal, silenceMs, gatherMs })
      if (next === undefined || signal.aborted) return
      const fault = sourceAddressFault('natsoft', next, source)
      if (fault) throw new SourceFault(`It sends us to another address, which ${fault}.`)
      url = next
    }
    throw new SourceFault('It sends us from one address to the next without end.')
  }
