import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Check } from '../checks/check.ts'
import { repositoryRoot } from '../repository-root.ts'
import { findTool, type Tool } from '../tools/tools.ts'
import { prometheusFolder, readQueries, ruleTestFiles } from './files.ts'
import { startPrometheus } from './start-prometheus.ts'

const exec = promisify(execFile)

/** Runs a program; its output is the fault if it fails. */
const run = async (tool: Tool, ...args: string[]): Promise<string[]> => {
  const program = findTool(tool)
  try {
    await exec(program, args, { cwd: repositoryRoot })
    return []
  } catch (error) {
    if (!(error instanceof Error && 'stdout' in error && 'stderr' in error)) throw error
    return [`${error.stdout}${error.stderr}`.trim() || error.message]
  }
}

const file = (name: string): string => join(prometheusFolder, name)

/** Lets a real Prometheus run every query; returns those that it rejects. */
const rejectedQueries = async (): Promise<string[]> => {
  const prometheus = await startPrometheus()
  const faults: string[] = []
  for (const { place, expression } of readQueries()) {
    const query = expression.replaceAll('$__rate_interval', '1m')
    await prometheus.query(query).catch((error: Error) => faults.push(`${place}: ${error.message}`))
  }
  await prometheus.stop()
  return faults
}

/** Checks of Prometheus' and Alertmanager's configuration, of the alerts with their tests, and of every query. */
export const observabilityChecks = (): Check[] => [
  {
    name: 'Prometheus accepts its configuration',
    run: () => run('promtool', 'check', 'config', file('prometheus.yml')),
  },
  {
    name: 'Prometheus accepts the rules',
    run: () => run('promtool', 'check', 'rules', '--lint-fatal', file('alerts.yml')),
  },
  ...ruleTestFiles().map((tests) => ({
    name: `alerts fire when they should: ${tests}`,
    run: () => run('promtool', 'test', 'rules', tests),
  })),
  {
    name: 'Alertmanager accepts its configuration',
    run: () => run('amtool', 'check-config', file('alertmanager.yml')),
  },
  { name: 'Prometheus accepts every query of alerts and dashboards', run: rejectedQueries },
]
