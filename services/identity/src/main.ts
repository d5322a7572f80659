import { runService } from '@purple-sector/service-kit/run-service'
import { identity } from './service.ts'

await runService(identity)
