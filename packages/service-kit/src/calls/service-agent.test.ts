import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { Dispatcher } from 'undici'
import { afterEach, describe, expect, test } from 'vitest'
import type { LookupOptions } from './replicas.ts'
import { originOf } from './replicas.ts'
import { createServiceAgent, DRAINING_HEADER } from './service-agent.ts'

const servers = new Set<Server>()
const agents: Dispatcher[] = []

const stop = async (server: Server): Promise<void> => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  servers.delete(server)
}
afterEach(async () => {
  for (const agent of agents.splice(0)) await agent.destroy()
  for (const server of servers) await stop(server)
})

/** Starts a replica that replies with its name; on Linux all of 127/8 is this machine. */
const listen = async (name: string, { host = '127.0.0.1', port = 0, listener }: Partial<ReplicaOptions> = {}) => {
  const server = createServer(listener ?? ((request, response) => request.resume().on('end', () => response.end(name))))
  servers.add(server)
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  const address = server.address() as AddressInfo
  return { server, port: address.port, url: `http://${host}:${address.port}` }
}
type ReplicaOptions = { host: string; port: number; listener: RequestListener }

const createSender = (setting: string, lookupOptions?: LookupOptions) => {
  const agent = createServiceAgent([setting], { connections: 8 }, lookupOptions)
  agents.push(agent)
  return async (request: Partial<Dispatcher.RequestOptions> = {}): Promise<string> => {
    const reply = await agent.request({ origin: originOf(setting), path: '/', method: 'GET', ...request })
    return reply.body.text()
  }
}

const countByReplica = async (send: () => Promise<string>, times: number): Promise<Record<string, number>> => {
  const replies = await Promise.all(Array.from({ length: times }, send))
  return Object.fromEntries([...Map.groupBy(replies, (name) => name)].map(([name, replies]) => [name, replies.length]))
}

const sendSequentially = async (send: () => Promise<string>, times: number): Promise<string[]> => {
  const replies: string[] = []
  for (let count = 0; count < times; count++) replies.push(await send())
  return replies
}

describe('createServiceAgent with several replicas', () => {
  test('distributes requests over all replicas', async () => {
    const [a, b] = [await listen('a'), await listen('b')]
    const send = createSender(`${a.url}, ${b.url}`)
    expect((await sendSequentially(send, 4)).toSorted()).toEqual(['a', 'a', 'b', 'b'])
    expect(await countByReplica(send, 40)).toEqual({ a: 20, b: 20 })
  })

  test('sends a request to the replica with fewer requests in flight', async () => {
    const frozen = await listen('frozen', { listener: () => {} })
    const quick = await listen('quick')
    const send = createSender(`${frozen.url},${quick.url}`)
    const stuck = new AbortController()
    const stuckRequests = [send({ signal: stuck.signal }), send({ signal: stuck.signal })].map((reply) =>
      reply.catch(() => 'stuck'),
    )
    // One of the two requests went to the replica that replies.
    expect(await Promise.race(stuckRequests)).toBe('quick')
    expect(await sendSequentially(send, 10)).toEqual(Array(10).fill('quick'))
    stuck.abort()
    expect(await Promise.all(stuckRequests)).toContain('stuck')
  })

  test('retries a request on another replica when the first refuses the connection, also writes with a body', async () => {
    const [stopped, running] = [await listen('stopped'), await listen('running')]
    await stop(stopped.server)
    const send = createSender(`${stopped.url},${running.url}`)
    const write = () => send({ method: 'POST', body: Readable.from(['a tip']) })
    expect(await sendSequentially(write, 4)).toEqual(['running', 'running', 'running', 'running'])
  })

  test('distributes requests evenly over the remaining replicas', async () => {
    const [stopped, a, b] = [await listen('stopped'), await listen('a'), await listen('b')]
    await stop(stopped.server)
    const send = createSender(`${stopped.url},${a.url},${b.url}`)
    await sendSequentially(send, 3)
    expect((await sendSequentially(send, 12)).toSorted().join('')).toBe('aaaaaabbbbbb')
  })

  test('rejects a request when no replica is available', async () => {
    const [first, other] = [await listen('first'), await listen('other')]
    await stop(first.server)
    await stop(other.server)
    await expect(createSender(`${first.url},${other.url}`)()).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })

  test('sends no request twice that may have been executed, except reads', async () => {
    const received: string[] = []
    const dying = await listen('dying', {
      listener(request) {
        received.push(String(request.method))
        request.resume().on('end', () => request.socket.destroy())
      },
    })
    const requestTwice = async (request: Partial<Dispatcher.RequestOptions>): Promise<string> => {
      const healthy = await listen('healthy')
      const send = createSender(`${healthy.url},${dying.url}`)
      const replies = [send(request), send(request)].map((reply) => reply.catch(() => 'failed'))
      return (await Promise.all(replies)).toSorted().join(' and ')
    }
    expect(await requestTwice({ method: 'POST' })).toBe('failed and healthy')
    expect(await requestTwice({ method: 'GET' })).toBe('healthy and healthy')
    // A read as the proxy sends it.
    expect(await requestTwice({ method: 'GET', body: '' })).toBe('healthy and healthy')
    expect(received).toEqual(['POST', 'GET', 'GET'])
  })

  test('skips a replica that announces draining', async () => {
    const draining = await listen('draining', {
      listener: (_request, response) => response.setHeader(DRAINING_HEADER, 'yes').end('draining'),
    })
    const staying = await listen('staying')
    const replies = await sendSequentially(createSender(`${draining.url},${staying.url}`), 8)
    expect(replies.filter((name) => name === 'draining')).toHaveLength(1)
  })
})

