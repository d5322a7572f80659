import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Check } from '../checks/check.ts'
import { repositoryRoot } from '../repository-root.ts'
import { findTool } from '../tools/tools.ts'
import { schemasFolder } from './kinds.ts'
import { parseObjects } from './objects.ts'
import { policyFaults } from './policy.ts'

const exec = promisify(execFile)

/** Folder of the chart, relative to the repository. */
export const chartFolder = 'deploy/helm/purple-sector'

/** The oldest version of Kubernetes that the chart supports, and its name in the release. */
const KUBERNETES = '1.31.0'
const RELEASE = 'purple-sector'

/** Values that must render: every example, and the race day over the first of them. */
const combinations = (): string[][] => {
  const examples = globSync(`${chartFolder}/examples/*.yaml`, { cwd: repositoryRoot }).sort()
  return [
    ...examples.map((file) => [file]),
    [`${chartFolder}/examples/production.yaml`, `${chartFolder}/values-race-day.yaml`],
  ]
}

const run = async (tool: 'helm' | 'kubeconform', args: readonly string[], input = ''): Promise<string> => {
  const running = exec(findTool(tool), [...args], { cwd: repositoryRoot, maxBuffer: 64 * 1024 * 1024 })
  running.child.stdin?.end(input)
  return (await running).stdout
}

const valuesArguments = (files: readonly string[]): string[] => files.flatMap((file) => ['--values', file])

const render = (files: readonly string[]): Promise<string> =>
  run('helm', ['template', RELEASE, chartFolder, '--kube-version', KUBERNETES, ...valuesArguments(files)])

/** Messages of a failed `kubeconform`, which it prints to stdout. */
const outputOf = (error: unknown): string =>
  error instanceof Error && 'stdout' in error && error.stdout ? String(error.stdout) : String(error)

const schemaFaults = async (text: string): Promise<string[]> => {
  const location = join(schemasFolder, '{{ .ResourceKind }}{{ .KindSuffix }}.json')
  try {
    await run('kubeconform', ['-strict', '-schema-location', location, '-'], text)
    return []
  } catch (error) {
    return outputOf(error).trim().split('\n')
  }
}

/** Values that the chart must refuse, with what the refusal names. */
const REFUSED: Record<string, { set: string[]; says: RegExp }> = {
  'no database': { set: [], says: /database\.url is needed|kafka\.brokers is needed/ },
  'an unknown setting': { set: ['dev.enabled=true', 'settings.LIMIT_WRITE=600'], says: /LIMIT_WRITE/ },
  'an unknown process': { set: ['dev.enabled=true', 'processes.tips.replicas=2'], says: /tips/ },
  'a password in the URL': { set: ['database.url=postgres://admin:secret@db/purple_sector'], says: /database/ },
  'an Ingress without a certificate': {
    set: ['dev.enabled=true', 'ingress.enabled=true', 'ingress.host=tips.example.org'],
    says: /ingress\.tlsSecretName is needed/,
  },
}

const refusalFaults = async (set: readonly string[], says: RegExp): Promise<string[]> => {
  const values = set.flatMap((value) => ['--set', value])
  try {
    await run('helm', ['template', RELEASE, chartFolder, '--kube-version', KUBERNETES, ...values])
    return ['The chart accepts it.']
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return says.test(message) ? [] : [message]
  }
}

/** Checks of the Helm chart: it lints, renders with all examples, and what it renders is valid and safe. */
export const chartChecks = (): Check[] => [
  ...combinations().flatMap((files): Check[] => {
    const name = `chart with ${files.map((file) => file.slice(chartFolder.length + 1)).join(' and ')}`
    return [
      {
        name: `${name}: helm lint`,
        async run() {
          await run('helm', [
            'lint',
            chartFolder,
            '--strict',
            '--quiet',
            '--kube-version',
            KUBERNETES,
            ...valuesArguments(files),
          ])
          return []
        },
      },
      { name: `${name}: schemas`, run: async () => schemaFaults(await render(files)) },
      { name: `${name}: policy`, run: async () => policyFaults(parseObjects(await render(files))) },
    ]
  }),
  ...Object.entries(REFUSED).map(([name, { set, says }]) => ({
    name: `chart refuses ${name}`,
    run: () => refusalFaults(set, says),
  })),
]
