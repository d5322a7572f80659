import { alternate, type Comparison } from '../figures/alternate.ts'
import { atLeast, compared, type Figure, report } from '../figures/figure.ts'
import { type Audience, gatewayAudience, socketIoAudience, wsAudience } from '../sockets/audience.ts'
import { nchanAudience } from '../sockets/nchan.ts'
import { forEachCrowd } from './crowds.ts'
import type { Row, RowContext } from './row.ts'

const BYTES = 1_024

type Size = { count: number; messages: number }

/** Deliveries per second (messages times sockets) until the last socket has the last message. */
const fanOut = async ({ sockets, broadcast }: Audience, { count, messages }: Size) => {
  // Counters change the length of the gateway's messages by a few bytes.
  const counted = sockets.run('count', { messages, minBytes: BYTES - 24 })
  const sent = await broadcast({ messages, bytes: BYTES })
  const { result, cpu } = await counted
  return { perSecond: (count * messages) / ((result.doneAt - sent.result) / 1000), server: sent.cpu, clients: cpu }
}

const fanOutTo = async (count: number, { rounds, quick, logProgress }: RowContext): Promise<Figure[]> => {
  const size = { count, messages: quick ? 20 : 40 }
  let load: Record<string, number> = {}
  const gateway = await gatewayAudience(size.count)
  const openAudiences = [gateway]

  const measure = async (name: string, audience: Audience): Promise<number> => {
    const { perSecond, server, clients } = await fanOut(audience, size)
    if (server !== undefined) load[name] = server
    load[`sockets of ${name}`] = clients
    logProgress(`${name}: ${Math.round(perSecond).toLocaleString('en')} deliveries/s`)
    return perSecond
  }
  const compareWith = async (name: string, audience: Audience): Promise<Comparison> => {
    openAudiences.push(audience)
    load = {}
    const subject = () => measure('gateway', gateway)
    const baseline = () => measure(name, audience)
    await subject() // once each to warm up
    await baseline()
    const comparison = await alternate(rounds, { subject, baseline })
    openAudiences.pop()
    await audience.stop()
    return comparison
  }

  const what = `fan-out of 1 KB messages to ${size.count.toLocaleString('en')} sockets, one gateway process`
  const notes: string[] = []
  const row = (against: string) => ({ row: 'F1', what, against, unit: 'deliveries/s', load })
  const figures: Figure[] = []
  try {
    const ws = await compareWith('ws', await wsAudience(size.count))
    figures.push(compared({ ...row('a bare ws broadcast loop'), notes }, atLeast(0.95), ws))
    const socketIo = await compareWith('Socket.IO', await socketIoAudience(size.count))
    figures.push(compared(row('Socket.IO'), atLeast(1.5), socketIo))
    const nchan = await nchanAudience(size.count)
    if (nchan) {
      const comparison = await compareWith('nchan', nchan)
      figures.push(compared(row('nchan (nginx, in C)'), report, comparison))
    } else {
      notes.push('nchan is not installed (Debian: nginx-light, libnginx-mod-nchan): omitted')
      logProgress(notes.join())
    }
    return figures
  } finally {
    for (const audience of openAudiences) await audience.stop()
  }
}

export const f1: Row = {
  id: 'F1',
  name: 'fan-out',
  run: forEachCrowd(fanOutTo),
}
