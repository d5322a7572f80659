import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Suites that play whole weekends, and all that start the product, which takes as long as a hundred others. */
const LONGEST = [/\/main-job[^/]*\.service\.test\.ts$/, /\/infra\/embedded\/.*\.service\.test\.ts$/]

const rank = ({ moduleId }: TestSpecification): number => {
  const at = LONGEST.findIndex((files) => files.test(moduleId))
  return at < 0 ? LONGEST.length : at
}

/** vitest's own order, but the longest suites of a project come first: no worker is left alone with them at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}
