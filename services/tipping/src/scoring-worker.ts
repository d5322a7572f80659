import { runService } from '@purple-sector/service-kit'
import { buildScoringWorker } from './scoring/build-scoring-worker.ts'

await runService('tipping-scoring', buildScoringWorker, () => undefined)
