import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from './free-port.ts'

const listenOnFreePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const setPortRange = (range: string): void => {
  vi.stubEnv('FREE_PORTS', range)
  onTestFinished(() => void vi.unstubAllEnvs())
}

describe('freePort', () => {
  test('returns a port of the configured range', async () => {
    setPortRange('15000-15099')
    const port = await freePort()
    expect(port).toBeGreaterThanOrEqual(15_000)
    expect(port).toBeLessThan(15_100)
  })

  test('returns each port once, even when no program listens on it', async () => {
    setPortRange('15100-15110')
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => freePort()))
    const ports = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    expect(ports.length).toBeGreaterThan(1)
    expect(new Set(ports).size).toBe(ports.length)
    await expect(freePort()).rejects.toThrow('Found no free port between 15100 and 15110')
  })

  test('returns the preferred port unless it is in use', async () => {
    setPortRange('15200-15299')
    expect(await freePort(15_300)).toBe(15_300)
    expect(await freePort(15_300)).not.toBe(15_300)
    const usedPort = await listenOnFreePort()
    expect(await freePort(usedPort)).not.toBe(usedPort)
  })
})
