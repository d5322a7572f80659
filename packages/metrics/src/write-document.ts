import { writeFile } from 'node:fs/promises'
import { metricsPage } from './document.ts'

// Writes docs/metrics.md (`make metrics-docs`).
await writeFile(new URL('../../../docs/metrics.md', import.meta.url), metricsPage())
