import { once } from 'node:events'
import type { Socket } from 'node:net'
import { refusal } from '@purple-sector/testing/test-socket'
import { beforeAll, describe, expect, test } from 'vitest'
import { clientFrame, OPCODE } from '../../test/client-frame.ts'
import { realtimeScene } from '../../test/realtime-scene.ts'

const MEGABYTE = 1024 * 1024
const FLOOD = 64 * MEGABYTE

const at = realtimeScene()
/** The gateway's ends of all connections. */
const ends: Socket[] = []
beforeAll(() => {
  at.gateway.gateway.app.server.on('connection', (socket: Socket) => ends.push(socket))
})

/** Sends the same frame repeatedly, as fast as it is accepted, until the peer closes or `FLOOD` bytes are sent. */
const flood = async (tcp: Socket, frame: Buffer): Promise<void> => {
  const block = Buffer.concat(Array<Buffer>(Math.ceil(65_536 / frame.length)).fill(frame))
  const ended = new Promise((resolve) => tcp.once('close', resolve))
  let sent = 0
  while (!tcp.destroyed && sent < FLOOD) {
    sent += block.length
    if (!tcp.write(block)) await Promise.race([once(tcp, 'drain').catch(() => {}), ended])
  }
}

describe('flooding socket', () => {
  test.each([
    ['pings', clientFrame(OPCODE.ping)],
    ['pongs', clientFrame(OPCODE.pong)],
    ['fragments of one byte', clientFrame(OPCODE.continuation, 'x', { isFinal: false })],
    ['messages of 4 KB', clientFrame(OPCODE.text, Buffer.alloc(4096, 'x'))],
    ['invalid frames', Buffer.alloc(1024, 0xff)],
  ])('terminates a socket that floods with %s, and reads nothing more from it', async (_what, frame) => {
    const { ann } = at.prepare()
    const socket = await at.follow(ann)
    const end = ends.at(-1)
    let pongs = 0
    socket.ws.on('pong', () => pongs++)
    if (frame[0] === OPCODE.continuation) socket.tcp().write(clientFrame(OPCODE.text, 'x', { isFinal: false }))
    await flood(socket.tcp(), frame)
    await expect.poll(() => end?.destroyed, { timeout: 30_000 }).toBe(true)
    expect(end?.bytesRead).toBeLessThan(MEGABYTE)
    expect(pongs).toBeLessThanOrEqual(20)
    expect(await refusal(at.gateway.url, { cookie: ann.cookie })).toMatchObject({ status: 429 })
  })

  test('sends a flooding socket the reason, and keeps other sockets of its session', async () => {
    const { ann } = at.prepare()
    const [flooding, calm] = [await at.follow(ann), await at.follow(ann)]
    for (let count = 0; count < 25; count++) flooding.ws.ping()
    expect((await flooding.closed).code).toBe(1008)
    expect(flooding.of('error').map(({ data }) => data.code)).toEqual(['TOO_MANY_FRAMES'])
    calm.send({ type: 'ping' })
    await calm.next('pong')
  })
})
