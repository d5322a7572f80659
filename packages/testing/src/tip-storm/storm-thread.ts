import { Agent, type RequestOptions, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import type { StormInput, StormReport } from './tip-storm.ts'

/* Sends tips of a few accounts without a pause, on all its connections at once, until it is stopped. */

const { tips, connections }: StormInput = workerData
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
const report: StormReport = {}
let isStopped = false

const send = (options: RequestOptions, body: string): Promise<string> =>
  new Promise((resolve) => {
    request({ ...options, agent }, (response) => {
      response.resume().once('end', () => resolve(String(response.statusCode)))
    })
      .once('error', () => resolve('no reply'))
      .end(body)
  })

const sendUntilStopped = async (index: number): Promise<void> => {
  const tip = tips[index % tips.length]
  if (!tip) return
  const { url, cookie, bodies } = tip
  const { hostname, port, origin } = new URL(url)
  const headers = { cookie, origin, 'content-type': 'application/json' }
  for (let sent = index; !isStopped; sent += 1) {
    const body = bodies[sent % bodies.length] ?? ''
    const status = await send({ hostname, port, path: '/api/tips', method: 'POST', headers }, body)
    report[status] = (report[status] ?? 0) + 1
  }
}

parentPort?.once('message', () => {
  isStopped = true
})
await Promise.all(Array.from({ length: connections }, (_, index) => sendUntilStopped(index)))
agent.destroy()
parentPort?.postMessage(report)
