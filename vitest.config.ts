import { defineConfig } from 'vitest/config'
import { lanesOf } from './infra/native/src/infrastructure/lanes.ts'
import { LongestFirst } from './packages/testing/src/runs/longest-first.ts'
import { totalsReporter } from './packages/testing/src/runs/totals-reporter.ts'

const ignored = ['**/node_modules/**', '**/dist/**', '**/var/**']

/**
 * Outcomes on real infrastructure are waited for as long as a busy machine may need. Looked for three times as often, they
 * take services a third more of the processor, and come later for that.
 */
const longTimeout = { poll: { timeout: 30_000, interval: 60 } }
/** The same for `vi.waitFor` and `vi.waitUntil`, which have no option for it. */
const longWaits = './packages/testing/src/runs/long-waits.ts'

/** Test files share what their worker has loaded of libraries; their own modules are new for each. */
const shared = {
  isolate: false,
  setupFiles: [
    './packages/testing/src/runs/reset-modules.ts',
    './packages/testing/src/runs/assign-ports.ts',
    './packages/testing/src/runs/record-replies-in-tests.ts',
    longWaits,
  ],
}

const distributed = {
  setupFiles: ['./infra/native/test/reserve-lane.ts', longWaits],
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: longTimeout,
}

/** Distributed suites in which time counts: another one beside them would take from what they measure, or play against. */
const undisturbed = ['own-writes', 'product', 'replicas', 'rolling-restart', 'tip-storm'].map(
  (name) => `infra/native/src/suites/${name}.distributed.test.ts`,
)

/** Units that start threads over and over, and take longer than all others together. */
const slowUnits = ['services/admin/src/imports/long-cells.test.ts']

// The reporter prints the closing line `N passed, N failed`; .ci/run sums them by TOTALS_FILE.
export default defineConfig({
  test: {
    reporters: ['default', totalsReporter()],
    // Services wait for outcomes a third of their time: five workers took a sixteenth longer, eight more of the processor.
    maxWorkers: 6,
    sequence: { sequencer: LongestFirst },
    // A failure is told again at the end of a run by its message alone, which says what differs.
    chaiConfig: { truncateThreshold: 1_000 },
    // The Postgres of a run has a checkpoint to write when it is stopped.
    teardownTimeout: 60_000,
    projects: [
      {
        extends: true,
        // Units and services together: while services wait, units compute, in the same workers.
        test: {
          name: 'node',
          include: ['**/*.test.ts'],
          exclude: [...ignored, '**/*.distributed.test.ts'],
          globalSetup: ['./packages/testing/src/databases/postgres-setup.ts'],
          ...shared,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: longTimeout,
        },
      },
      {
        extends: true,
        // The units of `node` by themselves, for `make test-fast`.
        test: {
          name: 'unit',
          include: ['**/*.test.ts'],
          exclude: [...ignored, '**/*.service.test.ts', '**/*.distributed.test.ts', ...slowUnits],
          ...shared,
          testTimeout: 120_000,
          expect: longTimeout,
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['web/src/**/*.test.tsx'],
          exclude: ignored,
          environment: 'jsdom',
          isolate: false,
          setupFiles: ['./web/src/test-setup.ts', longWaits],
          testTimeout: 120_000,
          expect: longTimeout,
        },
      },
      {
        extends: true,
        test: {
          name: 'distributed',
          include: ['**/*.distributed.test.ts'],
          exclude: [...ignored, ...undisturbed],
          maxWorkers: lanesOf(process.env).length || 1,
          sequence: { groupOrder: 1 },
          ...distributed,
        },
      },
      {
        extends: true,
        test: {
          name: 'undisturbed',
          include: undisturbed,
          exclude: ignored,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
          ...distributed,
        },
      },
    ],
  },
})
