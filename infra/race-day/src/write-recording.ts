import { writeFile } from 'node:fs/promises'
import { checkRecording } from './check-recording.ts'
import { compactJson } from './shipped/compact-json.ts'
import { shippedWeekend } from './shipped/weekend.ts'

// Writes the shipped recording again; the same bytes every time.
const target = new URL('../recordings/derwent-500.json', import.meta.url)
const weekend = shippedWeekend()
const { issues } = checkRecording(weekend)
if (issues.length > 0) throw new Error(issues.map(({ path, message }) => `${path}: ${message}`).join('\n'))
await writeFile(target, `${compactJson(weekend)}\n`)
