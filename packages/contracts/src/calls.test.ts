import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type CallDefinition, defineCall } from './call.ts'

const isCall = (value: unknown): value is CallDefinition =>
  typeof value === 'object' && value !== null && 'callers' in value && 'reply' in value

const files = globSync('*/internal.ts', { cwd: import.meta.dirname })
const calls = await Promise.all(
  files.map(async (file) => {
    const [folder = ''] = file.split('/')
    const exported: Record<string, unknown> = await import(`./${folder}/internal.ts`)
    return Object.values(exported)
      .filter(isCall)
      .map((call) => ({ folder, call }))
  }),
).then((found) => found.flat())

/** Returns a cycle of calls from a process back to itself, if there is one. */
const circleOf = (definitions: readonly CallDefinition[]): string[] | undefined => {
  const asks = (caller: string) =>
    new Set(definitions.filter(({ callers }) => callers.some((name) => name === caller)).map(({ service }) => service))
  const walk = (way: readonly string[]): string[] | undefined => {
    for (const service of asks(way.at(-1) ?? '')) {
      if (way.includes(service)) return [...way, service]
      const circle = walk([...way, service])
      if (circle) return circle
    }
    return undefined
  }
  return ['gateway', ...definitions.map(({ service }) => service)].map((name) => walk([name])).find(Boolean)
}

const between = (caller: 'tipping' | 'weekends' | 'admin', service: string) =>
  defineCall({
    service,
    method: 'GET',
    path: '/internal/example',
    reply: z.object({}),
    callers: [caller],
    reason: 'an example',
  })

test('calls between services form no circle', () => {
  expect(calls.length).toBeGreaterThan(10)
  expect(circleOf(calls.map(({ call }) => call))).toBeUndefined()
})

test('detects a circle', () => {
  const circle = [between('weekends', 'tipping'), between('tipping', 'admin'), between('admin', 'weekends')]
  expect(circleOf(circle)).toHaveLength(4)
  expect(circleOf(circle.slice(1))).toBeUndefined()
})

test('tipping calls no other service, so tips work while others are unavailable', () => {
  expect(calls.filter(({ call }) => call.callers.includes('tipping'))).toEqual([])
})

test('a call is defined in the contracts of its service and has callers and a reason', () => {
  for (const { folder, call } of calls) {
    expect(call.service).toBe(folder)
    expect(call.callers.length).toBeGreaterThan(0)
    expect(call.reason).toMatch(/^[A-Z].{30,}\.$/)
  }
})

test('calls of a service differ in method or path', () => {
  const addresses = calls.map(({ call: { service, method, path } }) => `${method} ${service}${path}`)
  expect(new Set(addresses).size).toBe(addresses.length)
})

test('rejects a definition with mismatched parameters or without a reason', () => {
  const call = { ...between('admin', 'tipping'), path: '/internal/races/:id' } as const
  expect(() => defineCall(call)).toThrow('has other parameters than its schema')
  expect(() => defineCall({ ...between('admin', 'tipping'), reason: ' ' })).toThrow('has no reason')
})