describe('createServiceAgent with a host name', () => {
  test('resolves the name again within seconds, so that new replicas get their share and removed ones no requests', async () => {
    const first = await listen('first')
    const second = await listen('second', { host: '127.0.0.2', port: first.port })
    let addresses = ['127.0.0.1']
    let now = 0
    const lookupOptions: LookupOptions = {
      now: () => now,
      lookup: async () => addresses.map((address) => ({ address, family: 4 })),
    }
    const send = createSender(`http://tipping.example:${first.port}`, lookupOptions)
    const afterSeconds = async (passed: number) => {
      now += passed * 1000
      // The request that triggers the refresh does not wait for it.
      await send()
      return countByReplica(send, 20)
    }
    expect(await countByReplica(send, 20)).toEqual({ first: 20 })
    addresses = ['127.0.0.1', '127.0.0.2']
    expect(await afterSeconds(4)).toEqual({ first: 10, second: 10 })
    addresses = ['127.0.0.2']
    expect(await afterSeconds(4)).toEqual({ second: 20 })
    expect(second.server.listening).toBe(true)
  })

  test('finds the new address when every known replica was replaced while no requests were sent', async () => {
    const before = await listen('before')
    const { port } = before
    const addresses = ['127.0.0.1']
    let now = 0
    /** Takes longer than a refused connection. */
    const lookup = async () => {
      await pause(100)
      return addresses.map((address) => ({ address, family: 4 }))
    }
    const send = createSender(`http://tipping.example:${port}`, { now: () => now, lookup })
    expect(await send()).toBe('before')
    await stop(before.server)
    await listen('after', { host: '127.0.0.2', port })
    addresses.splice(0, 1, '127.0.0.2')
    now += 60_000
    expect(await send({ method: 'POST', body: 'a tip' })).toBe('after')
  })

  test('keeps the addresses of a name while it cannot be resolved', async () => {
    const { port } = await listen('replica')
    let isDnsUnavailable = false
    let now = 0
    const lookup = async () => {
      if (isDnsUnavailable) throw new Error('no name server')
      return [{ address: '127.0.0.1', family: 4 }]
    }
    const send = createSender(`http://tipping.example:${port}`, { now: () => now, lookup })
    expect(await send()).toBe('replica')
    isDnsUnavailable = true
    now += 60_000
    expect(await sendSequentially(send, 3)).toEqual(['replica', 'replica', 'replica'])
  })

  test('rejects a request to an unknown name', async () => {
    const send = createSender('http://unknown.invalid:1', { lookup: () => Promise.reject(new Error('no such name')) })
    await expect(send()).rejects.toThrow()
  })
})
