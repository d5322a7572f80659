import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { smallWeekend } from '../../test/small-recording.ts'
import { readRecording } from './read-recording.ts'

const folder = await mkdtemp(join(tmpdir(), 'race day '))
afterAll(() => rm(folder, { recursive: true }))

const written = async (content: string | Buffer): Promise<string> => {
  const path = join(folder, 'my weekend.json')
  await writeFile(path, content)
  return path
}
const small = () => JSON.stringify(smallWeekend(), null, 2)

describe('readRecording', () => {
  test('reads a file with a byte-order mark in a folder with a space in its name', async () => {
    expect((await readRecording(await written(`\ufeff${small()}`))).weekend.name).toBe('Small')
  })

  test('rejects a file that is not UTF-8 or not JSON, with the line', async () => {
    const latin = Buffer.from(small().replace('"Small"', '"Sm\u00e4ll"'), 'latin1')
    await expect(readRecording(await written(latin))).rejects.toThrow('line 5: is not UTF-8: save the file in that')
    await expect(readRecording(await written('{\n"format": 1,\n}'))).rejects.toThrow('line 3: is not JSON')
  })

  test('rejects a folder and a missing file with the reason', async () => {
    await expect(readRecording(folder)).rejects.toThrow('is a folder, not a file')
    await expect(readRecording('/nowhere.json')).rejects.toThrow('there is no such file')
  })

  test('reports place and line of the first fifty problems, and counts the others', async () => {
    const weekend = smallWeekend()
    weekend.sessions[0]!.results![0]!.classification = Array.from({ length: 60 }, () => ({
      position: 0,
      car: 1,
      status: 'classified' as const,
    }))
    const text = JSON.stringify(weekend, null, 2)
    const refusal = await readRecording(await written(text)).catch((error: Error) => error.message)
    const lines = String(refusal).split('\n')
    expect(lines).toHaveLength(52)
    expect(lines.at(-1)).toBe('  ... and 10 more problems')
    const [, line] =
      /^ {2}sessions\.0\.results\.0\.classification\.0\.position \(line (\d+)\): /.exec(lines[1] ?? '') ?? []
    expect(text.split('\n')[Number(line) - 1]).toContain('"position": 0')
  })
})
