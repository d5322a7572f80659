import { join } from 'node:path'
import { services } from '@purple-sector/product'
import { migrateStep, passwordVariable } from '@purple-sector/product/processes'
import { rolePassword } from '@purple-sector/testing/databases/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestProduct, type TestProduct } from '../../test/create-test-product.ts'
import { errorsIn } from '../../test/errors-in.ts'
import { checkOutPreviousRelease } from '../../test/previous-release.ts'
import { type GuardedProcess, startGuarded } from '../infrastructure/guarded-process.ts'
import type { ProductCode } from '../processes.ts'
import { repositoryRoot } from '../repository-root.ts'

/*
 * During an upgrade, replicas of the previous release run on the schema of this one. So do all of them after a rollback.
 */

let code: ProductCode
let testProduct: TestProduct

beforeAll(async () => {
  code = await checkOutPreviousRelease()
  testProduct = await createTestProduct('previous-release', {
    code,
    replicas: { gateway: 1, 'scoring-worker': 1 },
    settings: { LIMIT_WRITES: '1000000', LIMIT_ADMIN_WRITES: '1000000', SSR_ENABLED: 'off' },
  })
}, 300_000)
afterAll(() => testProduct?.stop(), 60_000)

const start = (name: string, root: string, args: string[], environment: Record<string, string> = {}) =>
  startGuarded({
    name,
    command: process.execPath,
    args,
    cwd: root,
    env: { PATH: process.env.PATH, ...environment },
    logFile: join(testProduct.logFolder, `${name}.log`),
  })

const expectSuccess = async (program: GuardedProcess): Promise<void> => {
  const { code } = await program.exited
  expect(code, program.lastOutput(40)).toBe(0)
}

/** Starts the previous release's player: a recorded day with all the rare cases. It exits with 0 without a difference. */
const play = () => {
  const { gateways, admin } = testProduct.product
  const day = ['--recording', 'infra/race-day/recordings/tamar-200.json', '--fans', '40', '--speed', '700']
  const account = { ADMIN_EMAILS: admin.email, ADMIN_PASSWORD: admin.password }
  return start('player', code.root, ['infra/race-day/src/main.ts', '--url', gateways[0] ?? '', ...day], account)
}

/** Runs the migrations of a version. */
const migrate = (name: string, { root, migrateStep: { entry } }: Pick<ProductCode, 'root' | 'migrateStep'>) =>
  start(name, root, [entry], {
    DATABASE_URL: testProduct.databaseUrl,
    KAFKA_BROKERS: process.env.KAFKA_BROKERS ?? '',
    ...Object.fromEntries(services.map(({ name }) => [passwordVariable(name), rolePassword])),
  })

test('plays a day without a difference or an error while it is upgraded and rolled back', async () => {
  const { product, logFolder } = testProduct
  const player = await play()
  const hasLogged = (text: string) => player.lastOutput(1_000).includes(text)
  const expectNoErrors = () => expect(errorsIn(logFolder, product.names)).toEqual([])
  await expect.poll(() => hasLogged('completed qualifying')).toBe(true)
  await expectSuccess(await migrate('migrate-next', { root: repositoryRoot, migrateStep }))
  await expect.poll(() => errorsIn(logFolder, product.names).length > 0 || hasLogged('completed race-1')).toBe(true)
  expectNoErrors()

  await expectSuccess(await migrate('migrate-again', code))
  // Two at a time, as a rollback of several deployments does.
  for (let index = 0; index < product.names.length; index += 2)
    await Promise.all(product.names.slice(index, index + 2).map((name) => product.restart(name)))
  expect(player.isRunning()).toBe(true)
  await expectSuccess(player)
  expectNoErrors()
}, 300_000)
