import { type ClientFrame, clientFrameSchema } from '@purple-sector/contracts/realtime'
import type { Subscribe } from './channel-kind.ts'
import type { Client } from './client.ts'
import type { FrameWriter } from './frames.ts'

const parse = (data: Buffer, isBinary: boolean): ClientFrame | undefined => {
  if (isBinary) return undefined
  try {
    const parsed = clientFrameSchema.safeParse(JSON.parse(data.toString()))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

type Options = {
  frames: FrameWriter
  /** The time sent to clients. */
  now(): number
  subscribe(client: Client, request: Subscribe): Promise<void>
}

/** Handles the frames that clients send. */
export const clientFrames =
  ({ frames, now, subscribe }: Options) =>
  (client: Client, data: Buffer, isBinary: boolean): void => {
    const frame = parse(data, isBinary)
    if (!frame) {
      client.write(frames('error', { code: 'BAD_FRAME', message: 'This is not a frame of the protocol.' }))
      return
    }
    if (frame.type === 'ping') client.write(frames('pong', { serverTime: new Date(now()).toISOString() }))
    else void subscribe(client, frame)
  }
