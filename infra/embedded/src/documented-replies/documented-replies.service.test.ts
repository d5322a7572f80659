import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startProductProcess } from '../../test/prepared-product.ts'
import type { ProductProcess } from '../../test/product-process.ts'
import type { Records } from './caller.ts'
import { refusalsInContract } from './contract.ts'
import { type Operation, readDocument } from './document.ts'
import { UNSEEN } from './exceptions.ts'
import { isOfAdmins, provokeRefusals } from './refusals.ts'
import { type Scene, setScene } from './scene.ts'
import { stories } from './stories.ts'

const CONCURRENCY = 10

let product: ProductProcess
let operations: readonly Operation[]
let scene: Scene
const records: Records = { faults: [], seen: new Map(), unsettled: new Map() }

const whoCalls = (operation: Operation): string =>
  isOfAdmins(operation) ? 'admin' : operation.isOpen ? 'visitor' : 'fan'
const newFaults = (): string[] => records.faults.splice(0)
const seenOf = ({ name }: Operation): number[] => [...(records.seen.get(name) ?? [])]

beforeAll(async () => {
  product = await startProductProcess({
    LIMIT_WRITES: '100000',
    LIMIT_ADMIN_WRITES: '100000',
    LIMIT_OPEN_DATA: '100000',
    SHEET_TIMEOUT_MS: '30000',
  })
  operations = readDocument(await (await fetch(`${product.url}/api/docs/json`)).json())
  scene = await setScene(product, operations, records)
}, 180_000)
afterAll(() => product?.dispose())

describe('replies match the OpenAPI document', () => {
  // In parallel, because each story waits for events now and then.
  test('replies of all stories match the document', async () => {
    await Promise.all(stories.map((story) => story(scene)))
    for (const again of [...records.unsettled.values()]) await again()
    expect(newFaults()).toEqual([])
  }, 300_000)

  test('refusals of every call match the document', async () => {
    const fan = (await scene.newcomer()).call
    const callers = { visitor: scene.anybody(), fan, admin: scene.admin }
    for (let at = 0; at < operations.length; at += CONCURRENCY)
      await Promise.all(operations.slice(at, at + CONCURRENCY).map((operation) => provokeRefusals(operation, callers)))
    expect(newFaults()).toEqual([])
  }, 240_000)

  test('every documented reply was seen', () => {
    const missing = operations.flatMap((operation) => {
      const seen = seenOf(operation)
      const unseen = [...operation.statuses, ...(refusalsInContract.get(operation.name) ?? [])]
        // `4XX` and `5XX` document any other error.
        .filter((status) => !status.endsWith('XX') && !seen.includes(Number(status)))
        .filter((status) => !UNSEEN[`${operation.name} ${status}`])
      return unseen.map(
        (status) =>
          `${operation.name} was never answered with ${status}. Make such a call in ` +
          'infra/embedded/src/documented-replies/calls/<service or part>.ts: ' +
          `await ${whoCalls(operation)}('${operation.name}', { params, query, body, status: ${status} }).`,
      )
    })
    expect(missing).toEqual([])
  })

  test('every documented exception is still needed', () => {
    const isNeeded = (name: string): boolean => {
      const operation = operations.find((each) => name.startsWith(`${each.name} `))
      const status = name.split(' ').at(-1) ?? ''
      return operation !== undefined && !seenOf(operation).includes(Number(status))
    }
    expect(Object.keys(UNSEEN).filter((name) => !isNeeded(name))).toEqual([])
  })
})
