import { readFile } from './read-file.ts'
import { serveWorkerTasks } from './serve-worker-tasks.ts'
import type { SheetLimits } from './sheet.ts'

serveWorkerTasks(({ bytes, limits }: { bytes: Uint8Array; limits: SheetLimits }) => readFile(bytes, limits))
