import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Suites that start the product, which takes as long as a hundred others, and those that play a weekend and wait for it. */
const LONGEST = /\/infra\/(embedded\/.*\.service|race-day\/src\/play)\.test\.ts$/

/** All of both, each in its order and spread over the whole. */
export const spread = <Item>(some: readonly Item[], others: readonly Item[]): Item[] =>
  [some, others]
    .flatMap((items) => items.map((item, index) => ({ item, place: (index + 0.5) / items.length })))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item)

/**
 * vitest's own order, but the longest suites of a project come first: no worker is left alone with them at the end. Those of
 * services, which wait for a third of their time, come among those that compute.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [...Map.groupBy(sorted, ({ project }) => project.name).values()].flatMap((ofProject) => {
      const kinds = Object.groupBy(ofProject, ({ moduleId }) => {
        if (LONGEST.test(moduleId)) return 'long'
        return moduleId.endsWith('.service.test.ts') ? 'waiting' : 'computing'
      })
      return [...(kinds.long ?? []), ...spread(kinds.waiting ?? [], kinds.computing ?? [])]
    })
  }
}
