import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { productProcesses } from '@purple-sector/product/processes'
import { describe, expect, test } from 'vitest'
import { repositoryRoot } from '../repository-root.ts'
import { type Panel, readDashboards, readQueries, readRules, readRuleTests } from './files.ts'
import { knownMetrics } from './known-metrics.ts'
import { metricNames } from './metric-names.ts'

/** Anchors of a page's headings, as GitHub and GitLab make them. */
const anchorsOf = (page: string): string[] =>
  [...readFileSync(join(repositoryRoot, page), 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )

test('every metric that an alert or a dashboard reads exists', () => {
  const known = knownMetrics()
  const unknown = readQueries().flatMap(({ place, expression }) =>
    metricNames(expression)
      .filter((name) => !known.has(name))
      .map((name) => `${place}: ${name}`),
  )
  expect(unknown).toEqual([])
})

describe('alerts', () => {
  const { alerts } = readRules()
  const names = [...new Set(alerts.map(({ alert }) => alert))]

  test.each(names)('%s has a section of the runbook with what to look at', (name) => {
    const urls = alerts.filter(({ alert }) => alert === name).map(({ annotations }) => annotations.runbook_url)
    for (const url of urls) expect(url).toBe(`docs/runbook.md#${name.toLowerCase()}`)
    expect(anchorsOf('docs/runbook.md')).toContain(name.toLowerCase())
  })

  test('the runbook has no section of an alert that is gone', () => {
    const runbook = readFileSync(join(repositoryRoot, 'docs/runbook.md'), 'utf8')
    const [section = ''] = runbook.split('\n## Alerts\n')[1]?.split('\n## ') ?? []
    expect([...section.matchAll(/^### (.+)$/gm)].map(([, name]) => name).sort()).toEqual([...names].sort())
  })

  test.each(alerts.map(({ alert, labels }) => [alert, labels.severity]))(
    'tests show that %s (%s) fires, and that it does not',
    (name, severity) => {
      const expectations = readRuleTests().filter(({ alert }) => alert === name)
      expect(expectations.some(({ severities }) => severities.includes(severity))).toBe(true)
      expect(expectations.some(({ severities }) => severities.length === 0)).toBe(true)
    },
  )

  test('a process of the product that is missing is named', () => {
    const [missing] = alerts.filter(({ alert }) => alert === 'ProcessMissing')
    const watched = [...(missing?.expr ?? '').matchAll(/absent\(up\{job="([\w-]+)"\}\)/g)].map(([, name]) => name)
    expect(watched.sort()).toEqual(productProcesses.map(({ name }) => name).sort())
    for (const name of watched) expect(missing?.expr).toMatch(new RegExp(`job=~"[^"]*\\b${name}\\b`))
  })
})

describe('dashboards', () => {
  const dashboards = readDashboards()

  test('are race day, services, messaging, database and live timing', () => {
    expect(dashboards.map(({ file }) => file)).toEqual([
      ...['database', 'live-timing', 'messaging', 'race-day', 'services'],
    ])
    for (const { uid, file } of dashboards) expect(uid).toBe(file)
  })

  test.each(dashboards)('$title has panels that do not overlap, within the width of the grid', ({ panels }) => {
    const overlaps = ({ gridPos: one }: Panel, { gridPos: other }: Panel): boolean =>
      one.x < other.x + other.w && other.x < one.x + one.w && one.y < other.y + other.h && other.y < one.y + one.h
    for (const [index, panel] of panels.entries()) {
      expect(panel.gridPos.x + panel.gridPos.w, panel.title).toBeLessThanOrEqual(24)
      for (const other of panels.slice(index + 1))
        expect(overlaps(panel, other), `${panel.title}, ${other.title}`).toBe(false)
    }
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length)
  })

  test('race day fits on one screen', () => {
    const raceDay = dashboards.find(({ uid }) => uid === 'race-day')
    // A row is 30 pixels and a gap of 8; a screen of 1080 has some 900 for the grid.
    const rows = Math.max(...(raceDay?.panels ?? []).map(({ gridPos }) => gridPos.y + gridPos.h))
    expect(rows).toBeLessThanOrEqual(23)
  })
})
