import { expect, test } from 'vitest'
import { createCategoryBody, patchCategoryBody } from './http.ts'

test.each(['name', 'shortName', 'aliases'])(
  'reads the %s of a category as one line without hidden characters',
  (field) => {
    const body = (text: string) => ({ name: 'Supercars', [field]: field === 'aliases' ? [text] : text })
    const parse = (text: string) => Object(createCategoryBody.parse(body(text)))[field]
    expect(parse(' V8\nTouring ')).toEqual(field === 'aliases' ? ['V8 Touring'] : 'V8 Touring')
    for (const text of ['V8\u202eTouring', 'V\u200b8', '\u3164', `e${'\u0301'.repeat(50)}`])
      for (const schema of [createCategoryBody, patchCategoryBody])
        expect(schema.safeParse(body(text)).success).toBe(false)
  },
)
