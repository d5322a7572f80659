import { catalogue } from './catalogue.ts'
import type { Definition } from './definition.ts'

const HEAD = `# Metrics

Every process of the distributed product serves these, and those of Node (\`process_*\`, \`nodejs_*\`: memory, CPU, event loop
delay), as Prometheus text at \`/metrics\`; the gateway on \`METRICS_PORT\`. \`make start\` serves none. Times are in seconds.

This page is written by \`make metrics-docs\` from \`packages/metrics/src/catalogue.ts\`. What to watch, and what to do:
[runbook](runbook.md).
`

const labelsOf = ({ labels }: Definition): string =>
  Object.entries(labels ?? {})
    .map(([label, values]) => `\`${label}\`: ${values}`)
    .join('; ')

const rowOf = (name: string, definition: Definition): string =>
  `| \`${name}\` | ${definition.type} | ${definition.help} | ${labelsOf(definition) || '–'} |`

/** Returns `docs/metrics.md`: a table for each kind of process, in the order of the catalogue. */
export const metricsPage = (): string => {
  const byProcesses = Map.groupBy(Object.entries<Definition>(catalogue), ([, { processes }]) => processes)
  const sections = [...byProcesses].map(([processes, metrics]) =>
    [
      `\n## ${processes.charAt(0).toUpperCase()}${processes.slice(1)}\n`,
      '| metric | type | what | labels |',
      '|---|---|---|---|',
      ...metrics.map(([name, definition]) => rowOf(name, definition)),
    ].join('\n'),
  )
  return `${HEAD}${sections.join('\n')}\n`
}
