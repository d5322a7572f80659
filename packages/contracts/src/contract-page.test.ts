import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { clientFrameSchema, serverFrameSchema } from './realtime.ts'

const page = readFileSync(new URL('../../../docs/contract.md', import.meta.url), 'utf8')

const fieldsOf = (braces: string): string[] => braces.split(',').map((field) => field.trim())
const rowsBelow = (heading: string): Record<string, string> => {
  const [, table = ''] = page.split(`| ${heading} | data |\n|---|---|\n`)
  const rows = table.split('\n\n')[0]?.matchAll(/^\| `(\w+)` \| (.*) \|$/gm) ?? []
  return Object.fromEntries([...rows].map(([, type, data]) => [type, data ?? '']))
}

describe('docs/contract.md documents', () => {
  test('every frame a gateway sends, with its fields', () => {
    const documented = rowsBelow('frame of the server')
    const sent = serverFrameSchema.options.map(({ shape }) => [shape.type.value, shape.data] as const)
    expect(Object.keys(documented).toSorted()).toEqual(sent.map(([type]) => type).toSorted())
    for (const [type, data] of sent) {
      const fields = /^`\{([^}]*)\}`/.exec(documented[type] ?? '')?.[1]
      if (fields !== undefined) expect([type, fieldsOf(fields)]).toEqual([type, Object.keys(data.shape)])
    }
  })
  test('every frame a client may send', () => {
    const taken = clientFrameSchema.out.options.map(({ shape }) => shape.type.value)
    expect(Object.keys(rowsBelow('frame of the client')).toSorted()).toEqual(taken.toSorted())
  })
})
