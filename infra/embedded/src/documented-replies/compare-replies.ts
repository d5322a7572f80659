import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROUTES } from '@purple-sector/contracts/all-routes'
import { openapiOf } from '@purple-sector/gateway/openapi'
import { closeRun } from '@purple-sector/testing/runs/close-run'
import type { RecordedReply } from '@purple-sector/testing/runs/record-replies'
import { compareSeenReplies } from './compare-seen-replies.ts'
import { definedErrorStatuses } from './defined-errors.ts'
import { readDocument } from './openapi-document.ts'
import { UNSEEN_REPLIES } from './unseen-replies.ts'

// Compares the replies that a run recorded with the OpenAPI document: node compare-replies.ts <folder>. A process may have
// been killed while it wrote, so the last line of a file may be cut off.

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Name the folder of recorded replies.')

const parseLine = (line: string): RecordedReply[] => {
  try {
    return [JSON.parse(line)]
  } catch {
    return []
  }
}
const replies = readdirSync(folder).flatMap((file) =>
  readFileSync(join(folder, file), 'utf8').split('\n').flatMap(parseLine),
)
const operations = readDocument(await openapiOf(ROUTES))
const comparisons = compareSeenReplies(operations, replies, { errors: definedErrorStatuses, unseen: UNSEEN_REPLIES })
const failures = comparisons.flatMap(({ name, problems }) =>
  problems.length === 0 ? [] : [{ name: `documented replies of ${name}`, message: problems.join('\n') }],
)
for (const { name, message } of failures) process.stdout.write(`${name}\n  ${message.replaceAll('\n', '\n  ')}\n`)
closeRun({ passed: comparisons.length - failures.length, failed: failures.length }, failures)
process.exitCode = failures.length > 0 ? 1 : 0
