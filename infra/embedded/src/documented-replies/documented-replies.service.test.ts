import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startProductProcess } from '../../test/prepared-product.ts'
import type { ProductProcess } from '../../test/product-process.ts'
import { allCalls } from './all-calls.ts'
import type { Records } from './caller.ts'
import { definedErrorStatuses } from './defined-errors.ts'
import { type Operation, readDocument } from './document.ts'
import { UNTESTED_REPLIES } from './exceptions.ts'
import { isOfAdmins, provokeErrors } from './provoke-errors.ts'
import { createScene, type Scene } from './scene.ts'

const CONCURRENCY = 10

let product: ProductProcess
let operations: readonly Operation[]
let scene: Scene
const records: Records = { deviations: [], seenStatuses: new Map(), unconfirmed304: new Map() }

const whoCalls = (operation: Operation): string =>
  isOfAdmins(operation) ? 'admin' : operation.isOpen ? 'visitor' : 'fan'
const takeDeviations = (): string[] => records.deviations.splice(0)
const seenOf = ({ name }: Operation): number[] => [...(records.seenStatuses.get(name) ?? [])]

beforeAll(async () => {
  product = await startProductProcess({
    LIMIT_WRITES: '100000',
    LIMIT_ADMIN_WRITES: '100000',
    LIMIT_OPEN_DATA: '100000',
    SHEET_TIMEOUT_MS: '30000',
  })
  operations = readDocument(await (await fetch(`${product.url}/api/docs/json`)).json())
  scene = await createScene(product, operations, records)
}, 180_000)
afterAll(() => product?.dispose())

describe('replies match the OpenAPI document', () => {
  // In parallel, because some calls wait for events.
  test('replies of all successful calls match the document', async () => {
    await Promise.all(allCalls.map((runCalls) => runCalls(scene)))
    for (const repeatCall of [...records.unconfirmed304.values()]) await repeatCall()
    expect(takeDeviations()).toEqual([])
  }, 300_000)

  test('error replies of every call match the document', async () => {
    const fan = (await scene.registerUser()).call
    const callers = { visitor: scene.createVisitor(), fan, admin: scene.admin }
    for (let firstIndex = 0; firstIndex < operations.length; firstIndex += CONCURRENCY)
      await Promise.all(
        operations.slice(firstIndex, firstIndex + CONCURRENCY).map((operation) => provokeErrors(operation, callers)),
      )
    expect(takeDeviations()).toEqual([])
  }, 240_000)

  test('every documented reply was seen', () => {
    const missing = operations.flatMap((operation) => {
      const statuses = seenOf(operation)
      const missingStatuses = [...operation.statuses, ...(definedErrorStatuses.get(operation.name) ?? [])]
        // `4XX` and `5XX` document any other error.
        .filter((status) => !status.endsWith('XX') && !statuses.includes(Number(status)))
        .filter((status) => !UNTESTED_REPLIES[`${operation.name} ${status}`])
      return missingStatuses.map(
        (status) =>
          `${operation.name} never replied with ${status}. Make such a call in ` +
          'infra/embedded/src/documented-replies/calls/<service or part>.ts: ' +
          `await ${whoCalls(operation)}('${operation.name}', { params, query, body, status: ${status} }).`,
      )
    })
    expect(missing).toEqual([])
  })

  test('every documented exception is still needed', () => {
    const isNeeded = (name: string): boolean => {
      const operation = operations.find((candidate) => name.startsWith(`${candidate.name} `))
      const status = name.split(' ').at(-1) ?? ''
      return operation !== undefined && !seenOf(operation).includes(Number(status))
    }
    expect(Object.keys(UNTESTED_REPLIES).filter((name) => !isNeeded(name))).toEqual([])
  })
})
