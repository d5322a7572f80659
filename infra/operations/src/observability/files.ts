import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { repositoryRoot } from '../repository-root.ts'

/** Folder of rules and of Prometheus' configuration, relative to the repository. */
export const prometheusFolder = 'deploy/prometheus'

const alertSchema = z.strictObject({
  alert: z.string(),
  expr: z.string(),
  for: z.string().optional(),
  labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
  annotations: z.strictObject({ summary: z.string(), runbook_url: z.string() }),
})
const recordSchema = z.strictObject({ record: z.string(), expr: z.string() })
const rulesSchema = z.strictObject({
  groups: z.array(z.strictObject({ name: z.string(), rules: z.array(z.union([alertSchema, recordSchema])) })),
})

const expectedAlert = z.object({ exp_labels: z.object({ severity: z.string() }) })
const ruleTests = z.object({
  tests: z.array(
    z.object({
      alert_rule_test: z.array(z.object({ alertname: z.string(), exp_alerts: z.array(expectedAlert) })),
    }),
  ),
})

const panelSchema = z.object({
  id: z.number(),
  title: z.string(),
  type: z.enum(['stat', 'timeseries']),
  gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
  fieldConfig: z.object({ defaults: z.object({ unit: z.string() }) }),
  targets: z.array(z.object({ refId: z.string(), expr: z.string() })).min(1),
})
const dashboardSchema = z.object({
  uid: z.string(),
  title: z.string(),
  annotations: z.object({ list: z.array(z.object({ expr: z.string() })) }),
  panels: z.array(panelSchema),
})
export type Dashboard = z.infer<typeof dashboardSchema> & { file: string }
export type Panel = z.infer<typeof panelSchema>

const read = (path: string): string => readFileSync(join(repositoryRoot, path), 'utf8')

/** Reads the groups of rules. Throws if a rule lacks what every rule must have. */
export const readRuleGroups = () => rulesSchema.parse(parse(read(`${prometheusFolder}/alerts.yml`))).groups

/** Reads the alerts and the recording rules. */
export const readRules = () => {
  const rules = readRuleGroups().flatMap((group) => group.rules)
  return {
    alerts: rules.filter((rule) => 'alert' in rule),
    records: rules.filter((rule) => 'record' in rule),
  }
}

/** Files of `promtool test rules`, relative to the repository. */
export const ruleTestFiles = (): string[] => globSync(`${prometheusFolder}/*.test.yml`, { cwd: repositoryRoot }).sort()

/** Reads what the tests of the rules expect: for each moment an alert, and the severities that fire then. */
export const readRuleTests = (): { alert: string; severities: string[] }[] =>
  ruleTestFiles().flatMap((file) =>
    ruleTests.parse(parse(read(file))).tests.flatMap((ruleTest) =>
      ruleTest.alert_rule_test.map(({ alertname, exp_alerts }) => ({
        alert: alertname,
        severities: exp_alerts.map(({ exp_labels }) => exp_labels.severity),
      })),
    ),
  )

/** Reads all dashboards. Throws if one lacks what it must have. */
export const readDashboards = (): Dashboard[] =>
  globSync('deploy/grafana/dashboards/*.json', { cwd: repositoryRoot })
    .sort()
    .map((file) => ({ ...dashboardSchema.parse(JSON.parse(read(file))), file: basename(file, '.json') }))

/** A query of an alert, a recording rule or a dashboard, with the place where it is. */
export type Query = { place: string; expression: string }

/** Reads the queries of all alerts, recording rules and dashboards. */
export const readQueries = (): Query[] => {
  const { alerts, records } = readRules()
  return [
    ...alerts.map(({ alert, expr }) => ({ place: alert, expression: expr })),
    ...records.map(({ record, expr }) => ({ place: record, expression: expr })),
    ...readDashboards().flatMap(({ title, annotations, panels }) => [
      ...annotations.list.map(({ expr }) => ({ place: `${title}, annotations`, expression: expr })),
      ...panels.flatMap((panel) =>
        panel.targets.map(({ expr }) => ({ place: `${title}, ${panel.title}`, expression: expr })),
      ),
    ]),
  ]
}
