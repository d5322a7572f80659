import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { afterEach, describe, expect, test } from 'vitest'
import type { LookingUp } from './replicas.ts'
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

/** A replica that answers with its name; all of Linux's 127/8 is this machine. */
const listen = async (name: string, { host = '127.0.0.1', port = 0, answer }: Partial<Listening> = {}) => {
  const server = createServer(answer ?? ((request, response) => request.resume().on('end', () => response.end(name))))
  servers.add(server)
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  const address = server.address() as AddressInfo
  return { server, port: address.port, url: `http://${host}:${address.port}` }
}
type Listening = { host: string; port: number; answer: RequestListener }

const askingBy = (setting: string, looking?: LookingUp) => {
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
  test('go round all of them', async () => {
    const [a, b] = [await listen('a'), await listen('b')]
    const send = askingBy(`${a.url}, ${b.url}`)
    expect((await oneByOne(send, 4)).toSorted()).toEqual(['a', 'a', 'b', 'b'])
    expect(await shares(send, 40)).toEqual({ a: 20, b: 20 })
  })

  test('go to who has fewer of them under way', async () => {
    const frozen = await listen('frozen', { answer: () => {} })
    const quick = await listen('quick')
    const send = askingBy(`${frozen.url},${quick.url}`)
    const stuck = new AbortController()
    const stuckAsks = [send({ signal: stuck.signal }), send({ signal: stuck.signal })].map((asked) =>
      asked.catch(() => 'stuck'),
    )
    // Whichever of the two went to who answers.
    expect(await Promise.race(stuckAsks)).toBe('quick')
    expect(await oneByOne(send, 10)).toEqual(Array(10).fill('quick'))
    stuck.abort()
    expect(await Promise.all(stuckAsks)).toContain('stuck')
  })

  test('are tried at another where the first refuses, a write with its body too', async () => {
    const [gone, here] = [await listen('gone'), await listen('here')]
    await stop(gone.server)
    const send = askingBy(`${gone.url},${here.url}`)
    const write = () => send({ method: 'POST', body: Readable.from(['a tip']) })
    expect(await oneByOne(write, 4)).toEqual(['here', 'here', 'here', 'here'])
  })

  test('are shared evenly by those who are left', async () => {
    const [gone, a, b] = [await listen('gone'), await listen('a'), await listen('b')]
    await stop(gone.server)
    const send = askingBy(`${gone.url},${a.url},${b.url}`)
    await oneByOne(send, 3)
    expect((await oneByOne(send, 12)).toSorted().join('')).toBe('aaaaaabbbbbb')
  })

  test('fail where nobody is there', async () => {
    const [one, other] = [await listen('one'), await listen('other')]
    await stop(one.server)
    await stop(other.server)
    await expect(askingBy(`${one.url},${other.url}`)()).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })

  test('that may have been carried out are not sent twice; reads are', async () => {
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
    // As the proxy sends a read.
    expect(await fromFirst({ method: 'GET', body: '' })).toBe('well and well')
    expect(received).toEqual(['POST', 'GET', 'GET'])
  })

  test('leave out one that says it leaves', async () => {
    const leaving = await listen('leaving', {
      answer: (_request, response) => response.setHeader(DRAINING_HEADER, 'yes').end('leaving'),
    })
    const staying = await listen('staying')
    const answers = await oneByOne(askingBy(`${leaving.url},${staying.url}`), 8)
    expect(answers.filter((name) => name === 'leaving')).toHaveLength(1)
  })
})

describe('a name that means several replicas', () => {
  test('is looked up again within seconds: newcomers get their share, who is gone gets nothing new', async () => {
    const first = await listen('first')
    const second = await listen('second', { host: '127.0.0.2', port: first.port })
    let addresses = ['127.0.0.1']
    let now = 0
    const looking: LookingUp = {
      now: () => now,
      lookup: async () => addresses.map((address) => ({ address, family: 4 })),
    }
    const send = askingBy(`http://tipping.example:${first.port}`, looking)
    const afterSeconds = async (passed: number) => {
      now += passed * 1000
      // The one that finds the addresses old is not kept waiting for new ones.
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

  test('keeps its addresses while it cannot be looked up', async () => {
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

  test('that nobody knows fails', async () => {
    const send = askingBy('http://nobody.invalid:1', { lookup: () => Promise.reject(new Error('no such name')) })
    await expect(send()).rejects.toThrow()
  })
})
