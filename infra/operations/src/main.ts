/* `make operations-check` runs all suites, `make chart` the one of the chart: `node main.ts chart`. */
import { chartChecks } from './chart/chart-checks.ts'
import { type Check, runChecks } from './checks/check.ts'
import { observabilityChecks } from './observability/observability-checks.ts'
import { proxyChecks } from './proxy/proxy-checks.ts'

/** Suites by name, in the order in which they run. */
const suites: Record<string, () => Promise<Check[]> | Check[]> = {
  chart: chartChecks,
  observability: observabilityChecks,
  proxy: proxyChecks,
}

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(suites)
const checks: Check[] = []
for (const name of names) {
  const suite = suites[name]
  if (!suite) throw new Error(`There is no suite ${name}; there are ${Object.keys(suites).join(', ')}.`)
  checks.push(...(await suite()))
}
if (!(await runChecks(checks))) process.exitCode = 1
