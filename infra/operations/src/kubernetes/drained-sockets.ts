import type { Cluster } from './cluster.ts'

/** How a gateway handed its sockets over: from its signal to stop to the last socket, in seconds. */
export type DrainedGateway = { pod: string; sockets: number; left: number; seconds: number }

type LogLine = { event?: string; time?: string; sockets?: number; left?: number }

const parse = (line: string): LogLine => {
  try {
    return JSON.parse(line)
  } catch {
    return {}
  }
}

/** Reads the log of each gateway that runs now until its end; the list fills while gateways stop. */
export const followDraining = async (cluster: Cluster): Promise<{ drained: DrainedGateway[]; stop(): void }> => {
  const drained: DrainedGateway[] = []
  const stops = (await cluster.pods('gateway')).map(({ name: pod }) => {
    let stoppingAt = 0
    return cluster.follow(['logs', pod, '--follow', '--since=1s'], (text) => {
      const line = parse(text)
      const at = Date.parse(line.time ?? '')
      if (line.event === 'service.stopping') stoppingAt = at
      if (line.event === 'sockets.drained')
        drained.push({ pod, sockets: line.sockets ?? 0, left: line.left ?? 0, seconds: (at - stoppingAt) / 1_000 })
    })
  })
  return { drained, stop: () => stops.forEach((stop) => void stop()) }
}
