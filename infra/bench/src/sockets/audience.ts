import { type Process, startProcess } from '../processes/start-process.ts'
import { SIGNED_IN, SOCKET_IO, WITHOUT_SESSION } from './handshake-options.ts'

type Broadcast = { messages: number; bytes: number }

/** A server and its sockets. */
export type Audience = {
  sockets: Process<typeof import('../processes/socket-load.ts').commands>
  /** Broadcasts messages of this many bytes; returns the start time, and the CPU share when it is known. */
  broadcast(input: Broadcast): Promise<{ result: number; cpu?: number }>
  stop(): Promise<void>
}

export const startSockets = () => startProcess<typeof import('../processes/socket-load.ts').commands>('socket-load')

type Server = Pick<Audience, 'broadcast' | 'stop'>
type Opening = typeof SIGNED_IN | typeof WITHOUT_SESSION

/** Opens this many sockets on a server. */
export const audienceOf = async (server: Server, opening: Opening, port: number, count: number): Promise<Audience> => {
  const sockets = await startSockets()
  await sockets.run('open', { ...opening, port, count })
  return {
    sockets,
    broadcast: server.broadcast,
    async stop() {
      await sockets.stop()
      await server.stop()
    },
  }
}

/** Broadcasts one message to find its overhead besides the padding. */
const overheadOf = async (audience: Audience): Promise<number> => {
  const bytes = 900
  const counted = audience.sockets.run('count', { messages: 1, minBytes: bytes })
  await audience.broadcast({ messages: 1, bytes })
  return (await counted).result.payloadBytes - bytes
}

/** Makes `bytes` the length of the whole message as it arrives. */
const withoutOverhead = async (audience: Audience): Promise<Audience> => {
  const overhead = await overheadOf(audience)
  return { ...audience, broadcast: ({ messages, bytes }) => audience.broadcast({ messages, bytes: bytes - overhead }) }
}

export const gatewayAudience = async (count: number): Promise<Audience> => {
  const gateway = await startProcess<typeof import('../processes/live-gateway.ts').commands>('live-gateway')
  const { result: port } = await gateway.run('start', count)
  const server = { broadcast: (input: Broadcast) => gateway.run('broadcast', input), stop: gateway.stop }
  return withoutOverhead(await audienceOf(server, SIGNED_IN, port, count))
}

export const wsAudience = async (count: number): Promise<Audience> => {
  const bare = await startProcess<typeof import('../processes/bare-sockets.ts').commands>('bare-sockets')
  const { result: port } = await bare.run('start', undefined)
  const server = { broadcast: (input: Broadcast) => bare.run('broadcast', input), stop: bare.stop }
  return audienceOf(server, WITHOUT_SESSION, port, count)
}

export const socketIoAudience = async (count: number): Promise<Audience> => {
  const socketIo = await startProcess<typeof import('../processes/socket-io.ts').commands>('socket-io')
  const { result: port } = await socketIo.run('start', undefined)
  const server = { broadcast: (input: Broadcast) => socketIo.run('broadcast', input), stop: socketIo.stop }
  return withoutOverhead(await audienceOf(server, SOCKET_IO, port, count))
}
