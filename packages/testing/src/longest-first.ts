import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Suites that start the product, which takes as long as a hundred others, and those that play a weekend and wait for it. */
const LONGEST = /\/infra\/(embedded\/.*\.service|race-day\/src\/play)\.test\.ts$/

/** vitest's own order, but the longest suites of a project come first: no worker is left alone with them at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
