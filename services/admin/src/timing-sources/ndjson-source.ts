import { type FileHandle, open, stat } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Snapshot } from '@purple-sector/contracts/admin/live-timing'
import { publicAgent } from '@purple-sector/service-kit/calls/public-agent'
import { MAX_REPLY_BYTES, MAX_TAIL_BYTES } from '@purple-sector/service-kit/data/parsing-limits'
import { Agent, type Dispatcher, request } from 'undici'
import { ByteQueue } from '../timing-formats/byte-queue.ts'
import { type LastLine, lastSnapshotOf } from '../timing-formats/ndjson.ts'
import type { OurSession } from './match-session.ts'
import { earlierSessionError, messageDayError } from './session-day.ts'
import { type Adapter, SourceFault } from './timing-source.ts'

const POLL_INTERVAL_MS = 2_000
const TIMEOUT_MS = 5_000
/** Polls that may find the first line unfinished before it counts as a fault. */
const MAX_UNFINISHED = 3
/** Fetches the source's text; undefined if it is unchanged. */
type Fetch = () => Promise<string | undefined>

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

const fetchOverHttp = (url: string, dispatcher: Dispatcher, signal: AbortSignal): Fetch => {
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
    // The file is empty: it has no range to send.
    if (statusCode === 416) return ''
    const isRedirect = statusCode >= 300 && statusCode < 400
    throw new SourceFault(isRedirect ? 'It answered a redirect, which is not followed.' : `It answered ${statusCode}.`)
  }
}

const readTail = async (file: FileHandle, size: number): Promise<string> => {
  const length = Math.min(size, MAX_TAIL_BYTES)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length)
  return buffer.toString('utf8', 0, bytesRead)
}

const fetchFromFile = (url: string): Fetch => {
  const path = fileURLToPath(url)
  let lastVersion = ''
  return async () => {
    if (!(await stat(path)).isFile()) throw new SourceFault('That isn’t a file.')
    const file = await open(path)
    try {
      const { size, mtimeMs } = await file.stat()
      if (lastVersion === `${size} ${mtimeMs}`) return undefined
      const text = await readTail(file, size)
      lastVersion = `${size} ${mtimeMs}`
      return text
    } finally {
      await file.close()
    }
  }
}

/** Explains why a snapshot is of another session than ours; undefined if it may be ours. */
const otherSessionFault = (
  { capturedAt, flag }: Snapshot,
  session: Pick<OurSession, 'startsAt' | 'hasStarted'>,
): string | undefined => {
  const [at, now] = [Date.parse(capturedAt), Date.now()]
  const otherDay = messageDayError(at, session, now)
  if (otherDay !== undefined || session.hasStarted) return otherDay
  const earlier = earlierSessionError(at, { ...session, isOver: flag === 'chequered' }, now)
  return earlier && `${earlier} None of it is taken. If it is this one, change the planned start to when it started.`
}

/**
 * Adapter of newline-delimited JSON: a URL that is polled every two seconds, or a file that grows.
 * The last complete line counts; an unchanged one is not reported again.
 */
export const ndjsonSource =
  ({ pollIntervalMs = POLL_INTERVAL_MS }: { pollIntervalMs?: number } = {}): Adapter =>
  async ({ url, allowPrivate, session }, listener, signal) => {
    const isFile = new URL(url).protocol === 'file:'
    const limits = { headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS, maxHeaderSize: 16 * 1_024 }
    const dispatcher = allowPrivate
      ? new Agent({ ...limits, connect: { timeout: TIMEOUT_MS } })
      : publicAgent({ ...limits, timeoutMs: TIMEOUT_MS })
    const request = isFile ? fetchFromFile(url) : fetchOverHttp(url, dispatcher, signal)
    let lastReceived = ''
    let lastLine: LastLine
    let unfinished = 0
    let { hasStarted } = session
    try {
      while (!signal.aborted) {
        const text = await request()
        if (text !== undefined) lastLine = lastSnapshotOf(text)
        const fault = lastLine && 'fault' in lastLine ? lastLine : undefined
        unfinished = fault?.isUnfinished ? unfinished + 1 : 0
        // A source without a valid snapshot so far has not responded, whatever it sends.
        if (!fault) listener.onResponse()
        const isReported = fault?.isUnfinished ? unfinished === MAX_UNFINISHED : text !== undefined
        if (fault && isReported) {
          listener.onSkipped(1)
          listener.onProblem(fault.fault)
        } else if (lastLine && 'snapshot' in lastLine && isReported) {
          const otherSession = otherSessionFault(lastLine.snapshot, { ...session, hasStarted })
          listener.onProblem(otherSession ?? null)
          const serialized = JSON.stringify(lastLine.snapshot)
          if (serialized !== lastReceived && otherSession === undefined) listener.onSnapshot(lastLine.snapshot)
          hasStarted ||= otherSession === undefined
          lastReceived = serialized
        }
        await pause(pollIntervalMs, undefined, { signal }).catch(() => {})
      }
    } finally {
      await dispatcher.destroy()
    }
  }
