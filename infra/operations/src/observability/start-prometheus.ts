import { join } from 'node:path'
import { writeFileAtomic } from '@purple-sector/machine/files'
import { freePort } from '@purple-sector/machine/free-port'
import { startGuarded, waitUntilResponding } from '@purple-sector/native'
import { temporaryFolder } from '@purple-sector/testing/temporary-folder'
import { stringify } from 'yaml'
import { z } from 'zod'
import { findTool } from '../tools/tools.ts'

const reply = z.object({
  status: z.enum(['success', 'error']),
  error: z.string().optional(),
  data: z.object({ result: z.array(z.object({ metric: z.record(z.string(), z.string()) }).loose()) }).optional(),
})

/** A series of a query's result: its labels. */
export type Labels = Readonly<Record<string, string>>

export type Prometheus = {
  /** Returns the series of a query's result at this moment. Throws what Prometheus says of a wrong query. */
  query(expression: string): Promise<Labels[]>
  stop(): Promise<void>
}

/** Starts a real Prometheus with this configuration and these rules, on a free port; `stop` removes its data. */
export const startPrometheus = async (config: object = {}, rules?: object): Promise<Prometheus> => {
  const folder = await temporaryFolder('prometheus')
  const file = join(folder.path, 'prometheus.yml')
  await writeFileAtomic(file, stringify({ ...config, ...(rules && { rule_files: ['rules.yml'] }) }))
  if (rules) await writeFileAtomic(join(folder.path, 'rules.yml'), stringify(rules))
  const address = `127.0.0.1:${await freePort()}`
  const program = await startGuarded({
    name: 'prometheus',
    command: findTool('prometheus'),
    args: [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(folder.path, 'data')}`,
      `--web.listen-address=${address}`,
      '--log.level=warn',
    ],
    env: { PATH: process.env.PATH },
    logFile: join(folder.path, 'prometheus.log'),
  })
  await waitUntilResponding('prometheus', program, async () => (await fetch(`http://${address}/-/ready`)).ok)
  return {
    async query(expression) {
      const parameters = new URLSearchParams({ query: expression })
      const response = await fetch(`http://${address}/api/v1/query?${parameters}`)
      const { status, error, data } = reply.parse(await response.json())
      if (status === 'error') throw new Error(error)
      return data?.result.map(({ metric }) => metric) ?? []
    },
    async stop() {
      await program.stop()
      await folder.remove()
    },
  }
}
