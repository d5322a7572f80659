import { runService } from '@purple-sector/service-kit/run-service'
import { buildScoringWorker } from './scoring/build-scoring-worker.ts'
import { tipping } from './service.ts'

await runService({ ...tipping, build: buildScoringWorker }, 'tipping-scoring')
