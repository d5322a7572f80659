import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../temporary-folder.ts'
import type { RecordedReply } from './record-replies.ts'

const program = fileURLToPath(new URL('../fixtures/replying-program.ts', import.meta.url))
const recorder = fileURLToPath(new URL('record-replies-in-product.ts', import.meta.url))

test('records replies of routes and of fetch, with their bodies', async () => {
  const folder = await temporaryFolder('replies')
  onTestFinished(() => folder.remove())
  await promisify(execFile)(process.execPath, ['--import', recorder, program], {
    env: { ...process.env, REPLIES_FOLDER: folder.path },
  })
  const files = await readdir(folder.path)
  expect(files).toHaveLength(1)
  const lines = (await readFile(join(folder.path, files[0] ?? ''), 'utf8')).trim().split('\n')
  const replies: RecordedReply[] = lines.map((line) => JSON.parse(line))
  const json = 'application/json; charset=utf-8'
  expect(replies).toContainEqual({
    method: 'GET',
    path: '/api/laps/:id',
    status: 200,
    contentType: json,
    text: '{"lap":7}',
  })
  expect(replies).toContainEqual({
    method: 'GET',
    path: '/api/laps/7',
    status: 200,
    contentType: json,
    text: '{"lap":7}',
  })
  expect(replies.filter(({ path }) => path === '/api/laps/:id')).toHaveLength(20)
  expect(replies.map(({ path }) => path)).not.toContain('/internal/laps')
})
