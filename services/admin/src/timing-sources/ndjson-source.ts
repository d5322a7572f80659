import { type FileHandle, open, stat } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Snapshot } from '@purple-sector/contracts/admin/live-timing'
import { publicAgent } from '@purple-sector/service-kit/calls/public-agent'
import { MAX_REPLY_BYTES, MAX_TAIL_BYTES } from '@purple-sector/service-kit/data/reading-limits'
import { Agent, type Dispatcher, request } from 'undici'
import { ByteQueue } from '../timing-formats/byte-queue.ts'
import { type LastLine, lastSnapshotOf } from '../timing-formats/ndjson.ts'
import type { OurSession } from './match-session.ts'
import { earlierSessionFault, otherDayFault } from './session-day.ts'
import { type Adapter, SourceFault } from './timing-source.ts'

const REQUEST_TIMEOUT_MS = 2_000
const TIMEOUT_MS = 5_000
/** Who is found writing the first line so often in a row does not write one. */
const UNFINISHED_TIMES = 3
/** What the source says now; undefined where it has not changed since it was asked last. */
type Ask = () => Promise<string | undefined>

const bodyOf = async (body: Dispatcher.ResponseData['body']): Promise<string> => {
  const tail = new ByteQueue()
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > MAX_REPLY_BYTES) throw new SourceFault('It sends more than 32 MB.')
    tail.add(chunk)
    if (tail.length > 2 * MAX_TAIL_BYTES) tail.remove(tail.length - MAX_TAIL_BYTES)
  }
  return tail.bytes.subarray(-MAX_TAIL_BYTES).toString('utf8')
}

const overHttp = (url: string, dispatcher: Dispatcher, signal: AbortSignal): Ask => {
  let etag: string | undefined
  return async () => {
    const reply = await request(url, {
      dispatcher,
      headers: {
        accept: 'application/x-ndjson, application/json',
        'user-agent': 'Purple-Sector-Timing/1',
        range: `bytes=-${MAX_TAIL_BYTES}`,
        ...(etag !== undefined && { 'if-none-match': etag }),
      },
      signal: AbortSignal.any([signal, AbortSignal.timeout(2 * TIMEOUT_MS)]),
    })
    const { statusCode, headers, body } = reply
    if (statusCode === 200 || statusCode === 206) {
      const text = await bodyOf(body)
      etag = typeof headers.etag === 'string' ? headers.etag : undefined
      return text
    }
    await body.dump({ limit: 1_024, signal }).catch(() => {})
    if (statusCode === 304) return undefined
    // Nothing is in it yet: it has no end to send.
    if (statusCode === 416) return ''
    const isRedirect = statusCode >= 300 && statusCode < 400
    throw new SourceFault(isRedirect ? 'It answered a redirect, which is not followed.' : `It answered ${statusCode}.`)
  }
}

const tailOf = async (file: FileHandle, size: number): Promise<string> => {
  const length = Math.min(size, MAX_TAIL_BYTES)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length)
  return buffer.toString('utf8', 0, bytesRead)
}

const ofFile = (url: string): Ask => {
  const path = fileURLToPath(url)
  let last = ''
  return async () => {
    if (!(await stat(path)).isFile()) throw new SourceFault('That isn’t a file.')
    const file = await open(path)
    try {
      const { size, mtimeMs } = await file.stat()
      if (last === `${size} ${mtimeMs}`) return undefined
      const text = await tailOf(file, size)
      last = `${size} ${mtimeMs}`
      return text
    } finally {
      await file.close()
    }
  }
}

/** What is wrong with a snapshot that is of another session than ours, in words for people. */
const otherSessionFault = (
  { capturedAt, flag }: Snapshot,
  session: Pick<OurSession, 'startsAt' | 'hasStarted'>,
): string | undefined => {
  const [at, now] = [Date.parse(capturedAt), Date.now()]
  const otherDay = otherDayFault(at, session, now)
  if (otherDay !== undefined || session.hasStarted) return otherDay
  const earlier = earlierSessionFault(at, { ...session, isOver: flag === 'chequered' }, now)
  return earlier && `${earlier} None of it is taken. If it is this one, change the planned start to when it started.`
}

/**
 * Newline-delimited JSON: a URL that is asked every two seconds, or a file that grows; the last complete line counts. What
 * it said last is not told again.
 */
export const ndjsonSource =
  ({ askMs = REQUEST_TIMEOUT_MS }: { askMs?: number } = {}): Adapter =>
  async ({ url, allowPrivate, session }, listener, signal) => {
    const isFile = new URL(url).protocol === 'file:'
    const limits = { headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS, maxHeaderSize: 16 * 1_024 }
    const dispatcher = allowPrivate
      ? new Agent({ ...limits, connect: { timeout: TIMEOUT_MS } })
      : publicAgent({ ...limits, timeoutMs: TIMEOUT_MS })
    const request = isFile ? ofFile(url) : overHttp(url, dispatcher, signal)
    let heard = ''
    let last: LastLine
    let unfinished = 0
    let { hasStarted } = session
    try {
      while (!signal.aborted) {
        const text = await request()
        if (text !== undefined) last = lastSnapshotOf(text)
        const fault = last && 'fault' in last ? last : undefined
        unfinished = fault?.isUnfinished ? unfinished + 1 : 0
        // A source that was never understood does not answer, whatever it says.
        if (!fault) listener.answers()
        const isToldNow = fault?.isUnfinished ? unfinished === UNFINISHED_TIMES : text !== undefined
        if (fault && isToldNow) {
          listener.skipped(1)
          listener.troubled(fault.fault)
        } else if (last && 'snapshot' in last && isToldNow) {
          const other = otherSessionFault(last.snapshot, { ...session, hasStarted })
          listener.troubled(other ?? null)
          const told = JSON.stringify(last.snapshot)
          if (told !== heard && other === undefined) listener.heard(last.snapshot)
          hasStarted ||= other === undefined
          heard = told
        }
        await pause(askMs, undefined, { signal }).catch(() => {})
      }
    } finally {
      await dispatcher.destroy()
    }
  }
