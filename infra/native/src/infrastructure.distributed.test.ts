import { connect } from 'node:net'
import { expect, test } from 'vitest'

/** What a URL or a `host:port` of the environment points at. */
const target = (address: string) => {
  const { hostname, port } = new URL(address.includes('://') ? address : `tcp://${address}`)
  return { host: hostname, port: Number(port) }
}

const accepts = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(target(address))
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

test.each(['DATABASE_URL', 'REDIS_URL', 'KAFKA_BROKERS'])(
  '%s leads to a server that takes connections',
  async (name) => {
    expect(await accepts(process.env[name]?.split(',')[0] ?? '')).toBe(true)
  },
)
