import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
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

/** Starts a replica that answers with its name; on Linux all of 127/8 is this machine. */
const listen = async (name: string, { host = '127.0.0.1', port = 0, answer }: Partial<Listening> = {}) => {
  const server = createServer(answer ?? ((request, response) => request.resume().on('end', () => response.end(name))))
  servers.add(server)
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  const address = server.address() as AddressInfo
  return { server, port: address.port, url: `http://${host}:${address.port}` }
}
type Listening = { host: string; port: number; answer: RequestListener }

const askingBy = (setting: string, looking?: LookupOptions) => {
  const agent = createServiceAgent([setting], { connections: 8 }, looking)
  agents.push(agent)
  return async (request: Partial<Dispatcher.RequestOptions> = {}): Promise<string> => {
    const reply = await agent.request({ origin: originOf(setting), path: '/', method: 'GET', ...request })
    return reply.body.text()
  }
}

const shares = async (send: () => Promise<string>, times: number): Promise<Record<string, number>> => {
  const answers = await Promise.all(Array.from({ length: times }, send))
  return Object.fromEntries([...Map.groupBy(answers, (name) => name)].map(([name, asked]) => [name, asked.length]))
}

const oneByOne = async (send: () => Promise<string>, times: number): Promise<string[]> => {
  const answers: string[] = []
  for (let count = 0; count < times; count++) answers.push(await send())
  return answers
}

describe('requests for a service with several replicas', () => {
  test('are distributed over all of them', async () => {
    const [a, b] = [await listen('a'), await listen('b')]
    const send = askingBy(`${a.url}, ${b.url}`)
    expect((await oneByOne(send, 4)).toSorted()).toEqual(['a', 'a', 'b', 'b'])
    expect(await shares(send, 40)).toEqual({ a: 20, b: 20 })
  })

  test('go to the replica with fewer requests in flight', async () => {
    const frozen = await listen('frozen', { answer: () => {} })
    const quick = await listen('quick')
    const send = askingBy(`${frozen.url},${quick.url}`)
    const stuck = new AbortController()
    const stuckAsks = [send({ signal: stuck.signal }), send({ signal: stuck.signal })].map((asked) =>
      asked.catch(() => 'stuck'),
    )
    // The one of the two that went to the answering replica.
    expect(await Promise.race(stuckAsks)).toBe('quick')
    expect(await oneByOne(send, 10)).toEqual(Array(10).fill('quick'))
    stuck.abort()
    expect(await Promise.all(stuckAsks)).toContain('stuck')
  })

  test('are retried on another replica when the first refuses, also writes with a body', async () => {
    const [gone, here] = [await listen('gone'), await listen('here')]
    await stop(gone.server)
    const send = askingBy(`${gone.url},${here.url}`)
    const write = () => send({ method: 'POST', body: Readable.from(['a tip']) })
    expect(await oneByOne(write, 4)).toEqual(['here', 'here', 'here', 'here'])
  })

  test('are distributed evenly over the remaining replicas', async () => {
    const [gone, a, b] = [await listen('gone'), await listen('a'), await listen('b')]
    await stop(gone.server)
    const send = askingBy(`${gone.url},${a.url},${b.url}`)
    await oneByOne(send, 3)
    expect((await oneByOne(send, 12)).toSorted().join('')).toBe('aaaaaabbbbbb')
  })

  test('fail when no replica is available', async () => {
    const [one, other] = [await listen('one'), await listen('other')]
    await stop(one.server)
    await stop(other.server)
    await expect(askingBy(`${one.url},${other.url}`)()).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })

  test('are not sent twice when they may have been executed, except reads', async () => {
    const received: string[] = []
    const dying = await listen('dying', {
      answer(request) {
        received.push(String(request.method))
        request.resume().on('end', () => request.socket.destroy())
      },
    })
    const fromFirst = async (request: Partial<Dispatcher.RequestOptions>): Promise<string> => {
      const well = await listen('well')
      const send = askingBy(`${well.url},${dying.url}`)
      const answers = [send(request), send(request)].map((asked) => asked.catch(() => 'failed'))
      return (await Promise.all(answers)).toSorted().join(' and ')
    }
    expect(await fromFirst({ method: 'POST' })).toBe('failed and well')
    expect(await fromFirst({ method: 'GET' })).toBe('well and well')
    // A read as the proxy sends it.
    expect(await fromFirst({ method: 'GET', body: '' })).toBe('well and well')
    expect(received).toEqual(['POST', 'GET', 'GET'])
  })

  test('skip a replica that announces draining', async () => {
    const leaving = await listen('leaving', {
      answer: (_request, response) => response.setHeader(DRAINING_HEADER, 'yes').end('leaving'),
    })
    const staying = await listen('staying')
    const answers = await oneByOne(askingBy(`${leaving.url},${staying.url}`), 8)
    expect(answers.filter((name) => name === 'leaving')).toHaveLength(1)
  })
})

describe('a host name with several addresses', () => {
  test('is resolved again within seconds: new replicas get their share, removed ones nothing new', async () => {
    const first = await listen('first')
    const second = await listen('second', { host: '127.0.0.2', port: first.port })
    let addresses = ['127.0.0.1']
    let now = 0
    const looking: LookupOptions = {
      now: () => now,
      lookup: async () => addresses.map((address) => ({ address, family: 4 })),
    }
    const send = askingBy(`http://tipping.example:${first.port}`, looking)
    const afterSeconds = async (passed: number) => {
      now += passed * 1000
      // The request that triggers the refresh does not wait for it.
      await send()
      return shares(send, 20)
    }
    expect(await shares(send, 20)).toEqual({ first: 20 })
    addresses = ['127.0.0.1', '127.0.0.2']
    expect(await afterSeconds(4)).toEqual({ first: 10, second: 10 })
    addresses = ['127.0.0.2']
    expect(await afterSeconds(4)).toEqual({ second: 20 })
    expect(second.server.listening).toBe(true)
  })

  test('keeps its addresses while it cannot be resolved', async () => {
    const { port } = await listen('here')
    let isAway = false
    let now = 0
    const lookup = async () => {
      if (isAway) throw new Error('no name server')
      return [{ address: '127.0.0.1', family: 4 }]
    }
    const send = askingBy(`http://tipping.example:${port}`, { now: () => now, lookup })
    expect(await send()).toBe('here')
    isAway = true
    now += 60_000
    expect(await oneByOne(send, 3)).toEqual(['here', 'here', 'here'])
  })

  test('fails when it is unknown', async () => {
    const send = askingBy('http://nobody.invalid:1', { lookup: () => Promise.reject(new Error('no such name')) })
    await expect(send()).rejects.toThrow()
  })
})
