import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Suites that take as long as a hundred other suites. */
const LONGEST = /\/infra\/embedded\/src\/(tampered-product|main-job|starting|stopping)\.service\.test\.ts$/

/** Suites that start the product, which computes for seconds. */
const OF_THE_PRODUCT = /\/infra\/embedded\/.*\.service\.test\.ts$/

/**
 * Suites that wait for a quarter of a minute or more, because the tested behaviour takes that long, and hardly compute.
 */
const LONG_TIMEOUT = [
  'gateway/src/http/http-connections',
  'gateway/src/realtime/realtime-projected',
  'gateway/src/realtime/realtime-chat',
  'packages/messaging/src/in-process/in-process',
  'packages/messaging/src/outbox/relay',
  'services/admin/src/live-timing/snapshots',
  'services/admin/src/timing-sources/timing-sources',
  'services/admin/src/webhooks/webhooks',
  'services/engagement/src/achievements/results',
  'services/engagement/src/heat-map/heat-map',
].map((suite) => `/${suite}.service.test.ts`)

/** Interleaves two lists evenly, each in its order. */
export const interleave = <Item>(first: readonly Item[], second: readonly Item[]): Item[] =>
  [first, second]
    .flatMap((items) => items.map((item, index) => ({ item, position: (index + 0.5) / items.length })))
    .sort((left, right) => left.position - right.position)
    .map(({ item }) => item)

const kindOf = ({ moduleId }: TestSpecification) => {
  if (LONGEST.test(moduleId)) return 'longest'
  if (OF_THE_PRODUCT.test(moduleId)) return 'ofTheProduct'
  if (LONG_TIMEOUT.some((suite) => moduleId.endsWith(suite))) return 'slow'
  return moduleId.endsWith('.service.test.ts') ? 'services' : 'units'
}

/**
 * Vitest's own order, but with a project's longest suites first, so that no worker is left alone with them at the end.
 * Waiting suites are interleaved with computing ones: else all workers would wait at once, and leave the cores idle.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [...Map.groupBy(sorted, ({ project }) => project.name).values()].flatMap((ofProject) => {
      const { longest = [], ofTheProduct = [], slow = [], ...remaining } = Object.groupBy(ofProject, kindOf)
      const computing = [...ofTheProduct, ...interleave(remaining.services ?? [], remaining.units ?? [])]
      return [...longest, ...interleave(slow, computing)]
    })
  }
}
