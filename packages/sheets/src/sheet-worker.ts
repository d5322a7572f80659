import { readFile } from './read-file.ts'
import { serveReading } from './serve-reading.ts'
import type { SheetLimits } from './sheet.ts'

serveReading(({ bytes, limits }: { bytes: Uint8Array; limits: SheetLimits }) => readFile(bytes, limits))
