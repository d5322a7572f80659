import { readFileSync } from 'node:fs'
import { Counter, collectDefaultMetrics, Gauge, Histogram, type Metric, type Registry, register } from 'prom-client'
import { catalogue, type MetricName } from './catalogue.ts'
import type { Definition } from './definition.ts'

type Type = Definition['type']
type NameOf<T extends Type> = {
  [Name in MetricName]: (typeof catalogue)[Name]['type'] extends T ? Name : never
}[MetricName]

/** The labels of a metric. */
type LabelOf<Name extends MetricName> = (typeof catalogue)[Name] extends { labels: infer Labels }
  ? keyof Labels & string
  : never

/** Returns the metric of a registry, created at the first call: a module may be loaded twice in one process. */
const find = <M extends Metric>(registry: Registry, name: MetricName, create: () => M): M =>
  (registry.getSingleMetric(name) as M | undefined) ?? create()

const configOf = <Name extends MetricName>(name: Name, registry: Registry) => {
  const { help, labels = {} }: Definition = catalogue[name]
  return { name, help, labelNames: Object.keys(labels) as LabelOf<Name>[], registers: [registry] }
}

/** Returns a counter of the catalogue; default: of this process's registry. */
export const counter = <Name extends NameOf<'counter'>>(name: Name, registry = register): Counter<LabelOf<Name>> =>
  find(registry, name, () => new Counter(configOf(name, registry)))

/** Returns a gauge of the catalogue; default: of this process's registry. */
export const gauge = <Name extends NameOf<'gauge'>>(name: Name, registry = register): Gauge<LabelOf<Name>> =>
  find(registry, name, () => new Gauge(configOf(name, registry)))

/** Returns a histogram of the catalogue; default: of this process's registry. */
export const histogram = <Name extends NameOf<'histogram'>>(
  name: Name,
  registry = register,
): Histogram<LabelOf<Name>> =>
  find(registry, name, () => {
    const { buckets }: { buckets: readonly number[] } = catalogue[name]
    return new Histogram({ ...configOf(name, registry), buckets: [...buckets] })
  })

type Collect = () => void | Promise<void>

/** The version of the product, which `make release` writes into the package.json at the root. */
const productVersion = (): string =>
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')).version

/** The collectors, each with its run in progress. */
const collectors = new Map<Collect, Promise<void> | undefined>()
let collectsDefaults = false

/** A scrape waits no longer for a collector, whose database or broker may be what has failed. */
const COLLECT_TIMEOUT_MS = 2_000

/** Has `collect` set gauges before each scrape. Returns the function that ends it. */
export const collectAtScrape = (collect: Collect): (() => void) => {
  collectors.set(collect, undefined)
  return () => void collectors.delete(collect)
}

/** Starts a collector unless its last run is still in progress, and waits for it; throws after the timeout. */
const runCollector = async (collect: Collect, timeout: Promise<never>): Promise<void> => {
  const running =
    collectors.get(collect) ??
    (async () => collect())().finally(() => {
      if (collectors.has(collect)) collectors.set(collect, undefined)
    })
  collectors.set(collect, running)
  await Promise.race([running, timeout])
}

const runCollectors = async (): Promise<PromiseSettledResult<void>[]> => {
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  timeout.catch(() => {})
  const timer = setTimeout(() => reject(new Error('too late for this scrape')), COLLECT_TIMEOUT_MS)
  const collected = await Promise.allSettled([...collectors.keys()].map((collect) => runCollector(collect, timeout)))
  clearTimeout(timer)
  return collected
}

/**
 * Returns all metrics of this process in the Prometheus text format, with Node's. Gauges that could not be collected
 * within two seconds keep their last value, and are counted in `metrics_collection_failures_total`.
 */
export const metricsText = async (): Promise<{ contentType: string; text: string }> => {
  if (!collectsDefaults) {
    collectsDefaults = true
    collectDefaultMetrics()
    gauge('purple_sector_build_info').set({ version: productVersion() }, 1)
  }
  const collected = await runCollectors()
  counter('metrics_collection_failures_total').inc(collected.filter(({ status }) => status === 'rejected').length)
  return { contentType: register.contentType, text: await register.metrics() }
}
